import { expect, it } from "vitest";
import { startSweeper } from "./sweeper.ts";

it("repeats its work, also after a failure, and waits for the work in progress when it is closed", async () => {
  const rounds: string[] = [];
  const warnings: unknown[] = [];
  const third = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const sweeper = startSweeper({
    pauseMs: 1,
    logger: { warn: (fields: unknown) => void warnings.push(fields) },
    sweep: async () => {
      rounds.push("begun");
      if (rounds.length === 1) throw new Error("the store is away");
      if (rounds.filter((round) => round === "begun").length < 3) return;
      third.resolve();
      await release.promise;
      rounds.push("ended");
    },
  });
  await third.promise;
  const closed = sweeper.close();
  release.resolve();
  await closed;
  expect(rounds).toEqual(["begun", "begun", "begun", "ended"]);
  expect(warnings).toEqual([{ err: new Error("the store is away") }]);
});
