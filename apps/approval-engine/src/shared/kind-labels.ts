import type { Kind } from "@countersign/contracts";
import { z } from "zod";

import { label } from "./inputs.ts";

/** A label of a kind in a language. */
export interface KindLabel {
  /** A BCP 47 tag in small letters, such as `en` or `de-at`. */
  language: string;
  text: string;
}

/** Labels of kinds for people, where they are not the words of the kind itself; each kind's English one first. */
export type KindLabels = ReadonlyMap<Kind, readonly KindLabel[]>;

const LABEL_MAX = 60;
const ENGLISH = "en";
/** Most languages of a kind. */
const LANGUAGES_MAX = 20;

/** `de: Geheimhaltung`: a label with its language in front. */
const WITH_LANGUAGE = /^([a-z]{2,3}(?:-[a-z0-9]{2,8})*)\s*:\s*(.*)$/iu;

/**
 * `Nda=Non-disclosure agreement | de: Geheimhaltung; Rfq=Request for quotation`, as a map. A label without a language is
 * English, and stands first.
 */
export const kindLabels = z
  .string()
  .max(4_096)
  .transform((text, context): KindLabels => {
    const labels = new Map<Kind, readonly KindLabel[]>();
    for (const entry of text.split(";").filter((part) => part.trim() !== "")) {
      const [kind = "", names = "", ...rest] = entry.split("=").map((part) => part.trim());
      const read = names.split("|").map((part, at) => labelOf(part.trim(), at));
      const error = read.map(({ text: name }) => label(LABEL_MAX).safeParse(name).error).find(Boolean);
      const isTwice = new Set(read.map(({ language }) => language)).size < read.length;
      if (error || isTwice || read.length > LANGUAGES_MAX || rest.length > 0 || labels.has(kind)) {
        const fault = error ? `: a label ${error.issues[0]?.message}` : "";
        context.addIssue(`expected ${FORM} for each kind, once${fault}`);
        return z.NEVER;
      }
      labels.set(kind, read);
    }
    return labels;
  });

const FORM = "<Kind>=<label>; <Kind>=<label> | de: <label>";

function labelOf(text: string, at: number): KindLabel {
  const [, language, name] = (at > 0 && WITH_LANGUAGE.exec(text)) || [];
  return language === undefined || name === undefined
    ? { language: at === 0 ? ENGLISH : "", text: at === 0 ? text : "" }
    : { language: language.toLowerCase(), text: name };
}

const isAbbreviation = (word: string) => /^[A-Z0-9]{2,}$/u.test(word);

/** The labels of a kind: the configured ones, else its words in English, as in `JournalEntry` → `Journal entry`. */
export function labelsOfKind(kind: Kind, labels: KindLabels): readonly KindLabel[] {
  const [first, ...words] = kind.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/u);
  const otherWords = words.map((word) => (isAbbreviation(word) ? word : word.toLowerCase()));
  return labels.get(kind) ?? [{ language: ENGLISH, text: [first, ...otherWords].join(" ") }];
}

/** The English name of a kind for people. */
export const labelOfKind = (kind: Kind, labels: KindLabels): string => labelsOfKind(kind, labels)[0]!.text;
