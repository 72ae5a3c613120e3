export { grantsOf, openSubstitutionsAmong } from "./grants.ts";
export type { StoredSubstitution } from "./records.ts";
export { type SubstitutionReadModel, createSubstitutionReadModel } from "./substitution-read-model.ts";
export type { SubstitutionLoaders } from "./substitution-loaders.ts";
