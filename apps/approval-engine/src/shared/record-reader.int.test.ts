import { newId, toObjectId } from "@countersign/mongo";
import { commandsOf, useTestStore } from "@countersign/testing";
import { expect, it } from "vitest";

import { createRecordReader } from "./record-reader.ts";
import type { BaseRecord } from "./records.ts";

const store = await useTestStore({ monitored: true });
const collection = store.db.collection<BaseRecord & { parentId: string }>("things");
const reader = createRecordReader(collection);
const RECORDS = 250;

/** A company, and a parent of many records. */
async function aParent() {
  const [companyId, parentId] = [newId(), newId()];
  const now = new Date();
  const shared = { parentId: toObjectId(parentId), companyId: toObjectId(companyId), deletedAt: null };
  await collection.insertMany(
    Array.from({ length: RECORDS }, () => ({ ...shared, createdAt: now, updatedAt: now })) as never[],
  );
  return { companyId, parentId };
}

it("reads the children of many parents in batches, and goes on when the pace says so", async () => {
  const { companyId, parentId } = await aParent();
  const paced: number[] = [];
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  const read = reader.byParents(companyId, "parentId", [parentId], {}, (values) => {
    paced.push(values);
    return mayGoOn;
  });
  await expect.poll(() => paced.length).toBe(1);
  goOn();
  const [records = []] = await read;
  expect(new Set(records.map(({ _id }) => _id)).size).toBe(RECORDS);
  expect(paced.length).toBeGreaterThan(2);
  expect(Math.max(...paced)).toBeLessThan(paced.reduce((sum, values) => sum + values) / 2);
});

it("ends a read, and its cursor, when the pace rejects", async () => {
  const { companyId, parentId } = await aParent();
  const tooMuch = new Error("too much");
  const commands = await commandsOf(store, async () => {
    const read = reader.byParents(companyId, "parentId", [parentId], {}, () => Promise.reject(tooMuch));
    await expect(read).rejects.toBe(tooMuch);
  });
  expect(commands).toEqual(["find", "killCursors"]);
});
