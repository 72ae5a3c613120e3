import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endWithWorker } from "./end-with-worker.ts";
import { waitFor } from "./wait-for.ts";

/** A NATS server of a test's own, which may be killed and started again. */
export interface NatsServer {
  /** Stays the same over its whole life. */
  url: string;
  /** Kills the process (-9); its streams stay on the disk. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and streams. */
  restart(): Promise<void>;
  /** Ends it and removes its streams. */
  stop(): Promise<void>;
}

/**
 * Starts the `nats-server` program on a free port of 127.0.0.1. A suite that does so carries the tag `nats-server`.
 *
 * @param options.configFile of accounts and the like
 * @param options.config the text of such a file, instead of one
 * @param options.jetStream whether it keeps streams. Default true
 * @param options.asElsewhere whether it leaves the processors to the others, as a broker on a machine of its own does
 */
export async function startNatsServer({
  configFile,
  config,
  jetStream = true,
  asElsewhere = false,
}: {
  configFile?: string;
  config?: string;
  jetStream?: boolean;
  asElsewhere?: boolean;
} = {}): Promise<NatsServer> {
  const directory = await mkdtemp(join(tmpdir(), "countersign-nats-"));
  const file = config === undefined ? configFile : join(directory, "nats.conf");
  if (file !== undefined && config !== undefined) await writeFile(file, config);
  let child: ChildProcess | undefined;

  async function start(port: string): Promise<string> {
    const args = [
      ...(file === undefined ? [] : ["-c", file]),
      ...(jetStream ? ["-js", "-sd", directory] : []),
      "-a",
      "127.0.0.1",
      "-p",
      port,
      "--ports_file_dir",
      directory,
    ];
    const stdio: StdioOptions = ["ignore", "ignore", "pipe"];
    const startedServer = endWithWorker(
      asElsewhere
        ? spawn("nice", ["-n", "19", "nats-server", ...args], { stdio })
        : spawn("nats-server", args, { stdio }),
    );
    child = startedServer;
    let log = "";
    startedServer.stderr!.on("data", (chunk: Buffer) => (log += chunk.toString()));
    const serverExit = once(startedServer, "exit").then(() => undefined);
    const ready = waitFor(() => log.includes("Server is ready"), {
      timeoutMs: 15_000,
      what: "the NATS server",
    });
    if ((await Promise.race([ready, serverExit])) === undefined)
      throw new Error(`nats-server ended:\n${log}`);
    return waitFor(async () => {
      const ports = await readFile(join(directory, `nats-server_${startedServer.pid}.ports`), "utf8");
      return (JSON.parse(ports) as { nats: string[] }).nats[0];
    });
  }

  async function kill(): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const serverExit = once(child, "exit");
    child.kill("SIGKILL");
    await serverExit;
  }

  const url = await start("-1");
  return {
    url,
    kill,
    async restart() {
      await kill();
      await start(new URL(url).port);
    },
    async stop() {
      await kill();
      await rm(directory, { recursive: true });
    },
  };
}
