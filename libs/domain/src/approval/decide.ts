import { text } from "@countersign/texts";
import { defined } from "../defined.ts";
import { DomainError } from "../errors/index.ts";
import { assertFacts } from "../routing/inclusion.ts";
import { routeOf } from "../routing/route-of.ts";
import { conditionWarnings } from "../routing/route-warnings.ts";
import { actionable } from "./actionable.ts";
import { assertAgentsStandBack } from "./agents.ts";
import { ask, askAgain, askedOf, keepVerdicts, markNotNeeded, newlyAsked, skipRepeated } from "./asking.ts";
import type {
  AmendCommand,
  ApproveCommand,
  ArchiveCommand,
  Command,
  Decision,
  DecisionContext,
  RecallCommand,
  RejectCommand,
  RunEvent,
  SubmitCommand,
  VerdictCommand,
  VerdictDecision,
} from "./commands.ts";
import { assertNudgeable, mayApproveByTime, remindedEvents } from "./by-time.ts";
import { escalate } from "./escalating.ts";
import { marksNotNeeded, tallyOf } from "./quorum.ts";
import { reroute } from "./rerouting.ts";
import { assertNotExpired, expire } from "./expiry.ts";
import { archiveOpenTasks, isDynamic, originOf, othersIn, requeue, returnTarget } from "./returning.ts";
import {
  EMPTY_RUN,
  approverIdsOf,
  isActive,
  isOpen,
  isWaiting,
  nextTask,
  seatsOf,
  stageInProgress,
  theActiveTask,
  theNextTask,
} from "./run.ts";
import { assertRecallable } from "./seat-checks.ts";
import { addTask, changeApprovals, changeTask, eventOf, isOf, wholeSeconds } from "./steps.ts";
import { assertSomeStage, queuedRun, runRouteOf, stagesOf } from "./submission.ts";
import { assertAttended } from "./unattended.ts";
import type { RunRoute } from "../routing/run-route.ts";
import type { FireCommand, NudgeCommand } from "./time-commands.ts";
import type { Run, RunDocument, Task } from "./types.ts";
import { recordVerdict, notifiedBy, transition, verdict, verdictMetadata } from "./verdict-steps.ts";
import { addApprover, addRow, reassign, release, removeRow, resolveAgain, withdraw } from "./decide-seats.ts";

/**
 * The whole transition table of a run; `decide-seats.ts` has the commands that only change who is asked (specification: "States and transitions", "Submit rules", "Events"; contract:
 * "approval-engine"). Pure: the same command, run and context give the same decision, and the given run stays unchanged.
 *
 * @param run - all tasks and approvals of the document's current run, archived ones too, deleted ones not;
 *   {@link EMPTY_RUN} when the document has none
 * @throws DomainError
 *   submit: `INVALID_INPUT`, `WORKFLOW_NOT_FOUND`, `WORKFLOW_HAS_NO_STAGES`, `STAGE_HAS_NO_APPROVERS`,
 *   `RUN_ALREADY_OPEN`; approve: as {@link actionable} does; reject: that and `RETURN_STAGE_NOT_FOUND`; archive: none;
 *   amend, release: `NOT_FOUND`; recall: as {@link assertRecallable} does; the other commands of seats: as their checks do;
 *   submit: also `CONFLICT` as {@link assertAttended} does; fire: none; nudge: `NOT_FOUND`, `FORBIDDEN`, `CONFLICT`
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
    default:
      return command satisfies never;
  }
}

/**
 * (none) → the first stage's task and approvals AWAITING_APPROVAL, all others PENDING; stages that a condition leaves out
 * have no task (contract-3, ROUTE-2). Event: TASK_CREATED to the first stage's approvers.
 */
