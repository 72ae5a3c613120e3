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
    ["pt", "en"],
    ["de;q=2, pt-BR;q=0.1", "pt-BR"],
    ["de;q=x, ,;, pt-BR", "pt-BR"],
    ["-de, de-, d e, \u0000, __proto__, constructor", "en"],
  ])("for Accept-Language %j is the one in %s [GATE-1]", (acceptLanguage, language) => {
    expect(preferredText(texts, acceptLanguage)).toBe(language);
  });

  it("is none where there are none [GATE-1]", () => {
    expect(preferredText([], "de")).toBeUndefined();
  });
});
