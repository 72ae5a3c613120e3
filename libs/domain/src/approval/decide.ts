import { DomainError } from "../errors/index.ts";
import { type Actionable, actionable } from "./actionable.ts";
import { changesBetween } from "./changes.ts";
import type {
  AmendCommand,
  ApproveCommand,
  Command,
  Decision,
  DecisionContext,
  Outcome,
  RejectCommand,
  RunEvent,
  StoredStage,
  SubmitCommand,
  VerdictCommand,
  VerdictDecision,
} from "./commands.ts";
import { builtInOwnerOf } from "./owners.ts";
import { tallyOf } from "./quorum.ts";
import { revisionOf } from "./revision.ts";
import { EMPTY_RUN, approvalsOf, approverIdsOf, isActive, isOpen, isQueued, stageInProgress } from "./run.ts";
import { addTask, changeApprovals, changeTask, eventOf } from "./steps.ts";
import { stagesOf } from "./submission.ts";
import type { Approval, Id, Run, StageInput, Task } from "./types.ts";

/**
 * The whole transition table of a run (specification: "States and transitions", "Submit rules", "Events"; contract:
 * "approval-engine"). Pure: the same command, run and context give the same decision, and the given run stays unchanged.
 *
 * @param run - all tasks and approvals of the document's current run, archived ones too, deleted ones not;
 *   {@link EMPTY_RUN} when the document has none
 * @throws DomainError
 *   submit: `INVALID_INPUT`, `WORKFLOW_NOT_FOUND`, `WORKFLOW_HAS_NO_STAGES`, `STAGE_HAS_NO_APPROVERS`,
 *   `RUN_ALREADY_OPEN`; approve: `REVISION_CHANGED`, `APPROVAL_NOT_ACTIONABLE`; reject: these and `RETURN_STAGE_NOT_FOUND`; archive: none;
 *   amend: `NOT_FOUND`
 */
export function decide(
  command: ApproveCommand | RejectCommand,
  run: Run,
  context: DecisionContext,
): VerdictDecision;
export function decide(command: Command, run: Run, context: DecisionContext): Decision;
export function decide(command: Command, run: Run, context: DecisionContext): Decision {
  switch (command.type) {
    case "submit":
      return submit(command, run, context);
    case "approve":
      return approve(command, run, context);
    case "reject":
      return reject(command, run, context);
    case "archive":
      return transition(command.runId, run, archiveOpenTasks(run), []);
    case "amend":
      return amend(command, run);
    default:
      return command satisfies never;
  }
}

/**
 * (none) → the first stage's task and approvals AWAITING_APPROVAL, all others PENDING.
 * Event: TASK_CREATED to the first stage's approvers.
 */
function submit(command: SubmitCommand, before: Run, context: DecisionContext): Decision {
  const stages = stagesOf(command);
  if (isOpen(before)) {
    throw new DomainError("RUN_ALREADY_OPEN", "Document already has an approval in progress", {
      field: "refId",
    });
  }
  const { refId, kind, ref, submitterId, workflowId } = command;
  const origin = {
    runId: context.newId(),
    refId,
    kind,
    ref,
    submitterId,
    beneficiaryId: builtInOwnerOf(kind) === "hr" ? (command.beneficiaryId ?? submitterId) : undefined,
    workflowId,
    parentId: undefined,
  };
  let run = EMPTY_RUN;
  for (const stage of stages) {
    // Only stages of a stored workflow can be named later: a task without stageId belongs to a dynamic run.
    const stageId = workflowId === undefined ? undefined : stage.stageId;
    const status = run.tasks.length === 0 ? "AWAITING_APPROVAL" : "PENDING";
    run = addTask(run, origin, { ...stage, stageId }, status, context);
  }
  const first = theActiveTask(run);
  const created = eventOf("TASK_CREATED", first, submitterId, approverIdsOf(run, first.id), {
    stageName: first.stageName,
    actorName: command.actorName,
  });
  return transition(origin.runId, EMPTY_RUN, run, [created]);
}

/**
 * approval → APPROVED. An incomplete stage stays as it is and the run stops here. A complete one → APPROVED, and then
 * either the next stage, task and approvals → AWAITING_APPROVAL, or, as the last one, the run is completed.
 * Events: APPROVED to the submitter, then STAGE_ADVANCED to the next approvers or COMPLETED to the submitter.
 */
function approve(command: ApproveCommand, before: Run, context: DecisionContext): VerdictDecision {
  const acted = actionable(command, before);
  const { task, approval } = acted;
  const { approverId, actorName } = command;
  const { stageName } = task;
  const approved = eventOf("APPROVED", task, approverId, [task.submitterId], {
    ...verdictMetadata(command, approval),
    stageName,
  });
  let run = recordVerdict(before, approval, command, "APPROVED", context);
  if (!tallyOf(task, approvalsOf(run, task.id)).isReached) {
    return verdict(before, run, acted, [approved]);
  }
  run = changeTask(run, task.id, { status: "APPROVED", completionDate: wholeSeconds(context) });
  const next = nextTask(run);
  if (next === undefined) {
    const completed = eventOf("COMPLETED", task, approverId, [task.submitterId], { stageName, actorName });
    return verdict(before, run, acted, [approved, completed], "completed");
  }
  run = activate(run, next.id);
  const advanced = eventOf("STAGE_ADVANCED", next, approverId, approverIdsOf(run, next.id), {
    stageName: next.stageName,
    actorName,
    fromStageId: task.stageId,
    toStageId: next.stageId,
  });
  return verdict(before, run, acted, [approved, advanced]);
}

