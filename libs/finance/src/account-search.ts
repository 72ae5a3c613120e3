import type { Store } from "@countersign/mongo";
import { containing, isHexId, toHex, toObjectId } from "@countersign/mongo";
import type { Filter, ObjectId } from "mongodb";
import type { AccountCategoryRecord, AccountRecord } from "./records.ts";

/** An account as `list_accounts` shows it (mcp-journal, Account summary). */
export interface AccountSummary {
  id: string;
  name: string;
  number: string;
  /** The category's type; empty when the account has no category. */
  type: string;
}

export interface AccountQuery {
  /** Part of the name in any case, taken as text. Default: all accounts. */
  keyword?: string;
  /** Default: all companies. */
  companyId?: string;
  /** Most accounts to return. */
  limit: number;
}

export type SearchAccounts = (query: AccountQuery) => Promise<AccountSummary[]>;

/** Reads the chart of accounts in the order of its numbers: two commands, however many accounts. */
export function createAccountSearch({ db }: Pick<Store, "db">): SearchAccounts {
  const accounts = db.collection<AccountRecord>("accounts");
  const categories = db.collection<AccountCategoryRecord>("account_categories");
  return async ({ keyword, companyId, limit }) => {
    if (companyId !== undefined && !isHexId(companyId)) return [];
    const filter: Filter<AccountRecord> = {
      ...(companyId === undefined ? {} : { companyId: toObjectId(companyId) }),
      ...(keyword === undefined || keyword === "" ? {} : { name: containing(keyword) }),
    };
    const found = await accounts.find(filter).sort({ companyId: 1, number: 1 }).limit(limit).toArray();
    const ids = found.flatMap(({ categoryId }) => (categoryId ? [categoryId] : []));
    const types = await typesOf(categories.find({ _id: { $in: ids } }));
    return found.map(({ _id, name, number, categoryId }) => ({
      id: toHex(_id),
      name,
      number,
      type: (categoryId && types.get(toHex(categoryId))) ?? "",
    }));
  };
}

async function typesOf(
  found: AsyncIterable<AccountCategoryRecord & { _id: ObjectId }>,
): Promise<Map<string, string>> {
  const types = new Map<string, string>();
  for await (const { _id, type } of found) types.set(toHex(_id), type);
  return types;
}
