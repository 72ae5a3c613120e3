import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runFaults } from "./run-faults.ts";
import { startWorld, type World } from "./world.ts";

/** Seed of the short run: it changes once a day. `npm run faults` runs as many histories as it is asked for. */
const DAILY_SEED = Math.floor(Date.now() / 86_400_000) * 100;

/** Time of the processes of a world to start. */
const START_TIMEOUT_MS = 60_000;

describe("histories of commands and faults", { tags: ["nats-server"] }, () => {
  describe("one after the other in one world", () => {
    let world: World;
    beforeAll(async () => {
      world = await startWorld(DAILY_SEED, undefined);
    }, START_TIMEOUT_MS);
    afterAll(() => world.stop());

    // Rules: [MSG-DELIVERY-01] [MSG-DELIVERY-02] [MSG-DELIVERY-07] [MSG-COMMAND-04] [MSG-OUTCOME-03] [WEB-2]
    it("end as the model says", { timeout: 120_000 }, async () => {
      const result = await runFaults({ world, seed: DAILY_SEED, histories: 3 });
      expect(result).not.toHaveProperty("divergence");
      expect(result).not.toHaveProperty("unjudged");
      expect(result.agreed).toBe(3);
    });

    it(
      "do each item of a batch of 100 once, although engines die in its middle [CTRL-1] [CTRL-6]",
      { timeout: 120_000 },
      async () => {
        const { agreed, divergence, unjudged, faults } = await runFaults({
          world,
          seed: DAILY_SEED + 70,
          histories: 1,
          bulk: 100,
        });
        expect({ divergence, unjudged }).toEqual({});
        expect(agreed).toBe(1);
        expect(Object.keys(faults).filter((fault) => fault.startsWith("died"))).not.toEqual([]);
      },
    );

    it(
      "end as the model says while somebody floods, holds sockets and sends poison, and the store is killed [MSG-DELIVERY-02] [MSG-COMMAND-04]",
      { timeout: 120_000 },
      async () => {
        const abused = { world, seed: DAILY_SEED + 50, histories: 2, abuse: true };
        const { agreed, divergence, unjudged, faults } = await runFaults(abused);
        expect({ divergence, unjudged }).toEqual({});
        expect(agreed).toBe(2);
        expect(faults["store killed"]).toBeGreaterThan(0);
      },
    );
  });

  it(
    "notice a key that is stored outside of its command's own write [CTRL-1] [CTRL-6]",
    { timeout: 120_000 },
    async () => {
      // With this seed both engines die in the middle of a batch, before the update of a run.
      const { divergence } = await runFaults({ seed: 23, histories: 1, bulk: 100, mutant: "key-apart" });
      expect(divergence?.message).toMatch(/refuses what it did|which is none of|no order allows/u);
    },
  );

  it("notice that an inbox forgets [MSG-DELIVERY-02]", { timeout: 120_000 }, async () => {
    const { divergence } = await runFaults({ seed: 1, histories: 5, mutant: "no-inbox" });
    expect(divergence?.message).toContain("which is none of");
  });
});
