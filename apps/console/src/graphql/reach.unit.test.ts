import { expect, it } from "vitest";

import { createReach } from "./reach.ts";

/** An engine that answers or not, and a clock that never ends a wait by itself. */
function reachOf() {
  const engine = { isThere: true, asked: 0 };
  const waits: (() => void)[] = [];
  const isAnswered = async () => {
    engine.asked += 1;
    return engine.isThere;
  };
  const wait = () => new Promise<void>((resolve) => waits.push(resolve));
  const reach = createReach(isAnswered, wait);
  const states: boolean[] = [];
  reach.subscribe(() => states.push(reach.isReachable()));
  return { engine, reach, states, waits };
}

it("stays reachable where a doubt was wrong, and says nothing [FIRST-3]", async () => {
  const { engine, reach, states } = reachOf();
  reach.check();
  await expect.poll(() => engine.asked).toBe(1);
  expect([reach.isReachable(), states]).toEqual([true, []]);
});

it("is not reachable from a question without an answer on, and comes back by itself [FIRST-3]", async () => {
  const { engine, reach, states, waits } = reachOf();
  engine.isThere = false;
  reach.check();
  await expect.poll(() => waits.length).toBe(1);
  waits[0]!();
  await expect.poll(() => waits.length).toBe(2);
  expect(states).toEqual([false]);
  engine.isThere = true;
  waits[1]!();
  await expect.poll(() => states).toEqual([false, true]);
});

it("asks at once where there is hope, and never twice at a time [FIRST-3]", async () => {
  const { engine, reach, states, waits } = reachOf();
  engine.isThere = false;
  reach.check();
  reach.check();
  await expect.poll(() => waits.length).toBe(1);
  expect(engine.asked).toBe(1);
  engine.isThere = true;
  reach.check();
  await expect.poll(() => states).toEqual([false, true]);
  expect(engine.asked).toBe(2);
});
