import { expect, it } from "vitest";

import { doubling, repeat } from "./repeat.ts";

/** Work that fails so many times. */
function failing(times: number) {
  let attempts = 0;
  return async () => {
    attempts += 1;
    if (attempts <= times) throw new Error(`failure ${attempts}`);
    return attempts;
  };
}

it("repeats work until it succeeds, and reports each failure", async () => {
  const failed: [string, number][] = [];
  const attempts = await repeat(failing(3), {
    waitMs: doubling(1, 2),
    failed: (error, ms) => failed.push([(error as Error).message, ms]),
  });
  expect(attempts).toBe(4);
  expect(failed).toEqual([
    ["failure 1", 1],
    ["failure 2", 2],
    ["failure 3", 2],
  ]);
});

it("gives up with the last error when no wait is left", async () => {
  const waits = [1, 1];
  const work = repeat(failing(5), { waitMs: (failures) => waits[failures - 1] });
  await expect(work).rejects.toThrow("failure 3");
});

it("gives up in the middle of a wait when it is stopped", async () => {
  const stop = new AbortController();
  const work = repeat(failing(5), { waitMs: () => 60_000, signal: stop.signal, failed: () => stop.abort() });
  await expect(work).rejects.toThrow("failure 1");
});
