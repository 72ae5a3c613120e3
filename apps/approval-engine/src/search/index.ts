export type { DocumentHit } from "./hits.ts";
export type { SearchReadModel } from "./search-read-model.ts";
