import type { OutcomeEvent } from "@countersign/messaging";
import type { Logger } from "@countersign/service-kit";
import { isDocumentKind } from "../document-kinds.ts";
import type { HrRepositories } from "../hr-repositories.ts";

/**
 * Writes how an approval ended into its document: `workflowCompleted` sets APPROVED, `workflowRejected` REJECTED
 * (approval-engine.md, "Completion callback contract"). Runs in the transaction of the message's inbox record. A
 * document that was cancelled meanwhile stays cancelled.
 */
export function createRecordOutcome({ logger, clock }: { logger: Pick<Logger, "info">; clock: () => Date }) {
  return async ({ type, data }: OutcomeEvent, repositories: HrRepositories): Promise<void> => {
    const { kind, refId, companyId, remark } = data;
    if (!isDocumentKind(kind)) return;
    const recorded = await repositories.documents(kind).transition(
      { companyId, id: refId },
      {
        from: ["SUBMITTING", "PENDING"],
        to: type === "approval.outcome.completed" ? "APPROVED" : "REJECTED",
        at: clock(),
        remark,
      },
    );
    if (!recorded) logger.info({ refId, kind, type }, "an outcome found no pending document");
  };
}
