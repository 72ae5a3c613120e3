import { streamOf } from "@countersign/contracts";
import type { Collection } from "mongodb";
import { type OutboxRecord, UNNAMED_ROWS_OF } from "./record.ts";

/** Such rows are rare, so they need not be looked for at each claim. */
const LOOK_EVERY_MS = 1_000;
/** Rows that are read at once. */
const BATCH = 500;

/** Rows that name neither service nor stream (DOC-5). */
export interface UnnamedRows {
  /** Gives those of the service their names, so that every look needs one value of each; mostly does nothing. */
  name(): Promise<void>;
}

export function createUnnamedRows(outbox: Collection<OutboxRecord>, service: string): UnnamedRows {
  let lookedAtMs = -Infinity;
  return {
    async name() {
      if (service !== UNNAMED_ROWS_OF || performance.now() - lookedAtMs < LOOK_EVERY_MS) return;
      lookedAtMs = performance.now();
      for (;;) {
        const rows = await outbox
          .find({ service: null, pending: true }, { projection: { subject: 1 } })
          .limit(BATCH)
          .toArray();
        for (const [stream, rowsOfStream] of Map.groupBy(rows, ({ subject }) => streamOf(subject) ?? "")) {
          const ids = rowsOfStream.map(({ _id }) => _id);
          await outbox.updateMany({ _id: { $in: ids } }, { $set: { service, stream } });
        }
        if (rows.length < BATCH) return;
      }
    },
  };
}
