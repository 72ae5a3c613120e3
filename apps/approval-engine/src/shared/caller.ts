import type { Principal } from "@countersign/auth";
import type { People } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import type { Scope } from "@countersign/mongo";

import type { Stamp } from "./base-fields.ts";
import { createDirectoryRepository } from "./directory-repository.ts";

/** The user for whom a use case runs: the user of a verified token, or the one that a message names. */
export type Caller = Pick<Principal, "companyId" | "userId" | "privileged"> &
  Partial<Pick<Principal, "branchId" | "name" | "isAgent">> & {
    /** A business service speaks for the user, about its own documents. */
    isService?: true;
    /** Called when a command was a repetition: nothing has changed, and its first result is given again. */
    replayed?: () => void;
  };

/** The user that a message of a business service names. */
export function serviceCaller(
  { companyId, branchId }: { companyId: string; branchId?: string | undefined },
  userId: string,
): Caller {
  return {
    companyId,
    userId,
    privileged: false,
    isService: true,
    ...(branchId !== undefined && { branchId }),
  };
}

/** The stamp that marks the caller's writes. */
export function stampOf({ companyId, branchId, userId }: Caller, now: Date): Stamp {
  return { companyId, branchId, userId, now };
}

/**
 * The caller's name for messages: the token's, else the directory's.
 *
 * @param people - those who have been read already
 */
export async function nameOf(
  { companyId, userId, name }: Caller,
  scope: Scope,
  people?: People,
): Promise<string | undefined> {
  if (name !== undefined) return name;
  const known = people?.get(userId);
  return known ? known.name : createDirectoryRepository(scope).userName(companyId, userId);
}

/** @throws DomainError `FORBIDDEN` unless the caller is privileged */
export function assertPrivileged({ privileged }: Caller): void {
  if (!privileged) throw new DomainError("FORBIDDEN", "Only a privileged user may do this");
}
