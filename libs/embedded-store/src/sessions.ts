import type { SessionRecord } from "./journal-entries.ts";
import type { Transaction } from "./transaction.ts";
import type { Doc } from "./values.ts";

/** What is kept of a driver's session: its newest transaction or retryable write. */
export interface Session {
  readonly id: string;
  txnNumber: number;
  transaction: Transaction | undefined;
  /** The transaction of `txnNumber` was committed; outlives the transaction itself and a restart. */
  isCommitted: boolean;
  /** Answers of the statements of a retryable write that have been committed, by their number. */
  readonly results: Map<number, Doc>;
  /** The command of a retryable write that runs right now: a retry joins it. */
  running: Promise<Doc> | undefined;
  usedAtMs: number;
}

export interface Sessions {
  get(id: string): Session | undefined;
  getOrCreate(id: string): Session;
  delete(id: string): void;
  all(): Iterable<Session>;
  /** Takes up what a record of the journal tells. */
  restore(record: SessionRecord): void;
  /** What has to be known after a restart. */
  records(): Iterable<SessionRecord>;
}

export function createSessions(): Sessions {
  const sessions = new Map<string, Session>();
  const getOrCreate = (id: string): Session => {
    const known = sessions.get(id);
    if (known) return known;
    const session: Session = {
      id,
      txnNumber: -1,
      transaction: undefined,
      isCommitted: false,
      results: new Map(),
      running: undefined,
      usedAtMs: Date.now(),
    };
    sessions.set(id, session);
    return session;
  };
  return {
    get: (id) => sessions.get(id),
    getOrCreate,
    delete: (id) => void sessions.delete(id),
    all: () => sessions.values(),
    restore({ session: id, txnNumber, statement, result }) {
      const session = getOrCreate(id);
      if (txnNumber > session.txnNumber) startNumber(session, txnNumber);
      if (statement !== undefined && result) session.results.set(statement, result);
      else session.isCommitted = true;
    },
    *records() {
      for (const { id: session, txnNumber, results, isCommitted } of sessions.values()) {
        if (isCommitted) yield { session, txnNumber };
        for (const [statement, result] of results) yield { session, txnNumber, statement, result };
      }
    },
  };
}

/** Begins the work of a new number: what belongs to the old one is forgotten. */
export function startNumber(session: Session, txnNumber: number): void {
  session.txnNumber = txnNumber;
  session.transaction = undefined;
  session.isCommitted = false;
  session.results.clear();
  session.running = undefined;
}
