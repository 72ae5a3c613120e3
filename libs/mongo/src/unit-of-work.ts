import { AsyncLocalStorage } from "node:async_hooks";
import { DomainError, isPassing } from "@countersign/domain/errors";
import { traced } from "@countersign/tracing";
import { type ClientSession, MongoError, MongoNetworkError, type TransactionOptions } from "mongodb";
import { isSocketError, isStoreUnavailable, isWriteConflict } from "./errors.ts";
import type { Scope } from "./scope.ts";
import type { Store } from "./store.ts";
import { createKeyedQueue, TurnRefused } from "@countersign/concurrency";
import { text } from "@countersign/texts";
import { createWrite } from "./write.ts";

/**
 * Runs work as one transaction on repositories that are bound to its session. The driver may call the work several
 * times: make ids and times outside it, and use only the store inside it. The operations of one transaction follow each
 * other and never run side by side.
 *
 * @throws whatever the work throws, after the transaction was aborted
 * @throws DomainError `UNAVAILABLE` when the store cannot be reached; `BUSY` when too many others write the same
 *   record: too many wait for the turn, it did not come in time, or conflicts did not end in time
 * @throws Error when called inside the work of another unit of work
 */
export type UnitOfWork<R> = <T>(
  work: (repositories: R) => Promise<T>,
  options?: UnitOfWorkCallOptions,
) => Promise<T>;

export interface UnitOfWorkCallOptions {
  /**
   * Name of a record that many transactions write, such as a company's counter. Transactions of this process with
   * the same name take turns instead of conflicting again and again; those of other processes still conflict.
   */
  turn?: string;
}

export interface UnitOfWorkOptions {
  /** How long to wait for a turn and to make new attempts, and how long a commit may take. Default 10 000 ms. */
  timeoutMs?: number;
  /** How many calls may wait for one turn; further ones are refused at once. Default 100. */
  maxWaiting?: number;
}

/** The unit of work that the running code belongs to, through any functions in between. */
const current = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Creates the unit of work of some repositories: snapshot reads, majority commits. The driver retries conflicts with
 * other transactions and passing faults, with backoff and jitter. Each transaction is a span of the work in progress, or
 * begins a trace, so that its messages always belong to one.
 *
 * @param bind makes the repositories of one attempt
 */
export function createUnitOfWork<R>(
  store: Pick<Store, "client" | "db" | "tracing" | "transactions">,
  bind: (scope: Scope) => R,
  { timeoutMs = 10_000, maxWaiting = 100 }: UnitOfWorkOptions = {},
): UnitOfWork<R> {
  const transaction: TransactionOptions = {
    readConcern: { level: "snapshot" },
    writeConcern: { w: "majority" },
    readPreference: "primary",
    maxCommitTimeMS: timeoutMs,
  };
  const takeTurns = createKeyedQueue({ maxWaiting, waitMs: timeoutMs });

  async function transact<T>(work: (repositories: R) => Promise<T>, deadline: number): Promise<T> {
    let attempts = 0;
    let lastError: unknown;
    let commitSent = false;
    let effects: (() => void)[] = [];
    const attempt = async (scope: Scope): Promise<T> => {
      attempts += 1;
      commitSent = false;
      effects = [];
      // The driver itself would go on for two minutes.
      if (attempts > 1 && performance.now() >= deadline) {
        throw isWriteConflict(lastError) ? busy(lastError) : unavailable(lastError, commitSent);
      }
      try {
        return await work(bind(scope));
      } catch (error) {
        lastError = error;
        throw isSocketError(error) ? lostConnection(error, "TransientTransactionError") : error;
      }
    };
    const unit = { open: true };
    try {
      const result = await current.run(unit, () =>
        store.client.withSession((session) => {
          repeatLostCommits(session, () => {
            commitSent = true;
          });
          const scope = {
            db: store.db,
            session,
            write: createWrite(store.db, session),
            afterCommit: (effect: () => void) => void effects.push(effect),
          };
          return session.withTransaction(() => attempt(scope), transaction);
        }),
      );
      for (const effect of effects) effect();
      return result;
    } catch (error) {
      throw isStoreUnavailable(error) ? unavailable(error, commitSent) : error;
    } finally {
      unit.open = false;
    }
  }

  return async (work, { turn } = {}) => {
    if (current.getStore()?.open) {
      throw new Error("a unit of work was begun inside another one: hand its repositories on instead");
    }
    const deadline = performance.now() + timeoutMs;
    const runningWork = traced(store.tracing, "transaction", { isAnswer: isRefusal }, () => {
      if (turn === undefined) return transact(work, deadline);
      return takeTurns(turn, () => transact(work, deadline)).catch((error: unknown) => {
        throw error instanceof TurnRefused ? busy(error) : error;
      });
    });
    store.transactions.add(runningWork);
    try {
      return await runningWork;
    } finally {
      store.transactions.delete(runningWork);
    }
  };
}

/** A socket's error in the form of the driver's own connection errors. */
function lostConnection(cause: unknown, label?: string): MongoNetworkError {
  const error = new MongoNetworkError("the connection broke", { cause: cause as Error });
  if (label !== undefined) error.addErrorLabel(label);
  return error;
}

/** The error with which work has its transaction begin anew: it needs what was committed since its snapshot. */
export function beginAnew(why: string): MongoError {
  const error = new MongoError(why);
  error.addErrorLabel("TransientTransactionError");
  return error;
}

/** How often one transaction's commit may be lost with its connection; each is repeated at once. */
const MAX_LOST_COMMITS = 3;

/**
 * Makes the driver repeat a commit whose connection broke while it was written, like other lost commits. By itself the
 * driver (7.8) fails with a `TypeError`, and the outcome of the transaction stays unknown.
 */
function repeatLostCommits(session: ClientSession, onSending: () => void): void {
  const commit = session.commitTransaction.bind(session);
  let lostCommits = 0;
  session.commitTransaction = async (options) => {
    onSending();
    try {
      await commit(options);
    } catch (error) {
      if (error instanceof MongoError) throw error;
      lostCommits += 1;
      const isLast = lostCommits > MAX_LOST_COMMITS;
      throw lostConnection(error, isLast ? undefined : "UnknownTransactionCommitResult");
    }
  };
}

/** Whether a rule ended the transaction, which is not a fault. */
function isRefusal(error: unknown): boolean {
  return error instanceof DomainError && !isPassing(error);
}

/** The store is reachable, but others write the same record. */
function busy(cause: unknown): DomainError {
  return new DomainError("BUSY", text("passing.busy"), { cause });
}

/** If the answer to a commit was lost, its effect is unknown, unless the server reported an abort. */
function unavailable(cause: unknown, commitSent: boolean): DomainError {
  const isAborted = cause instanceof MongoError && cause.hasErrorLabel("TransientTransactionError");
  const isUnknown = commitSent && !isAborted;
  const why = isUnknown ? text("passing.storeUnknown") : text("passing.storeNothing");
  return new DomainError("UNAVAILABLE", why, { cause });
}
