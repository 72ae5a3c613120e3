import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRestingTurns, type ReadingTurns, TURN_BYTES } from "./reading-turns.ts";

let nowMs = 0;
beforeEach(() => {
  nowMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  vi.spyOn(globalThis, "setTimeout");
});
afterEach(() => void vi.restoreAllMocks());

/** Reads pieces that take so long each, until one has to wait. */
async function readUntilRest(take: ReadingTurns, eachMs: number): Promise<{ read: number; restMs: number }> {
  for (let read = 0; read < 100; read += 1) {
    const rest = take(TURN_BYTES);
    if (rest !== undefined) {
      const restMs = vi.mocked(setTimeout).mock.lastCall![1]!;
      await rest;
      return { read, restMs };
    }
    nowMs += eachMs;
  }
  throw new Error("it never rests");
}

describe("a connection that rests", () => {
  it("rests a millisecond after some kilobytes, however little time they took", async () => {
    const take = createRestingTurns();
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await readUntilRest(take, 0)).toEqual({ read: 4, restMs: 1 });
    }
  });

  it("rests eight times as long as what it read took", async () => {
    expect(await readUntilRest(createRestingTurns(), 2)).toEqual({ read: 1, restMs: 16 });
  });

  it("does not rest while each turn of the event loop brings little", async () => {
    const take = createRestingTurns();
    for (let turn = 0; turn < 100; turn += 1) {
      expect(take(TURN_BYTES)).toBeUndefined();
      nowMs += 1;
      await nextTurn();
    }
  });
});