/**
 * approval and task → REJECTED; the task and all its approvals archived. With a return target, that task and its
 * approvals → AWAITING_APPROVAL, and the rejected stage is queued again. Without one the run ends: its PENDING tasks
 * are archived. Event: REJECTED to the submitter and the return stage's approvers.
 */
function reject(command: RejectCommand, before: Run, context: DecisionContext): VerdictDecision {
  const acted = actionable(command, before);
  const { task, approval } = acted;
  const target = returnTarget(command, before, task);
  const metadata = {
    ...verdictMetadata(command, approval),
    fromStageId: task.stageId,
    returnToStageId: isDynamic(task) ? undefined : command.returnToStageId,
  };

  let run = recordVerdict(before, approval, command, "REJECTED", context);
  const approverIds = approverIdsOf(run, task.id);
  run = changeTask(run, task.id, {
    status: "REJECTED",
    archived: true,
    completionDate: wholeSeconds(context),
  });
  run = changeApprovals(run, isOf(task.id), { archived: true });

  if (target === undefined) {
    const rejected = eventOf("REJECTED", task, command.approverId, [task.submitterId], metadata);
    return verdict(before, archiveOpenTasks(run), acted, [rejected], "rejected");
  }
  const origin = { ...task, parentId: task.id };
  run =
    "id" in target ? activate(run, target.id) : addTask(run, origin, target, "AWAITING_APPROVAL", context);
  // By the specification's table alone the stage that rejected would be skipped: its task is archived (contract).
  if (context.returnRequeue) {
    run = requeue(run, task, approverIds, context);
  }
  const returned = theActiveTask(run);
  const targetIds = [task.submitterId, ...approverIdsOf(run, returned.id)];
  const rejected = eventOf("REJECTED", task, command.approverId, targetIds, {
    ...metadata,
    stageName: returned.stageName,
    toStageId: returned.stageId,
  });
  return verdict(before, run, acted, [rejected]);
}

/**
 * The document changed. ASK_AGAIN: the tasks that were asked go back, verdicts cleared, the first in order
 * AWAITING_APPROVAL, the others PENDING. KEEP_VERDICTS: every state stays. Either way all tasks are written, so that a
 * verdict at the same moment conflicts. Event: AMENDED to the submitter, the active stage's approvers and those who had
 * approved.
 */
function amend({ policy, actorId, actorName, note, revision }: AmendCommand, before: Run): Decision {
  stageInProgress(before);
  const askedAgain = policy === "ASK_AGAIN";
  const run = askedAgain ? askAgain(before) : before;
  const task = theActiveTask(run);
  const askedIds = approverIdsOf(run, task.id);
  const approverIds = before.approvals
    .filter(({ archived, status }) => !archived && status === "APPROVED")
    .map(({ approverId }) => approverId);
  const amended = eventOf("AMENDED", task, actorId, [task.submitterId, ...askedIds, ...approverIds], {
    stageName: task.stageName,
    remark: note,
    actorName,
    revision,
  });
  const events = [askedAgain ? { ...amended, askedAgainIds: askedIds } : amended];
  return transition(
    task.runId,
    before,
    run,
    events,
    run.tasks.map(({ id }) => id),
  );
}

/** Every task that was asked goes back: the first in order → AWAITING_APPROVAL, the others → PENDING. */
function askAgain(run: Run): Run {
  return run.tasks
    .filter((task) => !task.archived && !isQueued(task))
    .toSorted((left, right) => left.orderNo - right.orderNo)
    .reduce((sofar, { id }, place) => reset(sofar, id, place === 0 ? "AWAITING_APPROVAL" : "PENDING"), run);
}

/** A fresh PENDING task for the stage that rejected, with the same approvers; those added by hand keep their mark. */
function requeue(run: Run, task: Task, approverIds: readonly Id[], context: DecisionContext): Run {
  const addedIds = new Set(
    run.approvals.filter((row) => row.taskId === task.id && row.addedByHand).map((row) => row.approverId),
  );
  const origin = { ...task, parentId: task.id };
  const queued = addTask(run, origin, { ...stageOf(task), approverIds }, "PENDING", context);
  const freshId = queued.tasks.at(-1)?.id;
  return changeApprovals(queued, (row) => row.taskId === freshId && addedIds.has(row.approverId), {
    addedByHand: true,
  });
}

/**
 * Where a rejection returns to (specification: "Return target on reject"): a task of the run, a stage that needs a
 * fresh task, or nowhere, which makes the rejection terminal. A stage without approvers counts as nowhere.
 */
