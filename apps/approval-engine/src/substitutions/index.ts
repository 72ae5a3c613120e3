export { createCreateSubstitution } from "./create-substitution.ts";
export { grantsOf, openSubstitutionsAmong } from "./grants.ts";
export type { StoredSubstitution, SubstitutionRecord } from "./records.ts";
export { createRevokeSubstitution } from "./revoke-substitution.ts";
export {
  type SubstitutionPage,
  type SubstitutionReadModel,
  createSubstitutionReadModel,
} from "./substitution-read-model.ts";
export { substitutionSchema } from "./substitution-resolvers.ts";
export { SUBSTITUTIONS_OF, SUBSTITUTION_INDEXES, substitutionsIn } from "./substitutions-repository.ts";
