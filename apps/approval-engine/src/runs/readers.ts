import {
  type Approval,
  type Grant,
  type Id,
  type Task,
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
import { type WorkflowRun, toRun } from "./run.ts";

/**
 * Answers a command on a run that its caller does not read as if the run were not there (contract-3, FIX-11): a refusal
 * would say how a stage is called, how it stands and how often it changed.
 *
 * @param missingError - the error of a command on nothing
 * @throws DomainError `missingError`
 */
export function assertReadable(
  caller: Caller,
  run: WorkflowRun,
  context: RunContext,
  missingError: () => DomainError,
): void {
  if (context.settings.runReaders === "COMPANY" || seesEverything(caller)) return;
  if (!takesPart(caller, run, context)) throw missingError();
}

/** Whether the caller is submitter, approver or the person it is about, or may represent somebody asked. */
export function takesPart({ userId }: Caller, run: WorkflowRun, context: RunContext): boolean {
  if (isInvolved(userId, run)) return true;
  const domainRun = toRun(run);
  return domainRun.tasks.filter(isActive).some((task) => {
    const waitingSeats = approvalsOf(domainRun, task.id).filter(isWaiting);
    return mayRepresent(userId, task, waitingSeats, context);
  });
}

/** Whether the user may see how a run was decided: who takes part in it, or may represent one of its approvers. */
export function seesVerdicts(caller: Caller, run: WorkflowRun, context: RunContext): boolean {
  const { userId } = caller;
  if (seesEverything(caller) || isInvolved(userId, run)) return true;
  // Archived seats too: they say who decided before.
  const { tasks, approvals } = toRun(run);
  return tasks.some((task) => {
    const seats = approvals.filter(({ taskId }) => taskId === task.id);
    return mayRepresent(userId, task, seats, context);
  });
}

/** Whether the user is submitter, approver or the person it is about. */
const isInvolved = (userId: Id, { tasks }: WorkflowRun): boolean =>
  tasks.some(({ involvedIds, beneficiaryId }) => involvedIds.includes(userId) || beneficiaryId === userId);

const mayRepresent = (userId: Id, task: Task, seats: readonly Approval[], context: RunContext): boolean =>
  grantsFor(task, seats, context).some(({ substituteId }) => substituteId === userId);

/**
 * Lets the run's submitter, its approvers and privileged users change the run's records (SAFE-5).
 *
 * @throws DomainError `FORBIDDEN` for anybody else
 */
export function assertInvolved({ userId, privileged }: Caller, { tasks, approvals }: WorkflowRun): void {
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
  "askedIds" | "involvedIds" | "beneficiaryId" | "kind" | "status" | "archived" | "waitsOnAnswer"
>;

/**
 * Whether a task waits for a user, on a seat of their own or in the place of somebody whom they represent; for nobody while it
 * waits for its submitter (contract-4, TALK-2).
 *
 * @param grants - whom they may represent
 */
export function waitsFor(userId: Id, task: WaitingTask, grants: readonly Grant[]): boolean {
  const { askedIds = [], involvedIds, beneficiaryId, kind } = task;
  if (!isActive(task) || task.waitsOnAnswer) return false;
  if (askedIds.includes(userId)) return true;
  if (involvedIds.includes(userId) || beneficiaryId === userId) return false;
  return grants.some((grant) => askedIds.includes(grant.principalId) && coversKind(grant, kind));
}
