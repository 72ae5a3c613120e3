import { setTimeout as delay } from "node:timers/promises";
import { nuid, StorageType, type JetStreamClient, type KV } from "nats";
import { isJetStreamError, isPerhapsAdded } from "./errors.ts";

/** The right to be the one active consumer of a durable. */
export interface Lease {
  /** Aborts when the lease could not be renewed in time: somebody else may be active. */
  lost: AbortSignal;
  /** Gives it back, so that another replica takes over at once. Never throws. */
  release(): Promise<void>;
}

export interface LeaseSettings {
  /** Bucket of the leases; shared by all replicas. */
  bucket: string;
  /** How long a lease lives without renewal, in milliseconds. */
  leaseMs: number;
}

/** Waits for leases in a key-value bucket of the broker. */
export interface Leases {
  /** Creates a missing bucket; `acquire` does so too if the account may. */
  open(): Promise<void>;
  /** Resolves once the lease is held; `undefined` when the signal aborted first. */
  acquire(key: string, signal: AbortSignal): Promise<Lease | undefined>;
}

/** Renewals and attempts in a lease's life. */
const BEATS = 5;
/** JetStream API error: wrong last sequence, because somebody else was faster. */
const WRONG_LAST_SEQUENCE = 10_071;

/**
 * Creates leases on a bucket whose entries expire. The entry is created and renewed by compare-and-set on its revision,
 * so two replicas never both believe the broker gave it to them. A holder stops by its own clock before its entry
 * expires; consumers are idempotent, which covers the rest (a stopped process that wakes up).
 */
function createLeases(jetstream: JetStreamClient, settings: LeaseSettings): Leases {
  const { bucket, leaseMs } = settings;
  const beatMs = leaseMs / BEATS;
  let bucketInUse: Promise<KV> | undefined;

  const findOrAddBucket = () =>
    jetstream.views.kv(bucket, { ttl: leaseMs, history: 1, storage: StorageType.Memory });
  const openBucket = () =>
    findOrAddBucket().catch((error: unknown) => {
      if (!isPerhapsAdded(error)) throw error;
      return findOrAddBucket();
    });

  /** The bucket is opened (and created) again after a failure: it may have been deleted. */
  async function withBucket<T>(work: (kv: KV) => Promise<T>): Promise<T> {
    bucketInUse ??= openBucket();
    try {
      return await work(await bucketInUse);
    } catch (error) {
      if (!isJetStreamError(error, WRONG_LAST_SEQUENCE)) bucketInUse = undefined;
      throw error;
    }
  }

  /** Renews an entry of unknown revision, after an answer or the bucket was lost. */
  function reclaim(key: string, holder: string): Promise<number> {
    return withBucket(async (kv) => {
      const entry = await kv.get(key);
      const isOurs = entry?.operation === "PUT" && entry.string() === holder;
      return isOurs ? kv.update(key, holder, entry.revision) : kv.create(key, holder);
    });
  }

  function hold(key: string, holder: string, firstRevision: number, sentAt: number): Lease {
    const loss = new AbortController();
    const end = new AbortController();
    let revision = firstRevision;
    let validUntil = sentAt + leaseMs;

    const renew = async () => {
      const startedAt = performance.now();
      try {
        revision = await withBucket((kv) => kv.update(key, holder, revision));
      } catch {
        if (end.signal.aborted) return;
        revision = await reclaim(key, holder);
      }
      validUntil = startedAt + leaseMs;
    };
    const beat = async () => {
      while (!end.signal.aborted) {
        await delay(beatMs, undefined, { signal: end.signal }).catch(() => undefined);
        if (end.signal.aborted) return;
        // A failed renewal is tried again until the time is up, one beat early.
        await Promise.race([
          renew().catch(() => undefined),
          delay(beatMs, undefined, { signal: end.signal }).catch(() => undefined),
        ]);
        if (performance.now() > validUntil - beatMs) {
          loss.abort();
          return;
        }
      }
    };
    const beating = beat();
    return {
      lost: loss.signal,
      async release() {
        end.abort();
        await beating;
        if (loss.signal.aborted) return;
        // If this fails the entry expires by itself.
        await withBucket((kv) => kv.delete(key, { previousSeq: revision })).catch(() => undefined);
      },
    };
  }

  return {
    async open() {
      await openBucket();
    },
    async acquire(key, signal) {
      const holder = nuid.next();
      while (!signal.aborted) {
        const sentAt = performance.now();
        const revision = await withBucket((kv) => kv.create(key, holder)).catch(() => undefined);
        if (revision !== undefined) return hold(key, holder, revision, sentAt);
        await delay(beatMs, undefined, { signal }).catch(() => undefined);
      }
      return undefined;
    },
  };
}

/**
 * Creates the platform's leases and those of each owner, each in a bucket of its own: an account that may write to a
 * bucket may empty it (`Nats-Rollup`).
 */
export function createOwnersLeases(
  jetstream: JetStreamClient,
  { bucket, leaseMs }: LeaseSettings,
): (owner?: string) => Leases {
  const byBucket = new Map<string, Leases>();
  return (owner) => {
    const ownBucket = owner === undefined ? bucket : `${bucket}-${owner}`;
    const leases = byBucket.get(ownBucket) ?? createLeases(jetstream, { bucket: ownBucket, leaseMs });
    byBucket.set(ownBucket, leases);
    return leases;
  };
}
