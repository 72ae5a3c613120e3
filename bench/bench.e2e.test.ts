import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const bench = async (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, "main.ts"), "--quick", ...args]);

it("[RUN-BENCH-01] prints tables", async () => {
  const { stdout } = await bench("--only", "store");
  expect(stdout).toContain("│ transaction of 5 │ 16");
});

it("[RUN-BENCH-02] prints one JSON object of the chosen suites, figures and ratios by name", async () => {
  const { stdout } = await bench("--json", "--only", "approval");
  expect(JSON.parse(stdout)).toEqual({
    approval: {
      ratios: expect.objectContaining({ decisions_1_toRawDriver: expect.any(Number) }),
      figures: expect.objectContaining({ decisions_16_p99Ms: expect.any(Number) }),
    },
  });
});

it("names the suites that there are", async () => {
  await expect(bench("--only", "nothing")).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--only nothing: expected one of store, approval"),
  });
});
