import { setImmediate as nextTurn } from "node:timers/promises";

/** Bytes that are read in one turn of the event loop: some 80 of the smallest messages, half a millisecond. */
export const TURN_BYTES = 4 * 1024;
/** What is read between two rests, whichever comes first: large messages cost little time, small ones few bytes. */
const BETWEEN_RESTS = { bytes: 4 * TURN_BYTES, ms: 0.5 } as const;
/** A rest, in times of what was read before it, and at least. */
const REST = { factor: 8, leastMs: 1 } as const;

/**
 * Splits what a connection brings into turns.
 *
 * @returns to be called before each piece with its bytes; a promise: the piece waits for it, and asks again
 */
export type ReadingTurns = (bytes: number) => Promise<unknown> | undefined;

/** Further pieces wait for the next turn of the event loop. */
export function createPromptTurns(): ReadingTurns {
  let left = TURN_BYTES;
  let turn: Promise<void> | undefined;
  const begin = async () => {
    await nextTurn();
    left = TURN_BYTES;
    turn = undefined;
  };
  return (bytes) => {
    turn ??= begin();
    if (bytes > left) return turn;
    left -= bytes;
    return undefined;
  };
}

/**
 * Further pieces wait several times as long as those before them took. Meanwhile the broker keeps what was sent, and in
 * the end slows the senders down.
 */
export function createRestingTurns(): ReadingTurns {
  let begunAtMs: number | undefined;
  let read = 0;
  const end = () => {
    begunAtMs = undefined;
    read = 0;
  };
  return (bytes) => {
    const nowMs = performance.now();
    if (begunAtMs === undefined) {
      begunAtMs = nowMs;
      setImmediate(end);
    }
    const tookMs = nowMs - begunAtMs;
    if (read + bytes > BETWEEN_RESTS.bytes || tookMs > BETWEEN_RESTS.ms) {
      end();
      const restMs = Math.max(REST.leastMs, REST.factor * tookMs);
      return new Promise((resolve) => setTimeout(resolve, restMs));
    }
    read += bytes;
    return undefined;
  };
}
