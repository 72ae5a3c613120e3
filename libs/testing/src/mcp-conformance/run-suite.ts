import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A release of the official suite, and the scenarios of it that are asked for. */
interface Suite {
  program: string;
  selection: readonly string[];
}

const programOf = (manifest: string) => fileURLToPath(new URL("dist/index.js", manifest));

/** The suite of the revisions with sessions. */
export const WITH_SESSIONS: Suite = {
  program: programOf(import.meta.resolve("@modelcontextprotocol/conformance/package.json")),
  selection: ["--suite", "all"],
};

/** The suite of revision 2026-07-28: what a server of it must do. */
export const WITHOUT_SESSIONS: Suite = {
  program: programOf(import.meta.resolve("conformance-2026/package.json")),
  selection: ["--requirements", "2026-07-28"],
};

/** One check of the suite, as it reports it. */
export interface Check {
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  errorMessage?: string;
}

/**
 * Runs an official conformance suite against a server.
 *
 * @param scenario only this one; default: all that the suite selects
 * @returns its checks by scenario
 */
export async function runSuite(
  { program, selection }: Suite,
  url: string,
  scenario?: string,
): Promise<Map<string, Check[]>> {
  const directory = await mkdtemp(join(tmpdir(), "conformance-"));
  try {
    const selectedScenario = scenario ? ["--scenario", scenario] : [];
    const args = ["server", "--url", url, ...selection, ...selectedScenario, "--output-dir", directory];
    const child = spawn(process.execPath, [program, ...args], { stdio: "ignore" });
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
