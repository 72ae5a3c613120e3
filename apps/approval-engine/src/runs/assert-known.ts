import type { People } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import type { Scope } from "@countersign/mongo";
import { text } from "@countersign/texts";

import { type ApprovalSettings, refuseUnknown } from "../approval-settings/index.ts";
import type { Caller } from "../shared/caller.ts";
import { knowsCompany } from "../shared/people.ts";

/**
 * Refuses to give a seat to somebody whom the company's directory does not know, where it knows anybody (contract-3,
 * SAFE-13). Users of other companies count as unknown.
 *
 * @param read - the company's settings, and what was read of the directory, the user included
 * @throws DomainError `NOT_FOUND`; `INVALID_INPUT` under the setting `unknownPeople: REFUSE` (OPS-1)
 */
export async function assertKnown(
  scope: Pick<Scope, "db" | "session">,
  { companyId }: Pick<Caller, "companyId">,
  { userId, field }: { userId: string; field: string },
  read: { people: People; settings: Pick<ApprovalSettings, "unknownPeople"> },
): Promise<void> {
  if (read.people.has(userId)) return;
  await refuseUnknown(scope, companyId, [{ field, userId }], read);
  if (await knowsCompany(scope, companyId))
    throw new DomainError("NOT_FOUND", text("missing.user"), { field });
}
