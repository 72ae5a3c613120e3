import type { OutcomeEvent } from "@countersign/messaging";
import type { Logger } from "@countersign/service-kit";
import type { InventoryRepositories } from "../inventory-repositories.ts";

/**
 * Writes how an approval ended into its order: `workflowCompleted` sets POSTED; there is no `workflowRejected`, so a
 * terminal rejection leaves the order as it is (approval-engine.md, "Completion callback contract"). Runs in the
 * transaction of the message's inbox record. An order that was cancelled meanwhile stays cancelled.
 */
export function createRecordOutcome({ logger, clock }: { logger: Pick<Logger, "info">; clock: () => Date }) {
  return async ({ type, data }: OutcomeEvent, { orders }: InventoryRepositories): Promise<void> => {
    if (type === "approval.outcome.rejected") return;
    const { kind, refId, companyId } = data;
    if (await orders.post({ companyId, id: refId }, clock())) return;
    logger.info({ refId, kind, type }, "an outcome found no order to post");
  };
}
