import { describe, expect, it } from "vitest";
import { preferredText } from "./preferred-text.ts";

/** Each text is its language. */
const texts = ["en", "de", "de-CH", "zh-Hant", "pt-BR"].map((language) => ({ language, text: language }));

describe("the text", () => {
  it.each([
    [undefined, "en"],
    ["", "en"],
    ["de", "de"],
    ["DE", "de"],
    ["de-AT", "de"],
    ["de-ch-1996", "de-CH"],
    ["zh-Hant-TW, en;q=0.8", "zh-Hant"],
    ["fr, de;q=0.5", "de"],
    ["de;q=0.4, pt-BR;q=0.9, en;q=0.1", "pt-BR"],
    ["de;q=0.5,de-CH;q=0.501", "de-CH"],
    ["de;q=0.8, pt-BR;q=0.8", "de"],
    ["de ; q=1.000 , pt-BR", "de"],
    ["de;q=0, pt-BR;q=0.001", "pt-BR"],
    ["de;q=0.0", "en"],
    ["*", "en"],
    ["fr, *;q=0.5", "en"],
    ["pt", "pt-BR"],
    ["pt-PT", "en"],
    ["de;q=2, pt-BR;q=0.1", "pt-BR"],
    ["de;q=x, ,;, pt-BR", "pt-BR"],
    ["-de, de-, d e, \u0000, __proto__, constructor", "en"],
  ])("for Accept-Language %j is the one in %s [GATE-1]", (acceptLanguage, language) => {
    expect(preferredText(texts, acceptLanguage)).toBe(language);
  });

  it.each<[string, string[], string]>([
    ["zh-TW", ["en", "zh-Hant"], "zh-Hant"],
    ["zh-TW", ["en", "zh", "zh-Hant"], "zh-Hant"],
    ["zh-HK", ["en", "zh", "zh-Hant"], "zh-Hant"],
    ["zh-Hant", ["en", "zh", "zh-TW"], "zh-TW"],
    ["zh-CN", ["en", "zh-Hant", "zh"], "zh"],
    ["zh-Hans-CN", ["en", "zh-TW", "zh-CN"], "zh-CN"],
    ["zh-TW", ["en", "zh"], "zh"],
    ["iw", ["en", "he"], "he"],
    ["he-IL", ["en", "iw"], "iw"],
    ["in", ["en", "id"], "id"],
    ["no", ["en", "nb", "no"], "no"],
    ["de_DE", ["en", "de"], "de"],
    ["DE_at", ["en", "de", "de-AT"], "de-AT"],
    ["zh_TW, en;q=0.5", ["en", "zh-Hant"], "zh-Hant"],
    ["de-DE", ["en", "de-DE", "de"], "de-DE"],
    ["de", ["en", "de-DE", "de"], "de"],
    ["de", ["en", "de-CH"], "en"],
    ["sr-Latn-RS", ["en", "sr-Cyrl", "sr-Latn"], "sr-Latn"],
    ["sr-RS", ["en", "sr-Latn", "sr-Cyrl"], "sr-Cyrl"],
    ["en-US-u-ca-buddhist", ["de", "en"], "en"],
    ["de_, _de, d_e, de--DE", ["en", "de"], "en"],
    ["x-a, de", ["en", "de"], "de"],
  ])("for Accept-Language %j, of %j, is the one in %s [FIX-6]", (acceptLanguage, languages, expected) => {
    const texts = languages.map((language) => ({ language, text: language }));
    expect(preferredText(texts, acceptLanguage)).toBe(expected);
  });

  it("is that of a tag itself, in any case and with any separator, whatever the others [FIX-6]", () => {
    const languages = ["en", "de", "de-CH", "zh-Hant", "zh", "pt-BR", "pt", "sr-Latn", "he", "en-GB"];
    const texts = languages.map((language) => ({ language, text: language }));
    for (const language of languages) {
      for (const written of [language, language.toUpperCase(), language.replaceAll("-", "_")]) {
        expect(preferredText(texts, `xx, ${written};q=0.9, en;q=0.1`)).toBe(language);
      }
    }
  });

  it("is none where there are none [GATE-1]", () => {
    expect(preferredText([], "de")).toBeUndefined();
  });
});
