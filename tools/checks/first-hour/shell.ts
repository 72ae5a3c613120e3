import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** A shell that keeps its variables between blocks, as a reader's terminal does. */
export interface Shell {
  /** Runs a block. @returns its output @throws Error with the output when a command fails */
  run(code: string): Promise<string>;
  close(): Promise<void>;
}

const BLOCK_TIMEOUT_MS = 180_000;
/** An install may be part of it. */
const READY_TIMEOUT_MS = 600_000;
const END = "first-hour-block-ended";

interface Started {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Called with each piece of output. */
  say: (text: string) => void;
}

/** Collects what a process prints, and tells when it has printed something. */
function listen(child: ChildProcess, say: (text: string) => void) {
  let output = "";
  const waitingChecks = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      const text = chunk.toString("utf8");
      output += text;
      say(text);
      for (const look of waitingChecks) look();
    });
  }
  child.on("exit", () => {
    for (const look of waitingChecks) look();
  });
  const until = async (pattern: RegExp, from: number, timeoutMs: number): Promise<RegExpExecArray> => {
    const foundMatch = Promise.withResolvers<RegExpExecArray>();
    const timer = setTimeout(
      () => foundMatch.reject(new Error(`no ${pattern} within ${timeoutMs / 1_000} s`)),
      timeoutMs,
    );
    const look = (): void => {
      const match = pattern.exec(output.slice(from));
      if (match) foundMatch.resolve(match);
      else if (child.exitCode !== null)
        foundMatch.reject(new Error(`ended with ${child.exitCode} before ${pattern}`));
    };
    waitingChecks.add(look);
    look();
    try {
      return await foundMatch.promise;
    } finally {
      clearTimeout(timer);
      waitingChecks.delete(look);
    }
  };
  return { until, length: () => output.length, from: (at: number) => output.slice(at) };
}

/** Opens a shell for the blocks of a page. */
export function openShell({ cwd, env, say }: Started): Shell {
  const child = spawn("bash", ["--noprofile", "--norc"], {
    cwd,
    env,
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  const output = listen(child, say);
  return {
    async run(code) {
      const from = output.length();
      // The block in this shell itself, so that its variables stay; what it asks gets no answer.
      child.stdin.write(`set -e\n{\n${code}\n} </dev/null\nset +e\necho ${END}\n`);
      await output.until(new RegExp(END, "u"), from, BLOCK_TIMEOUT_MS);
      return output.from(from);
    },
    close: () => end(child),
  };
}

/** A program that goes on in a terminal of its own. */
export interface Terminal {
  close(): Promise<void>;
}

/** Starts a block that goes on, and waits until it has printed the pattern. @throws Error when it ends before */
export async function openTerminal(
  code: string,
  ready: RegExp,
  { cwd, env, say }: Started,
): Promise<Terminal> {
  const child = spawn("bash", ["-c", code], { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const output = listen(child, say);
  try {
    await output.until(ready, 0, READY_TIMEOUT_MS);
  } catch (error) {
    await end(child);
    throw error;
  }
  return { close: () => end(child) };
}

/** Ends the processes of a terminal, as Ctrl-C does. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const childExit = once(child, "exit");
  process.kill(-child.pid, "SIGINT");
  const tooLate = setTimeout(() => process.kill(-child.pid!, "SIGKILL"), 20_000);
  await childExit;
  clearTimeout(tooLate);
}
