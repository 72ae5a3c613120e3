import { useTestStore } from "@countersign/testing";
import type { Db } from "mongodb";
import { afterEach, expect, it } from "vitest";
import { newId } from "./ids.ts";
import { connectStore, type Store } from "./store.ts";
import { claimStore, OtherVersionError, STORE_SCHEMA } from "./store-version.ts";

const { client, uri } = await useTestStore();
const connected: Store[] = [];
const dropped: string[] = [];

/** A database that nobody has opened yet. */
function unopened() {
  const db = client.db(`version_${newId()}`);
  dropped.push(db.databaseName);
  return db;
}
const open = async (dbName: string): Promise<Store> => {
  const store = await connectStore({ uri, dbName, appName: "test" });
  connected.push(store);
  return store;
};
afterEach(async () => {
  await Promise.all(connected.splice(0).map((store) => store.close()));
  await Promise.all(dropped.splice(0).map((name) => client.db(name).dropDatabase()));
});

const REFUSAL = (schema: string) =>
  `This store was written by another version (schema ${schema}, expected ${STORE_SCHEMA})`;

it("writes its version into an empty store before anything else [ONE-1]", async () => {
  const db = unopened();
  await open(db.databaseName);
  expect(
    await db
      .listCollections()
      .map(({ name }) => name)
      .toArray(),
  ).toEqual(["platform"]);
  expect(await db.collection("platform").find().toArray()).toEqual([{ _id: "store", schema: STORE_SCHEMA }]);
});

it.each(["workflow_tasks", "workflow_runs", "approval_thresholds", "audit_logs", "outbox"])(
  "refuses a store that has records in %s and no version [ONE-1]",
  async (collection) => {
    const db = unopened();
    await db.collection(collection).insertOne({ any: "record" });
    await expect(open(db.databaseName)).rejects.toThrow(new OtherVersionError("none"));
    await expect(open(db.databaseName)).rejects.toThrow(REFUSAL("none"));
    expect(await db.collection("platform").findOne()).toBeNull();
  },
);

it.each([0, 2, "1"])("refuses a store of version %s [ONE-1]", async (schema) => {
  const db = unopened();
  await db.collection<{ _id: string }>("platform").insertOne({ _id: "store", schema } as { _id: string });
  await expect(open(db.databaseName)).rejects.toThrow(REFUSAL(String(schema)));
});

it("takes over a store that has only records of others, or none in collections of ours [ONE-1]", async () => {
  const db = unopened();
  await db.collection("workflow_tasks").createIndex({ companyId: 1 });
  await db.collection("users").insertOne({ name: "Nora" });
  await db.collection("my_workflow_notes").insertOne({});
  await open(db.databaseName);
  expect(await db.collection("platform").countDocuments()).toBe(1);
});

it("lets twenty replicas open an empty store at once, while those that were first write [ONE-1]", async () => {
  const db = unopened();
  const replicas = Array.from({ length: 20 }, async () => {
    const store = await open(db.databaseName);
    await store.db.collection("audit_logs").insertOne({});
  });
  expect((await Promise.allSettled(replicas)).filter(({ status }) => status === "rejected")).toEqual([]);
  expect(await db.collection("platform").countDocuments()).toBe(1);
});

it("goes on where another replica has opened the store, and written to it, since it looked for the version [ONE-1]", async () => {
  const db = unopened();
  const late = Object.create(db, {
    listCollections: {
      value: () => ({
        toArray: async () => {
          await claimStore(db);
          await db.collection("audit_logs").insertOne({});
          return db.listCollections().toArray();
        },
      }),
    },
  }) as Db;
  await claimStore(late);
  expect(await db.collection("platform").countDocuments()).toBe(1);
});

it("reads the version once where it is there [ONE-1]", async () => {
  const db = unopened();
  await claimStore(db);
  const monitored = await connectStore({
    uri,
    dbName: db.databaseName,
    appName: "test",
    driver: { monitorCommands: true },
  });
  connected.push(monitored);
  const commands: string[] = [];
  monitored.client.on("commandStarted", ({ commandName }) => commands.push(commandName));
  await claimStore(monitored.db);
  expect(commands).toEqual(["find"]);
});
