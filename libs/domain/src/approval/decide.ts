import { text } from "@countersign/texts";
import { DomainError } from "../errors/index.ts";
import { type Actionable, actionable } from "./actionable.ts";
import { assertAgentsStandBack, isEndedByRejection } from "./agents.ts";
import type {
  ApproveCommand,
  Command,
  Decision,
  DecisionContext,
  RejectCommand,
  VerdictDecision,
  RunEvent,
  VerdictCommand,
} from "./commands.ts";
import {
  answerChanges,
  assertNoChangesWanted,
  endChanges,
  requestChanges,
  wantedNow,
  withChangesJudged,
} from "./changes-wanted.ts";
import { assertNotExpired, expire } from "./expiry.ts";
import { nextTask, seatsOf, theActiveTask, isActive, isWaiting, stageInProgress } from "./run.ts";
import type { Run, Task } from "./types.ts";
import { addApprover, addRow, reassign, release, removeRow, resolveAgain, withdraw } from "./decide-seats.ts";
import { submit, amend, archive, recall } from "./decide-document.ts";
import { ask, askedOf, markNotNeeded, skipRepeated } from "./asking.ts";
import { marksNotNeeded, tallyOf } from "./quorum.ts";
import { archiveOpenTasks, isDynamic, originOf, requeue, returnTarget } from "./returning.ts";
import { addTask, changeApprovals, changeTask, eventOf, isOf, wholeSeconds } from "./steps.ts";
import { recordVerdict, notifiedBy, verdict, verdictMetadata, transition } from "./verdict-steps.ts";
import { assertNudgeable, mayApproveByTime, remindedEvents } from "./by-time.ts";
import { escalate } from "./escalating.ts";
import type { FireCommand, NudgeCommand } from "./time-commands.ts";

/**
 * The whole transition table of a run: verdicts and time here, the document's own commands in `decide-document.ts`, those
 * that only change who is asked in `decide-seats.ts` (specification: "States and transitions", "Submit rules", "Events";
 * contract: "approval-engine"). Pure: the same command, run and context give the same decision, and the given run stays
 * unchanged.
 *
 * @param run - all tasks and approvals of the document's current run, archived ones too, deleted ones not;
 *   `EMPTY_RUN` when the document has none
 * @throws DomainError
 *   submit: `INVALID_INPUT`, `WORKFLOW_NOT_FOUND`, `WORKFLOW_HAS_NO_STAGES`, `STAGE_HAS_NO_APPROVERS`,
 *   `RUN_ALREADY_OPEN`; approve: as {@link actionable} does; reject: that and `RETURN_STAGE_NOT_FOUND`; archive: none;
 *   amend, release: `NOT_FOUND`; recall: as `assertRecallable` does; the other commands of seats: as their checks do;
 *   submit: also `CONFLICT` as `assertAttended` does; fire, endChanges: none; nudge: `NOT_FOUND`, `FORBIDDEN`,
 *   `CONFLICT`; requestChanges, answerChanges: as they say
 */
export function decide(
  command: ApproveCommand | RejectCommand,
  run: Run,
  context: DecisionContext,
): VerdictDecision;
export function decide(command: Command, run: Run, context: DecisionContext): Decision;
export function decide(command: Command, run: Run, context: DecisionContext): Decision {
  assertAgentsStandBack(command, run);
  assertNotExpired(command, run, context);
  return withChangesJudged(run, decisionOf(command, run, context), context);
}

