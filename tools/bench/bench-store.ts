import { randomBytes } from "node:crypto";
import { engineIndexes } from "@countersign/approval-engine/engine";
import { connectStore, ensureIndexes, platformIndexes, type Store } from "@countersign/mongo";
import { OUTBOX_INDEXES } from "@countersign/outbox";
import { startStoreProcess } from "./store-process.ts";

/** Starts a store to measure against, which ends with the stack. @returns its address */
export async function startStore(startedParts: AsyncDisposableStack): Promise<string> {
  const server = await startStoreProcess();
  startedParts.defer(() => server.stop());
  return server.uri;
}

/** Opens a database of the suite's own, which is dropped with the stack. */
export async function openDatabase(
  startedParts: AsyncDisposableStack,
  uri: string,
  monitorCommands = false,
): Promise<Store> {
  const dbName = `bench_${randomBytes(4).toString("hex")}`;
  const store = await connectStore({ uri, dbName, appName: "bench", driver: { monitorCommands } });
  startedParts.defer(() => store.close());
  startedParts.defer(async () => void (await store.db.dropDatabase()));
  return store;
}

/** The same with the engine's indexes. */
export async function openEngineDatabase(
  ...options: Parameters<typeof openDatabase>
): ReturnType<typeof openDatabase> {
  const store = await openDatabase(...options);
  await ensureIndexes(store, [...platformIndexes(), ...OUTBOX_INDEXES, ...engineIndexes()]);
  return store;
}
