import { setImmediate } from "node:timers/promises";

import { expect, it } from "vitest";

import { createTurns } from "./turns.ts";

it("runs the work of a key in order, also after work that failed", async () => {
  const takeTurns = createTurns();
  const log: string[] = [];
  const work = (name: string, fails = false) =>
    takeTurns("key", async () => {
      log.push(`${name} begins`);
      await setImmediate();
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });

  const outcomes = await Promise.allSettled([work("one"), work("two", true), work("three")]);

  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(log).toEqual(["one begins", "one ends", "two begins", "two ends", "three begins", "three ends"]);
});

it("lets other keys run meanwhile", async () => {
  const takeTurns = createTurns();
  const held = Promise.withResolvers<string>();
  const first = takeTurns("one", () => held.promise);
  expect(await takeTurns("two", async () => "other")).toBe("other");
  held.resolve("done");
  expect(await first).toBe("done");
});
