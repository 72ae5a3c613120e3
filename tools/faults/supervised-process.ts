import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { WORKSPACE_ROOT } from "../workspace.ts";

const RESTART_MS = 100;

/** A process that restarts whenever it ends, until it is stopped. */
export interface SupervisedProcess<Ready> {
  /** The ready message of the running process; `undefined` while none is ready. */
  current(): Ready | undefined;
  /** Resolves once a process is ready. */
  ready(): Promise<Ready>;
  send(message: object): void;
  /** Kills it (-9); resolves once it is gone. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface SupervisedOptions<Ready> {
  /** Main program, relative to the workspace; it sends a message when it is ready. */
  main: string;
  env: Readonly<Record<string, string>>;
  /** Called for each start. @param last the ready message of the preceding process */
  args?: (last: Ready | undefined) => readonly string[];
  /** Called when the process killed itself (-9). */
  onSuicide?: () => void;
}

export function superviseProcess<Ready>(options: SupervisedOptions<Ready>): SupervisedProcess<Ready> {
  const { main, env, args = () => [], onSuicide } = options;
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  let current: Ready | undefined;
  let last: Ready | undefined;
  let ready = Promise.withResolvers<Ready>();
  let isEnded = false;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      child = fork(resolve(WORKSPACE_ROOT, main), args(last), {
        env: { PATH: process.env["PATH"], ...env },
        execArgv: [],
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      });
      // The process has just died.
      child.on("error", () => undefined);
      child.once("message", (message) => {
        current = last = message as Ready;
        ready.resolve(current);
      });
      await once(child, "exit");
      if (!isEnded && child.signalCode === "SIGKILL") onSuicide?.();
      isEnded = false;
      if (current !== undefined) ready = Promise.withResolvers<Ready>();
      current = undefined;
      await delay(RESTART_MS);
    }
  }
  const runs = run();

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const childExit = once(child, "exit");
    isEnded = true;
    child.kill(signal);
    await childExit;
  }

  return {
    current: () => current,
    ready: async () => ready.promise,
    send: (message) => {
      if (child?.connected) child.send(message);
    },
    kill: () => end("SIGKILL"),
    async stop() {
      stopping.abort();
      await end("SIGKILL");
      await runs;
    },
  };
}
