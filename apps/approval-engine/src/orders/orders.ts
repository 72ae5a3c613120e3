import { type Id, isOpen } from "@countersign/domain/approval";
import { type Evaluation, taskKindOfOrder } from "@countersign/domain/inventory";

import { toRun } from "../runs/run-records.ts";
import type { Caller } from "../shared/caller.ts";
import { cancelRun } from "../runs/cancel-document.ts";
import type { OrderAnswer } from "../engine.ts";
import { needsOf } from "../thresholds/evaluate-order.ts";
import { type OrderInput, orderInput } from "../shared/inputs.ts";
import { parseInput } from "../shared/parse-input.ts";
import { type Submission, startRun } from "../runs/start-run.ts";
import type { SubmitDependencies } from "../runs/submit-document.ts";
import type { Transact } from "../shared/transact.ts";

/** A submission on order creation that failed: the creation goes on, so somebody has to see it. */
export interface OrderSubmissionFailure {
  companyId: Id;
  orderId: Id;
  workflowId: Id;
  error: unknown;
}

/** Whether the order needs approval, and by which workflow (specification: "Inventory thresholds", 1 and 2). */
export function createEvaluateOrder({ transact }: { transact: Transact }) {
  return async (companyId: string, input: OrderInput): Promise<Evaluation> => {
    const order = parseInput(orderInput, input);
    return transact(async ({ repositories }) => (await needsOf(repositories, companyId, order)).evaluation);
  };
}

/**
 * Submits a new order where a threshold or, if none did, the company's default workflow asks for it (specification:
 * "Inventory thresholds", 3 and 5). A submission that fails is reported and never blocks the creation. An order that
 * has a run of its own is left alone, so a repeated call does no harm; any other run that is open on its id is archived.
 *
 * @throws DomainError `INVALID_INPUT`, or `UNAVAILABLE` when the store cannot be read
 */
export function createOrderCreated(
  dependencies: SubmitDependencies & { submissionFailed: (failure: OrderSubmissionFailure) => void },
) {
  const { transact, rules, submissionFailed } = dependencies;

  /** @returns the order's run, unless it could not be started */
  async function submit(
    caller: Caller,
    submission: Submission & { workflowId: Id },
    named: Id,
  ): Promise<Id | undefined> {
    const { companyId } = caller;
    const { refId, kind, workflowId } = submission;
    try {
      return await transact(async (attempt) => {
        const { runs } = attempt.repositories;
        const own = await runs.findOrderRun(companyId, { refId, kind, workflowId: named });
        if (own !== undefined) return own.runId;
        // One that a person started on the order's id must not keep its own from starting.
        const current = await runs.loadCurrent(companyId, refId);
        if (current.origin.byOwner === false && isOpen(toRun(current))) {
          await cancelRun(attempt, caller, refId);
        }
        return (await startRun(attempt, caller, submission, rules)).runId;
      });
    } catch (error) {
      submissionFailed({ companyId, orderId: refId, workflowId, error });
      return undefined;
    }
  }

  return async (caller: Caller, input: OrderInput): Promise<OrderAnswer> => {
    const { companyId, userId: submitterId } = caller;
    const order = parseInput(orderInput, input);
    const needs = await transact(async ({ repositories }) => needsOf(repositories, companyId, order));
    const { evaluation, workflowId: named, defaultWorkflowId } = needs;
    const kind = taskKindOfOrder(order.kind);
    if (kind === undefined || named === undefined) return evaluation;
    const submission = { refId: order._id, kind, ref: order.ref, submitterId, byOwner: true };
    let runId = await submit(caller, { ...submission, workflowId: named }, named);
    if (runId === undefined && defaultWorkflowId !== undefined && defaultWorkflowId !== named) {
      runId = await submit(caller, { ...submission, workflowId: defaultWorkflowId }, named);
    }
    return runId === undefined ? evaluation : { ...evaluation, runId };
  };
}
