import type { Principal } from "@countersign/auth";
import { hexId } from "@countersign/contracts";
import { answer, errors, type ZodApp } from "@countersign/owner-kit";
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

const accountsByKind = z.partialRecord(z.enum(DISBURSED_KINDS), accountsInput.nullable());

/** REST resource of the company's disbursement accounts. */
export async function accountRoutes(app: ZodApp, options: AccountRoutesOptions): Promise<void> {
  const { accounts, setAccounts } = options;
  app.route({
    method: "GET",
    url: "/api/disbursement-accounts",
    schema: {
      operationId: "readDisbursementAccounts",
      summary: "Reads which accounts disbursements are posted to.",
      response: { 200: answer("The accounts by kind.", accountsByKind), ...errors(401) },
    },
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
    schema: {
      operationId: "setDisbursementAccounts",
      summary: "Says which accounts a kind's disbursements are posted to; for privileged users.",
      params: kindParams,
      body: accountsInput,
      response: { 200: answer("The accounts.", accountsInput), ...errors(400, 401, 403, 404) },
    },
    handler: async ({ principal, params, body }) => setAccounts(principal, params.kind, body),
  });
}
