import { type OutcomeEvent, requireDocument } from "@countersign/owner-kit";
import type { Logger } from "@countersign/service-kit";
import { DOCUMENT_KINDS, isDisbursedKind, isDocumentKind } from "../document-kinds.ts";
import type { HrRepositories } from "../hr-repositories.ts";
import { disburse } from "./disburse.ts";

const STATUS_AFTER = {
  "approval.outcome.completed": "APPROVED",
  "approval.outcome.rejected": "REJECTED",
  "approval.outcome.recalled": "DRAFT",
} as const;

/**
 * Writes how an approval ended into its document: `workflowCompleted` sets APPROVED, and posts the disbursement of loans
 * and advances; `workflowRejected` sets REJECTED (approval-engine.md, "Completion callback contract"), and a recall
 * DRAFT (contract-2, CTRL-3). Runs in the transaction of the message's inbox record. A document that was cancelled
 * meanwhile stays cancelled, and the outcome of another run than the one that this service asked for changes nothing
 * (contract-2, SAFE-1). It also says whether the approval took a change whose answer was lost.
 */
export function createRecordOutcome(dependencies: {
  logger: Pick<Logger, "info" | "warn">;
  clock: () => Date;
}) {
  const { logger, clock } = dependencies;
  return async ({ type, data }: OutcomeEvent, repositories: HrRepositories): Promise<void> => {
    const { kind, refId, companyId, runId, requestId, origin, remark, actorId, revision = 1 } = data;
    if (!isDocumentKind(kind)) return;
    // Any user may start a run on a document's id.
    if (origin !== "owner") {
      logger.info({ refId, kind, type, runId, origin }, "an outcome of a run that was not asked for");
      return;
    }
    const key = { companyId, id: refId };
    const to = STATUS_AFTER[type];
    const documents = repositories.documents(kind);
    const at = clock();
    if (
      !(await documents.transition(key, {
        from: ["SUBMITTING", "PENDING"],
        to,
        at,
        verdict: { runId, requestId, actorId, remark },
      }))
    ) {
      logger.info({ refId, kind, type, runId }, "an outcome found no pending document");
      return;
    }
    const { noun } = DOCUMENT_KINDS[kind];
    const { change, revision: knownRevision = 1 } = requireDocument(noun, await documents.find(key));
    if (change)
      await documents.endChange(key, change, revision > knownRevision ? { revision, at } : undefined);
    if (to !== "APPROVED" || !isDisbursedKind(kind)) return;
    await disburse(repositories, requireDocument(noun, await documents.find(key)), kind, at);
  };
}
