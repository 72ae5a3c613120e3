import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { constants, setPriority } from "node:os";
import { promisify } from "node:util";
import { WORKSPACE_ROOT } from "../../workspace.ts";

/** The sources of the console. */
const CONSOLE_ROOT = join(WORKSPACE_ROOT, "apps/console");
/** The parts of the platform's packages that the console contains. */
const SHARED = ["libs/domain/src/calendar", "libs/domain/src/money", "libs/texts/src"].map((path) =>
  join(WORKSPACE_ROOT, path),
);
const BUNDLER = join(import.meta.dirname, "../console-bundle");
const CACHE = join(WORKSPACE_ROOT, "node_modules/.cache/countersign-console");

/** The file of a build that lists the folders of its packages, one a line. The engine does not serve it. */
export const PACKAGES_FILE = "packages.txt";

const run = promisify(execFile);

/** A build of the console. */
export interface BuiltConsole {
  /** The folder of its files, for `CONSOLE_DIR`. */
  directory: string;
  /** Whether it had been built before. */
  cached: boolean;
}

/** A build that may still be under way. */
export interface ConsoleBuild extends BuiltConsole {
  /** Settles once the folder is there, complete, cannot be made, or nobody waits for it any more. */
  done: Promise<void>;
}

/**
 * Builds the console, unless the same sources were built before: a build is kept by the content of all that goes into
 * it. Several processes may build at once; each takes a complete build.
 */
export async function buildConsole(): Promise<BuiltConsole> {
  const { done, ...builtConsole } = startConsoleBuild();
  await done;
  return builtConsole;
}

/**
 * The same, without waiting for it: what runs beside it goes first.
 *
 * @param signal ends a build that nobody waits for any more
 */
export function startConsoleBuild(signal?: AbortSignal): ConsoleBuild {
  const directory = join(CACHE, fingerprint());
  if (existsSync(directory)) return { directory, cached: true, done: Promise.resolve() };
  return { directory, cached: false, done: buildInto(directory, signal) };
}

/** The folders of the packages that a built console is made of, relative to the workspace. */
export function packagesIn({ directory }: BuiltConsole): string[] {
  return readFileSync(join(directory, PACKAGES_FILE), "utf8").split("\n");
}

async function buildInto(directory: string, signal: AbortSignal | undefined): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const draft = `${directory}.${randomUUID()}`;
  const bundling = run(process.execPath, [join(BUNDLER, "main.ts"), CONSOLE_ROOT, draft], {
    // Whatever it is here: React has a larger build for development and tests.
    env: { ...process.env, NODE_ENV: "production" },
    ...(signal && { signal }),
  });
  if (bundling.child.pid !== undefined)
    setPriority(bundling.child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  try {
    await bundling;
    renameSync(draft, directory);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Nobody waits for it any more, also where Ctrl-C reached the bundler, or another process was faster.
    const isUnwanted = signal?.aborted === true || (error as { signal?: string }).signal === "SIGINT";
    if (!isUnwanted && !existsSync(directory)) throw error;
  }
}

/**
 * Changes with every file that a build reads: sources, packages, and the bundler's own settings. What is generated follows
 * from the sources.
 */
function fingerprint(): string {
  const sources = [CONSOLE_ROOT, ...SHARED]
    .flatMap((root) =>
      globSync("**/*", { cwd: root, exclude: ["**/node_modules/**", "**/generated/**", "**/*.test.ts"] }).map(
        (name) => join(root, name),
      ),
    )
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
