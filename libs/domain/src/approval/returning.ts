import { text } from "@countersign/texts";
import { DomainError } from "../errors/index.ts";
import { defined } from "../defined.ts";
import type { DecisionContext, RejectCommand, StoredStage } from "./commands.ts";
import { withoutSourced } from "./join-seats.ts";
import { approvalsOf, approverIdsOf, isActive, isQueued } from "./run.ts";
import { type TaskOrigin, addTask, changeApprovals, changeTask, hasApprovers, isOf } from "./steps.ts";
import type { Approval, Id, Run, StageInput, Task } from "./types.ts";

/**
 * Where a rejection returns to (specification: "Return target on reject"): a task of the run, a stage that needs a
 * fresh task, or nowhere, which makes the rejection terminal. A stage without approvers counts as nowhere.
 */
export function returnTarget(command: RejectCommand, run: Run, task: Task): Task | StoredStage | undefined {
  const liveTasks = run.tasks.filter((candidate) => !candidate.archived);
  const unlessUnattended = (target: Task | undefined) =>
    target && (target.sources ?? run.approvals.some(isOf(target.id))) ? target : undefined;
  const { returnToStageId, returnStage } = command;
  if (returnToStageId === undefined || isDynamic(task)) {
    const prior = liveTasks.filter((candidate) => candidate.orderNo < task.orderNo);
    return unlessUnattended(prior.toSorted((left, right) => right.orderNo - left.orderNo)[0]);
  }
  const existing = liveTasks.find((candidate) => candidate.stageId === returnToStageId);
  if (existing !== undefined && existing.orderNo < task.orderNo) {
    return unlessUnattended(existing);
  }
  const isEarlierStage =
    returnStage?.stageId === returnToStageId &&
    returnStage.workflowId === task.workflowId &&
    returnStage.order < task.orderNo;
  if (existing !== undefined || !isEarlierStage) {
    throw new DomainError("RETURN_STAGE_NOT_FOUND", text("run.returnStageMissing"), {
      field: "returnToStageId",
    });
  }
  return hasApprovers(returnStage) ? returnStage : undefined;
}

/**
 * A fresh PENDING task for the stage that rejected, with the same seats, but for those that settings and sources had added;
 * those added or reassigned by hand keep their marks.
 *
 * @param before - the run in which the stage was active
 */
export function requeue(run: Run, before: Run, task: Task, context: DecisionContext): Run {
  const seats = new Map(
    approvalsOf(before, task.id)
      .filter(({ derived, sourcedFor }) => !derived || sourcedFor !== undefined)
      .map((row) => [row.approverId, withoutSourced(row)]),
  );
  const stage = { ...stageOf(task), approverIds: [...seats.keys()] };
  const runInQueue = addTask(run, originOf(task, run), stage, "PENDING", context);
  const fresh = runInQueue.tasks.at(-1);
  if (fresh === undefined) return runInQueue;
  const approvals = runInQueue.approvals.map((row) => {
    return row.taskId === fresh.id
      ? defined<Approval>({ ...row, ...marksOf(seats.get(row.approverId)) })
      : row;
  });
  return changeTask({ ...runInQueue, approvals }, fresh.id, {
    groups: task.groups,
    addedByHand: task.addedByHand,
  });
}

/** The fields of a seat that its holder keeps when the stage is asked anew. */
const SEAT_MARKS = [
  "addedByHand",
  "groups",
  "required",
  "reason",
  "reasonUserId",
  "hops",
  "derived",
  "sourcedFor",
  "byLimit",
  "givenByIds",
] as const satisfies readonly (keyof Approval)[];

const marksOf = (seat: Partial<Approval> = {}): Partial<Approval> =>
  Object.fromEntries(SEAT_MARKS.map((mark) => [mark, seat[mark]]));

/** Cancel, recall, and the end of a rejected run: active and queued tasks → ARCHIEVED, archived with their approvals. */
export function archiveOpenTasks(run: Run): Run {
  return run.tasks.filter((task) => isActive(task) || isQueued(task)).reduce(archiveTask, run);
}

/** The run with one task → ARCHIEVED, archived with its approvals. */
export function archiveTask(run: Run, { id }: Pick<Task, "id">): Run {
  const withoutTask = changeTask(run, id, { status: "ARCHIEVED", archived: true });
  return changeApprovals(withoutTask, isOf(id), { archived: true });
}

/** The submitter and those who were asked, without the actor, if there is one. */
export function othersIn(run: Run, { submitterId }: Task, actorId?: Id): Id[] {
  const askedIds = run.tasks
    .filter((task) => !task.archived && !isQueued(task))
    .flatMap(({ id }) => approverIdsOf(run, id));
  return [submitterId, ...askedIds].filter((id) => id !== actorId);
}

function stageOf(task: Task): Omit<StageInput, "approverIds"> {
  const { stageId, stageKey: key, stageName: name, orderNo: order, approveBy, quorum, rejectBy } = task;
  const { bulk, sources, changerIds, ladder } = task;
  return defined<Omit<StageInput, "approverIds">>({
    stageId,
    key,
    name,
    order,
    approveBy,
    quorum,
    rejectBy,
    bulk,
    sources,
    changerIds,
    ladder,
  });
}

/** The fields that a fresh task takes from the one that rejected; a stage that was added by hand has no key. */
export function originOf(task: Task, { tasks }: Run): TaskOrigin {
  return { ...task, parentId: task.id, isKeyed: tasks.some(({ stageKey }) => stageKey !== undefined) };
}

/** Whether the task belongs to a dynamic run, whose stages cannot be named later. */
export function isDynamic(task: Task): boolean {
  return task.workflowId === undefined;
}
