import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";

export interface StaticCheck {
  name: string;
  command: readonly [string, ...string[]];
}

export interface CheckOutcome {
  name: string;
  ok: boolean;
  durationMs: number;
  /** Everything the command wrote. */
  output: string;
}

/** Types are checked by one checker: each of the four of the default checks again what they share, for twice the time. */
const TSC = ["node", "node_modules/typescript7/bin/tsc", "--checkers", "1", "-p"] as const;

/**
 * Checks that do not run the product. Each counts as one test. Types and lint are checked in one program: package by
 * package, as `nx` does it, every library is read again for each package that imports it.
 */
export const STATIC_CHECKS: readonly StaticCheck[] = [
  { name: "typecheck", command: [...TSC, "."] },
  { name: "typecheck of the console", command: [...TSC, "apps/console"] },
  { name: "lint", command: ["oxlint"] },
  { name: "format", command: ["oxfmt", "--check"] },
  { name: "boundaries", command: ["node", "tools/checks/boundaries/main.ts"] },
  { name: "knip", command: ["knip", "--no-progress", "--no-gitignore"] },
  { name: "english", command: ["node", "tools/checks/english/main.ts"] },
  { name: "names", command: ["node", "tools/checks/names/main.ts"] },
  { name: "texts", command: ["node", "tools/checks/texts/main.ts"] },
  { name: "requirements", command: ["node", "tools/checks/requirements/main.ts", "--quiet"] },
];

/**
 * Runs one check with the lowest priority, so that it takes no time from the tests beside it. A command that cannot be
 * started is a failed check.
 */
export function runCheck(
  { name, command: [program, ...args] }: StaticCheck,
  cwd: string,
): Promise<CheckOutcome> {
  const startedAt = performance.now();
  const child = spawn(program, args, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let output = "";
  const keep = (chunk: Buffer): void => {
    output += chunk.toString("utf8");
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  return new Promise((resolve) => {
    const finish = (ok: boolean): void => {
      resolve({ name, ok, durationMs: performance.now() - startedAt, output });
    };
    child.on("error", (error) => {
      output += error.message;
      finish(false);
    });
    child.on("close", (code) => finish(code === 0));
  });
}
