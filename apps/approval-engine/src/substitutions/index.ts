export { createCreateSubstitution } from "./create-substitution.ts";
export { grantsOf, openSubstitutionsAmong } from "./grants.ts";
export type { StoredSubstitution } from "./records.ts";
export { createRevokeSubstitution } from "./revoke-substitution.ts";
export {
  type SubstitutionPage,
  type SubstitutionReadModel,
  createSubstitutionReadModel,
} from "./substitution-read-model.ts";
export { substitutionSchema } from "./substitution-resolvers.ts";
export { SUBSTITUTION_INDEXES } from "./substitutions-repository.ts";
