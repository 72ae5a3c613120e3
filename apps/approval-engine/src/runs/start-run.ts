import type { ApprovalDocument } from "@countersign/contracts";
import {
  type Id,
  type Run,
  type SubmitCommand,
  type WorkflowTaskStatus,
  builtInOwnerOf,
  decide,
  isOpen,
} from "@countersign/domain/approval";
import type { Scope } from "@countersign/mongo";

import { storedStagesOf } from "../definitions/index.ts";
import { nextRevision } from "../documents/index.ts";
import { type Caller, nameOf } from "../shared/caller.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { createOrdersRepository } from "../thresholds/index.ts";
import { recordUse, workflowOf } from "./added-kinds.ts";
import { cancelRun } from "./cancel-document.ts";
import { submissionContext } from "./decision-context.ts";
import { recordDecision } from "./record-decision.ts";
import { type RunOrigin, type RunRecords, newRunAfter, toRun, toRunDocument } from "./run-records.ts";
import { createRunsRepository } from "./runs-repository.ts";

/** Answer to a submission: the run and its tasks in their order. */
export interface SubmitAnswer {
  refId: string;
  runId: string;
  /** The stored workflow that it follows. */
  workflowId?: string | undefined;
  /** The document's revision, where one was sent. */
  revision?: number | undefined;
  tasks: { _id: string; orderNo: number; stageName: string; status: WorkflowTaskStatus }[];
}

/** A submission by a service or a person. */
export type Submission = Pick<
  SubmitCommand,
  "refId" | "kind" | "ref" | "submitterId" | "beneficiaryId" | "workflowId" | "dynamicStages"
> & {
  /** Whether the service that owns the document submits it; else a person does. */
  byOwner: boolean;
  /** What approvers decide on. */
  document?: ApprovalDocument | undefined;
};

/**
 * Starts the run of a document in the scope's transaction (specification: "Submit rules").
 *
 * @throws DomainError as `decide` does for a submission, and as {@link workflowOf}
 */
export async function startRun(
  scope: TransactionScope,
  caller: Caller,
  submission: Submission,
  rules: { returnRequeue: boolean },
): Promise<SubmitAnswer> {
  const runs = createRunsRepository(scope);
  const { companyId, userId: actorId } = caller;
  const { document, byOwner, ...command } = submission;
  const { refId, kind } = command;
  const workflowId = await workflowOf(scope, companyId, command);
  let current = await runs.loadCurrent(companyId, refId);
  if (byOwner && isInTheWay(current)) {
    await cancelRun(scope, caller, refId);
    current = await runs.loadCurrent(companyId, refId);
  }
  const storedStages =
    workflowId === undefined ? undefined : await storedStagesOf(scope, companyId, workflowId);
  const stages = storedStages ?? command.dynamicStages ?? [];
  const context = await submissionContext(scope, companyId, {
    approverIds: [...new Set(stages.flatMap(({ approverIds }) => approverIds))],
    submitterId: command.submitterId,
    actor: caller,
    ...rules,
  });
  const last = current.number === 0 ? 0 : current.origin.document?.revision;
  const revision = document && (await nextRevision(scope, { companyId, refId, actorId, document, last }));
  const decision = decide(
    {
      type: "submit",
      ...command,
      document: revision && toRunDocument(revision),
      workflowId,
      storedStages,
      actorName: await nameOf(caller, scope, context.people),
    },
    toRun(current),
    context,
  );
  const { runId } = decision;
  await recordUse(scope, kind);
  await recordDecision(scope, caller, {
    before: newRunAfter(current, { byOwner, ...(await termsOf(scope, companyId, submission)) }),
    decision,
    revision,
    audit: { action: "submit", entity: "document", entityId: refId },
  });
  return { ...answerOf({ refId, runId, workflowId }, decision.run), revision: revision?.revision };
}

/** A run as the service that asked is told of it: its tasks that are not archived, in their order. */
export function answerOf(
  { refId, runId, workflowId }: Pick<SubmitAnswer, "refId" | "runId" | "workflowId">,
  { tasks }: Run,
): SubmitAnswer {
  return {
    refId,
    runId,
    ...(workflowId !== undefined && { workflowId }),
    tasks: tasks
      .filter(({ archived }) => !archived)
      .toSorted((left, right) => left.orderNo - right.orderNo)
      .map(({ id, orderNo, stageName, status }) => ({ _id: id, orderNo, stageName, status })),
  };
}

/**
 * Whether the run is open and can decide nothing, because a person started it on the id of a document that is no order, or
 * of an order that was not there: such a run does not keep the owner from submitting the document.
 */
function isInTheWay(current: RunRecords): boolean {
  const [task] = current.tasks;
  if (task?.byOwner !== false || !isOpen(toRun(current))) return false;
  return builtInOwnerOf(task.kind) !== "inventory" || task.orderUnknown === true;
}

/** Of an order's run: what its approvers answer for. */
export async function termsOf(
  scope: Scope,
  companyId: Id,
  { kind, refId }: Pick<Submission, "kind" | "refId">,
): Promise<Pick<RunOrigin, "submittedOrder" | "orderUnknown">> {
  if (builtInOwnerOf(kind) !== "inventory") return {};
  const order = await createOrdersRepository(scope).find(companyId, refId);
  if (order === undefined) return { orderUnknown: true };
  const { totalAmount, discount } = order;
  return { submittedOrder: { totalAmount, ...(discount && { discount }) } };
}
