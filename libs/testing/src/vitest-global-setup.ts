import { fork } from "node:child_process";
import { once } from "node:events";
import type { TestProject } from "vitest/node";

/** Starts the embedded store in a process of its own, so that its work does not hold up the run's. */
async function startStoreProcess(): Promise<{ uri: string; stop: () => Promise<void> }> {
  const child = fork(new URL("./store-process.ts", import.meta.url), { execArgv: [] });
  const childExit = once(child, "exit");
  const storeUri = once(child, "message").then(([message]) => String(message));
  const uri = await Promise.race([storeUri, childExit.then(() => undefined)]);
  if (uri === undefined) throw new Error("the embedded store did not start");
  return {
    uri,
    stop: async () => {
      child.disconnect();
      await childExit;
    },
  };
}

/** Gives every spec file the MongoDB of the run: the one of `TEST_MONGODB_URI`, else an embedded store. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const uri = process.env["TEST_MONGODB_URI"];
  if (uri) {
    project.provide("storeUri", uri);
    return undefined;
  }
  const store = await startStoreProcess();
  project.provide("storeUri", store.uri);
  return store.stop;
}
