import { Binary, Decimal128, Double, Int32, Long, ObjectId, UUID } from "bson";
import type { Document, NumericType } from "mongodb";
import { describe, expect, it } from "vitest";
import { codeOf, type AnyDoc, useStore } from "./support.ts";

const store = useStore();

/** Stored and read back without the driver's promotions, so that the BSON types show. */
async function roundTrip(doc: Document): Promise<Document | null> {
  const collection = await store.filled([]);
  await collection.insertOne({ _id: 1, ...doc });
  return collection.findOne(
    { _id: 1 },
    { promoteValues: false, promoteLongs: false, projection: { _id: 0 } },
  );
}

/** The value of `n` after an update. */
async function incremented(n: unknown, by: NumericType): Promise<unknown> {
  const collection = await store.filled([{ n }]);
  await collection.updateOne({}, { $inc: { n: by } });
  const doc = await collection.findOne<AnyDoc>({}, { promoteValues: false, promoteLongs: false });
  return doc?.n;
}

describe("BSON types survive", () => {
  it("keeps int32, int64 and double apart, integral or not", async () => {
    const doc = {
      int: new Int32(5),
      long: Long.fromNumber(5),
      big: Long.fromString("9007199254740993"),
      integral: new Double(5),
      fraction: new Double(0.5),
      large: new Double(2 ** 40),
      negativeZero: new Double(-0),
      nan: new Double(Number.NaN),
      nested: [{ n: new Double(1) }, Long.fromNumber(1)],
    };
    expect(await roundTrip(doc)).toEqual(doc);
  });

  it("keeps every other type that is stored", async () => {
    const doc = {
      id: new ObjectId(),
      decimal: Decimal128.fromString("1.10"),
      date: new Date(5),
      uuid: new UUID().toBinary(),
      bytes: new Binary(Buffer.from([255, 254]), 128),
      nothing: null,
      empty: [{}, []],
    };
    expect(await roundTrip(doc)).toEqual(doc);
  });

  it("keeps a field called __proto__", async () => {
    const doc = JSON.parse('{ "__proto__": { "polluted": 1 }, "after": 2 }') as Document;
    const found = await roundTrip(doc);
    expect(Object.keys(found ?? {})).toEqual(["__proto__", "after"]);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it("computes in the wider of two types", async () => {
    expect(await incremented(new Int32(1), new Int32(2))).toEqual(new Int32(3));
    expect(await incremented(new Int32(2 ** 31 - 1), new Int32(1))).toEqual(Long.fromNumber(2 ** 31));
    expect(await incremented(Long.fromNumber(1), new Int32(1))).toEqual(Long.fromNumber(2));
    expect(await incremented(new Int32(1), new Double(1))).toEqual(new Double(2));
    expect(await incremented(new Double(1), Long.fromNumber(1))).toEqual(new Double(2));
  });

  it("refuses an int64 that overflows", async () => {
    const collection = await store.filled([{ n: Long.MAX_VALUE }]);
    expect(await codeOf(collection.updateOne({}, { $inc: { n: 1 } }))).toBe(2);
  });

  it("counts a change of type as a change", async () => {
    const collection = await store.filled([{ n: new Int32(1) }]);
    expect(await collection.updateOne({}, { $set: { n: new Double(1) } })).toMatchObject({
      modifiedCount: 1,
    });
    expect(await collection.updateOne({}, { $set: { n: new Double(1) } })).toMatchObject({
      modifiedCount: 0,
    });
  });

  it("finds a number by an equal one of another type, as a unique key too", async () => {
    const collection = await store.filled([{ _id: 1, n: Long.fromNumber(7) }]);
    await collection.createIndex({ n: 1 }, { unique: true });
    for (const n of [7, new Double(7), Decimal128.fromString("7.0")]) {
      expect(await collection.countDocuments({ n })).toBe(1);
      expect(await codeOf(collection.insertOne({ _id: 2, n }))).toBe(11000);
    }
  });
});