function decisionOf(command: Command, run: Run, context: DecisionContext): Decision {
  switch (command.type) {
    case "submit":
      return submit(command, run, context);
    case "approve":
      return approve(command, run, context);
    case "reject":
      return reject(command, run, context);
    case "archive":
      return archive(command, run);
    case "amend":
      return amend(command, run, context);
    case "recall":
      return recall(command, run, context);
    case "expire":
      return expire(run);
    case "reassign":
      return reassign(command, run, context);
    case "addApprover":
      return addApprover(command, run, context);
    case "withdraw":
      return withdraw(command, run, context);
    case "addRow":
      return addRow(command, run, context);
    case "removeRow":
      return removeRow(command, run, context);
    case "release":
      return release(command, run, context);
    case "resolveAgain":
      return resolveAgain(command, run, context);
    case "fire":
      return fire(command, run, context);
    case "nudge":
      return nudge(command, run, context);
    case "requestChanges":
      return requestChanges(command, run, context);
    case "answerChanges":
      return answerChanges(command, run, context);
    case "endChanges":
      return endChanges(command, run, context);
    default:
      return command satisfies never;
  }
}

/**
 * approval → APPROVED. An incomplete stage stays as it is and the run stops here; a complete one → {@link complete}.
 * Event: APPROVED to the submitter, and to the principal whose substitute acted.
 */
function approve(command: ApproveCommand, before: Run, context: DecisionContext): VerdictDecision {
  const actedOn = decidable(command, before, context);
  const { task } = actedOn;
  const approvedEvent = eventOf("APPROVED", task, command.approverId, notifiedBy(actedOn), {
    ...verdictMetadata(command, actedOn, context),
    stageName: task.stageName,
  });
  const run = recordVerdict(before, actedOn, command, "APPROVED", context);
  if (!tallyOf(task, seatsOf(run, task.id)).isReached) return verdict(before, run, actedOn, [approvedEvent]);
  const { events, outcome, ...passedRun } = complete(run, task, command, approvedEvent, context);
  return verdict(before, passedRun.run, actedOn, events, outcome);
}

/** The seat that a verdict decides. @throws DomainError as {@link actionable} does, and while changes are wanted */
function decidable(command: VerdictCommand, before: Run, context: DecisionContext): Actionable {
  const actedOn = actionable(command, before, context);
  assertNoChangesWanted(actedOn, command.approverId, before, context);
  return actedOn;
}

/** A run of which a stage is complete. */
interface Passed {
  run: Run;
  events: [RunEvent, ...RunEvent[]];
  outcome?: "completed";
}

/**
 * task → APPROVED, and then either the next stage, task and approvals → AWAITING_APPROVAL, or, as the last one, the run
 * is completed. A stage that approvals of the stage before complete at once → APPROVED likewise (`onRepeatedApprover`).
 * Events: STAGE_ADVANCED to the next approvers, SKIPPED to those whose approval counts there too, or COMPLETED to the
 * submitter.
 */
function complete(
  judgedRun: Run,
  decidedTask: Task,
  { approverId, actorName }: Partial<Pick<VerdictCommand, "approverId" | "actorName">>,
  first: RunEvent,
  context: DecisionContext,
): Passed {
  const events: Passed["events"] = [first];
  let run = judgedRun;
  let task = decidedTask;
  for (;;) {
    run = changeTask(run, task.id, { status: "APPROVED", completionDate: wholeSeconds(context) });
    if (marksNotNeeded(task)) run = markNotNeeded(run, task.id);
    const next = nextTask(run);
    if (next === undefined) {
      const { stageName, submitterId } = task;
      events.push(eventOf("COMPLETED", task, approverId, [submitterId], { stageName, actorName }));
      return { run, events, outcome: "completed" };
    }
    const resolvedStage = ask(run, next.id, approverId, context);
    const reachedStage = skipRepeated(resolvedStage, next, task, approverId, context);
    ({ run } = reachedStage);
    const askedPeople = askedOf(run, theActiveTask(run), context);
    const { stageName, stageId: toStageId } = next;
    const metadata = { stageName, actorName, fromStageId: task.stageId, toStageId };
    events.push(eventOf("STAGE_ADVANCED", next, approverId, askedPeople.ids, metadata, askedPeople.askedBy));
    events.push(...reachedStage.events);
    // Only verdicts complete a stage: those that it kept did not when it was left.
    task = theActiveTask(run);
    const isPassed = reachedStage.run !== resolvedStage.run && tallyOf(task, seatsOf(run, task.id)).isReached;
    if (!isPassed) return { run, events };
  }
}

