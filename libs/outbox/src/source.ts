import { streamOf, STREAMS } from "@countersign/contracts";
import { isDuplicateKey, expiryAfter, RETENTION_DAYS, type Store } from "@countersign/mongo";
import { MongoBulkWriteError } from "mongodb";
import { outboxLeasesOf, outboxOf, type OutboxRow, toRow, UNNAMED_ROWS_OF } from "./record.ts";

/** Rows of one key, oldest first, leased to one relay: no other of the service publishes that key meanwhile. */
export interface OutboxClaim {
  key: string;
  rows: readonly OutboxRow[];
}

/** The store's side of one service's outbox relay. */
export interface OutboxSource {
  /**
   * Leases keys that have unpublished rows and no living lease, the longest waiting first. A key one of whose rows has a
   * living lease of its own is left alone: its rows wait behind that one. Leases are compared with the relays' own clocks,
   * which must agree to well within a lease.
   *
   * @param options.holder unique id of this relay
   * @param options.leaseMs how long the lease lives without {@link OutboxSource.settle}
   * @param options.streams names of streams; rows of other streams stay. Default all
   */
  claim(options: {
    holder: string;
    leaseMs: number;
    maxKeys: number;
    maxRowsPerKey: number;
    streams?: readonly string[];
  }): Promise<{
    claims: readonly OutboxClaim[];
    /** Whether a key was left alone because of a leased row. */
    isBlocked: boolean;
  }>;
  /**
   * Marks rows published (they are retained for replay) or rejected for good with a reason, and gives leases back: those
   * of the keys, and those of unpublished rows. Rows in no list, and rows replayed since their claim, stay and are
   * claimed again.
   */
  settle(options: {
    holder: string;
    keys?: readonly string[];
    published: readonly Pick<OutboxRow, "id" | "replays">[];
    rejected: readonly { id: string; reason: string }[];
    unpublished?: readonly Pick<OutboxRow, "id">[];
  }): Promise<void>;
  /** Unpublished rows of the service and the age of the oldest, for metrics. */
  backlog(): Promise<{ rows: number; oldestAgeMs: number }>;
}

/** Every stream of rows; the last one stands for subjects that no stream of the platform keeps. */
export const ALL_STREAMS: readonly string[] = [...Object.values(STREAMS).map(({ name }) => name), ""];
/** The same with rows of older releases, which name no stream. */
const NAMED_OR_NOT: readonly (string | null)[] = [...ALL_STREAMS, null];

/** Waiting rows that one look reads at most for each key it may lease. */
const MOST_ROWS_LOOKED_AT_PER_KEY = 8;
/** Rows of older releases come only while one of them still runs, so they need not be looked for at each claim. */
const OLD_ROWS_EVERY_MS = 1_000;
/** Rows marked by one statement, so that other requests to the store do not wait for all of them. */
const ROWS_MARKED_AT_ONCE = 500;

/**
 * Creates the store's side of one service's outbox relay, for the rows of that service only (DOC-5).
 *
 * @param options.service name of the service, the same as for its outbox
 * @param options.retentionDays how long published rows are kept for replay. Default 30
 */
