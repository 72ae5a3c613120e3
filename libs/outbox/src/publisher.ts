import { type Bus, MessageNotAccepted } from "@countersign/bus";
import type { Logger } from "@countersign/service-kit";
import type { OutboxRow } from "./record.ts";

/** Events of the relay, for metrics. Handlers must be cheap. */
export interface RelayEvents {
  /** A row was acknowledged by the broker `lagMs` after it was written. */
  published?: (lagMs: number) => void;
  /** A row can never be published and was set aside. */
  rejected?: (row: { id: string; subject: string; reason: string }) => void;
  /** A stream of the broker, or the store, failed; the relay tries again after `retryInMs`. */
  failed?: (failure: { retryInMs: number }) => void;
}

/** The outcome of publishing rows. Rows in neither list were not published. */
export interface Result {
  published: Pick<OutboxRow, "id" | "replays">[];
  rejected: { id: string; reason: string }[];
  /** By stream: why the rest of its rows was not published. */
  faults: Map<string, unknown>;
}

/** @param faults - shared with other results, whose rows of a faulty stream are then not tried either */
export const emptyResult = (faults: Result["faults"] = new Map()): Result => ({
  published: [],
  rejected: [],
  faults,
});

export interface PublisherOptions {
  bus: Pick<Bus, "publish">;
  logger: Pick<Logger, "error">;
  events: RelayEvents;
  /** Ends publishing between two rows. */
  signal: AbortSignal;
}

/**
 * Publishes the rows of a key in order within each stream, until the stream fails or the deadline passes.
 *
 * @param deadline when the lease nears its end, by `performance.now()`
 * @param result gets what became of each row
 */
export type PublishKey = (rows: readonly OutboxRow[], deadline: number, result: Result) => Promise<void>;

export function createPublisher({ bus, logger, events, signal }: PublisherOptions): PublishKey {
  return async (rows, deadline, result) => {
    for (const row of rows) {
      if (performance.now() > deadline || signal.aborted) return;
      if (result.faults.has(row.stream)) continue;
      try {
        await bus.publish(messageOf(row));
        // Without its data, which need not wait for the mark.
        result.published.push({ id: row.id, ...(row.replays && { replays: row.replays }) });
        // A clock that was set back must not make a lag negative.
        events.published?.(Math.max(0, Date.now() - row.createdAt.getTime()));
      } catch (error) {
        if (!(error instanceof MessageNotAccepted)) {
          result.faults.set(row.stream, error);
          continue;
        }
        const { id, subject } = row;
        result.rejected.push({ id, reason: error.message });
        events.rejected?.({ id, subject, reason: error.message });
        logger.error({ err: error, id, subject }, "an outbox row can never be published and is set aside");
      }
    }
  };
}

/** The message of a row. */
export function messageOf({ id, subject, data, headers }: OutboxRow) {
  return { id, subject, data, ...(headers && { headers }) };
}
