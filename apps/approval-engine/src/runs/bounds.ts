import { LIMITS } from "@countersign/contracts";
import type { Run } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import type { RunRecords } from "./run-records.ts";

/** Most seats of a run (contract-4, ONE-5). */
const SEATS_MAX = 1_000;

/**
 * Refuses what would make a run too large, by what is not archived (contract-4, ONE-5). Verdicts are never refused for it.
 *
 * @param run - as the command would leave it
 * @param field - of the command, that makes it so large
 * @throws DomainError `CONFLICT`
 */
export function assertWithinBounds({ tasks, approvals }: Run, field: string): void {
  const live = new Set(tasks.filter(({ archived }) => !archived).map(({ id }) => id));
  if (live.size > LIMITS.stages) {
    throw new DomainError("CONFLICT", text("run.tooManyStages", { maximum: LIMITS.stages }), { field });
  }
  const seats = approvals.filter(({ taskId, archived }) => !archived && live.has(taskId));
  if (seats.length > SEATS_MAX) {
    throw new DomainError("CONFLICT", text("run.tooManySeats"), { field });
  }
}

/**
 * The part of a run that its record keeps: of a run that returns have made too large, of each stage the
 * archived tasks but the newest stand in their rows alone (contract-4, ONE-5).
 */
export function withinBounds(run: RunRecords): RunRecords {
  const { tasks, approvals, deletedApprovals } = run;
  const isLarge = tasks.length > LIMITS.stages || approvals.length + deletedApprovals.length > SEATS_MAX;
  if (!isLarge) return run;
  const archivedTasks = tasks.filter(({ archived }) => archived);
  const newest = new Set(new Map(archivedTasks.map(({ orderNo, _id }) => [orderNo, _id])).values());
  const keptTasks = tasks.filter(({ _id, archived }) => !archived || newest.has(_id));
  const ids = new Set(keptTasks.map(({ _id }) => _id));
  const isKept = ({ taskId }: { taskId: string }) => ids.has(taskId);
  return {
    ...run,
    tasks: keptTasks,
    approvals: approvals.filter(isKept),
    deletedApprovals: deletedApprovals.filter(isKept),
  };
}
