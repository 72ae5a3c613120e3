import { createHook } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { tuneV8 } from "./tune-v8.ts";

/** Weak references to the entries of the tick queue that some work makes. */
function ticksOf(work: () => void): WeakRef<object>[] {
  const ticks: WeakRef<object>[] = [];
  const hook = createHook({
    init: (_asyncId, type, _triggerAsyncId, resource) => {
      if (type === "TickObject") ticks.push(new WeakRef(resource));
    },
  }).enable();
  work();
  hook.disable();
  return ticks;
}

const alive = (ticks: readonly WeakRef<object>[]) =>
  ticks.filter((tick) => tick.deref() !== undefined).length;

it("keeps one entry of the tick queue alive, however often it is called, and others are collected", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const others = ticksOf(() => process.nextTick(() => undefined));
  const first = ticksOf(tuneV8);
  const second = ticksOf(tuneV8);
  await delay(1);
  collect();
  expect([others, first, second].map((ticks) => ticks.length)).toEqual([1, 1, 0]);
  expect(alive(first)).toBe(1);
  expect(alive(others)).toBe(0);
});
