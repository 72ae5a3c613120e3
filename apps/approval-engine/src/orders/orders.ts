import type { Id } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { type Evaluation, taskKindOfOrder } from "@countersign/domain/inventory";

import { keepFailedSubmission } from "../failed-submissions/index.ts";
import { type RunDependencies, type Submission, findOrderRun, peopleNamed, startRun } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import type { OrderSubmissionFailure } from "../shared/feature.ts";
import { parseInput } from "../shared/parse-input.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { createOrdersRepository, needsOf } from "../thresholds/index.ts";
import { createAssertPostable } from "./assert-postable.ts";
import { type NewOrderInput, type OrderInput, newOrderInput, orderInput } from "./inputs.ts";

/** The evaluation of a new order, and the run that was started for it. */
export type OrderAnswer = Evaluation & { runId?: string };

interface OrderDependencies extends RunDependencies {
  transact: Transact;
  submissionFailed: (failure: OrderSubmissionFailure) => void;
}

/**
 * Whether the order needs approval, and by which workflow (specification: "Inventory thresholds", 1 and 2). The currency
 * that the request does not name is the one of the order's record.
 */
function createEvaluateOrder({ transact }: { transact: Transact }) {
  return async (companyId: string, input: OrderInput): Promise<Evaluation> => {
    const order = parseInput(orderInput, input);
    return transact(async (scope) => {
      const { currency = (await createOrdersRepository(scope).find(companyId, order._id))?.currency } = order;
      return (await needsOf(scope, companyId, { ...order, currency })).evaluation;
    });
  };
}

/**
 * Submits a new order to the workflow that its evaluation names: the threshold's where approval is required, else the
 * company's default, if there is one (specification: "Inventory thresholds", 3 and 5; contract-3, SAFE-10). A submission
 * that fails is reported and never blocks the creation; a required one is listed until the order's run is started. An
 * order that has a run of its own is left alone, so a repeated call does no harm.
 *
 * @throws DomainError `INVALID_INPUT`, or `UNAVAILABLE` when the store cannot be read, or cannot record a failure
 */
function createOrderCreated({ transact, runs, rules, submissionFailed }: OrderDependencies) {
  /** @returns the order's run, unless it could not be started */
  async function submit(
    caller: Caller,
    submission: Submission & { workflowId: Id },
    isRequired: boolean,
  ): Promise<Id | undefined> {
    const { companyId } = caller;
    const { refId, kind, ref, workflowId } = submission;
    const ownRun = async (scope: TransactionScope) =>
      findOrderRun(scope, companyId, { refId, kind, workflowId });
    try {
      return await runs.together(
        async (scope) => ((await ownRun(scope)) ?? (await startRun(scope, caller, submission, rules))).runId,
      );
    } catch (error) {
      submissionFailed({ companyId, orderId: refId, workflowId, error });
      if (!isRequired) return undefined;
      const domainError = error instanceof DomainError ? error : undefined;
      const why = {
        reason: domainError?.message ?? "Internal error",
        ...(domainError?.text && { text: domainError.text }),
      };
      return transact(async (scope) => {
        const currentRun = await ownRun(scope);
        if (currentRun !== undefined) return currentRun.runId;
        await keepFailedSubmission(scope, companyId, { refId, ref, kind, workflowId, ...why });
        return undefined;
      });
    }
  }

  return async (caller: Caller, input: NewOrderInput): Promise<OrderAnswer> => {
    const { companyId, userId: submitterId } = caller;
    const { document, ...givenOrder } = parseInput(newOrderInput, input);
    const { order, needs } = await transact(async (scope) => {
      const storedOrder = await createOrdersRepository(scope).find(companyId, givenOrder._id);
      // Its record says what it is; an owner may keep its orders elsewhere.
      const knownOrder = storedOrder ?? givenOrder;
      return { order: knownOrder, needs: await needsOf(scope, companyId, knownOrder) };
    });
    const { evaluation, workflowId } = needs;
    const kind = taskKindOfOrder(order.kind);
    if (kind === undefined || workflowId === undefined) return evaluation;
    const { _id: refId, ref } = givenOrder;
    const submission = {
      refId,
      kind,
      ref: order.ref ?? ref,
      submitterId,
      named: peopleNamed({ submitterId, document }),
      document,
      workflowId,
      byOwner: true,
      byRule: true as const,
    };
    const runId = await submit(caller, submission, evaluation.required);
    return runId === undefined ? evaluation : { ...evaluation, runId };
  };
}

/** The use cases that the inventory service calls for its orders. */
export function createOrderUseCases(dependencies: OrderDependencies) {
  return {
    evaluateOrder: createEvaluateOrder(dependencies),
    orderCreated: createOrderCreated(dependencies),
    assertPostable: createAssertPostable(dependencies),
  };
}
