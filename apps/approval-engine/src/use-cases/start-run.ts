import { type SubmitCommand, decide } from "@countersign/domain/approval";

import { newRunAfter, toRun } from "../repositories/run-records.ts";
import { type Caller, nameOf } from "./caller.ts";
import { recordDecision } from "./record-decision.ts";
import { storedStagesOf } from "./stored-stages.ts";
import type { SubmitAnswer } from "./engine.ts";
import type { Attempt } from "./transact.ts";

/** What is submitted, whoever asked for it. */
export type Submission = Pick<
  SubmitCommand,
  "refId" | "kind" | "ref" | "submitterId" | "beneficiaryId" | "workflowId" | "dynamicStages"
>;

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
  const current = await repositories.runs.loadCurrent(companyId, submission.refId);
  const { workflowId } = submission;
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
    before: newRunAfter(current),
    decision,
    audit: { action: "submit", entity: "document", entityId: submission.refId },
  });
  return {
    refId: submission.refId,
    tasks: decision.run.tasks
      .toSorted((left, right) => left.orderNo - right.orderNo)
      .map(({ id, orderNo, stageName, status }) => ({ _id: id, orderNo, stageName, status })),
  };
}
