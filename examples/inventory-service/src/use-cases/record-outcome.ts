import type { OutcomeEvent } from "@countersign/owner-kit";
import type { Logger } from "@countersign/service-kit";
import type { InventoryRepositories } from "../inventory-repositories.ts";

/**
 * Writes how an approval ended into its order: `workflowCompleted` sets POSTED; there is no `workflowRejected`, so a
 * terminal rejection leaves the order as it is (approval-engine.md, "Completion callback contract"), and so does a recall:
 * the order is open, and may be approved anew (contract-2, CTRL-3). Runs in the
 * transaction of the message's inbox record. An order that was cancelled meanwhile stays cancelled. Only the run that
 * this service asked for counts, and one that a person started with the workflow that the evaluation names; any other
 * changes nothing (contract-2, SAFE-1).
 */
export function createRecordOutcome(dependencies: {
  logger: Pick<Logger, "info" | "warn">;
  clock: () => Date;
}) {
  const { logger, clock } = dependencies;
  return async ({ type, data }: OutcomeEvent, { orders }: InventoryRepositories): Promise<void> => {
    const { kind, refId, companyId, runId, origin } = data;
    if (origin !== "owner" && origin !== "evaluation") {
      logger.info({ refId, kind, type, runId, origin }, "an outcome of a run that was not asked for");
      return;
    }
    if (type !== "approval.outcome.completed") return;
    const completedRun = { kind, runId: origin === "owner" ? runId : undefined };
    if (await orders.complete({ companyId, id: refId }, completedRun, clock())) return;
    logger.info({ refId, kind, type, runId }, "an outcome found no order to post");
  };
}
