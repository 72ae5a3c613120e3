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

it("reads the children of many parents in batches", async () => {
  const { companyId, parentId } = await aParent();
  let records: { _id: string }[] = [];
  const commands = await commandsOf(store, async () => {
    [records = []] = await reader.byParents(companyId, "parentId", [parentId], {});
  });
  expect(new Set(records.map(({ _id }) => _id)).size).toBe(RECORDS);
  expect(commands).toEqual(["find", "getMore", "getMore"]);
});
