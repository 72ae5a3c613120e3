import { randomBytes } from "node:crypto";
import { connectStore, type ConnectStoreOptions, openStore, type Store } from "@countersign/mongo";
import { afterAll, inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    storeUri: string;
  }
}

export interface TestStore extends Store {
  /** Of the MongoDB that the suites run on. */
  uri: string;
  /** The spec file's own database. */
  dbName: string;
}

/**
 * Connects the spec file to a database of its own, which is dropped when its tests are over. Await it at the top of the
 * file.
 *
 * @param options.monitored for `commandsOf`; it costs a twentieth of the CPU time of a test on a store
 */
export async function useTestStore({
  monitored = false,
  ...options
}: Partial<ConnectStoreOptions> & { monitored?: boolean } = {}): Promise<TestStore> {
  const uri = inject("storeUri");
  const dbName = `test_${randomBytes(8).toString("hex")}`;
  const store = await connectStore({
    uri,
    dbName,
    appName: "countersign-test",
    ...options,
    driver: { ...(monitored && { monitorCommands: true }), ...options.driver },
  });
  afterAll(async () => {
    // Ends its transactions, which a drop would wait for.
    await store.close();
    const last = openStore({ uri, dbName, appName: "countersign-test" });
    await last.db.dropDatabase();
    await last.close();
  });
  return { ...store, uri, dbName };
}
