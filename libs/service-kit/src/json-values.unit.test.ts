import { expect, it } from "vitest";
import { hasTooManyValues, MAX_JSON_VALUES } from "./json-values.ts";

const PADDING = `"${"x".repeat(20_000)}"`;
const isTooMuch = (json: string) => hasTooManyValues(Buffer.from(json));

it.each([
  ["objects", "{}"],
  ["lists", "[]"],
  ["numbers", "1"],
  ["texts", '"\\\\"'],
])("counts %s up to the most that are read", (_, value) => {
  // Its first is begun by the list itself; each of these takes a comma, lists and objects a bracket as well.
  const each = /[[{]/.test(value) ? 2 : 1;
  const most = `[${PADDING}${`,${value}`.repeat((MAX_JSON_VALUES - 2) / each)}]`;
  expect(isTooMuch(most)).toBe(false);
  expect(isTooMuch(`[${most},${value},${value}]`)).toBe(true);
});

it("ignores the content of texts", () => {
  expect(isTooMuch(JSON.stringify({ text: '{["\\,'.repeat(50_000) }))).toBe(false);
});
