import type { Caller } from "../shared/caller.ts";
import { type Load, batchLoad } from "../shared/loader.ts";
import type { SearchReadModel } from "./search-read-model.ts";

/** Figures that resolvers show with documents. */
export interface SearchLoaders {
  /** How long approvals of a kind usually take, each kind read once. */
  usualHours: Load<number | null>;
}

export function createSearchLoaders(
  { companyId }: Caller,
  { search }: { search: SearchReadModel },
): SearchLoaders {
  return {
    usualHours: batchLoad((kinds) => Promise.all(kinds.map((kind) => search.usualHours(companyId, kind)))),
  };
}
