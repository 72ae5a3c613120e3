import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { PAIRS_MAX, WORDS_MAX, lookUpsOf, matchesTerms, searchTerms, searchWords } from "./index.ts";

const WORDS = searchWords({
  texts: ["PO-000123", "Straße, Café “Zoë” 2027", "Acme (Holding) Ltd", undefined],
  amounts: ["4817.350", "-12.50", "1000"],
});
const finds = (text: string) => matchesTerms(WORDS, searchTerms(text) ?? []);

/** Letters that change with their case, their place or their marks, and such of scripts without cases. */
const LETTERS = [
  "a",
  "B",
  "ß",
  "É",
  "e\u0301",
  "Σ",
  "ς",
  "İ",
  "ı",
  "Ⅷ",
  "山",
  "田",
  "か",
  "が",
  "ー",
  "ที่",
  "นำ",
  "ក",
  "क्",
  "م",
  "أ",
  "9",
  "٣",
  "½",
  "ﬁ",
];

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

  it.each([
    ["a sharp s", "Straße", ["strasse", "STRASSE", "Straße", "STRAẞE", "straß", "stras"]],
    ["accents", "Café Zoë Ågren", ["cafe", "café", "CAFÉ", "Cafe\u0301", "zoe agren", "Ågren"]],
    ["letters that somebody put accents on", "Cafe Zoe", ["café", "zoë"]],
    ["a dotted I", "İstanbul", ["istanbul", "İstanbul", "ISTANBUL", "ıstanbul"]],
    ["a dotless i", "Işık", ["isik", "ışık", "IŞIK"]],
    ["Nordic and Polish letters", "Søren Æbelø Łódź Þór", ["soren", "aebelo", "lodz", "thor", "ŁÓDŹ"]],
    ["Vietnamese", "Đặng Thị Hồng", ["dang thi hong", "Đặng", "hồng"]],
    ["Greek", "Μαΐου Αντώνης", ["μαιου", "αντωνης", "ΑΝΤΏΝΗΣ"]],
    ["Arabic", "أحمد مُحَمَّد", ["احمد", "محمد", "أحمد", "مُحَمَّد"]],
    ["wide signs", "ＡＢＣ　１２３", ["abc 123", "ＡＢＣ"]],
    ["joined letters", "ofﬁce", ["office", "ofﬁ"]],
    ["Korean", "주식회사 카카오", ["주식", "카카오", "주식회사 카"]],
    ["Hindi", "हिन्दी समाचार", ["हिन्दी", "समा"]],
  ])("finds %s, %j, however it is typed [CON-14] [MEET-15]", (_what, text, searches) => {
    const words = searchWords({ texts: [text], amounts: [] });
    for (const search of searches) expect(matchesTerms(words, searchTerms(search)!), search).toBe(true);
  });

  it.each([
    ["हिन्दी", "हन्द"],
    ["Straße", "strabe"],
    ["が", "か"],
  ])("%s is not found by %s, whose letters are others [CON-14]", (text, search) => {
    const words = searchWords({ texts: [text], amounts: [] });
    expect(matchesTerms(words, searchTerms(search)!)).toBe(false);
  });

  const UNSPACED = [
    [
      "Chinese",
      "北京华为数字技术有限公司采购办公椅",
      ["华为", "数字技术", "有限公司", "办公椅", "椅", "北", "采购办公"],
    ],
    [
      "Japanese",
      "株式会社山田製作所のオフィスチェア",
      ["山田", "製作所", "オフィス", "チェア", "ア", "所の", "株式会社山田"],
    ],
    ["Thai", "บริษัทสยามจำกัดสั่งซื้อเก้าอี้", ["สยาม", "จำกัด", "สั่งซื้อ", "เก้าอี้", "บริษัท"]],
    ["Khmer", "ក្រុមហ៊ុនភ្នំពេញ", ["ភ្នំពេញ", "ក្រុមហ៊ុន"]],
    [
      "a mixed text",
      "ABC株式会社2027年度",
      ["abc", "株式会社", "会社", "2027", "年度", "ABC株式会社2027", "株式会社 abc"],
    ],
  ] as const;

  it.each(UNSPACED)(
    "finds words of %s anywhere in a text without blanks [CON-14]",
    (_what, text, searches) => {
      const words = searchWords({ texts: [`Nr. 7 ${text}`], amounts: [] });
      for (const search of searches) expect(matchesTerms(words, searchTerms(search)!), search).toBe(true);
    },
  );

  it("finds no words of which a text has not all letters beside each other [CON-14]", () => {
    const words = searchWords({ texts: ["株式会社山田製作所"], amounts: [] });
    for (const search of ["山本", "会田", "田山", "川", "社会"]) {
      expect(matchesTerms(words, searchTerms(search)!), search).toBe(false);
    }
  });

  it("finds every part of a text without blanks [CON-14]", () => {
    const letter = fc.constantFrom("山", "田", "会", "社", "か", "ー", "ア", "ก", "ี", "่", "ន");
    const text = fc.array(letter, { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (letters, from, length) => {
        const words = searchWords({ texts: [`a ${letters.join("")} b`], amounts: [] });
        const start = from % letters.length;
        const part = letters.slice(start, start + 1 + (length % letters.length)).join("");
        expect(matchesTerms(words, searchTerms(part)!), part).toBe(true);
        expect(matchesTerms(words, searchTerms(`b ${part} a`)!), part).toBe(true);
      }),
    );
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

  it("are at most a hundred beside at most two hundred pairs of letters [CON-14]", () => {
    const letters = Array.from({ length: 600 }, (_, n) => String.fromCodePoint(0x4e_00 + n)).join("");
    const texts = [letters, Array.from({ length: 300 }, (_, n) => `word${n}`).join(" ")];
    const words = searchWords({ texts, amounts: ["7"] });
    expect(words).toHaveLength(WORDS_MAX + PAIRS_MAX);
    expect(words.slice(0, 2)).toEqual(["7", "word0"]);
    expect(words.slice(WORDS_MAX, WORDS_MAX + 2)).toEqual(["一丁", "丁丂"]);
    expect(PAIRS_MAX).toBe(200);
  });

  it("are each once, and short [CON-14]", () => {
    expect(searchWords({ texts: ["a A a", "x".repeat(500)], amounts: [] })).toEqual(["a", "x".repeat(64)]);
  });
});

