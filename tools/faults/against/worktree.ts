import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { WORKSPACE_ROOT } from "../../workspace.ts";

const run = promisify(execFile);

/** Another commit of this repository with its packages, ready to run. */
export interface Worktree {
  folder: string;
  remove(): Promise<void>;
}

/** The full name of a commit; `undefined` for one that the repository does not have. */
export async function findCommit(name: string): Promise<string | undefined> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`];
  try {
    return (await run("git", args, { cwd: WORKSPACE_ROOT })).stdout.trim();
  } catch {
    return undefined;
  }
}

/** Checks a commit out into a temporary folder. It takes the packages of this checkout where these are those of its lock file. */
export async function addWorktree(commit: string): Promise<Worktree> {
  const above = await mkdtemp(join(tmpdir(), "countersign-against-"));
  const folder = join(above, "commit");
  const remove = async () => {
    await run("git", ["worktree", "remove", "--force", folder], { cwd: WORKSPACE_ROOT });
    await rm(above, { recursive: true });
  };
  await run("git", ["worktree", "add", "--detach", folder, commit], { cwd: WORKSPACE_ROOT });
  try {
    const [ourPackages, theirPackages] = await Promise.all([packagesOf(WORKSPACE_ROOT), packagesOf(folder)]);
    const areOurs = [...theirPackages].every(([place, version]) => ourPackages.get(place) === version);
    await (areOurs ? linkPackages(folder) : run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder }));
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, remove };
}

/** The versions of a lock file's packages by their places; the workspace's own have none. */
async function packagesOf(folder: string): Promise<Map<string, string>> {
  const lock = JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8")) as {
    packages: Record<string, { version?: string; link?: true }>;
  };
  const packages = Object.entries(lock.packages).filter(([place]) => place.startsWith("node_modules/"));
  return new Map(
    packages.flatMap(([place, { version }]) => (version === undefined ? [] : [[place, version]])),
  );
}

/** Links every package of this checkout, but the workspace's own to those of the folder. */
async function linkPackages(folder: string): Promise<void> {
  const [ourFolder, theirFolder] = [WORKSPACE_ROOT, folder].map((root) => join(root, "node_modules")) as [
    string,
    string,
  ];
  const workspaces = "@countersign";
  await mkdir(join(theirFolder, workspaces), { recursive: true });
  for (const name of await readdir(join(ourFolder, workspaces))) {
    const place = join(workspaces, name);
    await symlink(await readlink(join(ourFolder, place)), join(theirFolder, place));
  }
  for (const name of await readdir(ourFolder)) {
    if (name !== workspaces) await symlink(join(ourFolder, name), join(theirFolder, name));
  }
}
