import type { Store } from "@countersign/mongo";
import { containing, isHexId, toHex, toObjectId } from "@countersign/mongo";
import type { Collection, Filter, ObjectId } from "mongodb";
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

/** Reads the chart of accounts along its index, in the order of its numbers, and once the categories that they name. */
export function createAccountSearch({ db }: Pick<Store, "db">): SearchAccounts {
  const accounts = db.collection<AccountRecord>("accounts");
  const categories = db.collection<AccountCategoryRecord>("account_categories");
  return async ({ keyword, companyId, limit }) => {
    if (companyId !== undefined && !isHexId(companyId)) return [];
    const filter: Filter<AccountRecord> = {
      ...(companyId === undefined ? {} : { companyId: toObjectId(companyId) }),
      ...(keyword === undefined || keyword === "" ? {} : { name: containing(keyword) }),
    };
    const foundAccounts = await accounts
      .find(filter, { projection: SHOWN, sort: { companyId: 1, number: 1 }, limit, batchSize: limit + 1 })
      .toArray();
    const ids = new Map(
      foundAccounts.flatMap(({ categoryId: id }) => (id ? [[toHex(id), id] as const] : [])),
    );
    const types = await typesOf(categories, [...ids.values()]);
    return foundAccounts.map(({ _id, name, number, categoryId }) => ({
      id: toHex(_id),
      name,
      number,
      type: (categoryId && types.get(toHex(categoryId))) ?? "",
    }));
  };
}

const SHOWN = { name: 1, number: 1, categoryId: 1 };

async function typesOf(
  categories: Collection<AccountCategoryRecord>,
  ids: ObjectId[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const foundCategories = await categories.find({ _id: { $in: ids } }, { projection: { type: 1 } }).toArray();
  return new Map(foundCategories.map(({ _id, type }) => [toHex(_id), type]));
}
