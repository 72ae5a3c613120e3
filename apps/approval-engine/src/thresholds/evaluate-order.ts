import type { Id } from "@countersign/domain/approval";
import { type Evaluation, type Order, evaluate, inOrder } from "@countersign/domain/inventory";
import { defaultWorkflowOf } from "@countersign/domain/settings";
import type { Scope } from "@countersign/mongo";
import { createSettingsReader } from "@countersign/settings";

import { createThresholds } from "./repositories.ts";

/** The approval that a company's settings and thresholds require for an order. */
export interface OrderNeeds {
  evaluation: Evaluation;
  /** The workflow that the evaluation names: the threshold's, else the company's default. */
  workflowId: Id | undefined;
  defaultWorkflowId: Id | undefined;
}

/** Evaluates an order. Of several thresholds of a kind the first that asks for approval decides. */
export async function needsOf(scope: Scope, companyId: Id, order: Order): Promise<OrderNeeds> {
  const values = (await createSettingsReader(scope).find(companyId))?.values ?? {};
  const { approvalThresholdsEnabled } = values;
  const enabled =
    approvalThresholdsEnabled === true
      ? await createThresholds(scope).list(companyId, { kind: order.kind, enabled: true })
      : [];
  const evaluation = inOrder(enabled.toReversed())
    .map((threshold) => evaluate(order, threshold, approvalThresholdsEnabled))
    .find(({ required }) => required) ?? { required: false };
  const defaultWorkflowId = defaultWorkflowOf(values, order.kind);
  return {
    evaluation,
    workflowId: evaluation.required ? evaluation.workflowId : defaultWorkflowId,
    defaultWorkflowId,
  };
}
