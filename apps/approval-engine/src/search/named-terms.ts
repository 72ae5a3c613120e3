import { type Term, matchesTerms, searchTerms, searchWords } from "@countersign/domain/search";
import { containing } from "@countersign/mongo";
import { type Db, ObjectId } from "mongodb";

import type { ListedRun } from "../runs/index.ts";
import type { UserRecord } from "../shared/records.ts";

/** Most people in whose names a part of a search is looked for, and most parts of a search that may be names. */
const PEOPLE_MAX = 50;
const PARTS_MAX = 5;
/** One letter is in nearly every name. */
const LETTERS = /\p{L}.*\p{L}/u;
const SEARCH_MS = 2_000;

/** A search by words, and by the names of those who take part (contract-4, CON-22). */
export interface WordSearch {
  /** All terms. */
  terms: readonly Term[];
  /** The terms that only words have; undefined where each is also in somebody's name. */
  words: readonly Term[];
  finds(this: void, run: Pick<ListedRun, "words" | "peopleIds">): boolean;
}

/**
 * Reads a search. A document has a term where its words have it, or the name of somebody who takes part in it, also of
 * somebody who has left.
 *
 * @returns undefined for a text without a letter or a digit
 */
export async function wordSearch(
  db: Pick<Db, "collection">,
  companyId: string,
  text: string | undefined,
): Promise<WordSearch | undefined> {
  if (text === undefined) return { terms: [], words: [], finds: () => true };
  const terms = searchTerms(text);
  if (terms === undefined) return undefined;
  const people = await peopleWith(db, companyId, text);
  const idsOf = new Map<Term, ReadonlySet<string>>(
    terms.map((term) => [
      term,
      new Set(people.filter(({ words }) => matchesTerms(words, [term])).map(({ id }) => id)),
    ]),
  );
  const words = terms.filter((term) => idsOf.get(term)!.size === 0);
  const names = terms.filter((term) => !words.includes(term));
  return {
    terms,
    words,
    finds: (run) =>
      matchesTerms(run.words, words) &&
      names.every(
        (term) =>
          run.peopleIds.some((id) => idsOf.get(term)!.has(id.toHexString())) ||
          matchesTerms(run.words, [term]),
      ),
  };
}

/** People in whose names a part of a text is. */
async function peopleWith(db: Pick<Db, "collection">, companyId: string, text: string) {
  const parts = text.split(/\s+/u).filter((part) => LETTERS.test(part));
  const users = db.collection<UserRecord>("users");
  const userRows = await Promise.all(
    parts
      .slice(0, PARTS_MAX)
      .map((part) =>
        users
          .find(
            { companyId: new ObjectId(companyId), name: containing(part) },
            { hint: "by_name", projection: { name: 1 }, limit: PEOPLE_MAX, maxTimeMS: SEARCH_MS },
          )
          .toArray(),
      ),
  );
  return userRows
    .flat()
    .map(({ _id, name }) => ({ id: _id.toHexString(), words: searchWords({ texts: [name], amounts: [] }) }));
}
