import { LRUCache } from "lru-cache";
import mercurius, { type PersistedQueryProvider } from "mercurius";

/** Of the texts of all queries that clients registered, in UTF-16 units. */
const QUERIES_MAX_LENGTH = 1024 * 1024;

/** Queries that clients register by their hash; mercurius' own store is bounded by their number only. */
export function persistedQueries(): PersistedQueryProvider {
  const queries = new LRUCache<string, string>({
    maxSize: QUERIES_MAX_LENGTH,
    sizeCalculation: (query, hash) => query.length + hash.length,
  });
  return {
    ...mercurius.persistedQueryDefaults.automatic(1),
    getQueryFromHash: async (hash) => queries.get(hash) ?? "",
    saveQuery: async (hash, query) => {
      queries.set(hash, query);
    },
  };
}
