import { waitFor } from "@countersign/testing";
import { expect, it, onTestFinished } from "vitest";
import { type RepeatingOptions, startRepeating } from "./repeating.ts";

const LONG_MS = 60_000;

/** Repeats until the test ends. */
function repeating(options: Partial<RepeatingOptions> & Pick<RepeatingOptions, "work">) {
  const started = startRepeating({
    pauseMs: LONG_MS,
    retryMs: () => LONG_MS,
    failed: () => undefined,
    ...options,
  });
  onTestFinished(() => started.close());
  return started;
}

it("repeats its work, also after a failure, and waits for the work in progress when it is closed", async () => {
  const rounds: string[] = [];
  const failures: unknown[] = [];
  const third = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const repeated = repeating({
    pauseMs: 1,
    retryMs: () => 1,
    failed: (...about) => void failures.push(about),
    work: async () => {
      rounds.push("begun");
      if (rounds.length === 1) throw new Error("the store is away");
      if (rounds.filter((round) => round === "begun").length < 3) return;
      third.resolve();
      await release.promise;
      rounds.push("ended");
    },
  });
  await third.promise;
  const closed = repeated.close();
  release.resolve();
  await closed;
  expect(rounds).toEqual(["begun", "begun", "begun", "ended"]);
  expect(failures).toEqual([[new Error("the store is away"), 1, 1]]);
});

it("begins the next round when it is woken, also during a round, however long the pause is", async () => {
  let rounds = 0;
  const repeated = repeating({
    work: async () => {
      rounds += 1;
      if (rounds === 1) repeated.wake();
    },
  });
  await waitFor(() => rounds === 2);
  repeated.wake();
  await waitFor(() => rounds === 3);
});

it("does not try earlier because of a wake after a failure", async () => {
  const failed = Promise.withResolvers<void>();
  let rounds = 0;
  const repeated = repeating({
    work: async () => {
      rounds += 1;
      throw new Error("the store is away");
    },
    failed: () => failed.resolve(),
  });
  await failed.promise;
  repeated.wake();
  await repeated.close();
  expect(rounds).toBe(1);
});

it("tells its work that it is being closed", async () => {
  const begun = Promise.withResolvers<void>();
  const told: boolean[] = [];
  const repeated = repeating({
    work: async (stopping) => {
      begun.resolve();
      await new Promise((resolve) => stopping.addEventListener("abort", resolve));
      told.push(stopping.aborted);
    },
  });
  await begun.promise;
  await repeated.close();
  expect(told).toEqual([true]);
});