/**
 * approval → REJECTED. With `rejectBy: UNREACHABLE` the stage stays active as long as the others can still complete it;
 * event OBJECTED to the submitter. Else task → REJECTED; the task and all its approvals archived. With a return target,
 * that task and its approvals → AWAITING_APPROVAL, and the rejected stage is queued again. Without one the run ends: its
 * PENDING tasks are archived; so it does where the rejection says so. A rejection ends an agent's request in any case. Event: REJECTED to the submitter and the
 * return stage's approvers.
 */
function reject(command: RejectCommand, before: Run, context: DecisionContext): VerdictDecision {
  const actedOn = decidable(command, before, context);
  const { task } = actedOn;
  const { approverId } = command;
  const isOfAgent = isEndedByRejection(before);
  const endsRun = isOfAgent || command.end === true;
  const target = endsRun ? undefined : returnTarget(command, before, task);
  const notifiedIds = notifiedBy(actedOn);
  const verdictOfActor = verdictMetadata(command, actedOn, context);

  const judgedRun = recordVerdict(before, actedOn, command, "REJECTED", context);
  if (task.rejectBy === "UNREACHABLE" && !isOfAgent) {
    const { isReachable, isReached } = tallyOf(task, seatsOf(judgedRun, task.id));
    const metadata = { ...verdictOfActor, stageName: task.stageName };
    const objectedEvent = eventOf("OBJECTED", task, approverId, notifiedIds, metadata);
    if (isReached) {
      const { events, outcome, ...passedRun } = complete(judgedRun, task, command, objectedEvent, context);
      return verdict(before, passedRun.run, actedOn, events, outcome);
    }
    if (isReachable) return verdict(before, judgedRun, actedOn, [objectedEvent]);
  }
  const metadata = {
    ...verdictOfActor,
    fromStageId: task.stageId,
    returnToStageId: endsRun || isDynamic(task) ? undefined : command.returnToStageId,
  };
  const endedStage = rejectedStage(
    marksNotNeeded(task) ? markNotNeeded(judgedRun, task.id) : judgedRun,
    task,
    context,
  );

  if (target === undefined) {
    const rejectedEvent = eventOf("REJECTED", task, approverId, notifiedIds, metadata);
    return verdict(before, archiveOpenTasks(endedStage), actedOn, [rejectedEvent], "rejected");
  }
  const fresh =
    "id" in target ? endedStage : addTask(endedStage, originOf(task, endedStage), target, "PENDING", context);
  const targetId = "id" in target ? target.id : (fresh.tasks.at(-1)?.id ?? "");
  // By the specification's table alone the stage that rejected would be skipped: its task is archived (contract).
  const runInQueue = context.returnRequeue ? requeue(fresh, judgedRun, task, context) : fresh;
  const { run, events } = ask(runInQueue, targetId, approverId, context);
  const returnedTask = theActiveTask(run);
  const askedPeople = askedOf(run, returnedTask, context);
  const targetIds = [...notifiedIds, ...askedPeople.ids];
  const returning = { ...metadata, stageName: returnedTask.stageName, toStageId: returnedTask.stageId };
  const rejectedEvent = eventOf("REJECTED", task, approverId, targetIds, returning, askedPeople.askedBy);
  return verdict(before, run, actedOn, [rejectedEvent, ...events]);
}

/** task → REJECTED; the task and all its approvals archived. */
function rejectedStage(run: Run, { id }: Task, context: DecisionContext): Run {
  const completionDate = wholeSeconds(context);
  const withoutTask = changeTask(run, id, { status: "REJECTED", archived: true, completionDate });
  return changeApprovals(withoutTask, isOf(id), { archived: true });
}

