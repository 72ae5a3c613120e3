import type { Caller } from "./caller.ts";
import type { DirectoryReadModel, Order, User } from "./directory-read-model.ts";
import { type Load, batchLoad } from "./loader.ts";

/** Records of other services that resolvers show. */
export interface DirectoryLoaders {
  user: Load<User | null>;
  order: Load<Order | null>;
}

export function createDirectoryLoaders(
  { companyId }: Caller,
  { directory }: { directory: DirectoryReadModel },
): DirectoryLoaders {
  return {
    user: batchLoad((ids) => directory.usersByIds(companyId, ids)),
    order: batchLoad((ids) => directory.ordersByIds(companyId, ids)),
  };
}
