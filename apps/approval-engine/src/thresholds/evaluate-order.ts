import { type Id, type Task, ownerOf } from "@countersign/domain/approval";
import {
  type Evaluation,
  type Order,
  covers,
  evaluate,
  taskKindOfOrder,
} from "@countersign/domain/inventory";
import { defaultWorkflowOf } from "@countersign/domain/settings";
import type { OutcomeOrigin } from "@countersign/contracts";

import type { Repositories } from "../shared/repositories.ts";
import type { RunOrigin } from "../runs/run-records.ts";

/** What a company's settings and thresholds say of an order. */
export interface OrderNeeds {
  evaluation: Evaluation;
  /** The workflow that the evaluation names: the threshold's, else the company's default. */
  workflowId: Id | undefined;
  defaultWorkflowId: Id | undefined;
}

/** Evaluates an order. The newest threshold that asks for approval decides where a company has several of a kind. */
export async function needsOf(
  { settings, thresholds }: Pick<Repositories, "settings" | "thresholds">,
  companyId: Id,
  order: Order,
): Promise<OrderNeeds> {
  const values = (await settings.find(companyId))?.values ?? {};
  const { approvalThresholdsEnabled } = values;
  const enabled =
    approvalThresholdsEnabled === true
      ? await thresholds.list(companyId, { kind: order.kind, enabled: true })
      : [];
  const evaluation = enabled
    .toReversed()
    .map((threshold) => evaluate(order, threshold, approvalThresholdsEnabled))
    .find(({ required }) => required) ?? { required: false };
  const defaultWorkflowId = defaultWorkflowOf(values, order.kind);
  return {
    evaluation,
    workflowId: evaluation.required ? evaluation.workflowId : defaultWorkflowId,
    defaultWorkflowId,
  };
}

/** Who is behind a run that ends, as its document's owner is told (contract-2, SAFE-1). */
export async function outcomeOriginOf(
  repositories: Pick<Repositories, "settings" | "thresholds" | "orders">,
  companyId: Id,
  { kind, refId, workflowId }: Pick<Task, "kind" | "refId" | "workflowId">,
  { byOwner, orderUnknown, submittedOrder }: RunOrigin,
): Promise<OutcomeOrigin> {
  // Runs from before they were marked: only a service can submit stages of its own.
  if (byOwner ?? workflowId === undefined) return "owner";
  if (orderUnknown || ownerOf(kind) !== "inventory") return "person";
  const order = await repositories.orders.find(companyId, refId);
  if (order === undefined || taskKindOfOrder(order.kind) !== kind) return "person";
  const needs = await needsOf(repositories, companyId, order);
  return needs.workflowId === workflowId && covers(submittedOrder ?? order, order) ? "evaluation" : "person";
}
