import { text } from "@countersign/texts";
import { DomainError } from "../errors/index.ts";
import type { Command, Decision, DecisionContext } from "./commands.ts";
import { archiveOpenTasks, othersIn } from "./returning.ts";
import { stageInProgress } from "./run.ts";
import { eventOf } from "./steps.ts";
import type { Run } from "./types.ts";
import { transition } from "./verdict-steps.ts";

/**
 * Refuses a verdict on a run whose time is over, though no timer has ended it yet (contract-3, ASK-3).
 *
 * @throws DomainError `APPROVAL_NOT_ACTIONABLE`
 */
export function assertNotExpired(
  { type }: Command,
  { expiresAtMs = Infinity }: Run,
  { nowMs }: Pick<DecisionContext, "nowMs">,
): void {
  if ((type !== "approve" && type !== "reject") || nowMs < expiresAtMs) return;
  throw new DomainError("APPROVAL_NOT_ACTIONABLE", text("run.notActionable"), { field: "taskId" });
}

/**
 * Active and queued tasks → ARCHIEVED, archived with their approvals; outcome `recalled` with the reason `EXPIRED`. Event:
 * EXPIRED, without an actor, to the submitter and those who were asked.
 *
 * @throws DomainError `NOT_FOUND` when the run has ended
 */
export function expire(before: Run): Decision {
  const task = stageInProgress(before);
  const metadata = { stageName: task.stageName };
  const expiredEvent = eventOf("EXPIRED", task, undefined, othersIn(before, task), metadata);
  const endedRun = transition(task.runId, before, archiveOpenTasks(before), [expiredEvent], [task.id]);
  const first = endedRun.run.tasks[0] ?? task;
  return { ...endedRun, outcome: "recalled", reason: "EXPIRED", verdict: expiredEvent, task: first };
}
