import type { Catalog } from "./catalog.ts";
import type { Collection } from "./collection.ts";
import type { Cursors } from "./cursors.ts";
import { fail } from "./errors.ts";
import type { FailPoint } from "./fail-point.ts";
import type { Journal } from "./journal.ts";
import type { SessionRecord } from "./journal-entries.ts";
import { toNumber } from "./numbers.ts";
import type { Session, Sessions } from "./sessions.ts";
import { abort, begin, changesOf, commit, type Transaction, WriteConflict } from "./transaction.ts";
import { type Doc, show, type Value } from "./values.ts";

/** All that commands work with. */
export interface Engine {
  readonly catalog: Catalog;
  readonly sessions: Sessions;
  readonly cursors: Cursors;
  readonly failPoint: FailPoint;
  /** How often each command was called. */
  readonly commandCounts: Map<string, number>;
  readonly address: () => string;
  /** Undefined: nothing outlives the process. */
  journal: Journal | undefined;
}

/** One call of a command. */
export interface CommandContext {
  readonly engine: Engine;
  readonly db: string;
  readonly name: string;
  readonly body: Doc;
  readonly connectionId: number;
  /** When the call began; also the aggregation variable NOW. */
  readonly now: Date;
  readonly session: Session | undefined;
  /** The session's multi-statement transaction that the call belongs to. */
  readonly transaction: Transaction | undefined;
}

const LOCK_POLL_MS = 1_000;

/** The transaction to read with: outside a session's transaction, the latest commits. */
export const readTransaction = ({ transaction, engine }: CommandContext): Transaction =>
  transaction ?? begin(engine.catalog, false);

/**
 * Runs one atomic statement: within the session's transaction, or as a transaction of its own that waits for
 * whoever holds what it wants to write. A statement of a retryable write that was committed before is answered as
 * it was then.
 *
 * @param number of the statement within the command
 * @throws StoreError MaxTimeMSExpired
 */
export async function runStatement(
  context: CommandContext,
  number: number,
  work: (transaction: Transaction) => Doc,
): Promise<Doc> {
  const { engine, session, transaction: outer, body } = context;
  if (outer) return work(outer);
  const known = session?.results.get(number);
  if (known) return known;
  // 0 is the protocol's word for no limit.
  const limitMs = toNumber(body.maxTimeMS ?? 0) || Infinity;
  const deadlineMs = context.now.getTime() + limitMs;
  for (;;) {
    const transaction = begin(engine.catalog, false);
    try {
      const result = work(transaction);
      commitDurably(
        engine,
        transaction,
        session && { session: session.id, txnNumber: session.txnNumber, statement: number, result },
      );
      return result;
    } catch (error) {
      abort(engine.catalog, transaction);
      if (!(error instanceof WriteConflict)) throw error;
    }
    const leftMs = deadlineMs - Date.now();
    if (leftMs <= 0)
      fail("MaxTimeMSExpired", "operation exceeded time limit while another transaction held its documents");
    await engine.catalog.waitForRelease(Math.min(leftMs, LOCK_POLL_MS));
  }
}

/**
 * Commits: first to the journal, then for everybody to see.
 *
 * @throws StoreError OutOfDiskSpace; then the transaction is still open
 */
export function commitDurably(engine: Engine, transaction: Transaction, record?: SessionRecord): void {
  const changes = changesOf(transaction);
  if (changes.length > 0) {
    engine.journal?.append(record ? [...changes, { op: "session", ...record }] : changes);
    if (record) engine.sessions.restore(record);
  }
  commit(engine.catalog, transaction);
}

/**
 * Runs a change of collections or indexes, once no open transaction has written to those collections. The work
 * tells the journal itself, before anything that cannot be undone.
 */
export function runDefinition(
  context: CommandContext,
  collections: () => readonly (Collection | undefined)[],
  work: () => Doc,
): Promise<Doc> {
  return runStatement(context, 0, () => {
    const wanted = new Set(collections());
    for (const { touched, created } of context.engine.catalog.open) {
      if ([...touched.values(), ...created].some((busy) => wanted.has(busy))) throw new WriteConflict();
    }
    return work();
  });
}

/**
 * Finds a collection by the name a command gives.
 *
 * @throws StoreError InvalidNamespace
 */
export function findCollection(
  { engine, db, transaction }: CommandContext,
  name: Value,
): Collection | undefined {
  const collection = engine.catalog.get(db, collectionName(name));
  const isHidden = collection?.creator !== undefined && collection.creator !== transaction;
  return isHidden ? undefined : collection;
}

export function collectionName(name: Value): string {
  if (typeof name !== "string" || name === "" || /[$\0]/.test(name) || name.length > 255) {
    return fail("InvalidNamespace", `Invalid collection name: ${show(name)}`);
  }
  return name;
}

/** The collection to write to, made if it is not there. */
export function makeCollection(context: CommandContext, transaction: Transaction, name: Value): Collection {
  const known = context.engine.catalog.get(context.db, collectionName(name));
  if (known?.creator && known.creator !== transaction) throw new WriteConflict();
  if (known) return known;
  const collection = context.engine.catalog.create(context.db, collectionName(name));
  transaction.created.push(collection);
  collection.creator = transaction;
  return collection;
}
