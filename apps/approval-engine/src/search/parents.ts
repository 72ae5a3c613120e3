// The values that resolvers get for types of the SDL, under the types' names.
export type { DocumentHit } from "./hits.ts";
export type {
  DecidedEntry,
  DecidedResult,
  DocumentSearchResult,
  MySubmission,
  MySubmissionsPage as MySubmissionsResult,
} from "./search-read-model.ts";
