/**
 * Runs work as one transaction on repositories that are bound to its session. The driver may call the work several
 * times: ids and the time are made outside it, and nothing but the store is touched inside it.
 *
 * @throws whatever the work throws, after the transaction was aborted
 */
export type UnitOfWork<R> = <T>(work: (repositories: R) => Promise<T>) => Promise<T>;
