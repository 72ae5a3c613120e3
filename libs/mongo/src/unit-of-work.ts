import type { Scope } from "./scope.ts";
import type { Store } from "./store.ts";

/**
 * Runs work as one transaction on repositories that are bound to its session. The driver may call the work several
 * times: ids and the time are made outside it, and nothing but the store is touched inside it. The operations of one
 * transaction follow each other; they never run side by side.
 *
 * @throws whatever the work throws, after the transaction was aborted
 * @throws DomainError `UNAVAILABLE` when the store cannot be reached, or conflicts did not end in time
 * @throws Error when called inside the work of another unit of work
 */
export type UnitOfWork<R> = <T>(work: (repositories: R) => Promise<T>) => Promise<T>;

export interface UnitOfWorkOptions {
  /** How long attempts go on after conflicts, in milliseconds. Default 10 000. */
  timeoutMs?: number;
}

export declare function createUnitOfWork<R>(
  store: Pick<Store, "client" | "db">,
  bind: (scope: Scope) => R,
  options?: UnitOfWorkOptions,
): UnitOfWork<R>;
