import { setImmediate as nextTurn } from "node:timers/promises";

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { LIGHT_VALUES, TURN_VALUES, createTurns } from "./event-loop-turns.ts";

describe("turns of the event loop", () => {
  it("lets work that fits into this turn begin at once", async () => {
    const { take } = createTurns();
    expect(take("ann", TURN_VALUES)).toBeUndefined();
    await nextTurn();
    await nextTurn();
    expect(take("ann", 1)).toBeUndefined();
  });

  it("gives further works a turn each, with all other work in between", async () => {
    const { take } = createTurns();
    let turns = 0;
    const began: number[] = [];
    const work = Array.from({ length: 4 }, async () => {
      await take("ann", TURN_VALUES);
      began.push(turns);
    });
    for (turns = 1; turns < 10; turns += 1) await nextTurn();
    await Promise.all(work);
    // The first began before the first counted turn.
    expect(new Set(began).size).toBeGreaterThanOrEqual(3);
  });

  it("rotates between the users, however much work one of them has", async () => {
    const { take } = createTurns();
    const order: string[] = [];
    const work = async (user: string) => {
      await take(user, TURN_VALUES);
      order.push(user);
    };
    await Promise.all(["a", "a", "a", "a", "a", "a", "b", "b", "c"].map(work));
    // The first began in a free turn.
    expect(order).toEqual(["a", "a", "b", "c", "a", "b", "a", "a", "a"]);
  });

  it("lets others' light work begin at once beside heavy work, some of it in each turn", async () => {
    const { take } = createTurns();
    void take("ann", TURN_VALUES);
    void take("ann", TURN_VALUES);
    expect(take("ann", 1)).toBeInstanceOf(Promise);
    expect(take("ben", LIGHT_VALUES - 1)).toBeUndefined();
    expect(take("ben", 1)).toBeUndefined();
    expect(take("ben", 1)).toBeInstanceOf(Promise);
    expect(take("eve", LIGHT_VALUES + 1)).toBeInstanceOf(Promise);
    expect(take("zoe", LIGHT_VALUES)).toBeUndefined();
    await nextTurn();
    // That turn is the second one of ann's again.
    expect(take("zoe", LIGHT_VALUES)).toBeUndefined();
  });

  it("lets no crowd of users begin more light work in a turn than a turn's values", () => {
    const { take } = createTurns();
    void take("ann", TURN_VALUES);
    const begun = Array.from({ length: 100 }, (_, n) => take(`user ${n}`, LIGHT_VALUES)).filter(
      (waits) => waits === undefined,
    );
    expect(begun).toHaveLength(TURN_VALUES / LIGHT_VALUES);
  });

  describe("with a rate beside others", () => {
    const besideOthers = { burst: 2 * TURN_VALUES, perMs: 10 };
    /** Time in which the rate yields a turn. */
    const TURN_MS = TURN_VALUES / besideOthers.perMs;
    /** Time for some turns without rests. */
    const SOON_MS = 10;
    beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "setImmediate", "performance"] }));
    afterEach(() => void vi.useRealTimers());

    /** Four turns of ann, and how many of them have begun. */
    function scene({ besideBen, appliesToAnn = true }: { besideBen: boolean; appliesToAnn?: boolean }) {
      const appliesTo = (user: string) => appliesToAnn || user !== "ann";
      const { take } = createTurns({ besideOthers: { ...besideOthers, appliesTo } });
      const seen = { begun: 0 };
      const work = async () => {
        await take("ann", TURN_VALUES);
        seen.begun += 1;
      };
      if (besideBen) void take("ben", 1);
      for (let n = 0; n < 4; n += 1) void work();
      return { take, seen };
    }

    it("lets who goes on with heavy work rest after each turn beyond the burst, while others ask", async () => {
      const { seen } = scene({ besideBen: true });
      await vi.advanceTimersByTimeAsync(SOON_MS);
      expect(seen.begun).toBe(3);
      await vi.advanceTimersByTimeAsync(TURN_MS - 2 * SOON_MS);
      expect(seen.begun).toBe(3);
      await vi.advanceTimersByTimeAsync(2 * SOON_MS);
      expect(seen.begun).toBe(4);
    });

    it.each([
      ["who is alone", { besideBen: false }],
      ["whom the rate does not apply to", { besideBen: true, appliesToAnn: false }],
    ])("does not slow down %s", async (_whom, options) => {
      const { seen } = scene(options);
      await vi.advanceTimersByTimeAsync(SOON_MS);
      expect(seen.begun).toBe(4);
    });

    it("lets the work of others begin while somebody rests", async () => {
      const { take, seen } = scene({ besideBen: true });
      await vi.advanceTimersByTimeAsync(SOON_MS);
      expect(take("ben", TURN_VALUES)).toBeUndefined();
      expect(seen.begun).toBe(3);
    });
  });

  describe("with a rest", () => {
    afterEach(() => void vi.useRealTimers());

    it("begin later the more work was done before", async () => {
      vi.useFakeTimers({ toFake: ["setTimeout"] });
      const { take } = createTurns({ restMs: 2 });
      expect(take("ann", 5 * TURN_VALUES)).toBeUndefined();
      let hasBegun = false;
      const begin = async () => {
        await take("ben", LIGHT_VALUES + 1);
        hasBegun = true;
      };
      const begun = begin();
      await nextTurn();
      vi.advanceTimersByTime(9);
      await nextTurn();
      expect(hasBegun).toBe(false);
      vi.advanceTimersByTime(1);
      await begun;
    });
  });
});