function submit(command: SubmitCommand, before: Run, context: DecisionContext): Decision {
  const stages = stagesOf(command, context);
  if (isOpen(before)) {
    throw new DomainError("RUN_ALREADY_OPEN", text("run.alreadyOpen"), {
      field: "refId",
    });
  }
  const { actorId = command.submitterId, actorName, facts = [] } = command;
  const { people, rules, content } = context;
  assertFacts(facts, content);
  const route = routeOf({ stages, facts }, { ...command, content }, people, rules, context);
  assertSomeStage(route);
  const queued = queuedRun(command, route, context);
  assertAttended(route, context);
  const { run, events } = ask(queued, theNextTask(queued).id, actorId, context);
  const first = theActiveTask(run);
  const { stageName } = first;
  const asked = askedOf(run, first, context);
  const metadata = { stageName, actorName, warnings: warningsOf(route.stages) };
  const created = eventOf("TASK_CREATED", first, actorId, asked.ids, metadata, asked.asked);
  const submitted = transition(first.runId, EMPTY_RUN, run, [created, ...events]);
  return withRoute(submitted, runRouteOf({ facts }, route));
}

/** The warnings of the event of a submission or change, if there are any. */
function warningsOf(stages: Parameters<typeof conditionWarnings>[0]) {
  const warnings = conditionWarnings(stages);
  return warnings.length > 0 ? warnings : undefined;
}

const withRoute = (decided: Decision, route: RunRoute | undefined): Decision =>
  route === undefined ? decided : { ...decided, route };

/**
 * approval → APPROVED. An incomplete stage stays as it is and the run stops here; a complete one → {@link complete}.
 * Event: APPROVED to the submitter, and to the principal whose substitute acted.
 */
function approve(command: ApproveCommand, before: Run, context: DecisionContext): VerdictDecision {
  const acted = actionable(command, before, context);
  const { task } = acted;
  const approved = eventOf("APPROVED", task, command.approverId, notifiedBy(acted), {
    ...verdictMetadata(command, acted, context),
    stageName: task.stageName,
  });
  const run = recordVerdict(before, acted, command, "APPROVED", context);
  if (!tallyOf(task, seatsOf(run, task.id)).isReached) return verdict(before, run, acted, [approved]);
  const { events, outcome, ...passed } = complete(run, task, command, approved, context);
  return verdict(before, passed.run, acted, events, outcome);
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
  judged: Run,
  decided: Task,
  { approverId, actorName }: Partial<Pick<VerdictCommand, "approverId" | "actorName">>,
  first: RunEvent,
  context: DecisionContext,
): Passed {
  const events: Passed["events"] = [first];
  let run = judged;
  let task = decided;
  for (;;) {
    run = changeTask(run, task.id, { status: "APPROVED", completionDate: wholeSeconds(context) });
    if (marksNotNeeded(task)) run = markNotNeeded(run, task.id);
    const next = nextTask(run);
    if (next === undefined) {
      const { stageName, submitterId } = task;
      events.push(eventOf("COMPLETED", task, approverId, [submitterId], { stageName, actorName }));
      return { run, events, outcome: "completed" };
    }
    const resolved = ask(run, next.id, approverId, context);
    const reached = skipRepeated(resolved, next, task, approverId, context);
    ({ run } = reached);
    const asked = askedOf(run, theActiveTask(run), context);
    const { stageName, stageId: toStageId } = next;
    const metadata = { stageName, actorName, fromStageId: task.stageId, toStageId };
    events.push(eventOf("STAGE_ADVANCED", next, approverId, asked.ids, metadata, asked.asked));
    events.push(...reached.events);
    // Only verdicts complete a stage: those that it kept did not when it was left.
    const isPassed = reached.run !== resolved.run && tallyOf(next, seatsOf(run, next.id)).isReached;
    if (!isPassed) return { run, events };
    task = theActiveTask(run);
  }
}

/**
 * approval → REJECTED. With `rejectBy: UNREACHABLE` the stage stays active as long as the others can still complete it;
 * event OBJECTED to the submitter. Else task → REJECTED; the task and all its approvals archived. With a return target,
 * that task and its approvals → AWAITING_APPROVAL, and the rejected stage is queued again. Without one the run ends: its
 * PENDING tasks are archived. Event: REJECTED to the submitter and the return stage's approvers.
 */
