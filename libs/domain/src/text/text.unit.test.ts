import { describe, expect, it } from "vitest";

import { escapeHidden, labelProblem, shownOnOneLine } from "./index.ts";

const LEGITIMATE = [
  ["plain", "Leave of Nora, 3 days (2027)"],
  ["Latin with marks", "Đặng Thị Ánh Nguyệt"],
  ["decomposed Vietnamese", "Đặng Thị Ánh Nguyệt".normalize("NFD")],
  ["German", "Jürgen Groß, Straße 5"],
  ["Arabic", "محمد بن سلمان"],
  ["vocalised Arabic", "مُحَمَّدٌ رَسُولُ اللّٰهِ"],
  ["Hebrew", "דָּוִד בֶּן־גּוּרְיוֹן"],
  ["Hebrew with cantillation", "בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים"],
  ["Persian with a non-joiner", "علی\u200Cرضا می\u200Cخواهم"],
  ["Persian after a vowel mark", "مُ\u200Cحمد"],
  ["Hindi with a joiner", "क्\u200Dष शर्मा"],
  ["Marathi eyelash ra", "दुसऱ्या र्\u200Dय"],
  ["Bengali with a joiner before the killer", "র\u200D্যাব"],
  ["Malayalam ending in an old chillu", "മോഹന്\u200D"],
  ["Malayalam chillu before a space", "മോഹന്\u200D ലാല്\u200D, കൊച്ചി"],
  ["Sinhala", "ශ්\u200Dරී ලංකා"],
  ["Kannada with a non-joiner", "ರಾಜ್\u200Cಕುಮಾರ್"],
  ["Khmer", "ភាសាខ្មែរ"],
  ["Burmese", "မြန်မာ"],
  ["Thai with stacked marks", "ที่ปรึกษา น้ำผึ้ง กตัญญู"],
  ["Tibetan", "བསྒྲུབས་"],
  ["Chinese", "王小明"],
  ["Japanese with an ideographic space", "山田\u3000太郎"],
  ["Japanese with a variant of a character", "葛\u{E0100}城"],
  ["Korean", "김철수"],
  ["decomposed Korean", "김철수".normalize("NFD")],
  ["Greek", "Ἀχιλλεύς ᾧ".normalize("NFD")],
  ["no-break spaces", "10\u00A0000\u202F€"],
  ["emoji families", "👨‍👩‍👧‍👦 👩🏽‍🚀 ❤️‍🔥"],
  ["emoji flags", "🇩🇪 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
  ["keycaps and text style", "1️⃣ #️⃣ ☎︎ ⚖️ ©️"],
] as const;

const HIDDEN = [
  ["a right-to-left override", "invoice\u202Efdp.exe", "U+202E"],
  ["an isolate", "a\u2066b\u2069", "U+2066"],
  ["a direction mark", "LV-1\u200F", "U+200F"],
  ["the Arabic letter mark", "\u061CLV", "U+061C"],
  ["a zero-width space", "LV\u200B-1", "U+200B"],
  ["a joiner in Latin", "LV\u200D-1", "U+200D"],
  ["a non-joiner in Latin", "Auf\u200Clage", "U+200C"],
  ["a joiner between scripts", "م\u200Da", "U+200D"],
  ["two joiners at once", "क्\u200D\u200Dष", "U+200D"],
  ["a joiner after a picture and nothing", "👨\u200D", "U+200D"],
  ["a word joiner", "a\u2060b", "U+2060"],
  ["an invisible separator", "a\u2063b", "U+2063"],
  ["a byte order mark", "\uFEFFname", "U+FEFF"],
  ["a soft hyphen", "Auf\u00ADlage", "U+00AD"],
  ["a grapheme joiner", "a\u034Fb", "U+034F"],
  ["a Hangul filler", "\u3164", "U+3164"],
  ["a choseong filler", "a\u115F", "U+115F"],
  ["a jungseong filler", "a\u1160", "U+1160"],
  ["a half-width filler", "a\uFFA0", "U+FFA0"],
  ["a blank Braille cell", "\u2800\u2800", "U+2800"],
  ["tags without a flag", "a\u{E0061}\u{E0062}", "U+E0061"],
  ["tags on a flag that does not exist", "🏴\u{E0061}\u{E007F}", "U+E0061"],
  ["a variation selector on a letter", "a\uFE0F", "U+FE0F"],
  ["a second variation selector", "❤\uFE0F\uFE0F", "U+FE0F"],
  ["a supplementary variation selector", "a\u{E0100}", "U+E0100"],
  ["two of them on one character", "葛\u{E0100}\u{E0101}", "U+E0100"],
  ["a line separator", "a\u2028b", "U+2028"],
  ["half a character", "a\uD800b", "U+D800"],
  ["a control character", "a\u0000b", "U+0000"],
  ["an annotation", "a\uFFF9b", "U+FFF9"],
] as const;

const STACKED = "a\u0300\u0301\u0302\u0303\u0304\u0305";

describe("a name, a reference or a title", () => {
  it.each(LEGITIMATE)("may be %s [SAFE-7]", (_, text) => {
    expect(labelProblem(text)).toBeUndefined();
  });

  it.each(HIDDEN)("may not hold %s [SAFE-7]", (_, text, name) => {
    expect(labelProblem(text)).toMatch(new RegExp(`^must not contain ${name.replace("+", "\\+")}, `, "u"));
  });

  it("may have four marks on a letter and no more, enclosing ones and those behind a joiner counted [SAFE-7]", () => {
    const refusal = "must not have more than 4 marks on one letter";
    expect(labelProblem("a\u0300\u0301\u0302\u0303b")).toBeUndefined();
    for (const text of [STACKED, "a\u0300\u0301\u0302\u20DD\u0303"]) {
      expect(labelProblem(text)).toBe(refusal);
    }
    expect(labelProblem("ق\u0610\u0611\u0612\u0613\u200D\u0610ق")).toBe(refusal);
  });

  it.each([" ", "\u3000", "\u00A0 \u2003"])("may not be blank (%j) [SAFE-7]", (text) => {
    expect(labelProblem(text)).toBe("must not be blank");
  });
});

describe("free text shown to people", () => {
  it.each(LEGITIMATE)("stays unchanged: %s [SAFE-7]", (_, text) => {
    expect(escapeHidden(text)).toBe(text);
    expect(escapeHidden(`${text}\n\tmore`)).toBe(`${text}\n\tmore`);
  });

  it.each(HIDDEN)("spells out %s [SAFE-7]", (_, text, name) => {
    const shown = escapeHidden(text);
    expect(shown).toContain(`[${name}]`);
    expect(labelProblem(shown)).toBeUndefined();
  });

  it("loses nothing: each hidden character stands where it was [SAFE-7]", () => {
    expect(escapeHidden("pay\u202E001\u202C now\u{E0061}")).toBe("pay[U+202E]001[U+202C] now[U+E0061]");
    expect(escapeHidden(STACKED)).toBe("a\u0300\u0301\u0302\u0303[U+0304][U+0305]");
    expect(escapeHidden("\uE000 and \u0378")).toBe("[U+E000] and [U+0378]");
  });

  it("fits on one line of bounded length where it stands among other words [SAFE-7]", () => {
    expect(shownOnOneLine(" a\n\u2028 b\t\u00A0\u202Ec ", 100)).toBe("a b [U+202E]c");
    expect(shownOnOneLine("x".repeat(10), 5)).toBe("xxxxx…");
  });

  it("keeps no part of an emoji that is cut [SAFE-7]", () => {
    expect(shownOnOneLine("x👨\u200D👩", 2)).toBe("x…");
    expect(shownOnOneLine("x👨\u200D👩", 4)).toBe("x…");
  });

  it("takes little time for a text that was made to take long", () => {
    const texts = ["\u0300", "क्\u200D", "👨\u200D", "\u200D", "م\u200C", "1\uFE0F", "🏴\u{E0061}"];
    for (const text of texts) {
      const begun = performance.now();
      escapeHidden(text.repeat(20_000));
      expect(performance.now() - begun).toBeLessThan(2_000);
    }
  });
});
