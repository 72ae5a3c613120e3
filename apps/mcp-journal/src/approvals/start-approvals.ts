import { entryAuthors } from "@countersign/finance";
import { randomId } from "@countersign/mongo";
import { startOwner } from "@countersign/owner-kit";
import type { ServiceDependencies } from "@countersign/runtime";
import type { McpJournalConfig } from "../config.ts";
import { bindRepositories } from "./approval-repositories.ts";
import { APPROVAL_INDEXES, createApprovalsRepository } from "./approvals-repository.ts";
import { createRecordOutcome } from "./record-outcome.ts";
import { type ApprovalLimit, createSubmitEntry, type EntryApprovals } from "./submit-entry.ts";

const clock = (): Date => new Date();

/** Starts the owner `finance`, whose journal entries are posted once they are approved (contract-2, AGT-1). */
export async function startApprovals(
  limit: ApprovalLimit,
  { owner }: Pick<McpJournalConfig, "owner">,
  dependencies: Pick<ServiceDependencies, "store" | "bus" | "logger" | "metrics" | "onStop">,
): Promise<EntryApprovals> {
  const { approvals } = await startOwner(
    {
      name: "mcp-journal",
      owner: "finance",
      kinds: ["JournalEntry"],
      indexes: APPROVAL_INDEXES,
      bindRepositories,
      createRules({ kit, unitOfWork, store, logger, currency }) {
        const { settle, ...entryApprovals } = createSubmitEntry({
          approvals: createApprovalsRepository({ db: store.db }),
          unitOfWork,
          kit,
          limit,
          currency,
          authorsOf: (entry) => entryAuthors(store, entry),
          newId: randomId,
          clock,
        });
        return { recordOutcome: createRecordOutcome({ logger, clock }), settle, approvals: entryApprovals };
      },
    },
    owner,
    dependencies,
  );
  return approvals;
}
