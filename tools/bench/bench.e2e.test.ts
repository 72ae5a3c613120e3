import { execFile } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { START_LINE } from "@countersign/service-kit";
import { SaxesParser } from "saxes";
import { afterAll, expect, it } from "vitest";

const SUITES = ["approval", "gate", "mcp", "messages", "xlsx", "store", "console", "start", "abuse"];
/** Those that are quick: the whole takes as long as the rest of the tests. */
const RUN = ["approval", "xlsx", "store"];
const REPORT_TIMEOUT_MS = 120_000;
const folder = mkdtempSync(join(tmpdir(), "countersign-bench-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const bench = async (...args: string[]) =>
  promisify(execFile)(process.execPath, [
    "--expose-gc",
    ...START_LINE,
    join(import.meta.dirname, "main.ts"),
    "--quick",
    ...args,
  ]);

/** Texts of an SVG, all of which has to be well-formed. */
function textsOf(svg: string): string[] {
  const parser = new SaxesParser({ xmlns: true });
  const names: string[] = [];
  const texts: string[] = [];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ local, uri }) => {
    expect(uri).toBe("http://www.w3.org/2000/svg");
    names.push(local);
  });
  parser.on("text", (text) => {
    if (names.at(-1) === "text") texts.push(text);
  });
  parser.on("closetag", () => names.pop());
  parser.write(svg).close();
  return texts;
}

it(
  "prints tables, and writes a page for each suite with the pictures that it shows [RUN-BENCH-01]",
  { timeout: REPORT_TIMEOUT_MS },
  async () => {
    const { stdout } = await bench("--report", folder, ...RUN.flatMap((name) => ["--only", name]));
    expect(stdout).toContain("│ transaction of 5 │ 16");

    const index = readFileSync(join(folder, "benchmarks.md"), "utf8");
    expect(index).toContain("\n## Method\n");
    for (const name of SUITES) {
      expect(index).toContain(
        RUN.includes(name) ? `[${name}](benchmarks/${name}.md):` : `${name} (no report yet):`,
      );
    }

    const pageFolder = join(folder, "benchmarks");
    const pages = globSync("*.md", { cwd: pageFolder }).toSorted();
    expect(pages).toEqual(RUN.map((name) => `${name}.md`).toSorted());
    const shown = pages.flatMap((page) => {
      const report = readFileSync(join(pageFolder, page), "utf8");
      expect(report).toContain("its figures mean nothing");
      for (const heading of ["Machine", "Versions"]) expect(report).toContain(`\n## ${heading}\n`);
      return Array.from(report.matchAll(/!\[([^\]]+)\]\(([^)]+)\)/g));
    });
    const xlsx = readFileSync(join(pageFolder, "xlsx.md"), "utf8");
    expect(xlsx).toContain("\n## What is promised, and whether it held\n");
    expect(xlsx).toMatch(/^\| .*\| (yes|\*\*no\*\*) \|$/m);
    expect(shown.map(([, , file]) => file!).toSorted()).toEqual(
      globSync("*.svg", { cwd: pageFolder }).toSorted(),
    );
    for (const [, title, file = ""] of shown) {
      expect(textsOf(readFileSync(join(pageFolder, file), "utf8"))).toContain(title);
    }
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
  for (const option of ["--only", "--row", "--report", "--json", "--quick"])
    expect(stdout).toContain(`  ${option} `);
  await expect(bench("--fast")).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/'--fast'.*npm run bench -- --help/su),
  });
});

it("names the suites that there are", async () => {
  await expect(bench("--only", "nothing")).rejects.toMatchObject({
    code: 2,
    stderr: `--only nothing: expected one of ${SUITES.join(", ")}\n`,
  });
});