/**
 * A rung of the active stage's ladder (contract-3, TIME-3, TIME-4); nothing for a stage that was left or asked again since.
 * REMIND: event REMINDED to those who are asked. ESCALATE: further seats, as {@link escalate} says. END: {@link timeOut}.
 */
function fire(command: FireCommand, before: Run, context: DecisionContext): Decision {
  const task = before.tasks.find(({ id }) => id === command.taskId);
  const isStale = task === undefined || !isActive(task) || (task.activation ?? 1) !== command.activation;
  // The stage's time stands still.
  if (isStale || wantedNow(before, context))
    return transition(before.tasks[0]?.runId ?? "", before, before, []);
  switch (command.action) {
    case "REMIND": {
      const events = remindedEvents(before, task, command, context);
      return transition(task.runId, before, before, events, events.length > 0 ? [task.id] : []);
    }
    case "ESCALATE": {
      if (task.ladder?.escalate === undefined) return transition(task.runId, before, before, []);
      const { run, events } = escalate(before, task, task.ladder.escalate, context);
      return transition(task.runId, before, run, events, events.length > 0 ? [task.id] : []);
    }
    case "END":
      return timeOut(task, before, context);
    default:
      return command.action satisfies never;
  }
}

/**
 * The end of a ladder. REJECT: task → REJECTED and the run ends, so that two stages do not time out against each other for
 * ever. APPROVE: task → APPROVED, seats that wait → NOT_NEEDED, then as {@link complete} goes on; nothing where only time
 * would have approved the document, or an agent submitted it. Event: TIMED_OUT to the submitter and the seats that waited.
 */
function timeOut(task: Task, before: Run, context: DecisionContext): Decision {
  const mode = task.ladder?.atEnd;
  const nothing = transition(task.runId, before, before, []);
  if (mode !== "APPROVE" && mode !== "REJECT") return nothing;
  if (mode === "APPROVE" && !mayApproveByTime(before)) return nothing;
  const waitingSeats = seatsOf(before, task.id).filter(isWaiting);
  const targetIds = [task.submitterId, ...waitingSeats.map(({ approverId }) => approverId)];
  const timedOut = eventOf("TIMED_OUT", task, undefined, targetIds, { stageName: task.stageName, mode });
  const judgedRun = changeTask(markNotNeeded(before, task.id), task.id, { byTime: true });
  if (mode === "REJECT") {
    const run = archiveOpenTasks(rejectedStage(judgedRun, task, context));
    const endedRun = transition(task.runId, before, run, [timedOut], [task.id]);
    return { ...endedRun, outcome: "rejected", verdict: timedOut, task: run.tasks[0] ?? task };
  }
  const { run, events, outcome } = complete(judgedRun, task, {}, timedOut, context);
  const passedRun = transition(task.runId, before, run, events, [task.id]);
  return outcome ? { ...passedRun, outcome, verdict: timedOut, task: run.tasks[0] ?? task } : passedRun;
}

/**
 * The submitter reminds those who are asked, once in four hours (TIME-4). Event: REMINDED to them.
 *
 * @throws DomainError `NOT_FOUND`, `FORBIDDEN` for others, `CONFLICT`
 */
function nudge({ actorId, actorName }: NudgeCommand, before: Run, context: DecisionContext): Decision {
  const task = assertNudgeable(stageInProgress(before), actorId, context);
  const { ids, askedBy } = askedOf(before, task, context);
  if (ids.length === 0 || wantedNow(before, context))
    throw new DomainError("CONFLICT", text("run.nudgeNobody"), { field: "refId" });
  const run = changeTask(before, task.id, { nudgedMs: context.nowMs });
  const { stageName } = task;
  const remindedEvent = eventOf("REMINDED", task, actorId, ids, { stageName, actorName }, askedBy);
  return transition(task.runId, before, run, [remindedEvent], [task.id]);
}
