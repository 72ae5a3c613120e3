// The values that resolvers get for types of the SDL, under the types' names.
export type { Away } from "./away.ts";
export type { StoredSubstitution as Substitution } from "./records.ts";
export type { SubstitutionPage as SubstitutionPageResult } from "./substitution-read-model.ts";
