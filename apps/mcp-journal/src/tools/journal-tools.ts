import type { OnFailure } from "@countersign/mcp";
import type { AssertTenant, JournalTool } from "./tool-context.ts";
import { DomainError } from "@countersign/domain/errors";
import type { Finance } from "@countersign/finance";
import type { EntryApprovals } from "../approvals/submit-entry.ts";
import { createJournalEntryTool } from "./create-journal-entry.ts";
import { getJournalEntryTool } from "./get-journal-entry.ts";
import { listAccountsTool } from "./list-accounts.ts";
import { postJournalEntryTool } from "./post-journal-entry.ts";

/**
 * The four tools, in the specification's order (mcp-journal, What the service does).
 *
 * @param options.tenantFence also require the `companyId` argument to be the token's company, and limit
 *   `list_accounts` to it; without it the argument alone decides, as the specification has it
 * @param options.approvals of entries that are posted only once they are approved; without it none is needed
 */
export function createJournalTools(
  finance: Finance,
  {
    tenantFence,
    onFailure,
    approvals,
  }: { tenantFence: boolean; onFailure: OnFailure; approvals?: EntryApprovals | undefined },
): readonly JournalTool[] {
  const assertTenant: AssertTenant = (companyId, { principal }) => {
    if (tenantFence && companyId !== principal.companyId) {
      throw new DomainError("FORBIDDEN", "Access denied: entry does not belong to this company");
    }
  };
  return [
    listAccountsTool(finance, {
      companyOf: ({ principal }) => (tenantFence ? principal.companyId : undefined),
      onFailure,
    }),
    createJournalEntryTool(finance, { assertTenant, onFailure }),
    getJournalEntryTool(finance, { assertTenant, onFailure }),
    postJournalEntryTool(finance, { assertTenant, onFailure, approvals }),
  ];
}
