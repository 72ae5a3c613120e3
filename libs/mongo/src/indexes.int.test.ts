import { useTestStore, waitFor } from "@countersign/testing";
import { startEmbeddedStore } from "@countersign/embedded-store";
import { expect, it, onTestFinished } from "vitest";
import { ensureIndexes, type IndexPlan } from "./indexes.ts";
import { platformIndexes } from "./platform-indexes.ts";
import { connectStore } from "./store.ts";

const store = await useTestStore();
const { db } = store;

const plan = (collection: string, ...indexes: IndexPlan["indexes"]): IndexPlan => ({ collection, indexes });
const namesOf = async (collection: string) => {
  const indexes = await db.collection(collection).indexes();
  return new Set(indexes.map(({ name }) => name));
};

it("creates missing indexes, from several replicas at once and again", async () => {
  const plans = [plan("things", { key: { a: 1 } }, { key: { b: 1, c: -1 }, unique: true })];
  await Promise.all(Array.from({ length: 5 }, () => ensureIndexes(store, plans)));
  await ensureIndexes(store, [...plans, plan("things", { key: { d: 1 } })]);
  expect(await namesOf("things")).toEqual(new Set(["_id_", "a_1", "b_1_c_-1", "d_1"]));
});

it("names the collection and the index that an existing one conflicts with", async () => {
  await ensureIndexes(store, [plan("conflicts", { key: { a: 1 } })]);
  const failure = ensureIndexes(store, [plan("conflicts", { key: { a: 1 }, unique: true })]);
  await expect(failure).rejects.toThrow('Index {"a":1} of collection conflicts: ');
});

it("names the collection and the index that the data does not fit", async () => {
  await db.collection("doubles").insertMany([{ a: 1 }, { a: 1 }]);
  const failure = ensureIndexes(store, [plan("doubles", { key: { a: 1 }, unique: true })]);
  await expect(failure).rejects.toThrow('Index {"a":1} of collection doubles: ');
});

it("fits the platform's own collections", async () => {
  await ensureIndexes(store, platformIndexes());
  await ensureIndexes(store, platformIndexes());
  expect(await namesOf("inbox")).toEqual(new Set(["_id_", "expiresAt_1"]));
});

it("waits for a build as long as it takes, and reports it", async () => {
  await db.collection("busy").insertOne({ a: 1 });
  const hurried = await connectStore({
    uri: store.uri,
    dbName: store.dbName,
    appName: "test",
    socketTimeoutMs: 100,
  });
  onTestFinished(() => hurried.close());
  const lines: string[] = [];
  const logger = { info: (_fields: object, message: string) => void lines.push(message) };
  await using session = store.client.startSession();
  session.startTransaction();
  await db.collection("busy").updateOne({ a: 1 }, { $set: { b: 1 } }, { session });
  const built = ensureIndexes(hurried, [plan("busy", { key: { a: 1 } })], { logger, noticeAfterMs: 300 });
  await waitFor(() => lines.includes("indexes are being built"));
  await session.commitTransaction();
  await built;
  expect(lines).toEqual(["indexes are being built", "the indexes are built"]);
  expect(await namesOf("busy")).toEqual(new Set(["_id_", "a_1"]));
});

it("ends a build while a member of the set is away", async () => {
  const set = await startEmbeddedStore();
  onTestFinished(() => set.stop());
  const two = await connectStore({ uri: set.uri, dbName: "two", appName: "test" });
  onTestFinished(() => two.close());
  await two.db.collection("things").insertOne({ a: 1 });
  set.setMemberAway(true);
  const timedOut = { codeName: "MaxTimeMSExpired" };
  const byAll = two.db.collection("things").createIndex({ b: 1 }, { maxTimeMS: 50 });
  await expect(byAll).rejects.toMatchObject(timedOut);
  await ensureIndexes(two, [plan("things", { key: { a: 1 } })]);
  set.setMemberAway(false);
  await two.db.collection("things").createIndex({ b: 1 });
  const indexes = await two.db.collection("things").indexes();
  expect(indexes.map(({ name }) => name)).toEqual(["_id_", "a_1", "b_1"]);
});
