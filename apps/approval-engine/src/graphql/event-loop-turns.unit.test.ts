import { setImmediate as nextTurn } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { TURN_VALUES, createTurns } from "./event-loop-turns.ts";

describe("turns of the event loop", () => {
  it("lets work begin at once that fits into this turn", async () => {
    const { take } = createTurns();
    expect(take("ann", TURN_VALUES)).toBeUndefined();
    await nextTurn();
    await nextTurn();
    expect(take("ann", 1)).toBeUndefined();
  });

  it("lets further work wait for a turn each, with everything else in between", async () => {
    const { take } = createTurns();
    let turns = 0;
    const began: number[] = [];
    const work = Array.from({ length: 4 }, async () => {
      await take("ann", TURN_VALUES);
      began.push(turns);
    });
    for (turns = 1; turns < 10; turns += 1) await nextTurn();
    await Promise.all(work);
    // The first began before there was a turn to count.
    expect(new Set(began).size).toBeGreaterThanOrEqual(3);
  });

  it("goes round the users, however much one of them has to do", async () => {
    const { take } = createTurns();
    const order: string[] = [];
    const work = (user: string) => take(user, TURN_VALUES)?.then(() => order.push(user));
    const all = [..."aaaaaaaab", "b", "c"].map(work);
    await Promise.all(all);
    expect(order.slice(0, 5)).toEqual(["a", "b", "c", "a", "b"]);
    expect(order).toHaveLength(10);
  });
});
