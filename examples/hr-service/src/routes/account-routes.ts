import type { Principal } from "@countersign/auth";
import { hexId } from "@countersign/contracts";
import { parseInput } from "@countersign/owner-kit";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { AccountsRepository } from "../accounts-repository.ts";
import type { DisbursementAccounts } from "../disbursement.ts";
import { DISBURSED_KINDS, type DisbursedKind } from "../document-kinds.ts";

export interface AccountRoutesOptions {
  accounts: Pick<AccountsRepository, "find">;
  setAccounts: (
    caller: Principal,
    kind: DisbursedKind,
    accounts: DisbursementAccounts,
  ) => Promise<DisbursementAccounts>;
}

/** Body of a kind's accounts. */
export const accountsInput = z.strictObject({ debitAccountId: hexId, creditAccountId: hexId });
const kindParams = z.object({ kind: z.enum(DISBURSED_KINDS) });

/** REST resource of the company's disbursement accounts. */
export async function accountRoutes(app: FastifyInstance, options: AccountRoutesOptions): Promise<void> {
  const { accounts, setAccounts } = options;
  app.route({
    method: "GET",
    url: "/api/disbursement-accounts",
    handler: async ({ principal: { companyId } }) => {
      const entries = await Promise.all(
        DISBURSED_KINDS.map(async (kind) => [kind, (await accounts.find(companyId, kind)) ?? null] as const),
      );
      return Object.fromEntries(entries);
    },
  });
  app.route({
    method: "PUT",
    url: "/api/disbursement-accounts/:kind",
    handler: async ({ principal, params, body }) =>
      setAccounts(principal, parseInput(kindParams, params).kind, parseInput(accountsInput, body ?? {})),
  });
}
