import { type Asked, type Resolved, ask, seatStage, seatedAgain, withAddedIds } from "./asking.ts";
import type { DecisionContext } from "./commands.ts";
import { isCovered } from "./limits.ts";
import { NO_ORGANISATION } from "./people.ts";
import { tallyOf } from "./quorum.ts";
import { hasVerdict, isQueued, seatsOf, stageInProgress, theNextTask } from "./run.ts";
import { sendStage, withoutVerdicts } from "./steps.ts";
import type { Approval, Id, Run, Task } from "./types.ts";

/**
 * Every task that was asked goes back: the first in order → AWAITING_APPROVAL, the others → PENDING; no verdict stays, nor
 * one that an earlier amendment left standing.
 */
export function askAgain(run: Run, actorId: Id, context: DecisionContext): Asked {
  const judgedIds = new Set(run.approvals.filter(hasVerdict).map(({ taskId }) => taskId));
  const queuedRun = run.tasks
    .filter((task) => !task.archived && (!isQueued(task) || judgedIds.has(task.id)))
    .reduce((sofar, { id }) => sendStage(sofar, id, "PENDING"), run);
  return ask(queuedRun, theNextTask(queuedRun).id, actorId, context);
}

/** A run after an amendment that keeps verdicts. */
interface Kept extends Resolved {
  /** Whether another stage is asked than before. */
  isReturned: boolean;
}

/**
 * The verdicts of the document's editors, and those given in their place, are cleared, and of seats that a limit gave those
 * whose holders may not approve the new amount (contract-4, MEET-5); the others stand. The first stage that is thereby incomplete and comes before the active one is asked again, after those that wait before it; the others
 * that are not complete wait, later ones than the active one too (contract-3, SAFE-16). A stage that time approved is complete
 * without verdicts, unless a limit gave its seats and covers the new amount for nobody there. The sources of the active stage are looked at again: the change may name others.
 *
 * @param actorId - who changed the document, and is one of its editors
 */
export function keepVerdicts(before: Run, actorId: Id, context: DecisionContext): Kept {
  const active = stageInProgress(before);
  const { organisation = NO_ORGANISATION, content } = context;
  const pricedDocument = { kind: active.kind, ...content };
  const isBeyondLimit = ({ byLimit, approverId }: Approval) =>
    byLimit === true && isCovered(approverId, pricedDocument, organisation, before) !== "YES";
  const isByTime = (task: Task) => {
    const limitedSeats = seatsOf(before, task.id).filter(({ byLimit }) => byLimit);
    return task.byTime === true && (limitedSeats.length === 0 || !limitedSeats.every(isBeyondLimit));
  };
  const barredIds = new Set(before.document?.editorIds);
  const editors = new Set([actorId, ...barredIds]);
  const isTheirs = ({ approverId, decidedBy = approverId }: Approval) =>
    editors.has(approverId) || editors.has(decidedBy);
  const isCleared = (row: Approval) =>
    !row.archived && hasVerdict(row) && (isTheirs(row) || (row.status === "APPROVED" && isBeyondLimit(row)));
  const clearedRun = before.approvals.some(isCleared) ? withoutVerdicts(before, isCleared) : before;
  const incomplete = clearedRun.tasks.filter(
    (task) =>
      task.status === "APPROVED" && !isByTime(task) && !tallyOf(task, seatsOf(clearedRun, task.id)).isReached,
  );
  const waitingRun = incomplete.reduce((run, { id }) => sendStage(run, id, "PENDING", "KEPT"), clearedRun);
  const queuedRun = sendStage(waitingRun, active.id, "PENDING", "KEPT");
  if (incomplete.some(({ orderNo }) => orderNo < active.orderNo)) {
    return { ...ask(queuedRun, theNextTask(queuedRun).id, actorId, context), addedIds: [], isReturned: true };
  }
  const isOutdated = ({ taskId, archived, approverId, leftOut }: Approval) =>
    taskId === active.id && !archived && (leftOut === "editorIds") !== barredIds.has(approverId);
  const isChanged = clearedRun !== before || clearedRun.approvals.some(isOutdated);
  let askedStage: Asked = { run: waitingRun, events: [] };
  if (active.sources !== undefined) askedStage = seatedAgain(waitingRun, active, actorId, context);
  else if (isChanged) askedStage = seatStage(waitingRun, active.id, actorId, context);
  return { ...withAddedIds(before, active, askedStage), isReturned: false };
}
