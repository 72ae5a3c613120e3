import { type Grant, type Id, coversKind, isActive } from "@countersign/domain/approval";

import type { WorkflowTask } from "./records.ts";

/** The fields of a task that decide it. */
export type WaitingTask = Pick<
  WorkflowTask,
  "askedIds" | "involvedIds" | "beneficiaryId" | "kind" | "status" | "archived"
>;

/**
 * Whether a task waits for a user, on a seat of their own or in the place of somebody whom they represent.
 *
 * @param grants - whom they may represent
 */
export function waitsFor(userId: Id, task: WaitingTask, grants: readonly Grant[]): boolean {
  const { askedIds = [], involvedIds, beneficiaryId, kind } = task;
  if (!isActive(task)) return false;
  if (askedIds.includes(userId)) return true;
  if (involvedIds.includes(userId) || beneficiaryId === userId) return false;
  return grants.some((grant) => askedIds.includes(grant.principalId) && coversKind(grant, kind));
}
