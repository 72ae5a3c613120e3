import { type People, hasLeft, nameIn } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import type { Caller } from "./caller.ts";
import { peopleAmong } from "./people.ts";
import type { TransactionScope } from "./transact.ts";

/**
 * Refuses every command of a person who has left the company (contract-3, FIX-2).
 *
 * @param people - as the command's own transaction sees them
 * @throws DomainError `FORBIDDEN`; for commands of a business service the error names the user
 */
export function assertPresent({ userId, isService }: Caller, people: People): void {
  if (!hasLeft(people, userId)) return;
  throw new DomainError(
    "FORBIDDEN",
    isService ? text("person.left", { name: nameIn(people, userId) }) : text("person.youLeft"),
  );
}

/** The same for a command that reads nobody else. */
export async function refuseLeaver(scope: TransactionScope, caller: Caller): Promise<void> {
  assertPresent(caller, await peopleAmong(scope, caller.companyId, [caller.userId]));
}
