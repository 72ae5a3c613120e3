import type { Caller } from "../shared/caller.ts";
import { type Load, batchLoad } from "../shared/loader.ts";
import type { GroupReadModel } from "./group-read-model.ts";
import type { ShownGroup } from "./records.ts";

/** Groups that resolvers show, deleted ones too. */
export interface GroupLoaders {
  userGroup: Load<ShownGroup | null>;
}

export function createGroupLoaders(
  { companyId }: Caller,
  { groups }: { groups: GroupReadModel },
): GroupLoaders {
  return { userGroup: batchLoad((ids) => groups.groupsByIds(companyId, ids)) };
}
