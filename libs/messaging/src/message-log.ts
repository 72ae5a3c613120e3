/** A stored message of the in-process bus. */
export interface LoggedMessage {
  seq: number;
  stream: string;
  subject: string;
  id: string;
  payload: Uint8Array;
  headers: Readonly<Record<string, string>>;
}

/** Storage of the in-process bus: an append-only log with the positions of its consumers. One process at a time. */
export interface MessageLog {
  /** Appends in order, skipping ids that the stream has already; durable when it resolves. */
  append(messages: readonly Omit<LoggedMessage, "seq">[]): Promise<void>;
  /** Messages of a stream after a position, oldest first. */
  read(stream: string, afterSeq: number, limit: number): Promise<readonly LoggedMessage[]>;
  /** Everything up to and including this number was handled; 0 for a new durable. */
  position(durable: string): Promise<number>;
  savePosition(durable: string, seq: number): Promise<void>;
  /** Forgets messages older than the stream keeps them. */
  expire(stream: string, maxAgeMs: number): Promise<void>;
}
