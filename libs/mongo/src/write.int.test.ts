import { useTestStore } from "@countersign/testing";
import type { Document } from "mongodb";
import { beforeEach, describe, expect, it } from "vitest";
import { createUnitOfWork } from "./unit-of-work.ts";

const store = await useTestStore();
const transact = createUnitOfWork(store, (scope) => scope);
const collection = (name: string) => store.db.collection<Document & { _id: number }>(name);
const listed = (name: string) => collection(name).find().sort({ _id: 1 }).toArray();
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => ({ _id: from + i }));

beforeEach(async () => {
  await store.db.dropDatabase();
  await collection("left").insertOne({ _id: 1, old: true });
});

describe("a transaction's writes", () => {
  it("insert, replace and change records of several collections", async () => {
    await transact(async ({ write }) => {
      await write({ update: "left", updates: [{ q: { _id: 1 }, u: { fresh: true } }] });
      await write({ insert: "right", documents: [{ _id: 2, gone: undefined }] });
      await write({ update: "left", updates: [{ q: { _id: 1 }, u: { $set: { twice: true } } }] });
      await write({ insert: "left", documents: [] });
    });

    expect(await listed("left")).toEqual([{ _id: 1, fresh: true, twice: true }]);
    expect(await listed("right")).toEqual([{ _id: 2 }]);
  });

  it("leave nothing behind when the store refuses one of them", async () => {
    const refused = transact(async ({ write }) => {
      await write({ insert: "right", documents: [{ _id: 1 }] });
      await write({ insert: "left", documents: [{ _id: 1 }] });
      await write({ insert: "right", documents: [{ _id: 2 }] });
    });

    await expect(refused).rejects.toMatchObject({ code: 11000 });
    expect(await listed("right")).toEqual([]);
  });

  it("fail when a record to update is missing", async () => {
    const missing = transact(async ({ write }) => {
      await write({ insert: "right", documents: [{ _id: 1 }] });
      await write({ update: "left", updates: [{ q: { _id: 9 }, u: { fresh: true } }] });
    });

    await expect(missing).rejects.toThrow("records were written");
    expect(await listed("right")).toEqual([]);
  });

  it("may have thousands of statements", async () => {
    await transact(async ({ write }) => {
      await write({ insert: "right", documents: numbers(0, 1_500) });
      await write({ insert: "left", documents: numbers(1_000, 2_000) });
    });

    expect([(await listed("right")).length, (await listed("left")).length]).toEqual([1_500, 1_001]);
  });

  it("conflict with another transaction, and are repeated", async () => {
    let attempts = 0;
    await transact(async ({ session, write }) => {
      attempts += 1;
      await collection("left").findOne({}, { session });
      if (attempts === 1) await collection("left").updateOne({ _id: 1 }, { $set: { first: true } });
      await write({ insert: "right", documents: [{ _id: 1 }] });
      await write({ update: "left", updates: [{ q: { _id: 1 }, u: { $set: { second: true } } }] });
    });

    expect(await listed("left")).toEqual([{ _id: 1, old: true, first: true, second: true }]);
    expect(attempts).toBe(2);
  });
});
