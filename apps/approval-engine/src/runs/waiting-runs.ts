import { matchesTerms, searchTerms } from "@countersign/domain/search";
import { type Db, ObjectId } from "mongodb";

import { findRare } from "./find-rare.ts";
import { listedRunsIn } from "./listed-run.ts";
import { sees } from "./viewers.ts";

/** Most runs that are looked through for words that many have. */
const LOOKED_AT = 1_000;

/**
 * The runs that wait for somebody and have all words of a text, as `documentSearch` finds them: by rare words, else among
 * those that were submitted last.
 *
 * @param texts - the texts of `askedText` under which they wait
 */
export async function waitingRunsWith(
  db: Pick<Db, "collection">,
  companyId: string,
  texts: readonly string[],
  text: string,
): Promise<ObjectId[]> {
  const terms = searchTerms(text);
  if (terms === undefined || texts.length === 0) return [];
  const runs = listedRunsIn({ db });
  const foundRuns =
    (await findRare(runs, companyId, terms)) ??
    (await runs
      .find(
        { companyId: new ObjectId(companyId), viewerIds: { $in: [...texts] } },
        { hint: "viewers", projection: { words: 1, viewerIds: 1 } },
      )
      .sort({ submittedAt: -1, _id: -1 })
      .limit(LOOKED_AT)
      .toArray());
  const waits = sees(texts);
  return foundRuns.filter((run) => waits(run) && matchesTerms(run.words, terms)).map(({ _id }) => _id);
}
