import type { StatedBy } from "@countersign/contracts";
import {
  type Id,
  type Run,
  type WorkflowTaskKind,
  builtInOwnerOf,
  decide,
  isOpen,
} from "@countersign/domain/approval";
import type { Scope } from "@countersign/mongo";

import { storedVersionOf } from "../definitions/index.ts";
import { nextRevision } from "../documents/index.ts";
import { dropFailedSubmission, findFailedWorkflow } from "../failed-submissions/index.ts";
import { type Caller, agentOf, nameOf } from "../shared/caller.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { type StoredOrder, needsOf } from "../thresholds/index.ts";
import { recordUse, workflowOf } from "./added-kinds.ts";
import { replaceRun } from "./cancel-document.ts";
import { submissionContext } from "./decision-context.ts";
import { contentOf } from "./document-content.ts";
import { factsBeside } from "./facts-beside.ts";
import { orderOf, submissionOfOrder, termsOf } from "./order-submission.ts";
import { recordDecision } from "./record-decision.ts";
import { type RunOrigin, type RunRecords, newRunAfter, toRun, toRunDocument } from "./run-records.ts";
import { createRunsRepository } from "./runs-repository.ts";
import { statedByOf } from "./stated-by.ts";
import type { Submission, SubmitAnswer } from "./submission.ts";

/**
 * Starts the run of a document in the scope's transaction (specification: "Submit rules"). An order is described by its
 * record and submitted by its creator, whoever starts its run (contract-3, SAFE-11).
 *
 * @throws DomainError as `decide` does for a submission, as {@link workflowOf}, and as {@link submissionOfOrder}
 */
export async function startRun(
  scope: TransactionScope,
  caller: Caller,
  submission: Submission,
  rules: { returnRequeue: boolean },
): Promise<SubmitAnswer> {
  const runs = createRunsRepository(scope);
  const { companyId, userId: actorId } = caller;
  const order = await orderOf(scope, companyId, submission);
  const own = order === undefined ? submission : submissionOfOrder(caller, submission, order);
  const { document, byOwner, requestId, named, action, expiresAt, ...command } = own;
  const { refId, kind } = command;
  const statedBy = byOwner || order !== undefined ? "OWNER" : "PERSON";
  const workflowId = await workflowOf(scope, companyId, own);
  let current = await runs.loadCurrent(companyId, refId);
  if (await isInTheWay(scope, current, { companyId, byOwner, kind, statedBy, order })) {
    await replaceRun(scope, caller, refId);
    current = await runs.loadCurrent(companyId, refId);
  }
  const followed = workflowId === undefined ? undefined : await storedVersionOf(scope, companyId, workflowId);
  const stages = followed?.stages ?? command.dynamicStages ?? [];
  const context = await submissionContext(scope, companyId, {
    stages,
    submitterId: command.submitterId,
    kind,
    content: contentOf(document ?? {}, statedBy),
    actor: caller,
    named,
    ...rules,
  });
  const last = current.number === 0 ? 0 : current.origin.document?.revision;
  const revision =
    document && (await nextRevision(scope, { companyId, refId, actorId, document, action, statedBy, last }));
  const ofAgents = agentsOf(caller, current, order);
  const decision = decide(
    {
      type: "submit",
      ...command,
      agentPrincipalIds: ofAgents.agentPrincipalIds,
      expiresAtMs: expiresAt?.getTime(),
      document: revision && toRunDocument(revision),
      workflowId,
      storedStages: followed?.stages,
      facts: followed?.facts ?? factsBeside(stages, document),
      ...(order && { actorId }),
      actorName: await nameOf(caller, scope, context.people),
    },
    toRun(current),
    context,
  );
  const { runId } = decision;
  await recordUse(scope, kind);
  await recordDecision(scope, caller, {
    before: newRunAfter(current, {
      byOwner,
      ...(byOwner && requestId !== undefined && { requestId }),
      statedBy,
      ...ofAgents,
      ...(expiresAt && { expiresAt }),
      ...termsOf(command, order),
      ...(followed && { workflowVersion: followed.version }),
    }),
    decision,
    revision,
    audit: { action: "submit", entity: "document", entityId: refId },
  });
  if (statedBy === "OWNER" && builtInOwnerOf(kind) === "inventory") {
    await endFailure(scope, companyId, { refId, byOwner, workflowId, order });
  }
  return { ...answerOf({ refId, runId, workflowId }, decision.run), revision: revision?.revision };
}

/**
 * The program that submits with the caller's token, if one does, and whose agents have submitted the document so far. An
 * order that an agent created is its creator's agent's, whoever starts its run (contract-3, AGT-3).
 */
function agentsOf(
  caller: Caller,
  { origin: { agentPrincipalIds = [] } }: RunRecords,
  order: StoredOrder | undefined,
): Pick<RunOrigin, "submittedBy" | "agentPrincipalIds"> {
  const { agent, client } = agentOf(caller);
  const creators = order?.isAgents === true && order.createdBy !== undefined ? [order.createdBy] : [];
  const before = [...new Set([...agentPrincipalIds, ...creators])];
  if (!agent) return before.length > 0 ? { agentPrincipalIds: before } : {};
  return {
    submittedBy: { userId: caller.userId, agent, ...(client !== undefined && { client }) },
    agentPrincipalIds: [...new Set([...before, caller.userId])],
  };
}

/** The answer to the service that submitted a run: its tasks that are not archived, in their order. */
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

interface Starting {
  companyId: Id;
  byOwner: boolean;
  kind: WorkflowTaskKind;
  statedBy: StatedBy;
  order: StoredOrder | undefined;
}

/**
 * Whether a person's run is open that must not keep this one from being started (contract-3, SAFE-11): one that the person
 * describes themselves gives way to the owner's, and to an order's own; and one of an order gives way to its owner's unless
 * it is of the workflow that the order's evaluation names.
 */
async function isInTheWay(
  scope: Scope,
  current: RunRecords,
  { companyId, byOwner, kind, statedBy, order }: Starting,
): Promise<boolean> {
  const [task] = current.tasks;
  if (task?.byOwner !== false || !isOpen(toRun(current))) return false;
  if (statedByOf(task) === "PERSON") return statedBy === "OWNER";
  if (!byOwner || order === undefined) return false;
  return task.kind !== kind || task.workflowId !== (await needsOf(scope, companyId, order)).workflowId;
}

/** Removes an order from the list of failed submissions once the run that it needs is started (SAFE-10). */
async function endFailure(
  scope: Scope,
  companyId: Id,
  {
    refId,
    byOwner,
    workflowId,
    order,
  }: Pick<Starting, "byOwner" | "order"> & {
    refId: Id;
    workflowId: Id | undefined;
  },
): Promise<void> {
  const failed = await findFailedWorkflow(scope, companyId, refId);
  if (failed === undefined) return;
  const named = order && (await needsOf(scope, companyId, order)).workflowId;
  if (byOwner || workflowId === failed || workflowId === named) {
    await dropFailedSubmission(scope, companyId, refId);
  }
}
