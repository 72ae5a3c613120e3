import type { DecisionContext, EmittedEventType, RunEvent, RunEventMetadata } from "./commands.ts";
import { type Loose, defined } from "../defined.ts";
import type { Approval, Id, Run, StageInput, Task } from "./types.ts";

/** The fields that all tasks of a run share; a fresh task takes them from another one. */
export type TaskOrigin = Loose<
  Pick<Task, "runId" | "refId" | "kind" | "ref" | "submitterId" | "beneficiaryId" | "workflowId" | "parentId">
>;

/** The run with a fresh task, and an approval for each of the stage's approvers: duplicates count once. */
export function addTask(
  run: Run,
  origin: TaskOrigin,
  stage: Loose<StageInput>,
  status: "AWAITING_APPROVAL" | "PENDING",
  context: DecisionContext,
): Run {
  const { runId, refId, kind, ref, submitterId, beneficiaryId, workflowId, parentId } = origin;
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
      archived: false,
      status,
    }),
  );
  return { tasks: [...run.tasks, task], approvals: [...run.approvals, ...approvals] };
}

/** The run with some fields of one task changed; an undefined field is removed. */
export function changeTask(run: Run, taskId: Id, patch: Partial<Loose<Task>>): Run {
  return { ...run, tasks: run.tasks.map((task) => (task.id === taskId ? patched(task, patch) : task)) };
}

/** The run with some fields of the chosen approvals changed; an undefined field is removed. */
export function changeApprovals(
  run: Run,
  isMeant: (approval: Approval) => boolean,
  patch: Partial<Loose<Approval>>,
): Run {
  return {
    ...run,
    approvals: run.approvals.map((approval) => (isMeant(approval) ? patched(approval, patch) : approval)),
  };
}

function patched<T extends object>(record: T, patch: Partial<Loose<T>>): T {
  return defined<T>({ ...record, ...patch });
}

/** A line of the history about a task. */
export function eventOf(
  event: EmittedEventType,
  task: Task,
  actorId: Id,
  targetIds: readonly Id[],
  metadata: Loose<RunEventMetadata>,
): RunEvent {
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
    metadata: defined<RunEventMetadata>({ ref: task.ref, ...metadata }),
  });
}
