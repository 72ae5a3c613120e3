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
    const work = async (user: string) => {
      await take(user, TURN_VALUES);
      order.push(user);
    };
    await Promise.all(["a", "a", "a", "a", "a", "a", "b", "b", "c"].map(work));
    // The first found the turn free.
    expect(order).toEqual(["a", "a", "b", "c", "a", "b", "a", "a", "a"]);
  });
});
