import { createLeases } from "@countersign/mongo/due-work";
import { expiryAfter, RETENTION_DAYS, type Store } from "@countersign/mongo";
import { createKeySearch } from "./key-search.ts";
import { markPublished, markRejected, removeLeases } from "./mark-rows.ts";
import { ALL_STREAMS, OUTBOX_LEASES, outboxOf, type OutboxRow, toRow, UNNAMED_ROWS_OF } from "./record.ts";
import { createUnnamedRows } from "./unnamed-rows.ts";

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

/** Every stream, and rows that name none. */
const NAMED_OR_NOT: readonly (string | null)[] = [...ALL_STREAMS, null];

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
  const leases = createLeases(db, { service, collection: OUTBOX_LEASES });
  const unnamedRows = createUnnamedRows(outbox, service);
  const longestWaiting = createKeySearch(outbox, service);

  const claim: OutboxSource["claim"] = async ({ holder, leaseMs, streams = NAMED_OR_NOT, ...limits }) => {
    const now = clock();
    const [leasedKeys] = await Promise.all([leases.living(now), unnamedRows.name()]);
    const waitingKeys = await longestWaiting({ now, leased: leasedKeys, streams, maxKeys: limits.maxKeys });
    if (waitingKeys.length === 0) return { claims: [], isBlocked: false };
    const keys = await leases.take(waitingKeys, { holder, until: new Date(now.getTime() + leaseMs) });
    // Read only now, when earlier holders of the keys have marked their rows.
    const { rowsByKey, isBlocked } = await rowsOf(keys, { now, streams, ...limits });
    const unusedKeys = keys.filter((key) => !rowsByKey.has(key));
    if (unusedKeys.length > 0) await leases.giveBack(unusedKeys, holder);
    const claims = [...rowsByKey].map(([key, rows]) => ({ key, rows: rows.slice(0, limits.maxRowsPerKey) }));
    return { claims, isBlocked };
  };

  /** The waiting rows of leased keys, without the keys that have a leased row. */
  async function rowsOf(
    keys: readonly string[],
    limits: { now: Date; streams: readonly (string | null)[]; maxKeys: number; maxRowsPerKey: number },
  ) {
    const { now, streams, maxKeys, maxRowsPerKey } = limits;
    const carriesUnnamed = service === UNNAMED_ROWS_OF;
    const records = await outbox
      .find({
        key: { $in: [...keys] },
        pending: true,
        service: carriesUnnamed ? { $in: [service, null] } : service,
        stream: { $in: carriesUnnamed ? [...streams, null] : [...streams] },
      })
      .sort({ key: 1, position: 1 })
      .limit(maxKeys * maxRowsPerKey)
      .batchSize(maxKeys * maxRowsPerKey)
      .toArray();
    const blockedKeys = new Set(
      records.flatMap(({ key, lease }) => (lease && lease.until > now ? [key] : [])),
    );
    const usable = records.filter(({ key }) => !blockedKeys.has(key));
    return { rowsByKey: Map.groupBy(usable.map(toRow), ({ key }) => key), isBlocked: blockedKeys.size > 0 };
  }

  const settle: OutboxSource["settle"] = async (outcome) => {
    const { holder, keys = [], published, rejected, unpublished = [] } = outcome;
    const now = clock();
    await markPublished(outbox, published, { publishedAt: now, expiresAt: expiryAfter(retentionDays, now) });
    await markRejected(outbox, rejected, now);
    if (unpublished.length > 0) await removeLeases(outbox, unpublished, holder);
    if (keys.length > 0) await leases.giveBack(keys, holder);
  };

  const backlog: OutboxSource["backlog"] = async () => {
    const [rows, oldest] = await Promise.all([
      outbox.countDocuments({ service, pending: true }),
      outbox.findOne(
        { service, stream: { $in: [...NAMED_OR_NOT] }, pending: true },
        { sort: { createdAt: 1 }, projection: { createdAt: 1 } },
      ),
    ]);
    const oldestAgeMs = oldest === null ? 0 : Math.max(0, clock().getTime() - oldest.createdAt.getTime());
    return { rows, oldestAgeMs };
  };

  return { claim, settle, backlog };
}
