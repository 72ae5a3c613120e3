import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { endWithWorker } from "@countersign/testing";
import { WORKSPACE_ROOT } from "../workspace.ts";

/** A command of `tools/` that runs as a process of its own, for tests. */
export interface CommandProcess {
  child: ChildProcess;
  /** Its output so far. */
  output: () => string;
  /** Resolves once its output has a match. @throws Error with the output when it ends without one */
  outputMatching: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Exit code, or the signal that ended it, once it has ended. */
  ended: Promise<number | NodeJS.Signals>;
}

const runningCommands = new Set<CommandProcess>();

/** Ends the commands that still run, also those of a test that took too long. */
export async function endCommands(): Promise<void> {
  for (const { child } of runningCommands) child.kill("SIGKILL");
  await Promise.all([...runningCommands].map(({ ended }) => ended));
}

/** Variables that name stores, brokers or keys other than the test's. */
const FOREIGN = new Set(["MONGODB_URI", "NATS_URL", "AUTH_JWKS_URL", "AUTH_PUBLIC_KEY", "AUTH_SECRET"]);

/**
 * Starts `tools/<name>/main.ts`.
 *
 * @param input typed text, after which the input ends; default none
 * @param env added to the environment, which has no `MONGODB_URI`, `NATS_URL` or `AUTH_*` key of its own
 */
export function runCommand(
  name:
    | "dev/ask-try"
    | "dev/start"
    | "dev/token"
    | "dev/demo"
    | "ops/outbox"
    | "ops/deadletters"
    | "ops/audit"
    | "ops/directory"
    | "ops/gate"
    | "ops/workflows"
    | "ops/calendars"
    | "dev/mcp-try",
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input?: string,
): CommandProcess {
  const main = join(WORKSPACE_ROOT, "tools", name, "main.ts");
  const inheritedVariables = Object.entries(process.env).filter(([name]) => !FOREIGN.has(name));
  const child = endWithWorker(
    spawn(process.execPath, [main, ...args], {
      env: { ...Object.fromEntries(inheritedVariables), npm_lifecycle_event: undefined, ...env },
      stdio: ["pipe", "pipe", "pipe"],
    }),
  );
  child.stdin.end(input);
  let text = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8");
      for (const listener of listeners) listener();
    });
  }
  const exitCode = once(child, "close").then(
    ([code, signal]) => (code as number | null) ?? (signal as NodeJS.Signals),
  );
  const outputMatching = async (pattern: RegExp): Promise<RegExpExecArray> => {
    const firstMatch = Promise.withResolvers<RegExpExecArray>();
    const look = (): void => {
      const match = pattern.exec(text);
      if (match) firstMatch.resolve(match);
    };
    listeners.add(look);
    look();
    void exitCode.then((end) =>
      firstMatch.reject(new Error(`ended with ${end} before ${pattern}:\n${text}`)),
    );
    try {
      return await firstMatch.promise;
    } finally {
      listeners.delete(look);
    }
  };
  const command = { child, output: () => text, outputMatching, ended: exitCode };
  runningCommands.add(command);
  void exitCode.then(() => runningCommands.delete(command));
  return command;
}
