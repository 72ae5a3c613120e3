import type { Term } from "@countersign/domain/search";
import { type Collection, type Filter, ObjectId } from "mongodb";

import type { RunSearchRecord } from "./search-row.ts";

/** Most records that are read at once for the sake of a word. */
const RARE_MAX = 300;
/** How many of a search's terms are tried. */
const TRIED_MAX = 3;

/**
 * All records with one of the search's terms, if few have it.
 *
 * @returns undefined where many documents have each of the terms
 */
export async function findRare(
  rows: Collection<RunSearchRecord>,
  companyId: string,
  terms: readonly Term[],
): Promise<RunSearchRecord[] | undefined> {
  const longestFirst = terms.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  for (const term of longestFirst.slice(0, TRIED_MAX)) {
    const found = await rowsWith(rows, companyId, term);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function rowsWith(
  rows: Collection<RunSearchRecord>,
  companyId: string,
  term: Term,
): Promise<RunSearchRecord[] | undefined> {
  const found = new Map<string, RunSearchRecord>();
  let left = RARE_MAX + 1;
  for (const words of conditionsOf(term)) {
    const filter = { companyId: new ObjectId(companyId), words } as Filter<RunSearchRecord>;
    const some = await rows.find(filter, { hint: "by_word" }).limit(left).toArray();
    left -= some.length;
    if (left <= 0) return undefined;
    for (const row of some) found.set(row._id.toHexString(), row);
  }
  return [...found.values()];
}

/** A condition for each alternative, on the longest of its words. */
function conditionsOf(term: Term): (string | { $regex: string })[] {
  return term
    .filter(({ words }) => words.length > 0)
    .map(({ words, isPrefix }) => {
      const longest = words.toSorted((a, b) => b.length - a.length)[0]!;
      return isPrefix && longest === words.at(-1) ? { $regex: `^${escaped(longest)}` } : longest;
    });
}

/** Words hold letters, marks and digits; those of amounts also points and signs. */
const escaped = (word: string): string => word.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, String.raw`\$&`);

const lengthOf = (term: Term): number =>
  Math.max(0, ...term.flatMap(({ words }) => words.map(({ length }) => length)));
