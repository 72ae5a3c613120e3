import { AsyncLocalStorage } from "node:async_hooks";
import type { LeaseRecord } from "@countersign/mongo/due-work";
import type { Logger } from "@countersign/service-kit";
import { emptyResult, type PublishKey, type Result } from "./publisher.ts";
import type { OutboxRow } from "./record.ts";
import type { OutboxSource } from "./source.ts";

/** A lease of rows that a transaction is about to write. */
export interface RowLease extends Omit<LeaseRecord, "_id"> {
  /** Publishes the rows; to be called after their commit. Never throws. */
  carry(rows: readonly OutboxRow[]): void;
}

export interface OwnRowsOptions {
  outbox: Pick<OutboxSource, "settle">;
  logger: Pick<Logger, "warn">;
  publishKey: PublishKey;
  holder: string;
  leaseMs: number;
  /** Rows in progress at a time; for further ones there is no lease. */
  capacity: number;
  /** Called when rows are marked or given back. */
  settled: (faults: Result["faults"]) => void;
}

/** Carries the rows of this process's transactions from the commit, without reading them from the store. */
export interface OwnRows {
  /** @returns undefined while too many are in progress */
  lease(): RowLease | undefined;
  /** Waits for the rows in progress. */
  close(): Promise<void>;
}

/**
 * Creates what publishes leased rows. Rows that were published while the store marked others are marked together. Rows
 * that could not be published lose their lease, and wait for a relay that claims them.
 */
export function createOwnRows(options: OwnRowsOptions): OwnRows {
  const { outbox, logger, publishKey, holder, leaseMs, capacity, settled } = options;
  const inProgress = new Set<Promise<void>>();
  let rowsInProgress = 0;
  let endedGroups: { rows: readonly OutboxRow[]; result: Result }[] = [];
  let settling: Promise<void> | undefined;
  /** Work goes on outside of the request whose commit began it. */
  const apart = AsyncLocalStorage.snapshot();

  async function carry(rows: readonly OutboxRow[], deadline: number): Promise<void> {
    rowsInProgress += rows.length;
    const result = emptyResult();
    const byKey = Map.groupBy(rows, ({ key }) => key);
    await Promise.all(Array.from(byKey.values(), (ofKey) => publishKey(ofKey, deadline, result)));
    endedGroups.push({ rows, result });
    settling ??= settleAll();
    await settling;
    rowsInProgress -= rows.length;
    settled(result.faults);
  }

  async function settleAll(): Promise<void> {
    while (endedGroups.length > 0) {
      const group = endedGroups;
      endedGroups = [];
      const publishedRows = group.flatMap(({ result }) => result.published);
      const rejectedRows = group.flatMap(({ result }) => result.rejected);
      const doneIds = new Set([...publishedRows, ...rejectedRows].map(({ id }) => id));
      const unpublishedRows = group.flatMap(({ rows }) => rows.filter(({ id }) => !doneIds.has(id)));
      try {
        await outbox.settle({
          holder,
          published: publishedRows,
          rejected: rejectedRows,
          unpublished: unpublishedRows,
        });
      } catch (err) {
        logger.warn({ err }, "the outbox could not mark rows; they go out again when their lease ends");
      }
    }
    settling = undefined;
  }

  return {
    lease() {
      if (rowsInProgress >= capacity) return undefined;
      const deadline = performance.now() + leaseMs / 2;
      return {
        holder,
        until: new Date(Date.now() + leaseMs),
        carry: (rows) =>
          apart(() => {
            const carriedRows = carry(rows, deadline).finally(() => inProgress.delete(carriedRows));
            inProgress.add(carriedRows);
          }),
      };
    },
    close: async () => void (await Promise.all(inProgress)),
  };
}
