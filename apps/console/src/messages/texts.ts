import { withFaultText } from "@countersign/texts/fault-text";
import { type Text, type TextCode, wordedText } from "@countersign/texts/text";
import { useLingui } from "@lingui/react";
import { useCallback } from "react";

import { type Locale, TEXTS, isolateValues } from "./i18n.ts";

/** A text of the engine, as it comes: in English, and without its words where it has a code. */
export interface Said {
  message: string;
  textCode?: string | null | undefined;
  params?: unknown;
}

/** Languages in which the engine's English stands as it came: English, and the one that only developers see. */
const ENGLISH: ReadonlySet<string> = new Set<Locale>(["en", "ar-XB"]);

/**
 * Writes what the engine says in the reader's language. A text that this console does not know, because the engine is
 * newer or has no code for it, gives a sentence that says so: nobody is shown a language that they did not choose.
 */
export function useSaid(): (words: Said) => string {
  const { i18n } = useLingui();
  return useCallback(
    ({ message, textCode, params }) => {
      if (ENGLISH.has(i18n.locale)) return message;
      const isKnown = typeof textCode === "string" && Object.hasOwn(i18n.messages, TEXTS + textCode);
      if (!isKnown) return i18n._("failure.unnamed");
      const text: Text = { code: textCode as TextCode, params: (params ?? {}) as Text["params"] };
      return wordedText(withFaultText(text), (code, values) => i18n._(TEXTS + code, isolateValues(values)));
    },
    [i18n],
  );
}

/** Words by a code that may be unknown, such as the name of a field in the audit trail. */
export function useWords(): (code: string) => string | undefined {
  const { i18n } = useLingui();
  return useCallback(
    (code) => (Object.hasOwn(i18n.messages, TEXTS + code) ? i18n._(TEXTS + code) : undefined),
    [i18n],
  );
}
