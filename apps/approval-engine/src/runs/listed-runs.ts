import { type Id, isActive } from "@countersign/domain/approval";
import { type LookUp, type Term, lookUpsOf, matchesTerms, searchTerms } from "@countersign/domain/search";
import { type Scope, toObjectId } from "@countersign/mongo";
import { type Collection, type Db, type Filter, ObjectId } from "mongodb";

import { WORKFLOW_RUNS } from "../shared/pending.ts";
import { type RecordOf, toRecord } from "../shared/record-of.ts";
import type { RunRecord, RunTaskRecord } from "./run-record.ts";
import { runsIn } from "./runs-repository.ts";
import { sees } from "./viewers.ts";

const FIELDS = [
  "companyId",
  "refId",
  "number",
  "ref",
  "kind",
  "state",
  "submitterId",
  "peopleIds",
  "deciderIds",
  "judged",
  "viewerIds",
  "tab",
  "words",
  "askedIds",
  "changesWanted",
  "submittedAt",
  "endedAt",
  "sortedAt",
] as const satisfies (keyof RunRecord)[];
const FIELDS_OF_STAGE = [
  "_id",
  "orderNo",
  "stageName",
  "status",
  "archived",
  "askedAt",
  "nudgedAt",
] as const satisfies (keyof RunTaskRecord)[];
const FIELDS_OF_DOCUMENT = ["id", "title", "amount", "currency"] as const;

type ListedStage = Pick<RunTaskRecord, (typeof FIELDS_OF_STAGE)[number]>;

/** A run as lists of documents read it: without its seats and history. */
export interface ListedRun extends Pick<RunRecord, "_id" | (typeof FIELDS)[number]> {
  document?: Pick<NonNullable<RunRecord["document"]>, (typeof FIELDS_OF_DOCUMENT)[number]>;
  tasks: ListedStage[];
}

/** The projection of a listed run. */
export const LISTED_RUN: Readonly<Record<string, 1>> = Object.fromEntries(
  [
    ...FIELDS,
    ...FIELDS_OF_STAGE.map((field) => `tasks.${field}`),
    ...FIELDS_OF_DOCUMENT.map((field) => `document.${field}`),
  ].map((path) => [path, 1] as const),
);

/** Runs, of which lists read {@link LISTED_RUN}. */
export const listedRunsIn = ({ db }: { db: Pick<Db, "collection"> }): Collection<ListedRun> =>
  db.collection<ListedRun>(WORKFLOW_RUNS);

/** The stage that is asked. */
export const waitingStageOf = ({ tasks }: Pick<ListedRun, "tasks">): ListedStage | undefined =>
  tasks.find(isActive);

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
    const rareRuns = await runsWith(runs, companyId, lookUps);
    if (rareRuns !== undefined) return rareRuns;
  }
  return undefined;
}

async function runsWith(
  runs: Collection<ListedRun>,
  companyId: string,
  lookUps: readonly LookUp[],
): Promise<ListedRun[] | undefined> {
  const foundRuns = new Map<string, ListedRun>();
  let mostRuns = RARE_MAX + 1;
  for (const { word, isBeginning } of lookUps) {
    const words = isBeginning ? { $regex: `^${escapeWord(word)}` } : word;
    const filter = { companyId: new ObjectId(companyId), words } as Filter<ListedRun>;
    const options = { hint: "words", projection: LISTED_RUN, limit: mostRuns };
    const withWord = await runs.find(filter, options).toArray();
    mostRuns -= withWord.length;
    if (mostRuns <= 0) return undefined;
    for (const run of withWord) foundRuns.set(run._id.toHexString(), run);
  }
  return [...foundRuns.values()];
}

/** Words hold letters, marks and digits; those of amounts also points and signs. */
const escapeWord = (word: string): string => word.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, String.raw`\$&`);

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

const RULED_FIELDS = [
  "refId",
  "ref",
  "submitterId",
  "beneficiaryId",
  "origin",
  "submittedAt",
] as const satisfies (keyof RunRecord)[];

/** Runs that are read together. */
const BATCH = 200;

/** A run whose way a rule or the default chose by the word of the document's owner, as far as that is asked again. */
export type RuledRun = Pick<RecordOf<RunRecord>, "_id" | (typeof RULED_FIELDS)[number]>;

/** The runs of a kind that rules chose, newest submitted first, some at a time: other requests have their turns meanwhile. */
export async function ruledRuns(
  scope: Scope,
  companyId: Id,
  { kind, since, most }: { kind: string; since: Date; most: number },
): Promise<RuledRun[]> {
  const ofKind = {
    companyId: toObjectId(companyId),
    kind,
    ruled: true as const,
    submittedAt: { $gte: since },
  };
  const projection = Object.fromEntries(RULED_FIELDS.map((field) => [field, 1]));
  const runRows = runsIn(scope)
    .find(ofKind, { session: scope.session, projection, sort: { submittedAt: -1, _id: -1 }, limit: most })
    .batchSize(BATCH);
  const runs: RuledRun[] = [];
  for await (const run of runRows) runs.push(toRecord(run) as RuledRun);
  return runs;
}
