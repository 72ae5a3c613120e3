import { approvalsOf, grantsFor, isActive, isWaiting } from "@countersign/domain/approval";
import type { DomainError } from "@countersign/domain/errors";

import { type Caller, seesEverything } from "../shared/caller.ts";
import type { RunContext } from "./decision-context.ts";
import { type RunRecords, toRun } from "./run-records.ts";

/**
 * Answers a command on a run that its caller does not read as if the run were not there (contract-3, FIX-11): a refusal
 * would say how a stage is called, how it stands and how often it changed.
 *
 * @param missing - the error of a command on nothing
 * @throws DomainError `missing`
 */
export function assertReadable(
  caller: Caller,
  loaded: RunRecords,
  context: RunContext,
  missing: () => DomainError,
): void {
  if (context.settings.runReaders === "COMPANY" || seesEverything(caller)) return;
  if (!takesPart(caller, loaded, context)) throw missing();
}

/** Whether the caller is submitter, approver or the person it is about, or may represent somebody asked. */
export function takesPart({ userId }: Caller, loaded: RunRecords, context: RunContext): boolean {
  if (loaded.tasks.some((task) => task.involvedIds.includes(userId) || task.beneficiaryId === userId)) {
    return true;
  }
  const run = toRun(loaded);
  return run.tasks.filter(isActive).some((task) => {
    const waiting = approvalsOf(run, task.id).filter(isWaiting);
    return grantsFor(task, waiting, context).some(({ substituteId }) => substituteId === userId);
  });
}
