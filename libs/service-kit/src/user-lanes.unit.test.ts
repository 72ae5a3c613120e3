import { setImmediate as nextTurn } from "node:timers/promises";

import { afterEach, describe, expect, it, vi } from "vitest";

import { createLanes, createUserLanes } from "./user-lanes.ts";

const lanesOf = (running: number, max: number) =>
  createUserLanes({ running, waiting: { max, overflow: () => new Error("too many") } });

/** Work that runs until the test ends it. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let begun = false;
  return {
    begin: () => {
      begun = true;
      return promise;
    },
    isBegun: () => begun,
    end: () => resolve("done"),
    fail: () => reject(new Error("failed")),
  };
}

describe("work of many users", () => {
  it("runs a few at a time for each, and waits in its order", async () => {
    const run = lanesOf(2, 2);
    const works = Array.from({ length: 4 }, work);
    const ends = works.map(({ begin }) => run("ann", begin));
    await Promise.resolve();
    expect(works.map(({ isBegun }) => isBegun())).toEqual([true, true, false, false]);
    works[1]?.end();
    await ends[1];
    await nextTurn();
    expect(works.map(({ isBegun }) => isBegun())).toEqual([true, true, true, false]);
    for (const { end } of works) end();
    expect(await Promise.all(ends)).toEqual(["done", "done", "done", "done"]);
  });

  it("is refused when too much of this user waits, and only then", async () => {
    const run = lanesOf(1, 1);
    const [first, second] = [work(), work()];
    const ends = [run("ann", first.begin), run("ann", second.begin)];
    await expect(run("ann", async () => "third")).rejects.toThrow("too many");
    expect(await run("ben", async () => "ben's")).toBe("ben's");
    first.end();
    second.end();
    await Promise.all(ends);
    expect(await run("ann", async () => "fourth")).toBe("fourth");
  });

  it("frees its place when it fails", async () => {
    const run = lanesOf(1, 0);
    const failing = work();
    const end = run("ann", failing.begin);
    failing.fail();
    await expect(end).rejects.toThrow("failed");
    expect(await run("ann", async () => "next")).toBe("next");
  });
});

describe("a place in a user's lane", () => {
  const placeOf = createLanes({ running: 1 });

  it("may be given up before it is free, and is given back once only", async () => {
    const first = placeOf("ann");
    const second = placeOf("ann");
    const third = placeOf("ann");
    const fourth = placeOf("ann");
    expect(first.turn).toBeUndefined();
    second.leave();
    first.leave();
    first.leave();
    await third.turn;
    const isFree = Promise.race([fourth.turn!.then(() => true), nextTurn(false)]);
    expect(await isFree).toBe(false);
    third.leave();
    await fourth.turn;
    fourth.leave();
    expect(placeOf("ann").turn).toBeUndefined();
  });
});

/** Lanes with a rest, and ann's works of 10 ms one after the other. */
function restingLanes() {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  const placeOf = createLanes({ running: 1, restMs: 2 });
  /** @returns how long ann rested after the last work, in milliseconds */
  return async (forMs: number, { benAsks }: { benAsks: boolean }): Promise<number> => {
    const endsAt = performance.now() + forMs;
    let restMs = Number.NaN;
    let place = placeOf("ann");
    while (performance.now() < endsAt) {
      const next = placeOf("ann");
      if (benAsks) placeOf("ben").leave();
      await vi.advanceTimersByTimeAsync(10);
      const endedAt = performance.now();
      place.leave();
      await vi.advanceTimersToNextTimerAsync();
      restMs = performance.now() - endedAt;
      await next.turn;
      place = next;
    }
    place.leave();
    return restMs;
  };
}

describe("a lane with a rest", () => {
  afterEach(() => void vi.useRealTimers());

  it("rests before the next who has waited, and not where nobody waits", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const placeOf = createLanes({ running: 1, restMs: 2 });
    const first = placeOf("ann");
    const second = placeOf("ann");
    const isFree = async () => Promise.race([second.turn!.then(() => true), nextTurn(false)]);
    first.leave();
    await vi.advanceTimersByTimeAsync(1);
    expect(await isFree()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await isFree()).toBe(true);
    second.leave();
    expect(placeOf("ann").turn).toBeUndefined();
  });

  it("rests three times as long as the work once it was not empty for a second, while others ask", async () => {
    const restAfter = restingLanes();
    expect(await restAfter(900, { benAsks: true })).toBe(2);
    expect(await restAfter(1_100, { benAsks: true })).toBe(30);
    expect(await restAfter(900, { benAsks: true })).toBe(2);
  });

  it("rests no longer where nobody else asks", async () => {
    expect(await restingLanes()(2_500, { benAsks: false })).toBe(2);
  });

  it("frees the place of somebody who goes during the rest", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const placeOf = createLanes({ running: 1, restMs: 2 });
    const first = placeOf("ann");
    const second = placeOf("ann");
    first.leave();
    second.leave();
    await vi.advanceTimersByTimeAsync(2);
    expect(placeOf("ann").turn).toBeUndefined();
  });
});
