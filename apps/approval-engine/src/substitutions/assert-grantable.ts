import type { People, Substitution } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import type { Caller } from "../shared/caller.ts";
import { knowsCompany } from "../shared/people.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { openSubstitutionsAmong } from "./grants.ts";

/** Most substitutions of a principal that are not over: each is looked at with every task of theirs. */
const GRANTS_MAX = 20;

/**
 * Refuses a substitution that nobody may grant (contract-3, SAFE-14): one by which its maker becomes the substitute, one
 * for somebody whom the directory does not know although it knows the company, and one too many.
 *
 * @param people - those of the two whom the directory knows
 * @throws DomainError `FORBIDDEN`, `INVALID_INPUT` or `CONFLICT`
 */
export async function assertGrantable(
  scope: TransactionScope,
  { companyId, userId }: Caller,
  { principalId, substituteId }: Pick<Substitution, "principalId" | "substituteId">,
  people: People,
): Promise<void> {
  if (substituteId === userId) {
    throw new DomainError("FORBIDDEN", text("substitution.notYourself"), { field: "substituteId" });
  }
  if (!people.has(substituteId) && (await knowsCompany(scope, companyId))) {
    throw new DomainError(
      "INVALID_INPUT",
      text("input.unknownPerson", { field: "substituteId", id: substituteId }),
      {
        field: "substituteId",
      },
    );
  }
  const open = await openSubstitutionsAmong(scope, companyId, [principalId], scope.now, 1);
  if (open.length >= GRANTS_MAX) {
    throw new DomainError("CONFLICT", text("substitution.tooMany", { maximum: GRANTS_MAX }), {
      field: "principalId",
    });
  }
}
