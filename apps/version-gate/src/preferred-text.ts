import type { LocalizedText } from "@countersign/domain/settings";

/** A language range, `_` allowed for `-`, and its quality value (RFC 9110, sections 12.4.2 and 12.5.4). */
const RANGE = /^\s*([a-z\d]+(?:[-_][a-z\d]+)*)\s*(?:;\s*q\s*=\s*(0(?:\.\d*)?|1(?:\.0*)?)\s*)?$/i;

/** The languages of an `Accept-Language` header, best first; what is malformed is passed over. */
function acceptedLanguages(header: string): string[] {
  return header
    .split(",")
    .flatMap((item) => {
      const [, language, quality = "1"] = RANGE.exec(item) ?? [];
      return language === undefined ? [] : [{ language, quality: Number(quality) }];
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((left, right) => right.quality - left.quality)
    .map(({ language }) => language);
}

/**
 * A tag in its canonical form (`iw` is `he`), without extensions, as it is and with the script and the region that are
 * likely (`zh-TW` is `zh-Hant-TW`). None for a text that is no tag.
 */
function formsOf(tag: string): string[] {
  try {
    const locale = new Intl.Locale(tag.replaceAll("_", "-"));
    return [locale.baseName, locale.maximize().baseName];
  } catch {
    return [];
  }
}

/** The tag, then without its last subtag, and so on (RFC 4647, section 3.4). */
function* truncations(tag: string): Generator<string> {
  for (let rest = tag; rest !== ""; rest = rest.slice(0, Math.max(0, rest.lastIndexOf("-")))) yield rest;
}

/**
 * The text in the language that a client prefers (contract-3, FIX-6): by the lookup of RFC 4647 among canonical tags with
 * their likely script and region. `zh-TW` finds `zh-Hant`, then `zh`; `de_DE` finds `de`. Without one, the first text;
 * undefined when there are none.
 */
export function preferredText(
  texts: readonly LocalizedText[],
  acceptLanguage: string | undefined,
): string | undefined {
  const [first] = texts;
  if (first === undefined || acceptLanguage === undefined) return first?.text;
  const forms = texts.map(({ language, text }) => ({ forms: formsOf(language), text }));
  const find = (tag: string) =>
    // A text of exactly this tag comes before one that merely implies it.
    forms.find(({ forms: [canonical] }) => canonical === tag) ??
    forms.find(({ forms: [, maximal] }) => maximal === tag);
  for (const language of acceptedLanguages(acceptLanguage)) {
    const [canonical, maximal = ""] = formsOf(language);
    for (const tag of [canonical, ...truncations(maximal)]) {
      const foundText = tag === undefined ? undefined : find(tag);
      if (foundText !== undefined) return foundText.text;
    }
  }
  return first.text;
}
