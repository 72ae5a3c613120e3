import { expect, it } from "vitest";

import { createRateLimit } from "./rate-limit.ts";

it("lets a burst pass, and then as many events as the rate allows", () => {
  let now = 0;
  const isWithin = createRateLimit({ burst: 3, perSecond: 2 }, () => now);
  const countWithin = (events: number) => Array.from({ length: events }, isWithin).filter(Boolean).length;
  expect(countWithin(10)).toBe(3);
  now += 500;
  expect(countWithin(10)).toBe(1);
  now += 60_000;
  expect(countWithin(10)).toBe(3);
});
