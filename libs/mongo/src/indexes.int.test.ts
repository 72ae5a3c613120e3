import { useTestStore } from "@countersign/testing";
import { expect, it } from "vitest";
import { ensureIndexes, type IndexPlan } from "./indexes.ts";
import { platformIndexes } from "./platform-indexes.ts";

const store = await useTestStore();
const { db } = store;

const plan = (collection: string, ...indexes: IndexPlan["indexes"]): IndexPlan => ({ collection, indexes });
const namesOf = async (collection: string) => {
  const indexes = await db.collection(collection).indexes();
  return new Set(indexes.map(({ name }) => name));
};

it("creates missing indexes, from several replicas at once and again", async () => {
  const plans = [plan("things", { key: { a: 1 } }, { key: { b: 1, c: -1 }, unique: true })];
  await Promise.all(Array.from({ length: 5 }, () => ensureIndexes(db, plans)));
  await ensureIndexes(db, [...plans, plan("things", { key: { d: 1 } })]);
  expect(await namesOf("things")).toEqual(new Set(["_id_", "a_1", "b_1_c_-1", "d_1"]));
});

it("names the collection and the index that an existing one conflicts with", async () => {
  await ensureIndexes(db, [plan("conflicts", { key: { a: 1 } })]);
  const failure = ensureIndexes(db, [plan("conflicts", { key: { a: 1 }, unique: true })]);
  await expect(failure).rejects.toThrow('Index {"a":1} of collection conflicts: ');
});

it("names the collection and the index that the data does not fit", async () => {
  await db.collection("doubles").insertMany([{ a: 1 }, { a: 1 }]);
  const failure = ensureIndexes(db, [plan("doubles", { key: { a: 1 }, unique: true })]);
  await expect(failure).rejects.toThrow('Index {"a":1} of collection doubles: ');
});

it("fits the platform's own collections", async () => {
  await ensureIndexes(db, platformIndexes());
  await ensureIndexes(db, platformIndexes());
  expect(await namesOf("inbox")).toEqual(new Set(["_id_", "expiresAt_1"]));
});
