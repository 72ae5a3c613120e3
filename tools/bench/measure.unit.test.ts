import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { measureAtRate } from "./measure.ts";

it("counts from the intended time: what waits behind a slow operation is slow too", async () => {
  let busyUntil = 0;
  let begun = 0;
  // One operation at a time, of which the first takes 100 ms.
  const operation = async () => {
    const endsAt = Math.max(busyUntil, performance.now()) + (begun++ === 0 ? 100 : 0);
    busyUntil = endsAt;
    await delay(endsAt - performance.now());
  };
  const { operations, p50Ms } = await measureAtRate(operation, { perSecond: 200, durationMs: 100 });
  expect(operations).toBe(20);
  // Begun every 5 ms, all of them end with the first one.
  expect(p50Ms).toBeGreaterThan(20);
});
