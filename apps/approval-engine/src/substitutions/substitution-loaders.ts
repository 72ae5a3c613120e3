import type { Grant } from "@countersign/domain/approval";
import DataLoader from "dataloader";

import type { Caller } from "../shared/caller.ts";
import { type Load, batchLoad } from "../shared/loader.ts";
import type { Away } from "./away.ts";
import type { SubstitutionReadModel } from "./substitution-read-model.ts";

export interface SubstitutionLoaders {
  /** By the caller's own id: whom they may represent now. */
  grants: Load<Grant[]>;
  /** Whether others decide in somebody's place now. */
  away: Load<Away | null>;
}

export function createSubstitutionLoaders(
  caller: Caller,
  { substitutions }: { substitutions: SubstitutionReadModel },
): SubstitutionLoaders {
  return {
    grants: new DataLoader(
      async (userIds: readonly string[]) => {
        const grants = await substitutions.grantsOf(caller);
        return userIds.map(() => grants);
      },
      { cache: false },
    ),
    away: batchLoad((userIds) => substitutions.away(caller.companyId, userIds)),
  };
}
