import { ownersCode } from "@countersign/texts/owners-text";
import { i18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { useCallback } from "react";

import { part } from "../shell/part.ts";
import type { messages as companyTexts } from "./company-en.ts";
import type { messages as ownTexts } from "./en.ts";

/** Texts of the pages for privileged users. */
export type CompanyMessageId = keyof typeof companyTexts;
/** Every text of the console has an id. */
export type MessageId = keyof typeof ownTexts | CompanyMessageId;
/** Writes a text in the reader's language. */
export type Translate = (id: MessageId, values?: Record<string, unknown>) => string;

/** The English texts, longer and from right to left: `?locale=ar-XB` shows developers whether the layout holds. */
const PSEUDO = "ar-XB";
const LOCALES = ["en", "de", PSEUDO] as const;
export type Locale = (typeof LOCALES)[number];
/** Languages that people may choose. */
export const LANGUAGES: readonly { locale: Locale; name: string }[] = [
  { locale: "en", name: "English" },
  { locale: "de", name: "Deutsch" },
];

const STORED = "countersign.locale";

/** The language in the address, else the one chosen here before, else the browser's first that the console speaks. */
export function preferredLocale(): Locale {
  const inAddress = new URLSearchParams(location.search).get("locale");
  const languages = [localStorage.getItem(STORED) ?? "", ...navigator.languages];
  const wantedLocales = [inAddress, ...languages.map((tag) => tag.split("-")[0])];
  const knownLocales = wantedLocales.map((tag) => LOCALES.find((locale) => locale === tag));
  return knownLocales.find((locale) => locale !== undefined) ?? "en";
}

/** Whether a page for privileged users was opened. */
let hasCompanyTexts = false;

async function companyTextsIn(locale: Locale): Promise<Readonly<Record<string, string>>> {
  if (!hasCompanyTexts) return {};
  const { messages } = locale === "de" ? await import("./company-de.ts") : await import("./company-en.ts");
  return messages;
}

/** Before the codes of the engine's texts (`libs/texts`), which stand beside the console's own. */
export const TEXTS = "texts.";

/** The engine's texts; in English it sends their words itself, but for those of the audit trail. */
async function textsIn(locale: Locale): Promise<Readonly<Record<string, string>>> {
  if (locale !== "de" && !hasCompanyTexts) return {};
  const { messages } =
    locale === "de"
      ? await import("@countersign/texts/catalogue/de")
      : await import("@countersign/texts/catalogue/en");
  return Object.fromEntries(Object.entries(messages).map(([code, message]) => [TEXTS + code, message]));
}

/** Words of a document in the active language: our own owners write English ones that the texts know; others stay. */
export function ownersWords(words: string): string {
  const { code, count } = ownersCode(words);
  return Object.hasOwn(i18n.messages, TEXTS + code) ? i18n._(TEXTS + code, { count }) : words;
}

/** Loads a language and shows everything in it. */
export async function activateLocale(locale: Locale): Promise<void> {
  const [{ messages }, ofCompany, texts, { pseudo }] = await Promise.all([
    locale === "de" ? import("./de.ts") : import("./en.ts"),
    companyTextsIn(locale),
    textsIn(locale),
    locale === PSEUDO ? import("./pseudo.ts") : { pseudo: undefined },
  ]);
  const all = { ...messages, ...ofCompany, ...texts };
  i18n.loadAndActivate({ locale, messages: pseudo ? pseudo(all) : all });
  document.documentElement.lang = locale;
  document.documentElement.dir = locale === PSEUDO ? "rtl" : "ltr";
}

/** Loads the texts of the pages for privileged users, in the active language and in those chosen later. */
export async function loadCompanyTexts(): Promise<void> {
  if (hasCompanyTexts) return;
  hasCompanyTexts = true;
  try {
    await part(() => activateLocale(i18n.locale as Locale))();
  } catch (error) {
    hasCompanyTexts = false;
    throw error;
  }
}

/** {@link activateLocale}, and the same language at the next visit. */
export async function chooseLocale(locale: Locale): Promise<void> {
  localStorage.setItem(STORED, locale);
  await activateLocale(locale);
}

/** The texts of the active language. */
export function useTranslate(): Translate {
  const { i18n: active } = useLingui();
  return useCallback((id, values = {}) => active._(id, isolateValues(values)), [active]);
}

/** Letters and marks that run from right to left, or make others do so. */
const TURNS = /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFEFC]/u;

/** Encloses the values that would turn the text around them, so that a name turns itself alone. */
export function isolateValues(values: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" && TURNS.test(value) ? `\u2068${value}\u2069` : value,
  ]);
  return Object.fromEntries(entries);
}

/** The active language. */
export function useLocale(): Locale {
  return useLingui().i18n.locale as Locale;
}

/** The active language as the reader's country writes dates and numbers: the browser's own kind of it, such as `en-GB`. */
export function useFormats(): string {
  const locale = useLocale();
  return formatsOf(navigator.languages, locale);
}

/** The first of the browser's languages that is a kind of the active one; some browsers report what is no language tag, such as `en-US@posix`. */
export const formatsOf = (languages: readonly string[], locale: string): string =>
  languages.find((tag) => tag.split("-")[0] === locale && isLanguageTag(tag)) ?? locale;

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
