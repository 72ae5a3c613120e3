import { type I18n, setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";

import { messages as de } from "./catalogue/de.ts";
import { messages as en } from "./catalogue/en.ts";
import { withFaultText } from "./fault-text.ts";
import { ownersCode } from "./owners-text.ts";
import { type Text, type TextCode, wordedText } from "./text.ts";

/** The catalogues by their language; another language is one more file, and a line here. */
export const CATALOGUES = { en, de } as const;
export type Language = keyof typeof CATALOGUES;

const isLanguage = (name: string): name is Language => Object.hasOwn(CATALOGUES, name);

const compiledTexts = new Map<Language, I18n>();

function languageIn(language: Language): I18n {
  const knownTexts = compiledTexts.get(language);
  if (knownTexts) return knownTexts;
  const entries = Object.entries(CATALOGUES[language]).map(([code, message]) => [
    code,
    compileMessage(message),
  ]);
  const i18n = setupI18n({
    locale: language,
    messages: { [language]: Object.fromEntries(entries) as Record<string, string> },
  });
  compiledTexts.set(language, i18n);
  return i18n;
}

/**
 * The language of a reader that has a catalogue.
 *
 * @param locale - a BCP 47 tag, such as `de-AT`; without one, and for a language without a catalogue: English
 */
export function languageOf(locale: string | null | undefined): Language {
  const [name = ""] = (locale ?? "").toLowerCase().split(/[-_]/u);
  return isLanguage(name) ? name : "en";
}

/**
 * Writes a text in a language (contract-3, TEXT-1).
 *
 * @param language - default: English, the language of the specifications' texts
 */
export function render(text: Text, language: Language = "en"): string {
  const i18n = languageIn(language);
  const writtenText = language === "en" ? text : withFaultText(text);
  return wordedText(writtenText, (code, values) => i18n._(code, values));
}

/**
 * The words of a document, such as the label of a fact, in a language: our own owners write English ones that the
 * catalogues know. Other words stay as they are.
 */
export function ownersWords(words: string, language: Language): string {
  const { code, count } = ownersCode(words);
  if (language === "en" || !Object.hasOwn(CATALOGUES[language], code)) return words;
  return render({ code: code as TextCode, params: { count } }, language);
}
