import {
  type Id,
  type SubmitCommand,
  type Task,
  decide,
  isOpen,
  ownerOf,
} from "@countersign/domain/approval";

import type { Repositories } from "../shared/repositories.ts";
import { type RunOrigin, type RunRecords, newRunAfter, toRun } from "./run-records.ts";
import { type Caller, nameOf } from "../shared/caller.ts";
import { cancelRun } from "./cancel-document.ts";
import { recordDecision } from "./record-decision.ts";
import { storedStagesOf } from "../definitions/stored-stages.ts";
import type { SubmitAnswer } from "../engine.ts";
import type { Attempt } from "../shared/transact.ts";

/** What is submitted, whoever asked for it. */
export type Submission = Pick<
  SubmitCommand,
  "refId" | "kind" | "ref" | "submitterId" | "beneficiaryId" | "workflowId" | "dynamicStages"
> & {
  /** Whether the service that owns the document submits it; else a person does. */
  byOwner: boolean;
};

/**
 * Starts the run of a document in the attempt's transaction (specification: "Submit rules").
 *
 * @throws DomainError as `decide` does for a submission
 */
export async function startRun(
  attempt: Attempt,
  caller: Caller,
  submission: Submission,
  rules: { returnRequeue: boolean },
): Promise<SubmitAnswer> {
  const { repositories, newId, now } = attempt;
  const { companyId } = caller;
  const { refId, workflowId } = submission;
  let current = await repositories.runs.loadCurrent(companyId, refId);
  if (submission.byOwner && isInTheWay(current)) {
    await cancelRun(attempt, caller, refId);
    current = await repositories.runs.loadCurrent(companyId, refId);
  }
  const decision = decide(
    {
      type: "submit",
      ...submission,
      storedStages:
        workflowId === undefined ? undefined : await storedStagesOf(repositories, companyId, workflowId),
      actorName: await nameOf(caller, repositories.directory),
    },
    toRun(current),
    { nowMs: now.getTime(), newId, returnRequeue: rules.returnRequeue },
  );
  await recordDecision(attempt, caller, {
    before: newRunAfter(current, await originOf(repositories, companyId, submission)),
    decision,
    audit: { action: "submit", entity: "document", entityId: refId },
  });
  const { tasks } = decision.run;
  const [{ runId }] = tasks as [Task];
  return {
    refId,
    runId,
    ...(workflowId !== undefined && { workflowId }),
    tasks: tasks
      .toSorted((left, right) => left.orderNo - right.orderNo)
      .map(({ id, orderNo, stageName, status }) => ({ _id: id, orderNo, stageName, status })),
  };
}

/**
 * Whether the run is open and can decide nothing, because a person started it on the id of an HR document, or of an order
 * that was not there: such a run keeps no owner from submitting the document.
 */
function isInTheWay(current: RunRecords): boolean {
  const [task] = current.tasks;
  if (task?.byOwner !== false || !isOpen(toRun(current))) return false;
  return ownerOf(task.kind) !== "inventory" || task.orderUnknown === true;
}

/** What a run tells about itself for ever: who asked for it, and what for. */
async function originOf(
  { orders }: Pick<Repositories, "orders">,
  companyId: Id,
  { byOwner, kind, refId }: Submission,
): Promise<RunOrigin> {
  if (ownerOf(kind) !== "inventory") return { byOwner };
  const order = await orders.find(companyId, refId);
  if (order === undefined) return { byOwner, orderUnknown: true };
  const { totalAmount, discount } = order;
  return { byOwner, submittedOrder: { totalAmount, ...(discount && { discount }) } };
}
