import type { Catalog } from "./catalog.ts";
import type { Collection } from "./collection.ts";
import type { Cursors } from "./cursors.ts";
import { fail } from "./errors.ts";
import type { Heap } from "./heap.ts";
import type { Log } from "./log.ts";
import type { SessionRecord } from "./log-entries.ts";
import { toNumber } from "./numbers.ts";
import type { Release } from "./releases.ts";
import { restoreSession, type Session, type Sessions } from "./sessions.ts";
import { abort, begin, changesOf, commit, WriteConflict } from "./transaction.ts";
import type { Transaction } from "./transaction-state.ts";
import { type Doc, show } from "./values.ts";

/** The state that commands work on. */
export interface Store {
  /** The clients' view of the replica set, which stays the same while the process lives. */
  readonly topologyVersion: Doc;
  readonly catalog: Catalog;
  readonly sessions: Sessions;
  readonly cursors: Cursors;
  /** How often each command was called. */
  readonly commandCounts: Map<string, number>;
  /** `host:port` that clients reach it at. */
  address: () => string;
  /** Undefined: no data outlives the process. */
  log: Log | undefined;
  /** Index builds that ask for every member wait. */
  isMemberAway: boolean;
  readonly heap: Heap;
  /** The release of MongoDB that it answers as. */
  readonly release: Release;
}

/** A connected client. */
export interface Client {
  readonly id: number;
  /** Aborted when the connection closes. */
  readonly gone: AbortSignal;
}

/** One call of a command. */
export interface CommandContext {
  readonly store: Store;
  readonly db: string;
  readonly name: string;
  readonly body: Doc;
  readonly client: Client;
  /** When the call began; also the aggregation variable NOW. */
  readonly now: Date;
  readonly session: Session | undefined;
  /** The session's multi-statement transaction of the call. */
  readonly transaction: Transaction | undefined;
}

const LOCK_POLL_MS = 1_000;

/** The transaction to read with. Outside a session's transaction it sees the latest commits. */
export const readTransaction = ({ transaction, store }: CommandContext): Transaction =>
  transaction ?? begin(store.catalog, false);

/**
 * Runs one atomic statement: within the session's transaction, or as a transaction of its own that waits for other
 * holders of its documents. A committed statement of a retryable write gets its first answer again.
 *
 * @param number of the statement within the command
 * @throws StoreError MaxTimeMSExpired
 */
export async function runStatement(
  context: CommandContext,
  number: number,
  work: (transaction: Transaction) => Doc,
): Promise<Doc> {
  const { store, session, transaction: outer, body } = context;
  if (outer) return work(outer);
  const knownResult = session?.results.get(number);
  if (knownResult) return knownResult;
  // In the protocol 0 means no limit.
  const limitMs = toNumber(body.maxTimeMS ?? 0) || Infinity;
  const deadlineMs = context.now.getTime() + limitMs;
  for (;;) {
    const transaction = begin(store.catalog, false);
    try {
      const result = work(transaction);
      commitDurably(
        store,
        transaction,
        session && { session: session.id, txnNumber: session.txnNumber, statement: number, result },
      );
      return result;
    } catch (error) {
      abort(store.catalog, transaction);
      if (!(error instanceof WriteConflict)) throw error;
    }
    const leftMs = deadlineMs - Date.now();
    if (leftMs <= 0)
      fail("MaxTimeMSExpired", "operation exceeded time limit while another transaction held its documents");
    await store.catalog.waitForRelease(Math.min(leftMs, LOCK_POLL_MS));
  }
}

/**
 * Commits: first to the log, then for everybody to see.
 *
 * @throws StoreError OutOfDiskSpace; then the transaction is still open
 */
export function commitDurably(store: Store, transaction: Transaction, record?: SessionRecord): void {
  const changes = changesOf(transaction);
  if (changes.length > 0) {
    store.log?.append(record ? [...changes, { op: "session", ...record }] : changes);
    if (record) restoreSession(store.sessions, record);
  }
  commit(store.catalog, transaction);
}

/**
 * Runs a change of collections or indexes once no open transaction has written to those collections. The work writes
 * to the log itself, before any step that cannot be undone.
 */
export function runDefinition(
  context: CommandContext,
  collections: () => readonly (Collection | undefined)[],
  work: () => Doc,
): Promise<Doc> {
  return runStatement(context, 0, () => {
    const wantedCollections = new Set(collections());
    for (const { touched, created } of context.store.catalog.open) {
      if ([...touched.values(), ...created].some((busy) => wantedCollections.has(busy)))
        throw new WriteConflict();
    }
    return work();
  });
}

/**
 * The name of a command's collection: the value of its first field.
 *
 * @throws StoreError InvalidNamespace
 */
export function targetOf({ body, name }: CommandContext): string {
  const target = body[name];
  if (typeof target !== "string" || target === "" || /[$\0]/.test(target) || target.length > 255) {
    return fail("InvalidNamespace", `Invalid collection name: ${show(target)}`);
  }
  return target;
}

/** The collection of a command, unless another transaction is creating it. */
export function findTarget(context: CommandContext): Collection | undefined {
  const collection = context.store.catalog.get(context.db, targetOf(context));
  const isHidden = collection?.creator !== undefined && collection.creator !== context.transaction;
  return isHidden ? undefined : collection;
}

/** The collection to write to, created if missing. */
export function makeTarget(context: CommandContext, transaction: Transaction): Collection {
  const { store, db } = context;
  const knownCollection = store.catalog.get(db, targetOf(context));
  if (knownCollection?.creator && knownCollection.creator !== transaction) throw new WriteConflict();
  if (knownCollection) return knownCollection;
  const collection = store.catalog.create(db, targetOf(context));
  transaction.created.push(collection);
  collection.creator = transaction;
  return collection;
}
