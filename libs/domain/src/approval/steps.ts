import type { AskedBy, DecisionContext, EmittedEventType, RunEvent, RunEventMetadata } from "./commands.ts";
import { type Loose, defined } from "../defined.ts";
import { isLate, placeOf, withPlacesReopened } from "./places.ts";
import { marksNotNeeded } from "./quorum.ts";
import { hasVerdict, isActive, isQueued } from "./run.ts";
import type { Approval, Id, Run, StageInput, Task } from "./types.ts";

/** The fields that all tasks of a run share; a fresh task takes them from another one. */
export type TaskOrigin = Loose<
  Pick<Task, "runId" | "refId" | "kind" | "ref" | "submitterId" | "beneficiaryId" | "workflowId" | "parentId">
> & {
  /** Whether tasks of the run carry the keys of their stages: its definition has conditions. */
  isKeyed?: boolean | undefined;
};

/** The run with a fresh task and its approvals, as {@link taskOf} makes them. */
export function addTask(run: Run, ...taskParts: Parameters<typeof taskOf>): Run {
  const { task, approvals } = taskOf(...taskParts);
  return { ...run, tasks: [...run.tasks, task], approvals: [...run.approvals, ...approvals] };
}

/** A fresh task, and an approval for each of the stage's approvers: duplicates count once. */
export function taskOf(
  origin: TaskOrigin,
  stage: Loose<StageInput>,
  status: "AWAITING_APPROVAL" | "PENDING",
  context: Pick<DecisionContext, "newId">,
): { task: Task; approvals: Approval[] } {
  const { runId, refId, kind, ref, submitterId, beneficiaryId, workflowId, parentId, isKeyed } = origin;
  const { stageId } = stage;
  const task = defined<Task>({
    id: context.newId(),
    runId,
    refId,
    parentId,
    ref,
    title: `${stage.name} - Approval`,
    orderNo: stage.order,
    archived: false,
    status,
    stageId,
    workflowId,
    stageName: stage.name,
    approveBy: stage.approveBy,
    quorum: stage.quorum,
    rejectBy: stage.rejectBy,
    groups: stage.approveBy === "PER_GROUP" ? groupsCarried(stage) : undefined,
    sources: stage.sources,
    changerIds: stage.changerIds,
    stageKey: isKeyed || stage.sources ? stage.key : undefined,
    bulk: stage.bulk,
    ladder: stage.ladder,
    kind,
    submitterId,
    beneficiaryId,
  });
  const approvals = [...new Set(stage.approverIds)].map((approverId) =>
    defined<Approval>({
      id: context.newId(),
      taskId: task.id,
      stageId,
      workflowId,
      approverId,
      groups: stage.groups?.[approverId],
      required: stage.requiredIds?.includes(approverId) || undefined,
      reason: stage.reasons?.[approverId] ?? stage.reason,
      archived: false,
      status,
    }),
  );
  return { task, approvals };
}

/** Whether somebody is, or may be, asked in the stage. */
export function hasApprovers({
  approverIds,
  sources = [],
}: Pick<StageInput, "approverIds" | "sources">): boolean {
  return approverIds.length > 0 || sources.length > 0;
}

/** The groups that a stage's approvers carry, named or of sources, each once. */
export function groupsCarried({ approverIds, groups = {}, sources = [] }: Loose<StageInput>): string[] {
  const carriedGroups = new Set<string>();
  for (const approverId of approverIds) {
    for (const group of groups[approverId] ?? []) carriedGroups.add(group);
  }
  for (const source of sources) {
    for (const group of source.groups ?? []) carriedGroups.add(group);
  }
  return [...carriedGroups];
}

/** The run with a further seat, in the order of the rows. */
export function addSeat(
  run: Run,
  { id: taskId, stageId, workflowId }: Task,
  seat: Loose<Omit<Approval, "taskId" | "stageId" | "workflowId" | "archived">>,
): Run {
  const approval = defined<Approval>({ ...seat, taskId, stageId, workflowId, archived: false });
  return { ...run, approvals: [...run.approvals, approval] };
}

/** The fields that a seat loses when its verdict is taken back. */
const NO_VERDICT = {
  remark: undefined,
  statusUpdateDate: undefined,
  decidedBy: undefined,
  takenFrom: undefined,
  revision: undefined,
  skipped: undefined,
} as const;

/**
 * The run without the verdicts of the chosen seats, which read as if nobody had decided on them; one that was taken over
 * returns to whose it was.
 */
export function withoutVerdicts(run: Run, isMeant: (approval: Approval) => boolean): Run {
  const statusOf = new Map(run.tasks.map((task) => [task.id, undecidedIn(task)]));
  const undecidedStatus = ({ taskId, status }: Approval) => statusOf.get(taskId) ?? status;
  const approvals = run.approvals.map((row) => {
    if (!isMeant(row)) return row;
    const { approverId, takenFrom = approverId } = row;
    return patchedRecord(row, { ...NO_VERDICT, approverId: takenFrom, status: undecidedStatus(row) });
  });
  return withPlacesReopened({ ...run, approvals }, run.approvals.filter(isMeant), undecidedStatus);
}