export function createOutboxSource(
  { db }: Pick<Store, "db">,
  options: { service: string; clock?: () => Date; retentionDays?: number },
): OutboxSource {
  const { service, clock = () => new Date(), retentionDays = RETENTION_DAYS.outbox } = options;
  const outbox = outboxOf(db);
  const leases = outboxLeasesOf(db);
  const leaseOf = (key: string) => `${service} ${key}`;
  const carriesUnnamed = service === UNNAMED_ROWS_OF;
  let namedAtMs = -Infinity;
  /** Waiting rows of a key, as the last look found them: mostly a short look finds enough keys. */
  let rowsPerKey = 1;

  /** The keys that are leased now; removes expired leases. */
  async function leasedKeys(now: Date): Promise<string[]> {
    // By the range of the service's ids: the character after the space ends it.
    const all = await leases
      .find({ _id: { $gte: `${service} `, $lt: `${service}!` } }, { projection: { until: 1 } })
      .toArray();
    const { living = [], dead = [] } = Object.groupBy(all, ({ until }) => (until > now ? "living" : "dead"));
    if (dead.length > 0) {
      await leases.deleteMany({ _id: { $in: dead.map(({ _id }) => _id) }, until: { $lte: now } });
    }
    return living.map(({ _id }) => _id.slice(service.length + 1));
  }

  /** Gives rows of older releases their service and stream, so that every look needs one value of each. */
  async function nameOldRows(): Promise<void> {
    if (!carriesUnnamed || performance.now() - namedAtMs < OLD_ROWS_EVERY_MS) return;
    namedAtMs = performance.now();
    for (;;) {
      const rows = await outbox
        .find({ service: null, pending: true }, { projection: { subject: 1 } })
        .limit(ROWS_MARKED_AT_ONCE)
        .toArray();
      for (const [stream, found] of Map.groupBy(rows, ({ subject }) => streamOf(subject) ?? "")) {
        const ids = found.map(({ _id }) => _id);
        await outbox.updateMany({ _id: { $in: ids } }, { $set: { service, stream } });
      }
      if (rows.length < ROWS_MARKED_AT_ONCE) return;
    }
  }

  async function waitingKeys(
    now: Date,
    maxKeys: number,
    streams: readonly (string | null)[],
  ): Promise<string[]> {
    const [leased] = await Promise.all([leasedKeys(now), nameOldRows()]);
    const look = (rows: number) =>
      // The index merges the streams, so that rows waiting in other streams are not read.
      outbox
        .aggregate<{ _id: string; rows: number }>(
          [
            {
              $match: {
                service,
                stream: { $in: streams },
                pending: true,
                key: { $nin: leased },
                ...withoutLease(now),
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
    let oldest = await look(maxKeys * rowsPerKey);
    // The oldest rows may be of fewer keys than they were at the last look.
    if (oldest.length < maxKeys / 2 && rowsIn(oldest) === maxKeys * rowsPerKey) {
      oldest = await look(maxKeys * MOST_ROWS_LOOKED_AT_PER_KEY);
    }
    rowsPerKey = Math.min(MOST_ROWS_LOOKED_AT_PER_KEY, Math.ceil(rowsIn(oldest) / oldest.length) || 1);
    return oldest.map(({ _id }) => _id);
  }

  /** Leases the keys that nobody leased meanwhile; the lease's unique id decides. */
  async function lease(
    keys: readonly string[],
    holder: string,
    now: Date,
    leaseMs: number,
  ): Promise<string[]> {
    const until = new Date(now.getTime() + leaseMs);
    const taken = keys.map((key) => ({ _id: leaseOf(key), holder, until }));
    try {
      await leases.insertMany(taken, { ordered: false });
      return [...keys];
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError) || !isDuplicateKey(error)) throw error;
      const lost = new Set([error.writeErrors].flat().map(({ index }) => index));
      return keys.filter((_, index) => !lost.has(index));
    }
  }

  const giveBack = (holder: string, keys: readonly string[]) =>
    leases.deleteMany({ _id: { $in: keys.map(leaseOf) }, holder });

  return {
    claim: async ({ holder, leaseMs, maxKeys, maxRowsPerKey, streams = NAMED_OR_NOT }) => {
      const now = clock();
      const waiting = await waitingKeys(now, maxKeys, streams);
      if (waiting.length === 0) return { claims: [], isBlocked: false };
      const keys = await lease(waiting, holder, now, leaseMs);
      // Read only now, when earlier holders of the keys have marked their rows.
      const records = await outbox
        .find({
          key: { $in: keys },
          pending: true,
          service: carriesUnnamed ? { $in: [service, null] } : service,
          stream: { $in: carriesUnnamed ? [...streams, null] : [...streams] },
        })
        .sort({ key: 1, position: 1 })
        .limit(maxKeys * maxRowsPerKey)
        .batchSize(maxKeys * maxRowsPerKey)
        .toArray();
      const blocked = new Set(records.flatMap(({ key, lease }) => (lease && lease.until > now ? [key] : [])));
      const usable = records.filter(({ key }) => !blocked.has(key));
      const rowsByKey = Map.groupBy(usable.map(toRow), ({ key }) => key);
      const unused = keys.filter((key) => !rowsByKey.has(key));
      if (unused.length > 0) await giveBack(holder, unused);
      const claims = [...rowsByKey].map(([key, rows]) => ({ key, rows: rows.slice(0, maxRowsPerKey) }));
      return { claims, isBlocked: blocked.size > 0 };
    },

    settle: async ({ holder, keys = [], published, rejected, unpublished = [] }) => {
      const now = clock();
      for (const [replays, rows] of Map.groupBy(published, (row) => row.replays ?? null)) {
        // In the order of their making, so that each statement changes neighbours in the indexes.
        const ids = rows.map(({ id }) => id).toSorted();
        for (let from = 0; from < ids.length; from += ROWS_MARKED_AT_ONCE) {
          await outbox.updateMany(
            { _id: { $in: ids.slice(from, from + ROWS_MARKED_AT_ONCE) }, replays },
            {
              $set: { publishedAt: now, expiresAt: expiryAfter(retentionDays, now) },
              $unset: { pending: true, lease: true },
            },
          );
        }
      }
      for (const { id, reason } of rejected) {
        await outbox.updateOne(
          { _id: id },
          { $set: { rejectedAt: now, rejection: reason }, $unset: { pending: true, lease: true } },
        );
      }
      if (unpublished.length > 0) {
        const ids = unpublished.map(({ id }) => id);
        await outbox.updateMany({ _id: { $in: ids }, "lease.holder": holder }, { $unset: { lease: true } });
      }
      if (keys.length > 0) await giveBack(holder, keys);
    },

    backlog: async () => {
      const [rows, oldest] = await Promise.all([
        outbox.countDocuments({ service, pending: true }),
        outbox.findOne(
          { service, stream: { $in: [...NAMED_OR_NOT] }, pending: true },
          { sort: { createdAt: 1 }, projection: { createdAt: 1 } },
        ),
      ]);
      const oldestAgeMs = oldest === null ? 0 : Math.max(0, clock().getTime() - oldest.createdAt.getTime());
      return { rows, oldestAgeMs };
    },
  };
}

/** Rows that no relay carries from their commit. */
const withoutLease = (now: Date) => ({ $or: [{ "lease.until": null }, { "lease.until": { $lte: now } }] });

const rowsIn = (groups: readonly { rows: number }[]) => groups.reduce((total, { rows }) => total + rows, 0);
