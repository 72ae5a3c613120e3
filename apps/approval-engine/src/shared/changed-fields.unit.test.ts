import * as fc from "fast-check";
import { BSON, Decimal128, type Document, ObjectId } from "mongodb";
import { expect, it } from "vitest";

import { changedFields } from "./changed-fields.ts";

const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("", "a", "ids", 0, 1, true, false, null),
    fc.constantFrom(0, 1).map((n) => new ObjectId(String(n).repeat(24))),
    fc.constantFrom(0, 1).map((n) => new Date(n)),
    fc.constantFrom("0", "0.0", "1").map((text) => Decimal128.fromString(text)),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b"), tie("value"), { noNullPrototype: true }),
  ),
})).value;
const stored = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), value, { noNullPrototype: true });
const bytesOf = (document: Document) => BSON.serialize(document);
const applied = (from: Document, { $set = {}, $unset = {} }: Document): Document =>
  Object.fromEntries(Object.entries({ ...from, ...$set }).filter(([key]) => !(key in $unset)));

it("makes of any document any other, byte by byte in each field, and nothing of the same one", () => {
  fc.assert(
    fc.property(stored, stored, (from, to) => {
      const update = changedFields(from, to);
      const made = applied(from, update ?? {});
      expect(Object.keys(made).toSorted()).toEqual(Object.keys(to).toSorted());
      for (const key of Object.keys(to))
        expect(bytesOf({ key: made[key] })).toEqual(bytesOf({ key: to[key] }));
      expect(changedFields(to, BSON.deserialize(bytesOf(to)))).toBeUndefined();
    }),
  );
});

it("names only the fields that differ", () => {
  const id = new ObjectId();
  const update = changedFields(
    { _id: id, status: "A", gone: 1, ids: [id] },
    { _id: id, status: "B", ids: [id] },
  );
  expect(update).toEqual({ $set: { status: "B" }, $unset: { gone: true } });
});
