import type { Db } from "mongodb";

import type { OrderRecord, UserRecord } from "./records.ts";
import { findByIds } from "./find-by-ids.ts";
import type { RecordOf } from "./record-of.ts";

export type User = RecordOf<UserRecord>;
export type Order = RecordOf<OrderRecord>;

/** Records of other services that the engine shows. One command for all ids, in their order. */
export interface DirectoryReadModel {
  usersByIds(companyId: string, ids: readonly string[]): Promise<(User | null)[]>;
  ordersByIds(companyId: string, ids: readonly string[]): Promise<(Order | null)[]>;
}

export function createDirectoryReadModel(db: Pick<Db, "collection">): DirectoryReadModel {
  return {
    usersByIds: (companyId, ids) => findByIds<UserRecord>(db, "users", companyId, ids),
    ordersByIds: (companyId, ids) => findByIds<OrderRecord>(db, "orders", companyId, ids),
  };
}