function returnTarget(command: RejectCommand, run: Run, task: Task): Task | StoredStage | undefined {
  const unarchived = run.tasks.filter((candidate) => !candidate.archived);
  const unlessUnattended = (target: Task | undefined) =>
    target && run.approvals.some(isOf(target.id)) ? target : undefined;
  const { returnToStageId, returnStage } = command;
  if (returnToStageId === undefined || isDynamic(task)) {
    const prior = unarchived.filter((candidate) => candidate.orderNo < task.orderNo);
    return unlessUnattended(prior.toSorted((left, right) => right.orderNo - left.orderNo)[0]);
  }
  const existing = unarchived.find((candidate) => candidate.stageId === returnToStageId);
  if (existing !== undefined && existing.orderNo < task.orderNo) {
    return unlessUnattended(existing);
  }
  const isEarlierStage =
    returnStage?.stageId === returnToStageId &&
    returnStage.workflowId === task.workflowId &&
    returnStage.order < task.orderNo;
  if (existing !== undefined || !isEarlierStage) {
    throw new DomainError("RETURN_STAGE_NOT_FOUND", "Return stage not found", { field: "returnToStageId" });
  }
  return returnStage.approverIds.length === 0 ? undefined : returnStage;
}

/** The stage that follows: the queued task with the lowest order. */
function nextTask(run: Run): Task | undefined {
  return run.tasks.filter(isQueued).toSorted((left, right) => left.orderNo - right.orderNo)[0];
}

/** Task and approvals → AWAITING_APPROVAL; clears the verdicts of a stage that was decided before. */
function activate(run: Run, taskId: Id): Run {
  return reset(run, taskId, "AWAITING_APPROVAL");
}

/** Task and approvals → the status; clears the verdicts. */
function reset(run: Run, taskId: Id, status: "AWAITING_APPROVAL" | "PENDING"): Run {
  return changeApprovals(changeTask(run, taskId, { status, completionDate: undefined }), isOf(taskId), {
    status,
    archived: false,
    remark: undefined,
    revision: undefined,
    statusUpdateDate: undefined,
  });
}

/** Cancel, and the end of a rejected run: active and queued tasks → ARCHIEVED, archived with their approvals. */
function archiveOpenTasks(run: Run): Run {
  let archived = run;
  for (const task of run.tasks.filter((candidate) => isActive(candidate) || isQueued(candidate))) {
    archived = changeTask(archived, task.id, { status: "ARCHIEVED", archived: true });
    archived = changeApprovals(archived, isOf(task.id), { archived: true });
  }
  return archived;
}

/** approval → APPROVED or REJECTED by the acting user, who becomes the approver of an approval taken over. */
function recordVerdict(
  run: Run,
  approval: Approval,
  { approverId, remark }: VerdictCommand,
  status: "APPROVED" | "REJECTED",
  context: DecisionContext,
): Run {
  const task = run.tasks.find(({ id }) => id === approval.taskId);
  const revision = task && revisionOf(task, run);
  const statusUpdateDate = wholeSeconds(context);
  return changeApprovals(run, (row) => row.id === approval.id, {
    approverId,
    status,
    remark,
    revision,
    statusUpdateDate,
  });
}

function verdictMetadata({ approverId, remark, actorName }: VerdictCommand, approval: Approval) {
  const isOwn = approval.approverId === approverId;
  return {
    remark,
    actorName,
    reassignedFrom: isOwn ? undefined : approval.approverId,
    reassignedTo: isOwn ? undefined : approverId,
  };
}

/** @param actedOn - the tasks that are written in any case */
function transition(runId: Id, before: Run, run: Run, events: readonly RunEvent[], actedOn?: readonly Id[]) {
  return { runId, run, changes: changesBetween(before, run, actedOn), events };
}

/** @param events - the verdict's own first */
function verdict(
  before: Run,
  run: Run,
  { task, approval }: Actionable,
  events: readonly [RunEvent, ...RunEvent[]],
  outcome?: Outcome,
): VerdictDecision {
  const decided = { ...transition(task.runId, before, run, events, [task.id]), approvalId: approval.id };
  if (outcome === undefined) return decided;
  return { ...decided, outcome, verdict: events[0], task: run.tasks[0] ?? task };
}

function theActiveTask(run: Run): Task {
  const task = run.tasks.find(isActive);
  if (task === undefined) {
    throw new Error("A run that goes on has an active task");
  }
  return task;
}

function stageOf(task: Task): Omit<StageInput, "approverIds"> {
  const { stageId, stageName: name, orderNo: order, approveBy } = task;
  return { ...(stageId === undefined ? {} : { stageId }), name, order, approveBy };
}

/** Whether the task belongs to a dynamic run, whose stages cannot be named later. */
function isDynamic(task: Task): boolean {
  return task.stageId === undefined;
}

function isOf(taskId: Id): (approval: Approval) => boolean {
  return (approval) => approval.taskId === taskId;
}

function wholeSeconds({ nowMs }: DecisionContext): number {
  return Math.floor(nowMs / 1000);
}
