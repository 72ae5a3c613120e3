import { DomainError } from "../errors/index.ts";
import type { TakeOverPolicy, VerdictCommand } from "./commands.ts";
import { assertUnchanged } from "./revision.ts";
import { approvalsOf, isActive, isWaiting, mayStandIn, ownActionable } from "./run.ts";
import type { Approval, Run, Task } from "./types.ts";

/** The task and approval that a verdict is recorded on. */
export interface Actionable {
  task: Task;
  approval: Approval;
}

/**
 * The active task and the approval on it that the acting user decides: their own, or one that they may take over.
 *
 * @throws DomainError `REVISION_CHANGED` when the user has seen another revision; `APPROVAL_NOT_ACTIONABLE` when they have
 *   neither
 */
export function actionable(command: VerdictCommand, run: Run): Actionable {
  const task = run.tasks.find((candidate) => candidate.id === command.taskId);
  if (task) assertUnchanged(command.expectedRevision, task, run);
  const approval =
    task && (ownActionable(task, run.approvals, command.approverId) ?? takenOver(command, run, task));
  if (task === undefined || approval === undefined) {
    throw new DomainError("APPROVAL_NOT_ACTIONABLE", "Approval not found or cannot be updated", {
      field: "taskId",
    });
  }
  return { task, approval };
}

/**
 * The pending approval of somebody else that the user takes over (contract: "`actionApproval`'s take-over"). The
 * submitter, the person whom the document is about and approvers of the task may not take over; an approver's verdict
 * would count twice. A row added by hand does not make its user a participant (SAFE-3).
 */
function takenOver(command: VerdictCommand, run: Run, task: Task): Approval | undefined {
  const { approverId, takeOver } = command;
  if (takeOver === undefined || !isActive(task) || !mayStandIn(task, approverId)) {
    return undefined;
  }
  const rows = approvalsOf(run, task.id);
  const isAsked = rows.some((row) => row.approverId === approverId);
  const participates = run.approvals.some((row) => row.approverId === approverId && !row.addedByHand);
  if (isAsked || !isAllowed(takeOver.policy, { participates, privileged: takeOver.privileged })) {
    return undefined;
  }
  return rows.find(isWaiting);
}

function isAllowed(policy: TakeOverPolicy, user: { participates: boolean; privileged: boolean }): boolean {
  switch (policy) {
    case "anyone":
      return true;
    case "participants":
      return user.participates;
    case "privileged":
      return user.privileged;
    case "off":
      return false;
    default:
      return policy satisfies never;
  }
}
