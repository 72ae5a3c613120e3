import type { People } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import type { Scope } from "@countersign/mongo";

import type { Caller } from "../shared/caller.ts";
import { knowsCompany } from "../shared/people.ts";

/**
 * Refuses to give a seat to somebody whom the company's directory does not know, where it knows anybody (contract-3,
 * SAFE-13). Users of other companies count as unknown.
 *
 * @param people - what was read of the directory, the user included
 * @throws DomainError `NOT_FOUND`
 */
export async function assertKnown(
  scope: Pick<Scope, "db" | "session">,
  { companyId }: Pick<Caller, "companyId">,
  { userId, field }: { userId: string; field: string },
  people: People,
): Promise<void> {
  if (people.has(userId)) return;
  if (await knowsCompany(scope, companyId)) throw new DomainError("NOT_FOUND", "User not found", { field });
}
