import { randomInt } from "node:crypto";
import { calculateObjectSize } from "bson";
import { fail } from "./errors.ts";
import { type Doc, MAX_DOCUMENT_BYTES, show, type Value } from "./values.ts";

const DEFAULT_BATCH_SIZE = 101;
/** The documents of a reply stay below this, so that reply and envelope fit a message. */
const MAX_BATCH_BYTES = 16_000_000;
const IDLE_LIMIT_MS = 10 * 60_000;

interface Cursor {
  readonly namespace: string;
  readonly docs: readonly Doc[];
  position: number;
  usedAtMs: number;
}

export type Cursors = ReturnType<typeof createCursors>;

/** Results that are fetched in several batches. They are complete when the cursor opens, so they never change. */
export function createCursors() {
  const cursors = new Map<Value, Cursor>();
  // Random, so that an identifier from before a restart does not find somebody else's results.
  let lastId = BigInt(randomInt(2 ** 40)) << 20n;
  return {
    /** @returns the reply with the first batch, and a cursor's id if more batches are left and wanted */
    open(namespace: string, docs: readonly Doc[], batchSize = DEFAULT_BATCH_SIZE, isSingle = false): Doc {
      const cursor: Cursor = { namespace, docs, position: 0, usedAtMs: Date.now() };
      const firstBatch = takeBatch(cursor, batchSize);
      const isOpen = !isSingle && cursor.position < docs.length;
      const id = isOpen ? ++lastId : 0n;
      if (isOpen) cursors.set(id, cursor);
      return { cursor: { firstBatch, id, ns: namespace } };
    },
    next(id: Value, batchSize = 0): Doc {
      const cursor = cursors.get(id);
      if (!cursor) return fail("CursorNotFound", `cursor id ${show(id)} not found`);
      cursor.usedAtMs = Date.now();
      const nextBatch = takeBatch(cursor, batchSize || Infinity);
      const isDone = cursor.position >= cursor.docs.length;
      if (isDone) cursors.delete(id);
      return { cursor: { nextBatch, id: isDone ? 0n : id, ns: cursor.namespace } };
    },
    /** @returns whether the cursor existed */
    kill: (id: Value): boolean => cursors.delete(id),
    /** Forgets cursors that nobody has used for a long time. */
    expire(nowMs: number): void {
      for (const [id, { usedAtMs }] of cursors) if (nowMs - usedAtMs > IDLE_LIMIT_MS) cursors.delete(id);
    },
  };
}

function takeBatch(cursor: Cursor, size: number): Doc[] {
  const from = cursor.position;
  let bytes = 0;
  for (; cursor.position < cursor.docs.length && cursor.position - from < size; cursor.position++) {
    const docBytes = calculateObjectSize(cursor.docs[cursor.position]!);
    if (docBytes > MAX_DOCUMENT_BYTES) {
      fail("BSONObjectTooLarge", `a result of ${docBytes} bytes is larger than ${MAX_DOCUMENT_BYTES}`);
    }
    bytes += docBytes;
    if (bytes > MAX_BATCH_BYTES && cursor.position > from) break;
  }
  return cursor.docs.slice(from, cursor.position);
}
