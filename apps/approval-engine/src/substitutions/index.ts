export { grantsOf, openSubstitutionsAmong } from "./grants.ts";
export type { StoredSubstitution, SubstitutionRecord } from "./records.ts";
export { type SubstitutionReadModel, createSubstitutionReadModel } from "./substitution-read-model.ts";
export { SUBSTITUTIONS_OF, substitutionsIn } from "./substitutions-repository.ts";
export type { SubstitutionLoaders } from "./substitution-loaders.ts";
