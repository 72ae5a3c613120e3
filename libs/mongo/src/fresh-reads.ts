import { DomainError } from "@countersign/domain/errors";
import {
  type AbstractCursor,
  ClientSession,
  type Collection,
  type CollectionOptions,
  type Db,
  type MongoClient,
  type ServerDescriptionChangedEvent,
} from "mongodb";

/** The primary that a client reads from, and whether it has caught up. */
export interface PrimaryWatch {
  /** Rises with each new primary. */
  readonly term: number;
  /**
   * Resolves once majority reads of the current primary hold all writes acknowledged before its election.
   *
   * @throws the driver's errors when it does not confirm
   */
  caughtUp(): Promise<void>;
}

/** Elections during one read after which it is given up. */
const MAX_ELECTIONS = 3;
/** How long a primary may take to confirm itself; a new one of a healthy set needs some hundred milliseconds. */
const CONFIRM_TIMEOUT_MS = 2_000;

/**
 * Watches a client's primary (ADR 28). Each new primary gets a single read, which it answers once a majority has
 * confirmed it and the writes it had when elected; further reads cost nothing until the next election.
 *
 * @param confirm the read that a majority confirms (read concern `linearizable`)
 */
export function watchPrimary(client: Pick<MongoClient, "on">, confirm: () => Promise<unknown>): PrimaryWatch {
  let primary: string | undefined;
  let term = 0;
  let confirmedTerm = 0;
  let confirming: Promise<void> | undefined;

  client.on("serverDescriptionChanged", ({ newDescription }: ServerDescriptionChangedEvent) => {
    const { type, address, electionId } = newDescription;
    const elected = `${address} ${String(electionId)}`;
    if (type !== "RSPrimary" || elected === primary) return;
    primary = elected;
    term += 1;
  });

  async function confirmTerm(current: number): Promise<void> {
    await confirm();
    confirmedTerm = current;
  }

  return {
    get term() {
      return term;
    },
    caughtUp: async () => {
      // Another one may be elected meanwhile.
      while (confirmedTerm !== term) {
        confirming ??= confirmTerm(term).finally(() => {
          confirming = undefined;
        });
        await confirming;
      }
    },
  };
}

/**
 * Reads all writes acknowledged before: from a primary that has caught up, and again if another one was elected
 * meanwhile, because the driver repeats a read there by itself.
 *
 * @throws whatever `read` throws
 * @throws DomainError `UNAVAILABLE` when every attempt meets an election
 */
export async function readFresh<T>(watch: PrimaryWatch, read: () => Promise<T>): Promise<T> {
  for (let elections = 0; elections < MAX_ELECTIONS; elections += 1) {
    await watch.caughtUp();
    const { term } = watch;
    const result = await read();
    if (watch.term === term) return result;
  }
  throw new DomainError("UNAVAILABLE", "The store is not available; try again");
}

/** Watches the primary that a database is read from. */
export function watchPrimaryOf(client: MongoClient, db: Db): PrimaryWatch {
  // Any read will do, also of a missing collection.
  const nothing = db.collection("elections");
  return watchPrimary(client, () =>
    nothing.findOne({}, { readConcern: "linearizable", maxTimeMS: CONFIRM_TIMEOUT_MS }),
  );
}

/**
 * Sends all reads of the database outside transactions through {@link readFresh}. Reads in a transaction do not need it:
 * they see the primary's newest state, and a majority acknowledges the commit.
 */
export function readFreshFrom(db: Db, watch: PrimaryWatch): Db {
  const open = db.collection.bind(db);
  const fresh = (name: string, options?: CollectionOptions) => freshCollection(open(name, options), watch);
  // Every attempt of a transaction gets a dozen collections.
  const known = new Map<string, Collection>();
  db.collection = ((name: string, options?: CollectionOptions) =>
    options === undefined ? known.getOrInsertComputed(name, fresh) : fresh(name, options)) as never;
  return db;
}

const READS = ["findOne", "countDocuments", "estimatedDocumentCount", "distinct"] as const;
const CURSORS = ["find", "aggregate"] as const;

function freshCollection(collection: Collection, watch: PrimaryWatch): Collection {
  for (const name of READS) {
    const read = collection[name].bind(collection) as (...args: unknown[]) => Promise<unknown>;
    const fresh = (...args: unknown[]) =>
      isTransactional(args) ? read(...args) : readFresh(watch, () => read(...args));
    Object.assign(collection, { [name]: fresh });
  }
  for (const name of CURSORS) {
    const open = collection[name].bind(collection) as (...args: unknown[]) => AbstractCursor;
    const fresh = (...args: unknown[]) => {
      const cursor = open(...args);
      return isTransactional(args) ? cursor : freshCursor(cursor, watch);
    };
    Object.assign(collection, { [name]: fresh });
  }
  return collection;
}

/** Options come last, and a transaction's operations have its session there. */
function isTransactional(args: readonly unknown[]): boolean {
  const options = args.at(-1);
  return (
    typeof options === "object" && options !== null && "session" in options && isSession(options.session)
  );
}

const isSession = (value: unknown): boolean => value instanceof ClientSession;

/** Later batches come from the same member as the first, or fail. */
function freshCursor<C extends AbstractCursor>(cursor: C, watch: PrimaryWatch): C {
  const iterate = cursor[Symbol.asyncIterator].bind(cursor);
  cursor[Symbol.asyncIterator] = async function* freshRows() {
    await readFresh(watch, () => {
      cursor.rewind();
      return cursor.hasNext();
    });
    yield* iterate();
  };
  return cursor;
}
