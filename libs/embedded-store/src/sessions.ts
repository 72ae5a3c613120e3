import { Binary } from "bson";
import { fail } from "./errors.ts";
import type { SessionRecord } from "./log-entries.ts";
import type { Transaction } from "./transaction-state.ts";
import { type Doc, isDoc, type Value } from "./values.ts";

/** The state of a driver's session: its newest transaction or retryable write. */
export interface Session {
  readonly id: string;
  txnNumber: number;
  transaction: Transaction | undefined;
  /** The transaction of `txnNumber` was committed; outlives the transaction itself and a restart. */
  isCommitted: boolean;
  /** Answers of the committed statements of a retryable write, by their number. */
  readonly results: Map<number, Doc>;
  /** The command of a retryable write that runs now; a retry joins it. */
  running: Promise<Doc> | undefined;
  usedAtMs: number;
}

export type Sessions = Map<string, Session>;

/** The key of a session in the store: the driver's identifier in hex. */
export function sessionId(lsid: Value): string {
  const id = isDoc(lsid) ? lsid.id : undefined;
  return id instanceof Binary ? id.toString("hex") : fail("TypeMismatch", "lsid.id must be a UUID");
}

/** Finds or makes a session. */
export function useSession(sessions: Sessions, id: string): Session {
  const session = sessions.get(id) ?? {
    id,
    txnNumber: -1,
    transaction: undefined,
    isCommitted: false,
    results: new Map(),
    running: undefined,
    usedAtMs: 0,
  };
  sessions.set(id, session);
  session.usedAtMs = Date.now();
  return session;
}

/** Begins the work of a new number, and forgets that of the old one. */
export function startNumber(session: Session, txnNumber: number): void {
  session.txnNumber = txnNumber;
  session.transaction = undefined;
  session.isCommitted = false;
  session.results.clear();
  session.running = undefined;
}

/** Restores a session from a record of the log. */
export function restoreSession(
  sessions: Sessions,
  { session: id, txnNumber, statement, result }: SessionRecord,
): void {
  const session = useSession(sessions, id);
  if (txnNumber > session.txnNumber) startNumber(session, txnNumber);
  if (statement !== undefined && result) session.results.set(statement, result);
  else session.isCommitted = true;
}

/** Records that restore the sessions after a restart. */
export function* sessionRecords(sessions: Sessions): Iterable<SessionRecord> {
  for (const { id: session, txnNumber, results, isCommitted } of sessions.values()) {
    if (isCommitted) yield { session, txnNumber };
    for (const [statement, result] of results) yield { session, txnNumber, statement, result };
  }
}
