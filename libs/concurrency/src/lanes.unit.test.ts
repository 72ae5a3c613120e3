import { setImmediate as nextTurn } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { createLanes } from "./lanes.ts";

const lanesOf = (running: number, waiting: number) =>
  createLanes({ running, waiting, overflow: () => new Error("too many") });

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
    const { run } = lanesOf(2, 2);
    const works = Array.from({ length: 4 }, work);
    const ends = works.map(({ begin }) => run("ann", begin));
    await nextTurn();
    expect(works.map(({ isBegun }) => isBegun())).toEqual([true, true, false, false]);
    works[1]?.end();
    await ends[1];
    await nextTurn();
    expect(works.map(({ isBegun }) => isBegun())).toEqual([true, true, true, false]);
    for (const { end } of works) end();
    expect(await Promise.all(ends)).toEqual(["done", "done", "done", "done"]);
  });

  it("is refused when too much of this user waits, and only then", async () => {
    const { run } = lanesOf(1, 1);
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
    const { run } = lanesOf(1, 0);
    const failing = work();
    const end = run("ann", failing.begin);
    failing.fail();
    await expect(end).rejects.toThrow("failed");
    expect(await run("ann", async () => "next")).toBe("next");
  });

  it("is four at a time and a hundred that wait, unless it says otherwise [OPS-5]", async () => {
    const { enter } = createLanes({ overflow: () => new Error("too many") });
    const places = Array.from({ length: 104 }, () => enter("ann"));
    expect(() => enter("ann")).toThrow("too many");
    let begun = 0;
    for (const { turn } of places) void turn.then(() => (begun += 1));
    await nextTurn();
    expect(begun).toBe(4);
  });
});

describe("a place in a user's lane", () => {
  it("may be given up before it is free, and is given back once only", async () => {
    const { enter } = lanesOf(1, 10);
    const [first, second, third, fourth] = [enter("ann"), enter("ann"), enter("ann"), enter("ann")];
    await first.turn;
    second.leave();
    first.leave();
    first.leave();
    await third.turn;
    const isFree = async () => Promise.race([fourth.turn.then(() => true), nextTurn(false)]);
    expect(await isFree()).toBe(false);
    third.leave();
    expect(await isFree()).toBe(true);
  });
});