/** How a seat without a verdict reads on the task. */
function undecidedIn(task: Task): Approval["status"] {
  if (isQueued(task)) return "PENDING";
  return isActive(task) || !marksNotNeeded(task) ? "AWAITING_APPROVAL" : "NOT_NEEDED";
}

/** The fields that a task has since it was last asked. */
const NOT_ASKED = {
  completionDate: undefined,
  askedNeeded: undefined,
  calendarId: undefined,
  dueMs: undefined,
  nudgedMs: undefined,
  byTime: undefined,
  stoodStill: undefined,
} as const;

/**
 * Task and approvals → the status. Raises the activation of a stage that was entered before.
 *
 * @param verdicts - whether those of the stage are cleared or stand
 */
export function sendStage(
  run: Run,
  taskId: Id,
  status: "AWAITING_APPROVAL" | "PENDING",
  verdicts: "CLEARED" | "KEPT" = "CLEARED",
): Run {
  const task = run.tasks.find(({ id }) => id === taskId);
  const activation = task === undefined || isQueued(task) ? task?.activation : (task.activation ?? 1) + 1;
  const counts = verdicts === "CLEARED" ? { leastNeeded: undefined } : {};
  const changedRun = changeTask(run, taskId, { ...NOT_ASKED, ...counts, status, activation });
  const ofTask = run.approvals.filter((row) => row.taskId === taskId);
  const keptRows = verdicts === "KEPT" ? ofTask.filter(hasVerdict) : [];
  const keptPlaces = new Set(keptRows.map(placeOf));
  const approvals = changedRun.approvals.map((row) => {
    if (row.taskId !== taskId || (row.derived && row.archived) || keptPlaces.has(placeOf(row))) return row;
    if (row.escalated) return patchedRecord(row, { ...NO_VERDICT, status: "NOT_NEEDED", archived: true });
    const leftOut = isLate(row) ? undefined : row.leftOut;
    return patchedRecord(row, { ...NO_VERDICT, status, archived: false, leftOut });
  });
  return { ...changedRun, approvals };
}

/** The whole seconds of the context's time. */
export function wholeSeconds({ nowMs }: Pick<DecisionContext, "nowMs">): number {
  return Math.floor(nowMs / 1000);
}

/** Whether the approval is of the task. */
export function isOf(taskId: Id): (approval: Approval) => boolean {
  return (approval) => approval.taskId === taskId;
}

/** The run with some fields of one task changed; an undefined field is removed. */
export function changeTask(run: Run, taskId: Id, patch: Partial<Loose<Task>>): Run {
  return { ...run, tasks: run.tasks.map((task) => (task.id === taskId ? patchedRecord(task, patch) : task)) };
}

/** The run with some fields of the chosen approvals changed; an undefined field is removed. */
export function changeApprovals(
  run: Run,
  isMeant: (approval: Approval) => boolean,
  patch: Partial<Loose<Approval>>,
): Run {
  return {
    ...run,
    approvals: run.approvals.map((approval) =>
      isMeant(approval) ? patchedRecord(approval, patch) : approval,
    ),
  };
}

function patchedRecord<T extends object>(record: T, patch: Partial<Loose<T>>): T {
  return defined<T>({ ...record, ...patch });
}

/** Where a stage is asked: its rule, if it is one of those that contract-2 adds (PPL-4). */
function ruleOf(event: EmittedEventType, task: Task): Loose<RunEventMetadata> {
  if (event !== "TASK_CREATED" && event !== "STAGE_ADVANCED") return {};
  if (!marksNotNeeded(task)) return {};
  const { approveBy, quorum, rejectBy } = task;
  return { approveBy, quorum, rejectBy };
}

/**
 * A line of the history about a task.
 *
 * @param actorId - the acting user; absent: time brought it about, which `metadata.actor` says
 */
export function eventOf(
  event: EmittedEventType,
  task: Task,
  actorId: Id | undefined,
  targetIds: readonly Id[],
  metadata: Loose<RunEventMetadata>,
  askedBy: Readonly<Record<Id, AskedBy>> = {},
): RunEvent {
  const actor = actorId === undefined ? "system" : undefined;
  return defined<RunEvent>({
    event,
    runId: task.runId,
    refId: task.refId,
    kind: task.kind,
    taskId: task.id,
    stageId: task.stageId,
    workflowId: task.workflowId,
    actorId,
    targetIds,
    metadata: defined<RunEventMetadata>({ ref: task.ref, ...metadata, ...ruleOf(event, task), actor }),
    asked: Object.keys(askedBy).length === 0 ? undefined : askedBy,
  });
}
