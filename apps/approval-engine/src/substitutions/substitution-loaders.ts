import type { Grant } from "@countersign/domain/approval";
import DataLoader from "dataloader";

import type { Caller } from "../shared/caller.ts";
import type { Load } from "../shared/loader.ts";
import type { SubstitutionReadModel } from "./substitution-read-model.ts";

export interface SubstitutionLoaders {
  /** By the caller's own id: whom they may represent now. */
  grants: Load<Grant[]>;
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
  };
}
