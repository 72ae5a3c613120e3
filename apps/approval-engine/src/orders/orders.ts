import type { Id } from "@countersign/domain/approval";
import { type Evaluation, taskKindOfOrder } from "@countersign/domain/inventory";

import {
  type RunDependencies,
  type Submission,
  cancelRunOfPerson,
  findOrderRun,
  startRun,
} from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import type { Transact } from "../shared/transact.ts";
import { needsOf } from "../thresholds/index.ts";
import { createAssertPostable } from "./assert-postable.ts";
import { type NewOrderInput, type OrderInput, newOrderInput, orderInput } from "./inputs.ts";

/** What a new order needs, and the run that was started for it. */
export type OrderAnswer = Evaluation & { runId?: string };

/** A submission on order creation that failed: the creation goes on, so the failure is reported. */
export interface OrderSubmissionFailure {
  companyId: Id;
  orderId: Id;
  workflowId: Id;
  error: unknown;
}

interface OrderDependencies extends RunDependencies {
  submissionFailed: (failure: OrderSubmissionFailure) => void;
}

/** Whether the order needs approval, and by which workflow (specification: "Inventory thresholds", 1 and 2). */
function createEvaluateOrder({ transact }: { transact: Transact }) {
  return async (companyId: string, input: OrderInput): Promise<Evaluation> => {
    const order = parseInput(orderInput, input);
    return transact(async (scope) => (await needsOf(scope, companyId, order)).evaluation);
  };
}

/**
 * Submits a new order where a threshold or, if none did, the company's default workflow asks for it (specification:
 * "Inventory thresholds", 3 and 5). A submission that fails is reported and never blocks the creation. An order that
 * has a run of its own is left alone, so a repeated call does no harm; any other run that is open on its id is archived.
 *
 * @throws DomainError `INVALID_INPUT`, or `UNAVAILABLE` when the store cannot be read
 */
function createOrderCreated({ transact, rules, submissionFailed }: OrderDependencies) {
  /** @returns the order's run, unless it could not be started */
  async function submit(
    caller: Caller,
    submission: Submission & { workflowId: Id },
    named: Id,
  ): Promise<Id | undefined> {
    const { companyId } = caller;
    const { refId, kind, workflowId } = submission;
    try {
      return await transact(async (scope) => {
        const own = await findOrderRun(scope, companyId, { refId, kind, workflowId: named });
        if (own !== undefined) return own.runId;
        // A run that a person started on the order's id must not block the order's own.
        await cancelRunOfPerson(scope, caller, refId);
        return (await startRun(scope, caller, submission, rules)).runId;
      });
    } catch (error) {
      submissionFailed({ companyId, orderId: refId, workflowId, error });
      return undefined;
    }
  }

  return async (caller: Caller, input: NewOrderInput): Promise<OrderAnswer> => {
    const { companyId, userId: submitterId } = caller;
    const { document, ...order } = parseInput(newOrderInput, input);
    const needs = await transact(async (scope) => needsOf(scope, companyId, order));
    const { evaluation, workflowId: named, defaultWorkflowId } = needs;
    const kind = taskKindOfOrder(order.kind);
    if (kind === undefined || named === undefined) return evaluation;
    const submission = { refId: order._id, kind, ref: order.ref, submitterId, document, byOwner: true };
    let runId = await submit(caller, { ...submission, workflowId: named }, named);
    if (runId === undefined && defaultWorkflowId !== undefined && defaultWorkflowId !== named) {
      runId = await submit(caller, { ...submission, workflowId: defaultWorkflowId }, named);
    }
    return runId === undefined ? evaluation : { ...evaluation, runId };
  };
}

/** What the inventory service asks about its orders. */
export function createOrderUseCases(dependencies: OrderDependencies) {
  return {
    evaluateOrder: createEvaluateOrder(dependencies),
    orderCreated: createOrderCreated(dependencies),
    assertPostable: createAssertPostable(dependencies),
  };
}
