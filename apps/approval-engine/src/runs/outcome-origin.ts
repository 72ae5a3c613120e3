import type { OutcomeOrigin } from "@countersign/contracts";
import { type Id, type Task, builtInOwnerOf } from "@countersign/domain/approval";
import { covers, taskKindOfOrder } from "@countersign/domain/inventory";
import type { Scope } from "@countersign/mongo";

import { createOrdersRepository, needsOf } from "../thresholds/index.ts";
import type { RunOrigin } from "./run-records.ts";

/** The origin of a run that ends, for the owner of its document (contract-2, SAFE-1). */
export async function outcomeOriginOf(
  scope: Scope,
  companyId: Id,
  { kind, refId, workflowId }: Pick<Task, "kind" | "refId" | "workflowId">,
  { byOwner, orderUnknown, submittedOrder }: RunOrigin,
): Promise<OutcomeOrigin> {
  // Older runs carry no mark: only a service can submit stages of its own.
  if (byOwner ?? workflowId === undefined) return "owner";
  if (orderUnknown || builtInOwnerOf(kind) !== "inventory") return "person";
  const order = await createOrdersRepository(scope).find(companyId, refId);
  if (order === undefined || taskKindOfOrder(order.kind) !== kind) return "person";
  const needs = await needsOf(scope, companyId, order);
  return needs.workflowId === workflowId && covers(submittedOrder ?? order, order) ? "evaluation" : "person";
}
