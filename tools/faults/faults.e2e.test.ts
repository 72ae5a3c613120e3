import { describe, expect, it } from "vitest";
import { runFaults } from "./run-faults.ts";

/** Seed of the short run: it changes once a day. */
const DAILY_SEED = Math.floor(Date.now() / 86_400_000) * 100;
const TIME_LIMIT_MS = 12_000;

describe("histories of commands and faults", { tags: ["nats-server"] }, () => {
  // Rules: [MSG-DELIVERY-01] [MSG-DELIVERY-02] [MSG-DELIVERY-07] [MSG-COMMAND-04] [MSG-OUTCOME-03]
  it("end as the model says", { timeout: 120_000 }, async () => {
    const result = await runFaults({ seed: DAILY_SEED, histories: 100, timeLimitMs: TIME_LIMIT_MS });
    expect(result.divergence).toBeUndefined();
    expect(result.agreed).toBeGreaterThan(0);
  });

  it(
    "end as the model says while somebody floods, holds sockets and sends poison, and the store is killed [MSG-DELIVERY-02] [MSG-COMMAND-04]",
    { timeout: 120_000 },
    async () => {
      const abused = { histories: 100, timeLimitMs: TIME_LIMIT_MS, abuse: true };
      const { agreed, divergence, faults } = await runFaults({ seed: DAILY_SEED + 50, ...abused });
      expect(divergence).toBeUndefined();
      expect(agreed).toBeGreaterThan(0);
      expect(faults["store killed"]).toBeGreaterThan(0);
    },
  );

  it("notice that an inbox forgets [MSG-DELIVERY-02]", { timeout: 120_000 }, async () => {
    const { divergence } = await runFaults({ seed: 1, histories: 5, mutant: "no-inbox" });
    expect(divergence?.message).toContain("which is none of");
  });
});
