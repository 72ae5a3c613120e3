import { type Term, matchesTerms } from "@countersign/domain/search";

import { escapeHidden } from "@countersign/domain/text";
import type { Revision } from "../documents/index.ts";
import { type RunSearchRecord, documentWords } from "../runs/index.ts";
import { type RecordOf, toRecord } from "../shared/record-of.ts";

/** A document as lists show it. */
export type DocumentHit = Omit<
  RecordOf<RunSearchRecord>,
  "words" | "everyone" | "viewerIds" | "deciderIds"
> & {
  /** The searched terms. */
  terms?: readonly Term[] | undefined;
};

const UNSHOWN = ["words", "everyone", "viewerIds", "deciderIds"];

export const hitOf = (row: RunSearchRecord, terms?: readonly Term[]): DocumentHit => ({
  ...(toRecord(row, UNSHOWN) as Omit<DocumentHit, "terms">),
  terms,
});

/** A fact by which a document was found. */
export interface FoundFact {
  label: string;
  value: string;
}

/** Most characters of a shown value. */
const VALUE_MAX = 200;

/** The first fact that has one of the searched terms which neither number, title nor amount has. */
export function foundIn(
  { terms = [], ref, document }: Pick<DocumentHit, "terms" | "ref" | "document">,
  revision: Pick<Revision, "facts"> | null,
): FoundFact | null {
  const plain = documentWords(ref, document ?? {});
  const left = terms.filter((term) => !matchesTerms(plain, [term]));
  for (const fact of revision?.facts ?? []) {
    const words = documentWords(undefined, { facts: [fact] });
    if (!left.some((term) => matchesTerms(words, [term]))) continue;
    const { label, value } = fact;
    const text = typeof value === "object" ? `${value.amount} ${value.currency}` : String(value);
    return { label: escapeHidden(label), value: escapeHidden(Array.from(text).slice(0, VALUE_MAX).join("")) };
  }
  return null;
}
