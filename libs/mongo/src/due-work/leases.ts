import { randomUUID } from "node:crypto";
import { isDuplicateKey } from "../errors.ts";
import { type Db, MongoBulkWriteError } from "mongodb";

/** A row of a collection of leases. */
export interface LeaseRecord {
  /** The service's name, a space, the lease's name: so the leases of one service are a range of ids. */
  _id: string;
  /** Unique id of the one who holds it. */
  holder: string;
  until: Date;
}

/**
 * The leases of one service: each gives one holder the right to do something until a moment. They are compared with the
 * holders' own clocks, which must agree to well within a lease.
 */
export interface Leases {
  /** The names that are leased; removes leases that have ended. */
  living(now: Date): Promise<string[]>;
  /** Takes leases, of those names that nobody has leased since {@link Leases.living}. @returns the names */
  take(names: readonly string[], lease: Omit<LeaseRecord, "_id">): Promise<string[]>;
  /** Makes a lease end later. @returns whether the holder still has it */
  renew(name: string, lease: Omit<LeaseRecord, "_id">): Promise<boolean>;
  /** Gives leases back that the holder still has. */
  giveBack(names: readonly string[], holder: string): Promise<void>;
}

/** @param options.collection which keeps the leases of every service */
export function createLeases(
  db: Pick<Db, "collection">,
  { service, collection = "leases" }: { service: string; collection?: string },
): Leases {
  const leases = db.collection<LeaseRecord>(collection);
  const idOf = (name: string) => `${service} ${name}`;
  return {
    async living(now) {
      // By the range of the service's ids: the character after the space ends it.
      const all = await leases
        .find({ _id: { $gte: `${service} `, $lt: `${service}!` } }, { projection: { until: 1 } })
        .toArray();
      const { living = [], dead = [] } = Object.groupBy(all, ({ until }) =>
        until > now ? "living" : "dead",
      );
      if (dead.length > 0) {
        await leases.deleteMany({ _id: { $in: dead.map(({ _id }) => _id) }, until: { $lte: now } });
      }
      return living.map(({ _id }) => _id.slice(service.length + 1));
    },
    async take(names, lease) {
      const records = names.map((name) => ({ _id: idOf(name), ...lease }));
      try {
        // The unique id decides between two holders.
        await leases.insertMany(records, { ordered: false });
        return [...names];
      } catch (error) {
        if (!(error instanceof MongoBulkWriteError) || !isDuplicateKey(error)) throw error;
        const lostRows = new Set([error.writeErrors].flat().map(({ index }) => index));
        return names.filter((_, index) => !lostRows.has(index));
      }
    },
    async renew(name, { holder, until }) {
      const { matchedCount } = await leases.updateOne({ _id: idOf(name), holder }, { $set: { until } });
      return matchedCount === 1;
    },
    async giveBack(names, holder) {
      await leases.deleteMany({ _id: { $in: names.map(idOf) }, holder });
    },
  };
}

/** How long a lease lives without a renewal, in milliseconds: as long work waits after a kill. */
const LEASE_MS = 10_000;
/** Renewals in a lease's life. */
const BEATS = 5;

/**
 * Does work that no other replica does meanwhile: takes a lease, renews it while the work goes on, and gives it back.
 *
 * @param work gets a signal that aborts when the lease could not be renewed in time: then it has to end, because another
 *   replica may begin
 * @param options.leaseMs how long others wait after a kill, in milliseconds
 * @returns false if another has the lease; nothing was done
 * @throws whatever the work throws, and the store's failure to take the lease
 */
export async function whileLeased(
  leases: Leases,
  name: string,
  work: (lostSignal: AbortSignal) => Promise<unknown>,
  { leaseMs = LEASE_MS }: { leaseMs?: number } = {},
): Promise<boolean> {
  const holder = randomUUID();
  const beatMs = leaseMs / BEATS;
  const lostLease = new AbortController();
  const until = () => new Date(Date.now() + leaseMs);
  let renewedAt = performance.now();

  async function renew(): Promise<void> {
    const at = performance.now();
    // One beat early: clocks differ.
    if (at - renewedAt > leaseMs - beatMs) lostLease.abort();
    const isHeld = await leases.renew(name, { holder, until: until() }).catch(() => undefined);
    if (isHeld) renewedAt = at;
    if (isHeld === false) lostLease.abort();
  }

  if ((await leases.living(new Date())).includes(name)) return false;
  if ((await leases.take([name], { holder, until: until() })).length === 0) return false;
  const beating = setInterval(() => void renew(), beatMs);
  try {
    await work(lostLease.signal);
  } finally {
    clearInterval(beating);
    // If this fails the lease ends by itself.
    await leases.giveBack([name], holder).catch(() => undefined);
  }
  return true;
}
