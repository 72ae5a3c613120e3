import { MongoBulkWriteError } from "mongodb";
import { isDuplicateKey } from "./errors.ts";
import { outboxLeasesOf, outboxOf, type OutboxRecord } from "./outbox-record.ts";
import { expiryAfter, RETENTION_DAYS } from "./retention.ts";
import type { Store } from "./store.ts";

/** One row of the outbox: a message that was decided in a transaction and is not yet acknowledged by the broker. */
export interface OutboxRow {
  /** Event id; also the message id. */
  id: string;
  /** The `refId`: order is kept within it. */
  key: string;
  subject: string;
  /** JSON of the CloudEvent. */
  data: unknown;
  headers?: Readonly<Record<string, string>>;
  createdAt: Date;
}

/** Rows of one key, oldest first, leased to one relay: nobody else publishes that key meanwhile. */
export interface OutboxClaim {
  key: string;
  rows: readonly OutboxRow[];
}

/** The store's side of the outbox relay. */
export interface OutboxSource {
  /**
   * Leases keys that have unpublished rows and no living lease, the longest waiting first. Leases are compared with the
   * relays' own clocks, which must agree to well within a lease.
   *
   * @param options.holder unique id of this relay
   * @param options.leaseMs how long the lease lives without {@link OutboxSource.settle}
   */
  claim(options: {
    holder: string;
    leaseMs: number;
    maxKeys: number;
    maxRowsPerKey: number;
  }): Promise<readonly OutboxClaim[]>;
  /**
   * Marks rows published (they are retained for replay) or rejected for good with a reason, and gives the leases of the
   * keys back. Rows that are in neither list stay and are claimed again.
   */
  settle(options: {
    holder: string;
    keys: readonly string[];
    published: readonly string[];
    rejected: readonly { id: string; reason: string }[];
  }): Promise<void>;
  /** Unpublished rows and the age of the oldest, for metrics. */
  backlog(): Promise<{ rows: number; oldestAgeMs: number }>;
  /**
   * Puts retained rows back into the queue: their messages go out again, in their order and under their ids. The broker
   * drops those that it still remembers, consumers those that they have handled.
   *
   * @returns the number of rows
   */
  replay(selection: ReplaySelection): Promise<number>;
}

/** Rows to be published again: those that match all of what is given. */
export interface ReplaySelection {
  /** Published at or after this moment. */
  since?: Date | undefined;
  /** Of one key, mostly a `refId`. */
  key?: string | undefined;
  /** Under subjects that begin with one of these. */
  subjectPrefixes?: readonly string[] | undefined;
}

/** Waiting rows that one look for keys reads, for each key it may lease: the oldest rows may all be of a few keys. */
const ROWS_LOOKED_AT_PER_KEY = 8;
/** Rows marked by one statement: whatever else the store is asked meanwhile does not have to wait for all of them. */
const ROWS_MARKED_AT_ONCE = 500;

/**
 * Creates the store's side of the outbox relay.
 *
 * @param options.retentionDays how long published rows are kept for replay. Default 30
 */
