import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(import.meta.resolve("@countersign/embedded-store/main"));

/** A development store in a process of its own, so that its work does not count as the client's. */
export interface StoreProcess {
  uri: string;
  stop(): Promise<void>;
}

/**
 * Starts the store to measure against: `MONGODB_URI` if set, else the embedded store as a child process.
 *
 * @throws Error when the child ends before it is ready
 */
export async function startStoreProcess(): Promise<StoreProcess> {
  const givenUri = process.env.MONGODB_URI;
  if (givenUri) return { uri: givenUri, stop: async () => undefined };
  const child = spawn(process.execPath, [MAIN], { stdio: ["ignore", "pipe", "inherit"] });
  const childExit = once(child, "exit");
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), "line"),
    childExit.then(() => {
      throw new Error("the embedded store ended before it was ready");
    }),
  ])) as [string];
  const { uri } = JSON.parse(line) as { uri: string };
  return {
    uri,
    stop: async () => {
      child.kill("SIGTERM");
      await childExit;
    },
  };
}
