import { randomInt } from "node:crypto";
import { calculateObjectSize } from "bson";
import { fail } from "./errors.ts";
import { type Doc, MAX_DOCUMENT_BYTES, show, type Value } from "./values.ts";

const DEFAULT_BATCH_SIZE = 101;
/** The documents of a reply stay below this, so that reply and envelope fit a message. */
const MAX_BATCH_BYTES = 16_000_000;
const IDLE_LIMIT_MS = 10 * 60_000;

/** Results in their order, and how many there are at most. */
export interface Results {
  readonly docs: Iterable<Doc>;
  readonly most: number;
}

interface Cursor {
  readonly namespace: string;
  readonly docs: Iterator<Doc>;
  /** How many are left at most. */
  left: number;
  /** Taken from the results, and too large for the batch before. */
  held: Doc | undefined;
  usedAtMs: number;
}

export type Cursors = ReturnType<typeof createCursors>;

/** Results that are fetched in several batches, which are made when they are asked for. */
export function createCursors() {
  const cursors = new Map<Value, Cursor>();
  // Random, so that an identifier from before a restart does not find somebody else's results.
  let lastId = BigInt(randomInt(2 ** 40)) << 20n;
  return {
    /**
     * @returns the reply with the first batch, and a cursor's id if batches may be left and are wanted. Like on a
     *   server, the last one can turn out to be empty
     */
    open(namespace: string, { docs, most }: Results, batchSize = DEFAULT_BATCH_SIZE, isSingle = false): Doc {
      const cursor: Cursor = {
        namespace,
        docs: docs[Symbol.iterator](),
        left: most,
        held: undefined,
        usedAtMs: Date.now(),
      };
      const firstBatch = takeBatch(cursor, batchSize);
      const isOpen = !isSingle && cursor.left > 0;
      const id = isOpen ? ++lastId : 0n;
      if (isOpen) cursors.set(id, cursor);
      return { cursor: { firstBatch, id, ns: namespace } };
    },
    next(id: Value, batchSize = 0): Doc {
      const cursor = cursors.get(id);
      if (!cursor) return fail("CursorNotFound", `cursor id ${show(id)} not found`);
      // A search that failed does not go on.
      cursors.delete(id);
      const nextBatch = takeBatch(cursor, batchSize || Infinity);
      const isDone = cursor.left === 0;
      cursor.usedAtMs = Date.now();
      if (!isDone) cursors.set(id, cursor);
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
  const batch: Doc[] = [];
  let bytes = 0;
  while (batch.length < size && cursor.left > 0) {
    const doc = cursor.held ?? cursor.docs.next().value;
    cursor.held = undefined;
    if (doc === undefined) {
      cursor.left = 0;
      break;
    }
    const docBytes = calculateObjectSize(doc);
    if (docBytes > MAX_DOCUMENT_BYTES) {
      fail("BSONObjectTooLarge", `a result of ${docBytes} bytes is larger than ${MAX_DOCUMENT_BYTES}`);
    }
    bytes += docBytes;
    if (bytes > MAX_BATCH_BYTES && batch.length > 0) {
      cursor.held = doc;
      break;
    }
    batch.push(doc);
    cursor.left -= 1;
  }
  return batch;
}

/** Results that are all there. */
export const complete = (docs: readonly Doc[]): Results => ({ docs, most: docs.length });
