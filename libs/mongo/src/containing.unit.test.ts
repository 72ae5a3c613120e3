import { assert, property, string } from "fast-check";
import { expect, it } from "vitest";
import { containing } from "./containing.ts";

it("takes every character as itself: the text is found anywhere, in either case [MJ-LIST-02]", () => {
  assert(
    property(string({ minLength: 1, unit: "binary" }), string(), string(), (text, before, after) => {
      const { $regex, $options } = containing(text);
      expect(new RegExp($regex, $options).test(before + text + after)).toBe(true);
      expect(new RegExp(`^${$regex}$`, $options).test(`${text}${text}`)).toBe(false);
    }),
  );
});

it.each([
  ["a.c (50%)", String.raw`a\.c \(50%\)`],
  ["家賃\u3000\u2028", "家賃\u3000\u2028"],
  ["\0", String.raw`\x00`],
])("writes %j as both PCRE and JavaScript read it [MJ-LIST-02]", (text, $regex) => {
  expect(containing(text)).toEqual({ $regex, $options: "i" });
});
