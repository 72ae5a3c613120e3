import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { ConfigError, type Environment, EXIT_CODES } from "@countersign/service-kit";

export interface ForkOptions {
  /** Name of the process in messages. */
  name: string;
  /** Main program, as a package exports it. */
  main: string;
  args?: readonly string[];
  env: Environment;
  /** Destination of its standard output. Default: that of this process. */
  stdout?: "inherit" | "ignore";
  /** Ends it while it starts. */
  stopping?: AbortSignal | undefined;
}

/** A forked process that has reported that it is ready. */
export interface ForkedProcess<Ready> {
  pid: number;
  /** Its first message. */
  ready: Ready;
  /** Stops it by SIGTERM, after some time by SIGKILL. @throws Error when it did not end with 0 */
  stop: () => Promise<void>;
}

const STOP_TIMEOUT_MS = 15_000;

/**
 * Starts a main program as a process of its own and waits for its first message. The terminal's Ctrl-C does not reach
 * it, so that this process decides the order of stopping; it stops by itself when this process is gone.
 *
 * An unexpected end throws an error that nothing catches: a platform that loses a part stops too.
 *
 * @throws ConfigError when it ends before it is ready, Error for a fault of its own
 */
export async function forkProcess<Ready>(options: ForkOptions): Promise<ForkedProcess<Ready>> {
  const { name, main, args = [], env, stdout = "inherit", stopping } = options;
  const child = fork(fileURLToPath(import.meta.resolve(main)), args, {
    env: { ...env },
    execArgv: [],
    detached: true,
    stdio: ["ignore", stdout, "inherit", "ipc"],
  });
  const childExit = once(child, "exit").then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  const ready = once(child, "message").then(([message]) => ({ message: message as Ready }));
  const endStart = (): void => void child.kill("SIGTERM");
  stopping?.addEventListener("abort", endStart);
  const first = await Promise.race([ready, childExit]).finally(() =>
    stopping?.removeEventListener("abort", endStart),
  );
  if (typeof first !== "object") {
    if (first === EXIT_CODES.invalidConfiguration) throw new ConfigError([`${name} did not start`]);
    throw new Error(`${name} ended with ${first} while it started`);
  }

  let end: Promise<void> | undefined;
  child.once("exit", (code, signal) => {
    if (end === undefined) throw new Error(`${name} ended with ${code ?? signal} by itself`);
  });

  async function stop(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    const tooLate = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
    const code = await childExit;
    clearTimeout(tooLate);
    if (code !== EXIT_CODES.stopped) throw new Error(`${name} ended with ${code} when it was stopped`);
  }
  return { pid: child.pid ?? 0, ready: first.message, stop: () => (end ??= stop()) };
}
