import { connectStore } from "@countersign/mongo";
import { afterwards, useTestStore } from "@countersign/testing";

import { engineOn, recordsOf } from "./engine-fixture.ts";

/** Two engines on one store for a spec file, each with connections of its own, as replicas have them. */
export async function useTwoReplicas(options: Parameters<typeof engineOn>[1] = {}) {
  const store = await useTestStore();
  const { uri, dbName } = store;
  const otherStore = await connectStore({ uri, dbName, appName: "other-replica" });
  afterwards(() => otherStore.close());
  return {
    store,
    engine: await engineOn(store, options),
    replica: await engineOn(otherStore, options),
    records: recordsOf(store),
  };
}
