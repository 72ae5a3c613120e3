import { type LookUp, type Term, lookUpsOf } from "@countersign/domain/search";
import { type Collection, type Filter, ObjectId } from "mongodb";

import { type ListedRun, LISTED_RUN } from "./listed-run.ts";

/** Most runs that are read at once for the sake of a word. */
const RARE_MAX = 300;

/**
 * All runs with one of the search's terms, if few have it.
 *
 * @returns undefined where many documents have each of the terms
 */
export async function findRare(
  runs: Collection<ListedRun>,
  companyId: string,
  terms: readonly Term[],
): Promise<ListedRun[] | undefined> {
  for (const lookUps of lookUpsOf(terms)) {
    const found = await runsWith(runs, companyId, lookUps);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function runsWith(
  runs: Collection<ListedRun>,
  companyId: string,
  lookUps: readonly LookUp[],
): Promise<ListedRun[] | undefined> {
  const foundRuns = new Map<string, ListedRun>();
  let left = RARE_MAX + 1;
  for (const { word, isBeginning } of lookUps) {
    const words = isBeginning ? { $regex: `^${escaped(word)}` } : word;
    const filter = { companyId: new ObjectId(companyId), words } as Filter<ListedRun>;
    const options = { hint: "words", projection: LISTED_RUN, limit: left };
    const withWord = await runs.find(filter, options).toArray();
    left -= withWord.length;
    if (left <= 0) return undefined;
    for (const run of withWord) foundRuns.set(run._id.toHexString(), run);
  }
  return [...foundRuns.values()];
}

/** Words hold letters, marks and digits; those of amounts also points and signs. */
const escaped = (word: string): string => word.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, String.raw`\$&`);
