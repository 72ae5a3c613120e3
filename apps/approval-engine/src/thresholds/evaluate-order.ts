import type { Id } from "@countersign/domain/approval";
import { type Evaluation, type Order, evaluate } from "@countersign/domain/inventory";
import { defaultWorkflowOf } from "@countersign/domain/settings";
import type { Scope } from "@countersign/mongo";
import { createSettingsReader } from "@countersign/settings";

import { type RuleTerms, findRuleList, rulesInForce } from "../shared/rule-lists.ts";

/** The approval that a company's settings and rules require for an order. */
export interface OrderNeeds {
  evaluation: Evaluation;
  /** The workflow that the evaluation names: the rule's, else the company's default. */
  workflowId: Id | undefined;
  defaultWorkflowId: Id | undefined;
}

/** Evaluates an order. Of several rules of a kind the first that asks for approval decides. */
export async function needsOf(scope: Scope, companyId: Id, order: Order): Promise<OrderNeeds> {
  const values = (await createSettingsReader(scope).find(companyId))?.values ?? {};
  const { approvalThresholdsEnabled } = values;
  const list =
    approvalThresholdsEnabled === true ? await findRuleList(scope, companyId, order.kind) : undefined;
  const rule = ruleForOrder(rulesInForce(list), order, approvalThresholdsEnabled);
  const evaluation: Evaluation =
    rule === undefined ? { required: false } : { required: true, workflowId: rule.workflowId };
  const defaultWorkflowId = defaultWorkflowOf(values, order.kind);
  return {
    evaluation,
    workflowId: evaluation.required ? evaluation.workflowId : defaultWorkflowId,
    defaultWorkflowId,
  };
}

/**
 * The first rule that asks for approval of an order.
 *
 * @param rules - in the order in which they are asked
 * @param thresholdsEnabled - the company's flag `approvalThresholdsEnabled`
 */
export function ruleForOrder<R extends Pick<RuleTerms, "amountAbove" | "discountAbove" | "currency">>(
  rules: readonly R[],
  order: Order,
  thresholdsEnabled: boolean | undefined,
): R | undefined {
  return rules.find(({ amountAbove, discountAbove, currency }) => {
    const limits = {
      amountThreshold: amountAbove === null ? null : Number(amountAbove),
      discountPercentageThreshold: discountAbove,
      currency: currency ?? undefined,
    };
    const threshold = { kind: order.kind, workflowId: "", ...limits, enabled: true };
    return evaluate(order, threshold, thresholdsEnabled).required;
  });
}
