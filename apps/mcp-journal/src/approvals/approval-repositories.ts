import { createJournalWriter, type JournalWriter } from "@countersign/finance";
import { type Audit, createAudit, createInbox, type Inbox, type Scope } from "@countersign/mongo";
import type { Approval } from "./approval.ts";
import { type ApprovalsRepository, type Changes, createApprovalsRepository } from "./approvals-repository.ts";

/** The repositories that the approval of an entry uses in one transaction. */
export interface ApprovalRepositories {
  approvals: ApprovalsRepository;
  journal: JournalWriter;
  audit: Audit;
  inbox: Inbox;
}

/** Binds the repositories to a transaction. */
export function bindRepositories(scope: Scope): ApprovalRepositories {
  return {
    approvals: createApprovalsRepository(scope),
    journal: createJournalWriter(scope),
    audit: createAudit(scope),
    inbox: createInbox(scope),
  };
}

/** Verbs of the audit trail; a posting has its own record. */
const ACTIONS = { WAITING: "submit", REJECTED: "reject", RECALLED: "recall", UNPOSTED: "refuse" } as const;

/**
 * Moves an approval on, with its audit record.
 *
 * @param change.actorId who did it; without it the service
 */
export async function moveOn(
  { approvals, audit }: Pick<ApprovalRepositories, "approvals" | "audit">,
  approval: Approval,
  change: { status: keyof typeof ACTIONS; actorId?: string | undefined } & Changes,
  at: Date,
): Promise<void> {
  const { status, actorId, ...changes } = change;
  if (!(await approvals.transition(approval, status, changes, at))) return;
  const { id, companyId, requester } = approval;
  await audit.record(
    {
      companyId,
      actorId,
      action: ACTIONS[status],
      entity: "journal_entry",
      entityId: id,
      before: { approval: approval.status },
      after: { approval: status, ...changes },
      at,
      details: { ...requester, arguments: { id, companyId } },
    },
    { chained: true },
  );
}
