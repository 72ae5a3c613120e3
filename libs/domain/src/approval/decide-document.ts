import { text } from "@countersign/texts";
import { DomainError } from "../errors/index.ts";
import { assertFacts } from "../routing/inclusion.ts";
import { routeOf } from "../routing/route-of.ts";
import { conditionWarnings } from "../routing/route-warnings.ts";
import { askedOnce } from "./asked-once.ts";
import { withoutChangesWanted } from "./changes-wanted.ts";
import { askAgain, keepVerdicts } from "./after-amendment.ts";
import { ask, askedOf, newlyAsked } from "./asking.ts";
import type {
  AmendCommand,
  ArchiveCommand,
  Decision,
  DecisionContext,
  RecallCommand,
  SubmitCommand,
} from "./commands.ts";
import { editorsWith } from "./editors.ts";
import { reroute } from "./rerouting.ts";
import { archiveOpenTasks, othersIn } from "./returning.ts";
import { EMPTY_RUN, approverIdsOf, isOpen, stageInProgress, theActiveTask, theNextTask } from "./run.ts";
import { assertRecallable } from "./seat-checks.ts";
import { seatLostEvents } from "./seat-losses.ts";
import { eventOf } from "./steps.ts";
import { assertSomeStage, queuedRun, runRouteOf, stagesOf } from "./submission.ts";
import { assertAttended } from "./unattended.ts";
import type { RunRoute } from "../routing/run-route.ts";
import type { Run, RunDocument } from "./types.ts";
import { transition } from "./verdict-steps.ts";

/**
 * (none) → the first stage's task and approvals AWAITING_APPROVAL, all others PENDING; stages that a condition leaves out
 * have no task (contract-3, ROUTE-2). Event: TASK_CREATED to the first stage's approvers.
 */
export function submit(submission: SubmitCommand, before: Run, context: DecisionContext): Decision {
  const command = askedOnce(submission, context);
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
  const runInQueue = queuedRun(command, route, context);
  assertAttended(route, context);
  const { run, events } = ask(runInQueue, theNextTask(runInQueue).id, actorId, context);
  const first = theActiveTask(run);
  const { stageName } = first;
  const askedPeople = askedOf(run, first, context);
  const metadata = { stageName, actorName, warnings: warningsOf(route.stages) };
  const createdEvent = eventOf(
    "TASK_CREATED",
    first,
    actorId,
    askedPeople.ids,
    metadata,
    askedPeople.askedBy,
  );
  const decision = transition(first.runId, EMPTY_RUN, run, [createdEvent, ...events]);
  return withRoute(decision, runRouteOf({ facts }, route));
}

/**
 * The document changed. ASK_AGAIN: the tasks that were asked go back, verdicts cleared, the first in order
 * AWAITING_APPROVAL, the others PENDING. KEEP_VERDICTS: only the editors' verdicts are cleared; of the stages that are then
 * incomplete the first → AWAITING_APPROVAL, the others, and the one that was active → PENDING (SAFE-16). Either way all
 * tasks are written, so that a verdict at the same moment conflicts. Before that the route is judged anew, see
 * {@link reroute}. Events: AMENDED to the submitter, the active stage's approvers and those who had approved; STAGE_ADDED to
 * the submitter; SEAT_LOST to those whom the active stage no longer asks. Changes that were wanted are no longer (contract-4, TALK-2).
 */
export function amend(command: AmendCommand, before: Run, context: DecisionContext): Decision {
  const { policy, actorId, actorName, note, revision, editorIds } = command;
  stageInProgress(before);
  const document: RunDocument = { revision, editorIds: editorsWith(actorId, editorIds) };
  const answeredRun = withoutChangesWanted(before, context);
  const {
    run: changedRun,
    route,
    addedTasks,
  } = reroute({ ...answeredRun, document }, command.route, context);
  const { run, events, addedIds, isReturned } =
    policy === "ASK_AGAIN"
      ? { ...askAgain(changedRun, actorId, context), addedIds: [], isReturned: true }
      : keepVerdicts(changedRun, actorId, context);
  const task = theActiveTask(run);
  const { stageName } = task;
  const addedPeople = newlyAsked(run, task, addedIds, context);
  const ending = task.activation === undefined ? "asked" : "askedAgain";
  const askedPeople = isReturned
    ? askedOf(run, task, context, { ending })
    : {
        ids: [...new Set([...approverIdsOf(run, task.id), ...addedPeople.ids])],
        askedBy: addedPeople.askedBy,
      };
  const approvedRows = before.approvals.filter(({ archived, status }) => !archived && status === "APPROVED");
  const targetIds = [
    task.submitterId,
    ...askedPeople.ids,
    ...approvedRows.map(({ approverId }) => approverId),
  ];
  const metadata = {
    stageName,
    remark: note,
    actorName,
    revision,
    warnings: warningsOf(route?.stages ?? []),
  };
  const amendedEvent = eventOf("AMENDED", task, actorId, targetIds, metadata, askedPeople.askedBy);
  const further = addedTasks.map((addedTask) =>
    eventOf("STAGE_ADDED", addedTask, actorId, [addedTask.submitterId], {
      stageName: addedTask.stageName,
      actorName,
    }),
  );
  const taskIds = run.tasks.map(({ id }) => id);
  const all = [amendedEvent, ...further, ...seatLostEvents(before, run, task, actorId, context), ...events];
  return withRoute(transition(task.runId, before, run, all, taskIds), route);
}

/**
 * Active and queued tasks → ARCHIEVED, archived with their approvals; no outcome. Event, if the owner's submission replaces
 * the run: REPLACED to the submitter and those who were asked, unless they submit it (contract-3, SAFE-11).
 */
export function archive({ runId, replacedBy }: ArchiveCommand, before: Run): Decision {
  const run = archiveOpenTasks(before);
  if (replacedBy === undefined || !isOpen(before)) return transition(runId, before, run, []);
  const { actorId, actorName } = replacedBy;
  const task = stageInProgress(before);
  const metadata = { stageName: task.stageName, actorName };
  const replacedEvent = eventOf("REPLACED", task, actorId, othersIn(before, task, actorId), metadata);
  return transition(runId, before, run, [replacedEvent]);
}

/**
 * Active and queued tasks → ARCHIEVED, archived with their approvals; outcome `recalled` (contract-2, CTRL-3).
 * Event: RECALLED to the submitter and those who were asked, unless they recalled it.
 */
export function recall(command: RecallCommand, before: Run, context: DecisionContext): Decision {
  const task = assertRecallable(command, before, context);
  const { actorId, actorName, reason } = command;
  const targetIds = othersIn(before, task, actorId);
  const metadata = { stageName: task.stageName, remark: reason, actorName };
  const recalledEvent = eventOf("RECALLED", task, actorId, targetIds, metadata);
  const endedRun = transition(task.runId, before, archiveOpenTasks(before), [recalledEvent], [task.id]);
  return { ...endedRun, outcome: "recalled", verdict: recalledEvent, task: endedRun.run.tasks[0] ?? task };
}

/** The warnings of the event of a submission or change, if there are any. */
function warningsOf(stages: Parameters<typeof conditionWarnings>[0]) {
  const warnings = conditionWarnings(stages);
  return warnings.length > 0 ? warnings : undefined;
}

const withRoute = (decision: Decision, route: RunRoute | undefined): Decision =>
  route === undefined ? decision : { ...decision, route };
