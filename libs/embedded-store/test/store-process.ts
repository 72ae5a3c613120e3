import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { raise } from "./support.ts";

const MAIN = join(import.meta.dirname, "../src/main.ts");

export interface StoreProcess {
  readonly uri: string;
  readonly child: ChildProcess;
  /** Its output on standard error. */
  complaints(): string;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Ends it in order. */
  stop(): Promise<void>;
}

export interface StoreProcessOptions {
  dataDir?: string;
  port?: number;
  /** Files cannot grow beyond this, as on a full disk. */
  maxFileBlocks?: number;
  environment?: Record<string, string>;
}

/**
 * Starts the store as a process of its own; it does not outlive the test.
 *
 * @throws Error with its standard error when it ends before it is ready
 */
export async function startStoreProcess(options: StoreProcessOptions = {}): Promise<StoreProcess> {
  const { dataDir, port, maxFileBlocks, environment = {} } = options;
  const args = [
    MAIN,
    ...(dataDir === undefined ? [] : ["--data", dataDir]),
    ...(port === undefined ? [] : ["--port", String(port)]),
  ];
  const limit = maxFileBlocks === undefined ? "" : `ulimit -f ${maxFileBlocks}; `;
  const child = spawn("sh", ["-c", `${limit}exec "$0" "$@"`, process.execPath, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  // Also stops the store when the test fails.
  onTestFinished(() => void child.kill("SIGKILL"));
  let complaint = "";
  child.stderr.on("data", (chunk) => (complaint += String(chunk)));
  const processEnd = once(child, "close");
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), "line"),
    processEnd.then(() => raise(complaint)),
  ])) as [string];
  const end = async (signal: "SIGKILL" | "SIGTERM") => {
    child.kill(signal);
    await processEnd;
  };
  const { uri } = JSON.parse(line) as { uri: string };
  return { uri, child, complaints: () => complaint, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") };
}
