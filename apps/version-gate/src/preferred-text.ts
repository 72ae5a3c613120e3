import type { LocalizedText } from "@countersign/domain/settings";

/** A language range and its quality value (RFC 9110, sections 12.4.2 and 12.5.4). */
const RANGE = /^\s*([a-z\d]+(?:-[a-z\d]+)*)\s*(?:;\s*q\s*=\s*(0(?:\.\d*)?|1(?:\.0*)?)\s*)?$/i;

/** The languages of an `Accept-Language` header in lower case, best first; what is malformed is passed over. */
function acceptedLanguages(header: string): string[] {
  return header
    .split(",")
    .flatMap((item) => {
      const [, language, quality = "1"] = RANGE.exec(item) ?? [];
      return language === undefined ? [] : [{ language: language.toLowerCase(), quality: Number(quality) }];
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((left, right) => right.quality - left.quality)
    .map(({ language }) => language);
}

/**
 * The text in the language that a client prefers, by the lookup of RFC 4647, section 3.4: `zh-Hant-TW` finds `zh-Hant`,
 * then `zh`. Without one, the first text; undefined when there are none.
 */
export function preferredText(
  texts: readonly LocalizedText[],
  acceptLanguage: string | undefined,
): string | undefined {
  const [first] = texts;
  if (first === undefined || acceptLanguage === undefined) return first?.text;
  const byLanguage = new Map(texts.map(({ language, text }) => [language.toLowerCase(), text]));
  for (const language of acceptedLanguages(acceptLanguage)) {
    for (let tag = language; tag !== ""; tag = tag.slice(0, Math.max(0, tag.lastIndexOf("-")))) {
      const text = byLanguage.get(tag);
      if (text !== undefined) return text;
    }
  }
  return first.text;
}
