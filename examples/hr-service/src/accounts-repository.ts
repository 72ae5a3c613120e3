import { type OpenScope, sessionOption, toHex, toObjectId } from "@countersign/mongo";
import type { ObjectId } from "mongodb";
import type { DisbursementAccounts } from "./disbursement.ts";
import type { DisbursedKind } from "./document-kinds.ts";

/** A row of `hr_disbursement_accounts`. */
interface AccountsRecord {
  _id: { companyId: ObjectId; kind: DisbursedKind };
  debitAccountId: ObjectId;
  creditAccountId: ObjectId;
  updatedAt: Date;
}

/** Which accounts a company's disbursements are posted to. */
export interface AccountsRepository {
  find(companyId: string, kind: DisbursedKind): Promise<DisbursementAccounts | undefined>;
  set(companyId: string, kind: DisbursedKind, accounts: DisbursementAccounts, at: Date): Promise<void>;
  /** Those of the ids that are no accounts of the company. */
  unknownOf(companyId: string, accountIds: readonly string[]): Promise<string[]>;
}

/** Binds the repository to a transaction, or to the store itself. */
export function createAccountsRepository(scope: OpenScope): AccountsRepository {
  const records = scope.db.collection<AccountsRecord>("hr_disbursement_accounts");
  const accounts = scope.db.collection<{ companyId: ObjectId }>("accounts");
  const session = sessionOption(scope);

  return {
    find: async (companyId, kind) => {
      const record = await records.findOne({ _id: idOf(companyId, kind) }, session);
      if (record === null) return undefined;
      const { debitAccountId, creditAccountId } = record;
      return { debitAccountId: toHex(debitAccountId), creditAccountId: toHex(creditAccountId) };
    },
    set: async (companyId, kind, { debitAccountId, creditAccountId }, updatedAt) => {
      const fields = {
        debitAccountId: toObjectId(debitAccountId),
        creditAccountId: toObjectId(creditAccountId),
        updatedAt,
      };
      await records.updateOne({ _id: idOf(companyId, kind) }, { $set: fields }, { ...session, upsert: true });
    },
    unknownOf: async (companyId, accountIds) => {
      const filter = {
        _id: { $in: accountIds.map((id) => toObjectId(id)) },
        companyId: toObjectId(companyId),
      };
      const foundAccounts = await accounts.find(filter, { ...session, projection: { _id: 1 } }).toArray();
      const knownIds = new Set(foundAccounts.map(({ _id }) => toHex(_id)));
      return accountIds.filter((id) => !knownIds.has(id));
    },
  };
}

function idOf(companyId: string, kind: DisbursedKind): AccountsRecord["_id"] {
  return { companyId: toObjectId(companyId), kind };
}
