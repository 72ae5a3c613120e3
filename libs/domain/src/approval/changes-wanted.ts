import { text } from "@countersign/texts";
import { workingTimeBetween } from "../calendar/index.ts";
import { DomainError } from "../errors/index.ts";
import { actionable } from "./actionable.ts";
import { askedOf } from "./asking.ts";
import { grantsFor } from "./authority.ts";
import { changesBetween } from "./changes.ts";
import type { Decision, DecisionContext, PeopleContext } from "./commands.ts";
import { hasLeft, nameIn } from "./people.ts";
import { approvalsOf, decidesMeanwhile, isActive, isWaiting, seatsOf, theActiveTask } from "./run.ts";
import { changeTask, eventOf } from "./steps.ts";
import type { AnswerChangesCommand, EndChangesCommand, RequestChangesCommand } from "./talk-commands.ts";
import { workedFrom } from "./timers.ts";
import type { Approval, Id, Run, Task, WantedChanges } from "./types.ts";
import { transition } from "./verdict-steps.ts";

const DAY_MS = 86_400_000;
/** How long changes are wanted before that ends by itself (contract-4, TALK-2). */
export const CHANGES_WANTED_MS = 30 * DAY_MS;

/**
 * The approver asks the submitter for changes: the stage waits for them, and its time stands still (contract-4, TALK-2).
 * Event: CHANGES_WANTED to the submitter.
 *
 * @throws DomainError as {@link actionable} does; `FORBIDDEN` for the submitter; `CONFLICT` while changes are wanted, once they
 *   were wanted too often, and where the submitter has left
 */
export function requestChanges(
  command: RequestChangesCommand,
  before: Run,
  context: DecisionContext,
): Decision {
  const { taskId, actorId, actorName, isAgent, expectedRevision } = command;
  const { people, nowMs, rules } = context;
  const { task, approval, authority } = actionable(
    { taskId, approverId: actorId, isAgent, expectedRevision },
    before,
    context,
  );
  const { submitterId } = task;
  if (actorId === submitterId) {
    throw new DomainError("FORBIDDEN", text("run.changesOfOneself"), { field: "taskId" });
  }
  if (hasLeft(people, submitterId)) {
    throw new DomainError("CONFLICT", text("person.left", { name: nameIn(people, submitterId) }), {
      field: "taskId",
    });
  }
  if (wantedNow(before, context) !== undefined) {
    throw new DomainError("CONFLICT", text("run.changesWanted"), { field: "taskId" });
  }
  const { changesAsked = 0 } = before;
  if (changesAsked >= rules.maxChanges) {
    throw new DomainError("CONFLICT", text("run.changesTooOften", { maximum: rules.maxChanges }), {
      field: "taskId",
    });
  }
  const id = context.newId();
  const { principal, grant } = authority;
  // Changes that are wanted no longer, though nothing has ended that yet, hold the time that was left.
  const waitingRun = withoutChangesWanted(before, context);
  const { dueMs } = theActiveTask(waitingRun);
  const changesWanted: WantedChanges = {
    id,
    taskId,
    activation: task.activation ?? 1,
    seatId: approval.id,
    principalId: principal,
    askerId: actorId,
    text: command.text,
    sinceMs: nowMs,
    ...(dueMs !== undefined && { leftMs: workingMsBetween(task, nowMs, dueMs, context) }),
  };
  const run = {
    ...changeTask(waitingRun, taskId, { dueMs: undefined }),
    changesWanted,
    changesAsked: changesAsked + 1,
  };
  const wantedEvent = eventOf("CHANGES_WANTED", task, actorId, [submitterId], {
    stageName: task.stageName,
    remark: command.text,
    actorName,
    messageId: id,
    principalId: grant && principal,
    principalName: grant && nameIn(people, principal),
  });
  return transition(task.runId, before, run, [wantedEvent], [task.id]);
}

/**
 * The submitter answers in place of changing the document: the stage is asked again where it stood. Event: QUESTION_ANSWERED
 * to who wanted the changes, and to all who are asked.
 *
 * @throws DomainError `CONFLICT` once nothing is wanted any more, `FORBIDDEN` for others than the submitter
 */
export function answerChanges(
  { messageId, actorId, actorName, text: answer }: AnswerChangesCommand,
  before: Run,
  context: DecisionContext,
): Decision {
  const task = before.tasks.find(isActive);
  const wantedChanges = wantedNow(before, context);
  if (task === undefined || wantedChanges?.id !== messageId) {
    throw new DomainError("CONFLICT", text("talk.closed"), { field: "questionId" });
  }
  if (actorId !== task.submitterId) {
    throw new DomainError("FORBIDDEN", text("talk.notYours"), { field: "questionId" });
  }
  const run = withoutChangesWanted(before, context);
  const { ids, askedBy } = askedOf(run, task, context, { ending: "askedAgain" });
  const answeredEvent = eventOf(
    "QUESTION_ANSWERED",
    task,
    actorId,
    [wantedChanges.askerId, ...ids],
    {
      stageName: task.stageName,
      remark: answer,
      actorName,
      messageId: context.newId(),
      questionId: messageId,
    },
    askedBy,
  );
  return transition(task.runId, before, run, [answeredEvent], [task.id]);
}

