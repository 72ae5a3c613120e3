import { createGate, waitFor } from "@countersign/testing";
import { describe, expect, it } from "vitest";
import type { Delivery } from "../src/bus.ts";
import { createRecorder, keyOf, numberOf } from "./recorder.ts";
import { type BusScene, using } from "./bus-scene.ts";

/** The order within a key, and what a close gives back. */
export function describeOrder(on: BusScene): void {
  const { scene, retries } = on;
  describe.concurrent("order", () => {
    it("keeps the order within a key while keys run side by side [MSG-OUTCOME-03]", async () => {
      const { consumer, publish } = scene();
      const keys = ["a", "b", "c", "d", "e"];
      const numbersByKey = new Map<string, number[]>(keys.map((key) => [key, []]));
      const runningKeys = new Set<string>();
      let overlaps = 0;
      let widest = 0;
      const handle = async (delivery: Delivery) => {
        const key = keyOf(delivery) ?? "";
        if (runningKeys.has(key)) overlaps += 1;
        runningKeys.add(key);
        widest = Math.max(widest, runningKeys.size);
        await new Promise((resolve) => setTimeout(resolve, numberOf(delivery) % 5));
        runningKeys.delete(key);
        numbersByKey.get(key)?.push(numberOf(delivery));
      };
      const total = 200;
      const expected = new Map<string, number[]>(keys.map((key) => [key, []]));
      await using(on.bus.consume({ ...consumer, keyOf, concurrency: 4 }, handle), async () => {
        for (let n = 1; n <= total; n++) {
          const key = keys[(n * 7) % keys.length] ?? "";
          expected.get(key)?.push(n);
          await publish({ key });
        }
        await waitFor(() => [...numbersByKey.values()].flat().length === total);
      });
      expect(numbersByKey).toEqual(expected);
      expect(overlaps).toBe(0);
      expect(widest).toBeGreaterThan(1);
      expect(widest).toBeLessThanOrEqual(4);
    });

    it("holds back only the key of a failing message, across its redelivery [MSG-DELIVERY-06]", async () => {
      const { consumer, publish } = scene();
      const doneNumbers: number[] = [];
      const healing = createGate();
      let isFailing = true;
      const handle = async (delivery: Delivery) => {
        if (numberOf(delivery) === 1 && isFailing) throw new Error("later");
        doneNumbers.push(numberOf(delivery));
      };
      const backoffMs = Array.from({ length: 200 }, () => 20);
      await using(on.bus.consume({ ...consumer, keyOf, concurrency: 1, backoffMs }, handle), async () => {
        for (const key of ["ill", "ill", "well", "well", "ill", "well"]) await publish({ key });
        await waitFor(() => doneNumbers.length === 3);
        expect(doneNumbers).toEqual([3, 4, 6]);
        isFailing = false;
        healing.open();
        await waitFor(() => doneNumbers.length === 6);
      });
      expect(doneNumbers).toEqual([3, 4, 6, 1, 2, 5]);
    });

    it("goes on with a key once its failing message is a dead letter", async () => {
      const { consumer, publish } = scene();
      const doneNumbers: number[] = [];
      const handle = async (delivery: Delivery) => {
        if (numberOf(delivery) === 1) throw new Error("never");
        doneNumbers.push(numberOf(delivery));
      };
      await using(on.bus.consume({ ...consumer, keyOf, backoffMs: [10] }, handle), async () => {
        await publish({ key: "k" });
        await publish({ key: "k" });
        await waitFor(() => doneNumbers.length === 1);
      });
      expect(doneNumbers).toEqual([2]);
    });

    it("keeps the order within a key when another replica takes over", async () => {
      const { consumer, publish } = scene();
      const doneNumbers: number[] = [];
      const inProgress = createGate();
      const blockade = createGate();
      const handle = async (delivery: Delivery) => {
        if (numberOf(delivery) === 3) {
          inProgress.open();
          await blockade.passed;
        }
        doneNumbers.push(numberOf(delivery));
      };
      const first = await on.bus.consume({ ...consumer, keyOf }, handle);
      for (let n = 1; n <= 6; n++) await publish({ key: "k" });
      await inProgress.passed;
      const second = await on.replica.consume({ ...consumer, keyOf }, handle);
      const closing = first.close();
      for (let n = 7; n <= 9; n++) await publish({ key: "k" });
      expect(doneNumbers).toEqual([1, 2]);
      blockade.open();
      await closing;
      await waitFor(() => doneNumbers.length >= 9, { timeoutMs: 10_000 });
      await second.close();
      expect(doneNumbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    });

    it("closes a standby at once", async () => {
      const { consumer, publish } = scene();
      const recorder = createRecorder();
      await using(on.bus.consume({ ...consumer, keyOf }, recorder.handle), async () => {
        await publish({ key: "k" });
        await waitFor(() => recorder.deliveries.length === 1);
        const standby = await on.replica.consume({ ...consumer, keyOf }, recorder.handle);
        await standby.close();
        await publish({ key: "k" });
        await waitFor(() => recorder.deliveries.length === 2);
      });
    });
  });

  describe.concurrent("closing", () => {
    it("waits for the work in progress and leaves the rest for the next", async () => {
      const { consumer, publish } = scene();
      const startGate = createGate();
      const blockade = createGate();
      const doneNumbers: number[] = [];
      const handle = async (delivery: Delivery) => {
        startGate.open();
        await blockade.passed;
        doneNumbers.push(numberOf(delivery));
      };
      const first = await on.bus.consume({ ...consumer, keyOf, concurrency: 1 }, handle);
      await publish({ key: "k" });
      await publish({ key: "k" });
      await publish({ key: "other" });
      await startGate.passed;
      const closing = first.close();
      const winner = await Promise.race([
        closing.then(() => "closed"),
        on.bus.ping().then(() => "still open"),
      ]);
      expect(winner).toBe("still open");
      blockade.open();
      await closing;
      expect(doneNumbers).toEqual([1]);
      await using(on.bus.consume({ ...consumer, keyOf }, handle), () =>
        waitFor(() => doneNumbers.length === 3),
      );
      expect(doneNumbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
    });

    it("does not wait for the next attempt of a failing message", async () => {
      const { consumer, publish } = scene();
      let attempts = 0;
      const handle = async () => {
        attempts += 1;
        throw new Error("always");
      };
      const subscription = await on.bus.consume({ ...consumer, keyOf, backoffMs: [60_000] }, handle);
      await publish({ key: "k" });
      await waitFor(() => retries.some((retry) => retry.durable === consumer.durable));
      await subscription.close();
      expect(attempts).toBe(1);
    });
  });
}
