import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { runTimeHistories } from "./run-time.ts";
import { TIME_MUTANTS, type TimeMutant } from "../mutants.ts";

/** Seed of the short run: it changes once a day. `npm run faults -- --time` runs as many histories as it is asked for. */
const DAILY_SEED = Math.floor(Date.now() / 86_400_000) * 100;
const { uri } = await useTestStore();

describe("histories of time", () => {
  it("end as the model says, though replicas die, the clock jumps and people decide meanwhile [TIME-3] [TIME-4]", async () => {
    const { agreed, divergence } = await runTimeHistories({ uri, histories: 40, seed: DAILY_SEED });
    expect(divergence).toBeUndefined();
    expect(agreed).toBe(40);
  }, 120_000);

  it.each(Object.keys(TIME_MUTANTS) as TimeMutant[])(
    "notice the mutant %s [TIME-4]",
    async (mutant) => {
      const { divergence } = await runTimeHistories({ uri, histories: 60, seed: 1, mutant });
      expect(divergence?.message).toContain("which is none of");
    },
    120_000,
  );
});
