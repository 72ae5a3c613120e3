import type { OutcomeOrigin } from "@countersign/contracts";
import { type Id, type Task, builtInOwnerOf } from "@countersign/domain/approval";
import { covers, taskKindOfOrder } from "@countersign/domain/inventory";
import type { Scope } from "@countersign/mongo";

import { createOrdersRepository, needsOf } from "../thresholds/index.ts";
import type { RunOrigin } from "./run-records.ts";

/**
 * The origin that an ended run reports to its document's owner (contract-2, SAFE-1). Where the order's evaluation requires
 * approval, no run but one of the workflow that it names counts, whoever started it (contract-3, SAFE-10).
 */
export async function outcomeOriginOf(
  scope: Scope,
  companyId: Id,
  { kind, refId, workflowId }: Pick<Task, "kind" | "refId" | "workflowId">,
  { byOwner, orderUnknown, submittedOrder }: RunOrigin,
): Promise<OutcomeOrigin> {
  // Older runs carry no mark: only a service can submit stages of its own.
  const isByOwner = byOwner ?? workflowId === undefined;
  const found = isByOwner ? "owner" : "person";
  if (builtInOwnerOf(kind) !== "inventory" || (orderUnknown && !isByOwner)) return found;
  const order = await createOrdersRepository(scope).find(companyId, refId);
  if (order === undefined || taskKindOfOrder(order.kind) !== kind) return found;
  const { evaluation, workflowId: named } = await needsOf(scope, companyId, order);
  if (isByOwner && !evaluation.required) return "owner";
  if (named !== workflowId || !covers(submittedOrder ?? order, order)) return "person";
  return isByOwner ? "owner" : "evaluation";
}