function reject(command: RejectCommand, before: Run, context: DecisionContext): VerdictDecision {
  const acted = actionable(command, before, context);
  const { task } = acted;
  const { approverId } = command;
  const target = returnTarget(command, before, task);
  const notified = notifiedBy(acted);
  const verdictOfActor = verdictMetadata(command, acted, context);

  const judged = recordVerdict(before, acted, command, "REJECTED", context);
  if (task.rejectBy === "UNREACHABLE") {
    const { isReachable, isReached } = tallyOf(task, seatsOf(judged, task.id));
    const metadata = { ...verdictOfActor, stageName: task.stageName };
    const objected = eventOf("OBJECTED", task, approverId, notified, metadata);
    if (isReached) {
      const { events, outcome, ...passed } = complete(judged, task, command, objected, context);
      return verdict(before, passed.run, acted, events, outcome);
    }
    if (isReachable) return verdict(before, judged, acted, [objected]);
  }
  const metadata = {
    ...verdictOfActor,
    fromStageId: task.stageId,
    returnToStageId: isDynamic(task) ? undefined : command.returnToStageId,
  };
  const ended = rejectedStage(marksNotNeeded(task) ? markNotNeeded(judged, task.id) : judged, task, context);

  if (target === undefined) {
    const rejected = eventOf("REJECTED", task, approverId, notified, metadata);
    return verdict(before, archiveOpenTasks(ended), acted, [rejected], "rejected");
  }
  const fresh = "id" in target ? ended : addTask(ended, originOf(task, ended), target, "PENDING", context);
  const targetId = "id" in target ? target.id : (fresh.tasks.at(-1)?.id ?? "");
  // By the specification's table alone the stage that rejected would be skipped: its task is archived (contract).
  const queued = context.returnRequeue ? requeue(fresh, judged, task, context) : fresh;
  const { run, events } = ask(queued, targetId, approverId, context);
  const returned = theActiveTask(run);
  const asked = askedOf(run, returned, context);
  const targetIds = [...notified, ...asked.ids];
  const returning = { ...metadata, stageName: returned.stageName, toStageId: returned.stageId };
  const rejected = eventOf("REJECTED", task, approverId, targetIds, returning, asked.asked);
  return verdict(before, run, acted, [rejected, ...events]);
}

/** task → REJECTED; the task and all its approvals archived. */
function rejectedStage(run: Run, { id }: Task, context: DecisionContext): Run {
  const completionDate = wholeSeconds(context);
  const rejected = changeTask(run, id, { status: "REJECTED", archived: true, completionDate });
  return changeApprovals(rejected, isOf(id), { archived: true });
}

/**
 * The document changed. ASK_AGAIN: the tasks that were asked go back, verdicts cleared, the first in order
 * AWAITING_APPROVAL, the others PENDING. KEEP_VERDICTS: only the editors' verdicts are cleared; of the stages that are then
 * incomplete the first → AWAITING_APPROVAL, the others, and the one that was active → PENDING (SAFE-16). Either way all
 * tasks are written, so that a verdict at the same moment conflicts. Before that the route is judged anew, see
 * {@link reroute}. Events: AMENDED to the submitter, the active stage's approvers and those who had approved; STAGE_ADDED to
 * the submitter.
 */
function amend(command: AmendCommand, before: Run, context: DecisionContext): Decision {
  const { policy, actorId, actorName, note, revision, editorIds } = command;
  stageInProgress(before);
  const document = defined<RunDocument>({ revision, editorIds });
  const { run: changed, route, added: addedTasks } = reroute({ ...before, document }, command.route, context);
  const { run, events, addedIds, isReturned } =
    policy === "ASK_AGAIN"
      ? { ...askAgain(changed, actorId, context), addedIds: [], isReturned: true }
      : keepVerdicts(changed, actorId, context);
  const task = theActiveTask(run);
  const { stageName } = task;
  const added = newlyAsked(run, task, addedIds, context);
  const ending = task.activation === undefined ? "asked" : "askedAgain";
  const asked = isReturned
    ? askedOf(run, task, context, { ending })
    : { ids: [...new Set([...approverIdsOf(run, task.id), ...added.ids])], asked: added.asked };
  const approved = before.approvals.filter(({ archived, status }) => !archived && status === "APPROVED");
  const targetIds = [task.submitterId, ...asked.ids, ...approved.map(({ approverId }) => approverId)];
  const metadata = {
    stageName,
    remark: note,
    actorName,
    revision,
    warnings: warningsOf(route?.stages ?? []),
  };
  const amended = eventOf("AMENDED", task, actorId, targetIds, metadata, asked.asked);
  const further = addedTasks.map((one) =>
    eventOf("STAGE_ADDED", one, actorId, [one.submitterId], { stageName: one.stageName, actorName }),
  );
  const taskIds = run.tasks.map(({ id }) => id);
  return withRoute(transition(task.runId, before, run, [amended, ...further, ...events], taskIds), route);
}

