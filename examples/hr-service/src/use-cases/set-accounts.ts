import { assertPerson, type Principal } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import type { UnitOfWork } from "@countersign/mongo";
import type { DisbursementAccounts } from "../disbursement.ts";
import type { DisbursedKind } from "../document-kinds.ts";
import type { HrRepositories } from "../hr-repositories.ts";
import { assertPrivileged } from "./assert-privileged.ts";

/**
 * Sets the accounts of the company that a kind's disbursements are posted to; audited.
 *
 * @throws DomainError `FORBIDDEN` for users without privilege and for agents, `INVALID_INPUT` when the accounts are the same,
 *   `NOT_FOUND` when the company does not have one
 */
export function createSetAccounts({
  unitOfWork,
  clock,
}: {
  unitOfWork: UnitOfWork<HrRepositories>;
  clock: () => Date;
}) {
  return async (
    caller: Principal,
    kind: DisbursedKind,
    accounts: DisbursementAccounts,
  ): Promise<DisbursementAccounts> => {
    assertPrivileged(caller);
    assertPerson(caller);
    const { companyId, userId } = caller;
    const { debitAccountId, creditAccountId } = accounts;
    if (debitAccountId === creditAccountId) {
      const message = "creditAccountId: must not be the same as `debitAccountId`";
      throw new DomainError("INVALID_INPUT", message, { field: "creditAccountId" });
    }
    const at = clock();
    await unitOfWork(async (repositories) => {
      const [unknown] = await repositories.accounts.unknownOf(companyId, [debitAccountId, creditAccountId]);
      if (unknown !== undefined) {
        const field = unknown === debitAccountId ? "debitAccountId" : "creditAccountId";
        throw new DomainError("NOT_FOUND", `Account ${unknown} not found`, { field });
      }
      const before = await repositories.accounts.find(companyId, kind);
      await repositories.accounts.set(companyId, kind, accounts, at);
      await repositories.audit.record({
        companyId,
        actorId: userId,
        action: "update",
        entity: "hr_disbursement_accounts",
        entityId: companyId,
        before: before && { kind, ...before },
        after: { kind, ...accounts },
        at,
      });
    });
    return accounts;
  };
}
