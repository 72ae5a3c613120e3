import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { WORDS_MAX, matchesTerms, searchTerms, searchWords } from "./index.ts";

const WORDS = searchWords({
  texts: ["PO-000123", "Straße, Café “Zoë” 2027", "Acme (Holding) Ltd", undefined],
  amounts: ["4817.350", "-12.50", "1000"],
});
const finds = (text: string) => matchesTerms(WORDS, searchTerms(text) ?? []);

/** Letters that change with their case, their place or their marks, and such of scripts without cases. */
const LETTERS = ["a", "B", "ß", "É", "e\u0301", "Σ", "ς", "İ", "ı", "Ⅷ", "山", "क्", "م", "9", "٣"];

describe("a search by words", () => {
  it.each([
    ["the number", "PO-000123"],
    ["its beginning", "po-0001"],
    ["a part of it", "000123"],
    ["a word in either case", "ACME"],
    ["the beginning of the last word", "acme hol"],
    ["words in any order", "ltd acme"],
    ["letters that are composed of several", "Cafe\u0301"],
    ["punctuation around words", "(holding)"],
    ["an amount as it is kept", "4817.35"],
    ["an amount with English groups", "4,817.35"],
    ["an amount with German groups", "4.817,35"],
    ["an amount with Swiss groups", "4’817.35"],
    ["an amount with a decimal comma", "4817,35"],
    ["an amount with more zeros", "4817.3500"],
    ["an amount with a sign of a currency", "€4,817.35"],
    ["the beginning of an amount", "4,817"],
    ["an amount while it is typed", "4817."],
    ["a negative amount", "-12,5"],
    ["a whole amount with groups", "1.000"],
    ["a whole amount with decimals", "1,000.00"],
    ["a word and an amount", "acme 4.817,35"],
  ])("finds %s: %s [CON-14]", (_what, text) => {
    expect(finds(text)).toBe(true);
  });

  it.each([
    ["the end of a word", "olding"],
    ["the beginning of a word that is not the last one", "acm ltd"],
    ["one word of two", "acme inc"],
    ["another amount", "4817.36"],
    ["an amount that only begins so, with its decimals", "4817.30"],
    ["a part of an amount behind its point", "350"],
    ["an amount of other digits", "48,17"],
    ["nothing but punctuation", "—…!"],
  ])("does not find %s: %s [CON-14]", (_what, text) => {
    expect(searchTerms(text) !== undefined && finds(text)).toBe(false);
  });

  it("asks for nothing by a text without letters and digits [CON-14]", () => {
    expect(searchTerms(" — ! ")).toBeUndefined();
    expect(searchTerms("")).toBeUndefined();
  });

  it("finds every text by each beginning of it, and every amount as German and English write it [CON-14]", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 12 }), {
          minLength: 1,
          maxLength: 10,
        }),
        fc.nat(),
        (texts, seed) => {
          const words = searchWords({ texts, amounts: [] });
          const characters = Array.from(texts.join(" ").normalize("NFC"));
          const beginning = characters.slice(0, 1 + (seed % characters.length)).join("");
          expect(matchesTerms(words, searchTerms(beginning) ?? [])).toBe(true);
        },
      ),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (cents) => {
        const amount = (cents / 100).toFixed(2);
        const words = searchWords({ texts: [], amounts: [amount] });
        for (const locale of ["en", "de", "de-CH"]) {
          const typed = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(cents / 100);
          expect(matchesTerms(words, searchTerms(typed) ?? []), typed).toBe(true);
        }
      }),
    );
  });
});

describe("the words of a document", () => {
  it("are at most a hundred, amounts and the number before the rest [CON-14]", () => {
    const texts = ["PO-1", Array.from({ length: 300 }, (_, n) => `word${n}`).join(" ")];
    const words = searchWords({ texts, amounts: ["7"] });
    expect(words).toHaveLength(WORDS_MAX);
    expect(words.slice(0, 4)).toEqual(["7", "po", "1", "word0"]);
  });

  it("are each once, and short [CON-14]", () => {
    expect(searchWords({ texts: ["a A a", "x".repeat(500)], amounts: [] })).toEqual(["a", "x".repeat(64)]);
  });
});
