import type { RunChanges } from "./commands.ts";
import { isActive } from "./run.ts";
import type { Id, Run } from "./types.ts";

/**
 * The changes from one state of a run to another. Records are compared by identity: a decision copies those it changes.
 *
 * @param before - the run as it was loaded; empty for a submission
 * @param actedOn - the tasks that are written in any case (see {@link RunChanges})
 */
export function changesBetween(before: Run, after: Run, actedOn: readonly Id[] = []): RunChanges {
  const tasks = difference(before.tasks, after.tasks, actedOn);
  const approvals = difference(before.approvals, after.approvals);
  return {
    updatedTasks: tasks.updated.toSorted((left, right) => Number(isActive(left)) - Number(isActive(right))),
    insertedTasks: tasks.inserted,
    updatedApprovals: approvals.updated,
    insertedApprovals: approvals.inserted,
    ...(approvals.removed.length > 0 && { removedApprovals: approvals.removed }),
  };
}

function difference<T extends { id: Id }>(
  before: readonly T[],
  after: readonly T[],
  always: readonly Id[] = [],
) {
  // All of a submission is new.
  if (before.length === 0) return { updated: [], inserted: after, removed: [] };
  const knownRecords = new Map(before.map((record) => [record.id, record]));
  const keptIds = new Set(after.map(({ id }) => id));
  return {
    updated: after.filter(
      (record) =>
        knownRecords.has(record.id) && (knownRecords.get(record.id) !== record || always.includes(record.id)),
    ),
    inserted: after.filter((record) => !knownRecords.has(record.id)),
    removed: before.filter(({ id }) => !keptIds.has(id)),
  };
}
