import type { StatedBy } from "@countersign/contracts";

import type { WorkflowTask } from "./records.ts";

/**
 * The author of a run's document description (contract-3, SAFE-11). Runs of older releases say only who started them, and
 * those before them nothing: of those, only a service could submit stages of its own.
 */
export function statedByOf({
  statedBy,
  byOwner,
  workflowId,
}: Pick<WorkflowTask, "statedBy" | "byOwner" | "workflowId">): StatedBy | undefined {
  if (statedBy !== undefined) return statedBy;
  if (byOwner !== undefined) return byOwner ? "OWNER" : "PERSON";
  return workflowId === undefined ? "OWNER" : undefined;
}
