import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { endWithWorker } from "./end-with-worker.ts";

/** A service as a process of its own. */
export interface ServiceReplica {
  publicUrl: string;
  internalUrl: string;
  pid: number;
  /** Exit code once it has ended, by itself or after one of the calls below; `null` when it was killed. */
  childExit: Promise<number | null>;
  /** Asks it to stop (SIGTERM) and waits. */
  stop: () => Promise<void>;
  /** Kills it (SIGKILL) and waits. */
  kill: () => Promise<void>;
}

/** The line of the log that says where a service listens. */
interface ListeningLine {
  publicUrl: string;
  internalUrl: string;
}

/**
 * Starts a service's main program and waits until its log says that it listens.
 *
 * @param main path of the program
 * @param env its whole environment except `PATH` and Node's compile cache; the log level must include `info`
 * @throws Error when it ends before it listens
 */
export async function startServiceReplica(
  main: string,
  env: Readonly<Record<string, string>>,
): Promise<ServiceReplica> {
  const child = endWithWorker(
    spawn(process.execPath, [main], {
      env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"], ...env },
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  const childExit = once(child, "exit").then(([code]) => code as number | null);
  const lines = createInterface(child.stdout);
  const listening = new Promise<ListeningLine>((resolve) => {
    lines.on("line", (text) => {
      if (text.includes('"msg":"listening"')) resolve(JSON.parse(text) as ListeningLine);
    });
  });
  const earlyEnd = childExit.then((code) => {
    throw new Error(`the replica ended with ${code} before it listened`);
  });
  const { publicUrl, internalUrl } = await Promise.race([listening, earlyEnd]);
  const endWith = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await childExit;
  };
  return {
    publicUrl,
    internalUrl,
    pid: child.pid!,
    childExit,
    stop: () => endWith("SIGTERM"),
    kill: () => endWith("SIGKILL"),
  };
}
