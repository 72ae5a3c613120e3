import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { WORKSPACE_ROOT } from "../../workspace.ts";

/** The sources of the console. */
const CONSOLE_ROOT = join(WORKSPACE_ROOT, "apps/console");
const BUNDLER = join(import.meta.dirname, "../console-bundle");
const CACHE = join(WORKSPACE_ROOT, "node_modules/.cache/countersign-console");

const run = promisify(execFile);

/** A build of the console. */
export interface BuiltConsole {
  /** The folder of its files, for `CONSOLE_DIR`. */
  directory: string;
  /** Whether it had been built before. */
  cached: boolean;
}

/**
 * Builds the console, unless the same sources were built before: a build is kept by the content of all that goes into
 * it. Several processes may build at once; each takes a complete build.
 */
export async function buildConsole(): Promise<BuiltConsole> {
  const directory = join(CACHE, fingerprint());
  if (existsSync(directory)) return { directory, cached: true };
  mkdirSync(CACHE, { recursive: true });
  const draft = `${directory}.${randomUUID()}`;
  await run(process.execPath, [join(BUNDLER, "main.ts"), CONSOLE_ROOT, draft], {
    // Whatever it is here: React has a larger build for development and tests.
    env: { ...process.env, NODE_ENV: "production" },
  });
  try {
    renameSync(draft, directory);
  } catch (error) {
    if (!existsSync(directory)) throw error;
    rmSync(draft, { recursive: true });
  }
  return { directory, cached: false };
}

/** Changes with every file that a build reads: sources, packages, and the bundler's own settings. */
function fingerprint(): string {
  const sources = globSync("**/*", { cwd: CONSOLE_ROOT, exclude: ["**/node_modules/**", "**/*.test.ts"] })
    .map((name) => join(CONSOLE_ROOT, name))
    .filter((path) => statSync(path).isFile());
  const settings = [
    import.meta.filename,
    join(BUNDLER, "bundle-console.ts"),
    join(WORKSPACE_ROOT, "package-lock.json"),
  ];
  const hash = createHash("sha256");
  for (const path of [...sources.toSorted(), ...settings]) {
    hash.update(path.slice(WORKSPACE_ROOT.length)).update("\0").update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex").slice(0, 20);
}
