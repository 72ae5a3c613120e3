import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { cutText, shortenText } from "./index.ts";

const FAMILY = "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}";
const FLAG = "\u{1F1F8}\u{1F1EA}";

describe("a text that is cut", () => {
  it.each([
    ["abc", 3, "abc"],
    ["abcd", 3, "abc"],
    [`ab${FLAG}`, 5, "ab"],
    [`ab${FLAG}`, 6, `ab${FLAG}`],
    [`a${FAMILY}b`, 8, "a"],
    [`a${FAMILY}b`, 9, `a${FAMILY}`],
    ["Cafe\u0301s", 4, "Caf"],
    ["क्षि", 1, "क"],
    ["a\r\nb", 2, "a"],
    [`${FLAG}x`, 1, ""],
  ])("%j to %i units is %j", (text, maxLength, expected) => {
    expect(cutText(text, maxLength)).toBe(expected);
  });

  it("ends in an ellipsis within the same length", () => {
    expect(shortenText("abcd", 4)).toBe("abcd");
    expect(shortenText("abcde", 4)).toBe("abc…");
    expect(shortenText(`ab${FLAG}${FLAG}`, 7)).toBe(`ab${FLAG}…`);
  });

  it("is a beginning of it, no longer than asked, and well-formed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 30 }), fc.nat(60), (text, maxLength) => {
        const cut = cutText(text, maxLength);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(maxLength);
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });
});
