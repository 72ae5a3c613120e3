import type { EngineParts } from "../shared/feature.ts";
import { byPeople } from "../shared/by-people.ts";
import { createCreateSubstitution } from "./create-substitution.ts";
import { createRevokeSubstitution } from "./revoke-substitution.ts";

/** Changes of substitutions. */
export function createSubstitutionUseCases({ kinds, transact }: Pick<EngineParts, "kinds" | "transact">) {
  return {
    createSubstitution: byPeople(createCreateSubstitution({ kinds, transact })),
    revokeSubstitution: byPeople(createRevokeSubstitution({ transact })),
  };
}

export type SubstitutionUseCases = ReturnType<typeof createSubstitutionUseCases>;