/** A look at changes that are wanted: their time may be over, or whoever wanted them may stand in for nobody any more. */
export function endChanges(
  { messageId }: EndChangesCommand,
  before: Run,
  context: DecisionContext,
): Decision {
  const { changesWanted, tasks } = before;
  const isOver =
    changesWanted?.id === messageId && context.nowMs >= changesWanted.sinceMs + CHANGES_WANTED_MS;
  const run = isOver ? withoutChangesWanted(before, context) : before;
  return transition(tasks[0]?.runId ?? "", before, run, []);
}

/**
 * The changes that are wanted of the submitter now: as long as whoever wants them holds the seat, or stands in for its holder,
 * the seat waits, and both are there (contract-4, TALK-1).
 */
export function wantedNow(run: Run, context: PeopleContext): WantedChanges | undefined {
  const { changesWanted: wantedChanges, tasks } = run;
  const task = tasks.find(({ id }) => id === wantedChanges?.taskId);
  if (wantedChanges === undefined || task === undefined) return undefined;
  if (!isActive(task) || (task.activation ?? 1) !== wantedChanges.activation) return undefined;
  const { askerId, principalId } = wantedChanges;
  if ([askerId, task.submitterId].some((userId) => hasLeft(context.people, userId))) return undefined;
  const seat = seatsOf(run, task.id).find(({ id }) => id === wantedChanges.seatId);
  if (seat === undefined || !isWaiting(seat) || seat.approverId !== principalId) return undefined;
  if (askerId === principalId) return wantedChanges;
  const grants = grantsFor(task, approvalsOf(run, task.id), context, run);
  const standsIn = grants.some(
    (grant) => grant.substituteId === askerId && grant.principalId === principalId,
  );
  return standsIn ? wantedChanges : undefined;
}

/**
 * Refuses verdicts while changes are wanted, but those of whoever wants them and of the seat's holder, on that seat.
 *
 * @throws DomainError `CONFLICT`
 */
export function assertNoChangesWanted(
  { task, approval }: { task: Task; approval: Approval },
  actorId: Id,
  run: Run,
  context: PeopleContext,
): void {
  const wantedChanges = wantedNow(run, context);
  if (wantedChanges === undefined || decidesMeanwhile(wantedChanges, actorId, approval)) return;
  const name = nameIn(context.people, task.submitterId);
  throw new DomainError("CONFLICT", text("run.waitsForChanges", { name }), { field: "taskId" });
}

/** The run in which no changes are wanted any more: the time of a stage that goes on waiting runs again. */
export function withoutChangesWanted(before: Run, context: DecisionContext): Run {
  const { changesWanted: wantedChanges, ...run } = before;
  const task = run.tasks.find(({ id }) => id === wantedChanges?.taskId);
  if (wantedChanges === undefined || task?.ladder === undefined) return run;
  if (!isActive(task) || (task.activation ?? 1) !== wantedChanges.activation) return run;
  const { leftMs } = wantedChanges;
  const dueMs =
    leftMs === undefined ? undefined : workedFrom(calendarIn(task, context), context.nowMs, leftMs);
  return changeTask(run, task.id, { dueMs, stoodStill: true });
}

/** The decision, where changes that were wanted may be wanted no longer: whatever ended that (contract-4, TALK-1). */
export function withChangesJudged<D extends Decision>(before: Run, decision: D, context: DecisionContext): D {
  if (decision.run.changesWanted === undefined || wantedNow(decision.run, context)) return decision;
  const run = withoutChangesWanted(decision.run, context);
  const writtenIds = decision.changes.updatedTasks.map(({ id }) => id);
  return { ...decision, run, changes: changesBetween(before, run, writtenIds) };
}

const calendarIn = ({ calendarId }: Task, { calendars }: PeopleContext) =>
  calendarId === undefined ? undefined : calendars?.byId.get(calendarId);

function workingMsBetween(task: Task, fromMs: number, untilMs: number, context: PeopleContext): number {
  const [from, until] = [fromMs, Math.max(fromMs, untilMs)].map((ms) =>
    Temporal.Instant.fromEpochMilliseconds(ms),
  ) as [Temporal.Instant, Temporal.Instant];
  return workingTimeBetween(calendarIn(task, context), from, until);
}
