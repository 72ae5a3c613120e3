import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { silentLogger } from "@countersign/testing";
import type { Delivery } from "./bus.ts";
import { MalformedMessage } from "./bus.ts";
import { createDispatcher, type Work } from "./dispatcher.ts";

const POISON = 1_000;

function deliveryOf(from: string): Delivery {
  const data = { from };
  return { subject: "s", id: undefined, data, raw: Buffer.from(from), headers: {}, attempt: 1 };
}

/** A dispatcher whose handler rejects poison, and the outcomes of its messages. */
function scene(store: () => Promise<void> = async () => undefined) {
  const stop = new AbortController();
  const seen = { done: 0, abandoned: 0, burying: 0, mostBurying: 0, buried: 0 };
  const dispatcher = createDispatcher({
    handle: async ({ data }) => {
      if ((data as { from: string }).from === "poison") throw new MalformedMessage("poison");
    },
    logger: silentLogger,
    stopSignal: stop.signal,
    retried: () => undefined,
  });
  const offer = (from: string) => {
    const work: Work = {
      bytes: 1,
      read: () => deliveryOf(from),
      done: () => void (seen.done += 1),
      abandon: () => void (seen.abandoned += 1),
      bury: async () => {
        seen.burying += 1;
        seen.mostBurying = Math.max(seen.mostBurying, seen.burying);
        await store();
        seen.burying -= 1;
        seen.buried += 1;
      },
      lose: () => expect.unreachable("a letter was kept"),
    };
    dispatcher.offer(work);
  };
  return { dispatcher, offer, seen, stop };
}

/** A dispatcher whose dead letters are stored when the test says so. */
function held() {
  const stored = Promise.withResolvers<void>();
  const world = scene(() => stored.promise);
  for (let n = 0; n < POISON; n += 1) world.offer("poison");
  return { ...world, storeAll: () => stored.resolve() };
}

describe("while a sender sends only messages that cannot be handled", () => {
  it("buries few at a time, and handles messages of others meanwhile", async () => {
    const { dispatcher, offer, seen, storeAll } = held();
    offer("honest");
    await vi.waitFor(() => expect(seen.done).toBe(1));
    await vi.waitFor(() => expect(seen.burying).toBe(6));
    expect(seen.buried).toBe(0);
    storeAll();
    await dispatcher.idle();
    expect([seen.buried, seen.mostBurying]).toEqual([POISON, 6]);
  });

  it("takes no more while a hundred wait for their burial", async () => {
    const { dispatcher, seen, storeAll } = held();
    const rooms: number[] = [];
    void dispatcher.room().then((room) => rooms.push(room));
    await vi.waitFor(() => expect(seen.burying).toBe(6));
    await nextTurn();
    expect(rooms).toEqual([]);
    storeAll();
    await vi.waitFor(() => expect(rooms).toHaveLength(1));
    expect(rooms[0]).toBeGreaterThan(100);
  });

  it("gives back messages that wait for burial when the consumer stops", async () => {
    const { dispatcher, seen, stop, storeAll } = held();
    await vi.waitFor(() => expect(seen.burying).toBe(6));
    stop.abort();
    storeAll();
    await dispatcher.idle();
    expect(seen.abandoned).toBeGreaterThan(0);
    expect(seen.abandoned + seen.buried).toBe(POISON);
  });
});
