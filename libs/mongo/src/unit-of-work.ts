import { AsyncLocalStorage } from "node:async_hooks";
import { DomainError } from "@countersign/domain/errors";
import { traced, UNRECORDED } from "@countersign/tracing";
import { MongoError, type TransactionOptions } from "mongodb";
import { isStoreUnavailable } from "./errors.ts";
import type { Scope } from "./scope.ts";
import type { Store } from "./store.ts";
import { createTurns } from "./turns.ts";
import { createWriter } from "./writer.ts";

/**
 * Runs work as one transaction on repositories that are bound to its session. The driver may call the work several
 * times: ids and the time are made outside it, and nothing but the store is touched inside it. The operations of one
 * transaction follow each other; they never run side by side.
 *
 * @throws whatever the work throws, after the transaction was aborted
 * @throws DomainError `UNAVAILABLE` when the store cannot be reached, or conflicts did not end in time
 * @throws Error when called inside the work of another unit of work
 */
export type UnitOfWork<R> = <T>(
  work: (repositories: R) => Promise<T>,
  options?: UnitOfWorkCallOptions,
) => Promise<T>;

export interface UnitOfWorkCallOptions {
  /**
   * Name of a record that many transactions write, such as a company's counter: those of this process that name the
   * same one take turns instead of conflicting over and over. Those of other processes conflict as ever.
   */
  turn?: string;
}

export interface UnitOfWorkOptions {
  /** How long new attempts are made after conflicts, and how long a commit may take. Default 10 000 ms. */
  timeoutMs?: number;
}

/** The unit of work that the running code is called from, even through functions that know nothing of it. */
const current = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Creates the unit of work of some repositories: snapshot reads, majority commits. Conflicts with other transactions
 * and passing faults are retried by the driver with backoff and jitter. Each is a span of the work in hand; where there
 * is none a trace begins, so that what a transaction sends always belongs to one.
 *
 * @param bind makes the repositories of one attempt
 */
export function createUnitOfWork<R>(
  store: Pick<Store, "client" | "db" | "bulkWrite" | "tracing">,
  bind: (scope: Scope) => R,
  { timeoutMs = 10_000 }: UnitOfWorkOptions = {},
): UnitOfWork<R> {
  const transaction: TransactionOptions = {
    readConcern: { level: "snapshot" },
    writeConcern: { w: "majority" },
    readPreference: "primary",
    maxCommitTimeMS: timeoutMs,
  };
  const takeTurns = createTurns();
  const tracing = store.tracing ?? UNRECORDED;

  async function transact<T>(work: (repositories: R) => Promise<T>, deadline: number): Promise<T> {
    let attempts = 0;
    let lastError: unknown;
    const attempt = async (scope: Scope): Promise<T> => {
      attempts += 1;
      // The driver alone would go on for two minutes.
      if (attempts > 1 && performance.now() >= deadline) throw unavailable(lastError);
      try {
        return await work(bind(scope));
      } catch (error) {
        lastError = error;
        throw error;
      }
    };
    const unit = { open: true };
    try {
      return await current.run(unit, () =>
        store.client.withSession((session) =>
          session.withTransaction(
            () => attempt({ db: store.db, session, ...createWriter(store.db, session, store.bulkWrite) }),
            transaction,
          ),
        ),
      );
    } catch (error) {
      throw isStoreUnavailable(error) ? unavailable(error) : error;
    } finally {
      unit.open = false;
    }
  }

  return async (work, { turn } = {}) => {
    if (current.getStore()?.open) {
      throw new Error("a unit of work was begun inside another one: hand its repositories on instead");
    }
    const deadline = performance.now() + timeoutMs;
    return traced(tracing, "transaction", { isAnswer: isRefusal }, () => {
      if (turn === undefined) return transact(work, deadline);
      return takeTurns(turn, async () => {
        if (performance.now() >= deadline)
          throw unavailable(new Error(`no turn for ${turn} in ${timeoutMs} ms`));
        return transact(work, deadline);
      });
    });
  };
}

/** A transaction that a rule ended did what it should. */
function isRefusal(error: unknown): boolean {
  return error instanceof DomainError && error.code !== "UNAVAILABLE";
}

/** Where the answer to a commit was lost, its effect is not known. */
function unavailable(cause: unknown): DomainError {
  const isUnknown = cause instanceof MongoError && cause.hasErrorLabel("UnknownTransactionCommitResult");
  const state = isUnknown ? "it is not known whether the change was stored" : "nothing was stored";
  return new DomainError("UNAVAILABLE", `The store is not available; ${state}`, { cause });
}
