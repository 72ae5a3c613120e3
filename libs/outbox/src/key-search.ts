import type { Collection } from "mongodb";
import type { OutboxRecord } from "./record.ts";

/** Waiting rows that one look reads at most for each key it may lease. */
const MOST_ROWS_LOOKED_AT_PER_KEY = 8;

export interface KeySearchOptions {
  now: Date;
  /** Keys to leave out. */
  leased: readonly string[];
  maxKeys: number;
  streams: readonly (string | null)[];
}

/** Creates the search for the keys of a service whose rows have waited longest and go out with no commit. */
export function createKeySearch(
  outbox: Collection<OutboxRecord>,
  service: string,
): (options: KeySearchOptions) => Promise<string[]> {
  /** Waiting rows of a key, as the last look found them: mostly a short look finds enough keys. */
  let rowsPerKey = 1;

  return async (options) => {
    const { maxKeys } = options;
    let oldest = await look(maxKeys * rowsPerKey, options);
    // The oldest rows may be of fewer keys than they were at the last look.
    if (oldest.length < maxKeys / 2 && rowsIn(oldest) === maxKeys * rowsPerKey) {
      oldest = await look(maxKeys * MOST_ROWS_LOOKED_AT_PER_KEY, options);
    }
    rowsPerKey = Math.min(MOST_ROWS_LOOKED_AT_PER_KEY, Math.ceil(rowsIn(oldest) / oldest.length) || 1);
    return oldest.map(({ _id }) => _id);
  };

  /** The keys of the oldest waiting rows; the index merges the streams, so that rows of other streams are not read. */
  function look(rows: number, { now, leased, maxKeys, streams }: KeySearchOptions) {
    return outbox
      .aggregate<{ _id: string; rows: number }>(
        [
          {
            $match: {
              service,
              stream: { $in: streams },
              pending: true,
              key: { $nin: leased },
              // A row with a lease goes out from its commit.
              $or: [{ "lease.until": null }, { "lease.until": { $lte: now } }],
            },
          },
          { $sort: { createdAt: 1 } },
          { $limit: rows },
          { $group: { _id: "$key", since: { $min: "$createdAt" }, rows: { $sum: 1 } } },
          { $sort: { since: 1 } },
          { $limit: maxKeys },
        ],
        { batchSize: maxKeys },
      )
      .toArray();
  }
}

const rowsIn = (groups: readonly { rows: number }[]) => groups.reduce((total, { rows }) => total + rows, 0);