const tried = (text: string) =>
  lookUpsOf(searchTerms(text)!).map((lookUps) =>
    lookUps.map(({ word, isBeginning }) => (isBeginning ? `${word}…` : word)),
  );

describe("the look-ups of a search", () => {
  it.each([
    ["desk", [["desk…"]]],
    ["the purchase of desks", [["purchase"], ["desks…"], ["the"]]],
    ["4.817 desk", [["4.817", "4817", "817"], ["desk…"]]],
    ["PO-000123", [["000123…"]]],
    ["株式会社山田", [["株式"], ["山田…"], ["会社"]]],
    ["山田", [["山田…"]]],
    ["山 desk", [["desk…"], ["山…"]]],
    ["山", [["山…"]]],
  ])("for %s are %j, the most telling first [CON-14] [READ-2]", (text, lookUps) => {
    expect(tried(text)).toEqual(lookUps);
  });

  it("have a word of every text that matches [CON-14]", () => {
    const text = fc.string({ unit: fc.constantFrom(...LETTERS, " ", "-"), minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(text, text, (document, search) => {
        const [words, terms] = [searchWords({ texts: [document], amounts: [] }), searchTerms(search) ?? []];
        if (!matchesTerms(words, terms)) return;
        for (const lookUps of lookUpsOf(terms)) {
          const isThere = lookUps.some(({ word, isBeginning }) =>
            words.some((own) => (isBeginning ? own.startsWith(word) : own === word)),
          );
          expect(isThere).toBe(true);
        }
      }),
    );
  });
});
