import type { Id } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import {
  type Evaluation,
  type Order,
  assertPostable,
  evaluate,
  taskKindOfOrder,
} from "@countersign/domain/inventory";
import { defaultWorkflowOf } from "@countersign/domain/settings";

import type { Repositories } from "../repositories/repositories.ts";
import type { Caller } from "./caller.ts";
import { type OrderInput, idInput, orderInput } from "./inputs.ts";
import { parseInput } from "./parse-input.ts";
import { type Submission, startRun } from "./start-run.ts";
import type { SubmitDependencies } from "./submit-document.ts";
import type { Transact } from "./transact.ts";

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
    return transact(async ({ repositories }) => evaluated(repositories, companyId, order));
  };
}

/**
 * Submits a new order where a threshold or, if none did, the company's default workflow asks for it (specification:
 * "Inventory thresholds", 3 and 5). A submission that fails is reported and never blocks the creation. An order that
 * has a run already is left alone, so a repeated call does no harm.
 *
 * @throws DomainError `INVALID_INPUT`, or `UNAVAILABLE` when the store cannot be read
 */
export function createOrderCreated(
  dependencies: SubmitDependencies & { submissionFailed: (failure: OrderSubmissionFailure) => void },
) {
  const { transact, rules, submissionFailed } = dependencies;

  async function submit(caller: Caller, submission: Submission & { workflowId: Id }): Promise<void> {
    const { companyId } = caller;
    const { refId, workflowId } = submission;
    try {
      await transact(async (attempt) => {
        const current = await attempt.repositories.runs.loadCurrent(companyId, refId);
        if (current.tasks.length === 0) await startRun(attempt, caller, submission, rules);
      });
    } catch (error) {
      submissionFailed({ companyId, orderId: refId, workflowId, error });
    }
  }

  return async (caller: Caller, input: OrderInput): Promise<Evaluation> => {
    const { companyId, userId: submitterId } = caller;
    const order = parseInput(orderInput, input);
    const { evaluation, defaultWorkflowId } = await transact(async ({ repositories }) => ({
      evaluation: await evaluated(repositories, companyId, order),
      defaultWorkflowId: defaultWorkflowOf(await settingsOf(repositories, companyId), order.kind),
    }));
    const kind = taskKindOfOrder(order.kind);
    if (kind === undefined) return evaluation;
    const submission = { refId: order._id, kind, ref: order.ref, submitterId };
    if (evaluation.required) await submit(caller, { ...submission, workflowId: evaluation.workflowId });
    if (defaultWorkflowId !== undefined)
      await submit(caller, { ...submission, workflowId: defaultWorkflowId });
    return evaluation;
  };
}

/**
 * Refuses to post an order, or an invoice of it, that needs approval before its current run is completed.
 *
 * @throws DomainError `INVALID_INPUT`, `NOT_FOUND` without such an order, `POSTING_NEEDS_APPROVAL`
 */
export function createAssertPostable({ transact }: { transact: Transact }) {
  return async (companyId: string, id: string): Promise<void> => {
    const orderId = parseInput(idInput("orderId"), id);
    await transact(async ({ repositories }) => {
      const order = await repositories.orders.find(companyId, orderId);
      if (order === undefined) throw new DomainError("NOT_FOUND", "Order not found", { field: "orderId" });
      const evaluation = await evaluated(repositories, companyId, order);
      assertPostable(
        evaluation,
        evaluation.required && (await repositories.runs.isCurrentCompleted(companyId, order.runRefId)),
      );
    });
  };
}

/** The newest threshold that asks for approval decides where a company has several of a kind. */
async function evaluated(
  repositories: Pick<Repositories, "settings" | "thresholds">,
  companyId: Id,
  order: Order,
): Promise<Evaluation> {
  const { approvalThresholdsEnabled } = await settingsOf(repositories, companyId);
  if (approvalThresholdsEnabled !== true) return { required: false };
  const thresholds = await repositories.thresholds.list(companyId, { kind: order.kind, enabled: true });
  const evaluations = thresholds
    .toReversed()
    .map((threshold) => evaluate(order, threshold, approvalThresholdsEnabled));
  return evaluations.find(({ required }) => required) ?? { required: false };
}

async function settingsOf({ settings }: Pick<Repositories, "settings">, companyId: Id) {
  return (await settings.find(companyId))?.values ?? {};
}
