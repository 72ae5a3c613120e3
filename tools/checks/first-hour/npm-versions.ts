import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { openTerminal } from "./shell.ts";

/**
 * Versions of npm that install and start a fresh clone: the one of the oldest line, the one that Node 20 and 22 bring, and
 * the last that leaves out the link of the Node that it installs (npm/cli#4362).
 */
export const NPM_VERSIONS = ["9.9.4", "10.8.2", "11.6.1"] as const;

/** Makes a clone of the last commit. */
export function cloneInto(folder: string): string {
  execFileSync("git", ["clone", "--quiet", WORKSPACE_ROOT, folder]);
  return folder;
}

/** Installs a fresh clone with a version of npm from the registry, and starts it. @throws Error when either fails */
export async function startWithNpm(
  version: string,
  {
    folder,
    ready,
    ...startOptions
  }: { folder: string; ready: RegExp; env: NodeJS.ProcessEnv; say: (text: string) => void },
): Promise<void> {
  const clone = cloneInto(join(folder, `with-npm-${version}`));
  const npm = `npx --yes npm@${version}`;
  try {
    const line = `${npm} ci && ${npm} start -- --free-ports`;
    const platform = await openTerminal(line, ready, { cwd: clone, ...startOptions });
    await platform.close();
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}
