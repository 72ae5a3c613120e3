import { type Decision, type Id, isOpen } from "@countersign/domain/approval";
import { sessionOption, toObjectId } from "@countersign/mongo";

import type { Described } from "../documents/index.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { rebuildSearchRows } from "./rebuild-search-rows.ts";
import {
  RUN_SEARCH,
  type RunEnd,
  type SearchedRun,
  newestPlace,
  searchFieldsOf,
  wordsOfRun,
} from "./search-row.ts";
import { placeRuns, searchRows, updateTo } from "./search-rows.ts";

/** A run that a decision has just written. */
export interface DecidedRun {
  run: SearchedRun;
  decision: Decision;
  /** The document's new revision, where the decision brings one. */
  described: Described | undefined;
  /** The time of the transition. */
  at: Date;
}

const ENDS = { completed: "APPROVED", rejected: "REJECTED", recalled: "RECALLED" } as const;

function endOf({ decision: { run, ...ending }, at }: DecidedRun): RunEnd | undefined {
  if (isOpen(run)) return undefined;
  if (ending.outcome === undefined) return { state: "CANCELLED", at };
  return { state: ending.reason ?? ENDS[ending.outcome], at };
}

/**
 * Writes the row of a run in the transaction of the decision: everybody finds the document as it is from then on
 * (contract-3, CON-14).
 *
 * @param isNew - whether the decision began the run
 */
export async function keepSearchRow(
  scope: TransactionScope,
  decided: DecidedRun,
  isNew: boolean,
): Promise<void> {
  const { run, described, at } = decided;
  const { companyId, refId, runId } = run.tasks[0]!;
  const fields = searchFieldsOf(run, endOf(decided), at);
  const place = newestPlace(fields);
  if (isNew) {
    const row = { _id: toObjectId(runId), ...fields, ...place, words: wordsOfRun(run, described) };
    await scope.write({ insert: RUN_SEARCH, documents: [row] });
  } else {
    const changes = { ...fields, ...place, ...(described && { words: wordsOfRun(run, described) }) };
    const { matchedCount } = await searchRows(scope).updateOne(
      { _id: toObjectId(runId), companyId: toObjectId(companyId) },
      updateTo(changes),
      sessionOption(scope),
    );
    // A run of an older release.
    if (matchedCount === 0) await rebuildSearchRows(scope, [toObjectId(runId)]);
  }
  if (run.number > 1) await placeRuns(scope, [toObjectId(refId)]);
}

/** The same after another change of a run's records than a decision. */
export async function refreshSearchRow(scope: TransactionScope, runId: Id): Promise<void> {
  await rebuildSearchRows(scope, [toObjectId(runId)]);
}