/**
 * Active and queued tasks → ARCHIEVED, archived with their approvals; no outcome. Event, if the owner's submission replaces
 * the run: REPLACED to the submitter and those who were asked, unless they submit it (contract-3, SAFE-11).
 */
function archive({ runId, replacedBy }: ArchiveCommand, before: Run): Decision {
  const run = archiveOpenTasks(before);
  if (replacedBy === undefined || !isOpen(before)) return transition(runId, before, run, []);
  const { actorId, actorName } = replacedBy;
  const task = stageInProgress(before);
  const metadata = { stageName: task.stageName, actorName };
  const replaced = eventOf("REPLACED", task, actorId, othersIn(before, task, actorId), metadata);
  return transition(runId, before, run, [replaced]);
}

/**
 * Active and queued tasks → ARCHIEVED, archived with their approvals; outcome `recalled` (contract-2, CTRL-3).
 * Event: RECALLED to the submitter and those who were asked, unless they recalled it.
 */
function recall(command: RecallCommand, before: Run, context: DecisionContext): Decision {
  const task = assertRecallable(command, before, context);
  const { actorId, actorName, reason } = command;
  const targetIds = othersIn(before, task, actorId);
  const metadata = { stageName: task.stageName, remark: reason, actorName };
  const recalled = eventOf("RECALLED", task, actorId, targetIds, metadata);
  const ended = transition(task.runId, before, archiveOpenTasks(before), [recalled], [task.id]);
  return { ...ended, outcome: "recalled", verdict: recalled, task: ended.run.tasks[0] ?? task };
}

/**
 * A rung of the active stage's ladder (contract-3, TIME-3, TIME-4); nothing for a stage that was left or asked again since.
 * REMIND: event REMINDED to those who are asked. ESCALATE: further seats, as {@link escalate} says. END: {@link timeOut}.
 */
function fire(command: FireCommand, before: Run, context: DecisionContext): Decision {
  const task = before.tasks.find(({ id }) => id === command.taskId);
  const isStale = task === undefined || !isActive(task) || (task.activation ?? 1) !== command.activation;
  if (isStale) return transition(before.tasks[0]?.runId ?? "", before, before, []);
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
  const waiting = seatsOf(before, task.id).filter(isWaiting);
  const targetIds = [task.submitterId, ...waiting.map(({ approverId }) => approverId)];
  const timedOut = eventOf("TIMED_OUT", task, undefined, targetIds, { stageName: task.stageName, mode });
  const judged = changeTask(markNotNeeded(before, task.id), task.id, { byTime: true });
  if (mode === "REJECT") {
    const run = archiveOpenTasks(rejectedStage(judged, task, context));
    const ended = transition(task.runId, before, run, [timedOut], [task.id]);
    return { ...ended, outcome: "rejected", verdict: timedOut, task: run.tasks[0] ?? task };
  }
  const { run, events, outcome } = complete(judged, task, {}, timedOut, context);
  const passed = transition(task.runId, before, run, events, [task.id]);
  return outcome ? { ...passed, outcome, verdict: timedOut, task: run.tasks[0] ?? task } : passed;
}

/**
 * The submitter reminds those who are asked, once in four hours (TIME-4). Event: REMINDED to them.
 *
 * @throws DomainError `NOT_FOUND`, `FORBIDDEN` for others, `CONFLICT`
 */
function nudge({ actorId, actorName }: NudgeCommand, before: Run, context: DecisionContext): Decision {
  const task = assertNudgeable(stageInProgress(before), actorId, context);
  const { ids, asked } = askedOf(before, task, context);
  if (ids.length === 0) throw new DomainError("CONFLICT", text("run.nudgeNobody"), { field: "refId" });
  const run = changeTask(before, task.id, { nudgedMs: context.nowMs });
  const { stageName } = task;
  const reminded = eventOf("REMINDED", task, actorId, ids, { stageName, actorName }, asked);
  return transition(task.runId, before, run, [reminded], [task.id]);
}
