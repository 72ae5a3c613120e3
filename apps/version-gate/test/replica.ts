import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** The program of a replica. */
export const GATE_MAIN = new URL("../src/main.ts", import.meta.url).pathname;

/** A replica of the gate as a process of its own. */
export interface Replica {
  publicUrl: string;
  internalUrl: string;
  pid: number;
  /** Exit code once it has ended, by itself or after {@link Replica.stop}. */
  exited: Promise<number | null>;
  stop: () => Promise<void>;
}

interface LogLine {
  msg: string;
  publicUrl: string;
  internalUrl: string;
}

/**
 * Starts a replica and waits until it listens.
 *
 * @param main another program than the gate's own
 * @throws Error when it ends before it listens
 */
export async function startReplica(
  env: Readonly<Record<string, string>>,
  main = GATE_MAIN,
): Promise<Replica> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit").then(([code]) => code as number | null);
  const lines = createInterface(child.stdout);
  const listening = new Promise<LogLine>((resolve) => {
    lines.on("line", (text) => {
      const line = JSON.parse(text) as LogLine;
      if (line.msg === "listening") resolve(line);
    });
  });
  const ended = exited.then((code) => {
    throw new Error(`the replica ended with ${code} before it listened`);
  });
  const { publicUrl, internalUrl } = await Promise.race([listening, ended]);
  return {
    publicUrl,
    internalUrl,
    pid: child.pid!,
    exited,
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}
