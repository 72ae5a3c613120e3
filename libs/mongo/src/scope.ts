import type { ClientSession, Db } from "mongodb";
import type { Write } from "./write.ts";

/** The transaction scope of a repository: one transaction of a unit of work. Every operation passes the session on. */
export interface Scope {
  db: Db;
  session: ClientSession;
  write: Write;
  /** Keeps an effect on this process until the transaction is committed; it must not throw. */
  afterCommit: (effect: () => void) => void;
}

/** A transaction, or the store itself, for operations that may also run outside of transactions. */
export interface OpenScope {
  db: Db;
  session?: ClientSession;
}

/** The driver's options for an operation of the scope. */
export function sessionOption({ session }: Pick<OpenScope, "session">): { session?: ClientSession } {
  return session === undefined ? {} : { session };
}
