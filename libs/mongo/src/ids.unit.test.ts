import { ObjectId } from "mongodb";
import { expect, it } from "vitest";
import { isHexId, newId, toHex, toObjectId } from "./ids.ts";

it("maps ids to object ids and back [CT-COLL-09]", () => {
  const hex = "0123456789abcdef01234567";
  expect(toObjectId(hex)).toEqual(new ObjectId(hex));
  expect(toHex(toObjectId(hex))).toBe(hex);
  expect(toHex(toObjectId(hex.toUpperCase()))).toBe(hex);
});

it.each(["", "abc", "0123456789ab", "0123456789abcdef0123456g", "0123456789abcdef012345678"])(
  "names the field of the malformed id %j",
  (text) => {
    expect(isHexId(text)).toBe(false);
    expect(() => toObjectId(text, "refId")).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT", field: "refId" }),
    );
  },
);

it("makes new ids", () => {
  const ids = [newId(), newId()];
  expect(ids.every(isHexId)).toBe(true);
  expect(new Set(ids).size).toBe(2);
});
