import {
  type Grant,
  type Id,
  approvalsOf,
  coversKind,
  grantsFor,
  isActive,
  isWaiting,
} from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import { type Caller, seesEverything } from "../shared/caller.ts";
import type { RunContext } from "./decision-context.ts";
import type { WorkflowTask } from "./records.ts";
import { type RunRecords, toRun } from "./run.ts";

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

/**
 * Lets the run's submitter, its approvers and privileged users change the run's records (SAFE-5).
 *
 * @throws DomainError `FORBIDDEN` for anybody else
 */
export function assertInvolved({ userId, privileged }: Caller, { tasks, approvals }: RunRecords): void {
  const takesPart =
    tasks.some(({ submitterId }) => submitterId === userId) ||
    approvals.some(({ approverId }) => approverId === userId);
  if (!privileged && !takesPart) {
    throw new DomainError("FORBIDDEN", text("run.notInvolved"));
  }
}

/** The fields of a task that decide it. */
export type WaitingTask = Pick<
  WorkflowTask,
  "askedIds" | "involvedIds" | "beneficiaryId" | "kind" | "status" | "archived"
>;

/**
 * Whether a task waits for a user, on a seat of their own or in the place of somebody whom they represent.
 *
 * @param grants - whom they may represent
 */
export function waitsFor(userId: Id, task: WaitingTask, grants: readonly Grant[]): boolean {
  const { askedIds = [], involvedIds, beneficiaryId, kind } = task;
  if (!isActive(task)) return false;
  if (askedIds.includes(userId)) return true;
  if (involvedIds.includes(userId) || beneficiaryId === userId) return false;
  return grants.some((grant) => askedIds.includes(grant.principalId) && coversKind(grant, kind));
}