export function createOutboxSource(
  { db }: Pick<Store, "db">,
  options: { clock?: () => Date; retentionDays?: number } = {},
): OutboxSource {
  const { clock = () => new Date(), retentionDays = RETENTION_DAYS.outbox } = options;
  const outbox = outboxOf(db);
  const leases = outboxLeasesOf(db);

  /** The keys that are leased now; leases that ran out are removed. */
  async function leasedKeys(now: Date): Promise<string[]> {
    const all = await leases.find({}, { projection: { until: 1 } }).toArray();
    const { living = [], dead = [] } = Object.groupBy(all, ({ until }) => (until > now ? "living" : "dead"));
    if (dead.length > 0) {
      await leases.deleteMany({ _id: { $in: dead.map(({ _id }) => _id) }, until: { $lte: now } });
    }
    return living.map(({ _id }) => _id);
  }

  async function waitingKeys(now: Date, maxKeys: number): Promise<string[]> {
    const leased = await leasedKeys(now);
    const rows = await outbox
      .find({ pending: true, key: { $nin: leased } }, { projection: { _id: 0, key: 1 } })
      .sort({ createdAt: 1 })
      .limit(maxKeys * ROWS_LOOKED_AT_PER_KEY)
      .batchSize(maxKeys * ROWS_LOOKED_AT_PER_KEY)
      .toArray();
    return [...new Set(rows.map(({ key }) => key))].slice(0, maxKeys);
  }

  /** Leases the keys that nobody leased in between: the lease's unique id decides. */
  async function lease(
    keys: readonly string[],
    holder: string,
    now: Date,
    leaseMs: number,
  ): Promise<string[]> {
    const until = new Date(now.getTime() + leaseMs);
    const taken = keys.map((key) => ({ _id: key, holder, until }));
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
    leases.deleteMany({ _id: { $in: [...keys] }, holder });

  return {
    claim: async ({ holder, leaseMs, maxKeys, maxRowsPerKey }) => {
      const now = clock();
      const waiting = await waitingKeys(now, maxKeys);
      if (waiting.length === 0) return [];
      const keys = await lease(waiting, holder, now, leaseMs);
      // Read only now: whoever held a key before has marked what it published.
      const records = await outbox
        .find({ key: { $in: keys }, pending: true })
        .sort({ key: 1, position: 1 })
        .limit(maxKeys * maxRowsPerKey)
        .batchSize(maxKeys * maxRowsPerKey)
        .toArray();
      const rowsByKey = Map.groupBy(records.map(toRow), ({ key }) => key);
      const unused = keys.filter((key) => !rowsByKey.has(key));
      if (unused.length > 0) await giveBack(holder, unused);
      return [...rowsByKey].map(([key, rows]) => ({ key, rows: rows.slice(0, maxRowsPerKey) }));
    },

    settle: async ({ holder, keys, published, rejected }) => {
      const now = clock();
      for (let from = 0; from < published.length; from += ROWS_MARKED_AT_ONCE) {
        await outbox.updateMany(
          { _id: { $in: published.slice(from, from + ROWS_MARKED_AT_ONCE) } },
          {
            $set: { publishedAt: now, expiresAt: expiryAfter(retentionDays, now) },
            $unset: { pending: true },
          },
        );
      }
      for (const { id, reason } of rejected) {
        await outbox.updateOne(
          { _id: id },
          { $set: { rejectedAt: now, rejection: reason }, $unset: { pending: true } },
        );
      }
      await giveBack(holder, keys);
    },

    backlog: async () => {
      const [rows, oldest] = await Promise.all([
        outbox.countDocuments({ pending: true }),
        outbox.findOne({ pending: true }, { sort: { createdAt: 1 }, projection: { createdAt: 1 } }),
      ]);
      const oldestAgeMs = oldest === null ? 0 : Math.max(0, clock().getTime() - oldest.createdAt.getTime());
      return { rows, oldestAgeMs };
    },

    replay: async ({ since = new Date(0), key, subjectPrefixes }) => {
      const { modifiedCount } = await outbox.updateMany(
        {
          publishedAt: { $gte: since },
          ...(key !== undefined && { key }),
          ...(subjectPrefixes && { $or: subjectPrefixes.map(beginningWith) }),
        },
        { $set: { pending: true }, $unset: { publishedAt: true, expiresAt: true } },
      );
      return modifiedCount;
    },
  };
}

/** Without a regular expression, so that no subject has to be quoted. */
function beginningWith(prefix: string) {
  return { subject: { $gte: prefix, $lt: `${prefix}\u{10FFFF}` } };
}

function toRow({ _id, key, subject, data, headers, createdAt }: OutboxRecord): OutboxRow {
  return { id: _id, key, subject, data, createdAt, ...(headers && { headers }) };
}
