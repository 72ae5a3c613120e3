import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SUITE = fileURLToPath(
  new URL("dist/index.js", import.meta.resolve("@modelcontextprotocol/conformance/package.json")),
);

/** One check of the suite, as it reports it. */
export interface Check {
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  errorMessage?: string;
}

/** Runs the official conformance suite against a server: its checks by scenario. */
export async function runSuite(url: string, scenario?: string): Promise<Map<string, Check[]>> {
  const directory = await mkdtemp(join(tmpdir(), "conformance-"));
  try {
    const args = ["server", "--url", url, "--suite", "all", "--output-dir", directory];
    const child = spawn(process.execPath, [SUITE, ...args, ...(scenario ? ["--scenario", scenario] : [])], {
      stdio: "ignore",
    });
    await new Promise((resolve, reject) => child.on("error", reject).on("exit", resolve));
    const results = new Map<string, Check[]>();
    for (const name of await readdir(directory)) {
      // Such as server-ping-2026-03-01T10-00-00-000Z.
      const [, of = name] = /^server-(.+?)-\d{4}-\d\d-\d\dT/.exec(name) ?? [];
      results.set(of, JSON.parse(await readFile(join(directory, name, "checks.json"), "utf8")) as Check[]);
    }
    return results;
  } finally {
    await rm(directory, { recursive: true });
  }
}
