import { streamOf } from "@countersign/contracts";
import type { Collection } from "mongodb";
import { type OutboxRecord, UNNAMED_ROWS_OF } from "./record.ts";

/** Rows of older releases come only while one of them still runs, so they need not be looked for at each claim. */
const OLD_ROWS_EVERY_MS = 1_000;
/** Rows that are read at once. */
const BATCH = 500;

/** Rows of older releases, which name neither service nor stream. */
export interface OldRows {
  /** Gives those of the service their names, so that every look needs one value of each; mostly does nothing. */
  name(): Promise<void>;
}

export function createOldRows(outbox: Collection<OutboxRecord>, service: string): OldRows {
  let namedAtMs = -Infinity;
  return {
    async name() {
      if (service !== UNNAMED_ROWS_OF || performance.now() - namedAtMs < OLD_ROWS_EVERY_MS) return;
      namedAtMs = performance.now();
      for (;;) {
        const rows = await outbox
          .find({ service: null, pending: true }, { projection: { subject: 1 } })
          .limit(BATCH)
          .toArray();
        for (const [stream, found] of Map.groupBy(rows, ({ subject }) => streamOf(subject) ?? "")) {
          const ids = found.map(({ _id }) => _id);
          await outbox.updateMany({ _id: { $in: ids } }, { $set: { service, stream } });
        }
        if (rows.length < BATCH) return;
      }
    },
  };
}
