import type { Db } from "mongodb";

import type { OrderDocument, UserDocument } from "./documents.ts";
import { findByIds } from "./find-by-ids.ts";
import type { RecordOf } from "./records.ts";

export type User = RecordOf<UserDocument>;
export type Order = RecordOf<OrderDocument>;

/** Records of other services that the engine shows. One command for all ids, in their order. */
export interface DirectoryReadModel {
  usersByIds(companyId: string, ids: readonly string[]): Promise<(User | null)[]>;
  ordersByIds(companyId: string, ids: readonly string[]): Promise<(Order | null)[]>;
}

export function createDirectoryReadModel(db: Pick<Db, "collection">): DirectoryReadModel {
  return {
    usersByIds: (companyId, ids) => findByIds<UserDocument>(db, "users", companyId, ids),
    ordersByIds: (companyId, ids) => findByIds<OrderDocument>(db, "orders", companyId, ids),
  };
}
