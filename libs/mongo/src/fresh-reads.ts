import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import {
  type AbstractCursor,
  ClientSession,
  type Collection,
  type CollectionOptions,
  type Db,
  type MongoClient,
  type ServerDescriptionChangedEvent,
} from "mongodb";
import { exceededTime } from "./errors.ts";

/** The primary that a client reads from, and whether it has caught up. */
export interface PrimaryWatch {
  /** Rises with each new primary. */
  readonly term: number;
  /**
   * Resolves once majority reads of the current primary hold all writes acknowledged before its election.
   *
   * @throws DomainError `UNAVAILABLE` when it does not confirm in time, else the driver's errors
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
    const electedPrimary = `${address} ${String(electionId)}`;
    if (type !== "RSPrimary" || electedPrimary === primary) return;
    primary = electedPrimary;
    term += 1;
  });

  async function confirmTerm(current: number): Promise<void> {
    try {
      await confirm();
    } catch (error) {
      // The primary has no majority yet; no search was slow.
      if (exceededTime(error)) throw unavailable(error);
      throw error;
    }
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
  throw unavailable();
}

const unavailable = (cause?: unknown) => new DomainError("UNAVAILABLE", text("passing.store"), { cause });

/** Watches the primary that a database is read from. */
export function watchPrimaryOf(client: MongoClient, db: Db): PrimaryWatch {
  // Any read will do, also of a missing collection.
  const nothing = db.collection("elections");
  return watchPrimary(client, () =>
    nothing.findOne({}, { readConcern: "linearizable", maxTimeMS: CONFIRM_TIMEOUT_MS }),
  );
}

/**
 * Sends all reads of the database outside transactions through {@link readFresh}, and limits their time. Reads in a
 * transaction do not need it: they see the primary's newest state, and a majority acknowledges the commit.
 *
 * @param limits.readTimeoutMs how long a read may take on the server that sets no `maxTimeMS` itself; then it fails with
 *   `QUERY_TOO_SLOW` (OPS-7)
 */
export function readFreshFrom(db: Db, watch: PrimaryWatch, { readTimeoutMs }: { readTimeoutMs: number }): Db {
  const open = db.collection.bind(db);
  const fresh = (name: string, options?: CollectionOptions) =>
    freshCollection(open(name, options), watch, readTimeoutMs);
  // Every attempt of a transaction gets a dozen collections.
  const openedCollections = new Map<string, Collection>();
  db.collection = ((name: string, options?: CollectionOptions) =>
    options === undefined
      ? openedCollections.getOrInsertComputed(name, fresh)
      : fresh(name, options)) as never;
  const command = db.command.bind(db);
  db.command = (body, options) => {
    const [name = ""] = Object.keys(body);
    if (READ_COMMANDS.has(name) && !isTransactional([options])) throw refusal(`the command ${name}`);
    return command(body, options);
  };
  refuse(db, REFUSED.db);
  return db;
}

/** Reads that answer with a value, and the place of the options among their arguments. */
const READS = { count: 1, estimatedDocumentCount: 0, distinct: 2 } as const;
/** Reads that answer with a cursor; `findOne` and `countDocuments` use these. */
const CURSORS = { find: 1, aggregate: 1 } as const;
/** Reads that {@link readFresh} does not cover, and what would weaken it, so that nobody uses them by mistake. */
export const REFUSED = {
  db: ["aggregate", "runCursorCommand", "watch"],
  collection: ["watch"],
  cursor: ["clone", "count", "withReadConcern", "withReadPreference"],
} as const;
/** Commands that read: through a collection, not as they are. */
const READ_COMMANDS = new Set(["aggregate", "count", "distinct", "find"]);

function freshCollection(collection: Collection, watch: PrimaryWatch, readTimeoutMs: number): Collection {
  for (const [name, place] of Object.entries(READS)) {
    const read = collection[name as "count"].bind(collection) as (...args: unknown[]) => Promise<unknown>;
    const fresh = (...args: unknown[]) => {
      if (isTransactional(args)) return read(...args);
      const [limitedArgs, convert] = withLimit(args, place, readTimeoutMs);
      return readFresh(watch, () => read(...limitedArgs)).catch(convert);
    };
    Object.assign(collection, { [name]: fresh });
  }
  for (const [name, place] of Object.entries(CURSORS)) {
    const open = collection[name as "find"].bind(collection) as (...args: unknown[]) => AbstractCursor;
    const fresh = (...args: unknown[]) => {
      if (isTransactional(args)) return open(...args);
      const [limitedArgs, convert] = withLimit(args, place, readTimeoutMs);
      return freshCursor(open(...limitedArgs), watch, convert);
    };
    Object.assign(collection, { [name]: fresh });
  }
  refuse(collection, REFUSED.collection);
  return collection;
}

/** Options come last, and a transaction's operations have its session there. */
function isTransactional(args: readonly unknown[]): boolean {
  const options = args.at(-1);
  return (
    typeof options === "object" && options !== null && "session" in options && isSession(options.session)
  );
}

const isSession = (value: unknown): boolean => value instanceof ClientSession && value.inTransaction();

/**
 * A read's arguments with a limit of time where they have none of their own, and what turns an error into the caller's.
 * A read that sets `maxTimeMS` itself gets the server's error.
 */
function withLimit(
  args: readonly unknown[],
  place: number,
  maxTimeMS: number,
): [unknown[], (error: unknown) => never] {
  const options = args[place] as { maxTimeMS?: number } | undefined;
  if (options?.maxTimeMS !== undefined) return [[...args], rethrow];
  const before = Array.from({ length: place }, (_, at) => args[at]);
  return [[...before, { ...options, maxTimeMS }], throwTooSlow];
}

function rethrow(error: unknown): never {
  throw error;
}

/** @throws DomainError `QUERY_TOO_SLOW` for a read that the server ended (OPS-7) */
function throwTooSlow(error: unknown): never {
  if (!exceededTime(error)) throw error;
  throw new DomainError("QUERY_TOO_SLOW", text("input.readTooLong"), { cause: error });
}

/**
 * The cursor with a first batch of a primary that has caught up. Later batches come from the same member, or fail. All
 * ways to iterate use these three methods.
 */
function freshCursor<C extends AbstractCursor>(
  cursor: C,
  watch: PrimaryWatch,
  convert: (error: unknown) => never,
): C {
  const hasNext = cursor.hasNext.bind(cursor);
  let firstBatch: Promise<unknown> | undefined;
  const open = () =>
    (firstBatch ??= readFresh(watch, () => {
      cursor.rewind();
      return hasNext();
    }));
  for (const name of ["hasNext", "next", "tryNext"] as const) {
    const read = cursor[name].bind(cursor);
    const fresh = async () => {
      await open();
      return await read();
    };
    Object.assign(cursor, { [name]: () => fresh().catch(convert) });
  }
  refuse(cursor, REFUSED.cursor);
  return cursor;
}

/** Lets methods throw instead of reading what may be older than an acknowledged write. */
function refuse(target: object, methods: readonly string[]): void {
  for (const name of methods) {
    const refusedMethod = () => {
      throw refusal(name);
    };
    Object.assign(target, { [name]: refusedMethod });
  }
}

const refusal = (read: string) =>
  new Error(`${read} may miss acknowledged writes after an election: use another read (ADR 28)`);
