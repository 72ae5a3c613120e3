import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";

const SUITES = ["approval", "owners", "gate", "mcp", "xlsx", "store", "abuse"];
/** Those that are quick: the whole takes as long as the rest of the tests. */
const RUN = ["approval", "owners", "xlsx", "store"];
const REPORT_TIMEOUT_MS = 120_000;
const folder = mkdtempSync(join(tmpdir(), "countersign-bench-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const bench = async (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, "main.ts"), "--quick", ...args]);

it(
  "prints tables, and writes a page with each promise and what was measured [RUN-BENCH-01]",
  { timeout: REPORT_TIMEOUT_MS },
  async () => {
    const file = join(folder, "benchmarks.md");
    const { stdout } = await bench("--report", file, ...RUN.flatMap((name) => ["--only", name]));
    expect(stdout).toContain("│ transaction of 5 │ 16");

    const page = readFileSync(file, "utf8");
    expect(page).toContain("its figures mean nothing");
    expect(page).toMatch(/^Measured on \d{4}-\d{2}-\d{2} of .*: CPU .*; node .*\.$/mu);
    expect(page).toMatch(/^\| decisions of a CPU second, 64 clients \| [\d.]+ \|$/mu);
    expect(page).toMatch(
      /^\| xlsx +\| growth of resident memory, MB +\| < 150 +\| [\d.-]+ +\| (yes|\*\*no\*\*) +\|$/mu,
    );
    expect(page).toMatch(/^\| approval +\| CPU of a decision to a plain handler's/mu);
    expect(page).toMatch(
      /^\| owners +\| CPU of a submission over HTTP to one over NATS +\| ≤ 1.3 +\| [\d.]+/mu,
    );
    // The limits of the comparison, and the curve over the clients.
    expect(page).toContain("It has no GraphQL; it publishes nothing");
    for (const clients of [1, 16, 64])
      expect(page).toMatch(new RegExp(`^\\| ${clients} \\| engine \\|`, "mu"));
  },
);

it("prints one JSON object of the chosen suites, figures and ratios by name [RUN-BENCH-02]", async () => {
  const { stdout } = await bench("--json", "--only", "store");
  expect(JSON.parse(stdout)).toEqual({
    store: {
      ratios: expect.objectContaining({ insert_16_toPing: expect.any(Number) }),
      figures: expect.objectContaining({ insert_16_perSecond: expect.any(Number) }),
    },
  });
});

it("names its options", async () => {
  const { stdout } = await bench("--help");
  for (const option of ["--only", "--row", "--report", "--peers", "--json", "--quick"])
    expect(stdout).toContain(`  ${option} `);
  await expect(bench("--fast")).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Unknown option '--fast'.*\nusage: npm run bench/su),
  });
});

it("names the suites that there are", async () => {
  await expect(bench("--only", "nothing")).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`--only nothing: expected one of ${SUITES.join(", ")}\n`) as string,
  });
});
