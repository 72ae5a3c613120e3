import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { it, onTestFinished } from "vitest";
import { waitFor } from "./wait-for.ts";

const ROOT = join(import.meta.dirname, "../../..");

it("a process that a test leaves behind ends with the worker, and vitest with its last line", async () => {
  const folder = mkdtempSync(join(ROOT, "node_modules/.cache/end-with-worker-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, "left-behind.test.ts"),
    `import { spawn } from "node:child_process";
     import { it } from "vitest";
     import { endWithWorker } from ${JSON.stringify(join(import.meta.dirname, "end-with-worker.ts"))};
     it("leaves a process behind", () => {
       const child = spawn("sleep", ["60"], { stdio: ["ignore", "ignore", "inherit"] });
       console.log("pid " + endWithWorker(child).pid);
     });`,
  );
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const config = { test: { exclude: [], pool: "forks" } };
  writeFileSync(join(folder, "vitest.config.mjs"), `export default ${JSON.stringify(config)};`);
  const args = [vitest, "run", "--root", folder];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const [, pid] = /pid (\d+)/u.exec(stdout)!;
  const isAsleep = () =>
    spawnSync("ps", ["-o", "stat=", "-p", pid!], { encoding: "utf8" }).stdout.startsWith("S");
  await waitFor(() => !isAsleep(), { what: "the end of the process" });
});
