import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
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
function scene() {
  const stop = new AbortController();
  const seen = { read: 0, handled: 0, done: 0, abandoned: 0, buried: 0, buriedAtHonest: 0 };
  const dispatcher = createDispatcher({
    handle: async ({ data }) => {
      seen.handled += 1;
      if ((data as { from: string }).from === "poison") throw new MalformedMessage("poison");
      seen.buriedAtHonest = seen.buried;
    },
    logger: silentLogger,
    stopped: stop.signal,
    retried: () => undefined,
  });
  const offer = (from: string) => {
    const work: Work = {
      bytes: 1,
      read: () => {
        seen.read += 1;
        return deliveryOf(from);
      },
      done: () => void (seen.done += 1),
      abandon: () => void (seen.abandoned += 1),
      bury: async () => void (seen.buried += 1),
      lose: () => expect.unreachable("a letter was kept"),
    };
    dispatcher.offer(work);
  };
  return { dispatcher, offer, seen, stop };
}

it("lets all other work of the process have its turn after few of the messages that come in one go", async () => {
  const { dispatcher, offer, seen } = scene();
  for (let n = 0; n < 100; n += 1) offer("honest");
  const steps: number[] = [];
  while (seen.done < 100) {
    const before = seen.handled;
    await nextTurn();
    steps.push(seen.handled - before);
  }
  await dispatcher.idle();
  expect(Math.max(...steps)).toBeLessThanOrEqual(2 * 16);
  expect(seen.read).toBe(100);
});

it("handles a large message in a turn of its own", async () => {
  const { dispatcher, seen } = scene();
  let turns = 0;
  const handledAt = new Set<number>();
  const work = {
    bytes: 200_000,
    read: () => {
      handledAt.add(turns);
      return deliveryOf("honest");
    },
    done: () => void (seen.done += 1),
    abandon: () => undefined,
    bury: async () => undefined,
    lose: () => undefined,
  };
  for (let n = 0; n < 4; n += 1) dispatcher.offer(work);
  while (seen.done < 4) {
    await nextTurn();
    turns += 1;
  }
  expect(handledAt.size).toBeGreaterThanOrEqual(3);
});

describe("while a sender sends only messages that cannot be handled", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("buries at most 2,000 a second, and handles messages of others meanwhile", async () => {
    const { dispatcher, offer, seen } = scene();
    for (let n = 0; n < POISON; n += 1) offer("poison");
    offer("honest");
    await vi.advanceTimersByTimeAsync(250);
    expect(seen.buried).toBeGreaterThan(0);
    expect(seen.buried).toBeLessThanOrEqual(520);
    expect(seen.done).toBe(1);
    expect(seen.buriedAtHonest).toBeLessThan(seen.buried);
    await vi.advanceTimersByTimeAsync(250);
    await dispatcher.idle();
    expect(seen.buried).toBe(POISON);
  });

  it("takes at most as many messages as were finished since, and never one by one", async () => {
    const { dispatcher, offer, seen } = scene();
    for (let n = 0; n < POISON; n += 1) offer("poison");
    const rooms: number[] = [];
    void dispatcher.room().then((room) => rooms.push(room));
    await vi.advanceTimersByTimeAsync(1);
    expect(rooms).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(rooms).toHaveLength(1);
    expect(rooms[0]).toBeGreaterThan(100);
    expect(rooms[0]).toBeLessThanOrEqual(seen.buried);
  });

  it("takes no more while a hundred wait for their burial", async () => {
    const { dispatcher, offer } = scene();
    for (let n = 0; n < 300; n += 1) offer("poison");
    await vi.advanceTimersByTimeAsync(50);
    const rooms: number[] = [];
    void dispatcher.room().then((room) => rooms.push(room));
    await vi.advanceTimersByTimeAsync(25);
    expect(rooms).toEqual([]);
    await vi.advanceTimersByTimeAsync(75);
    expect(rooms).toHaveLength(1);
  });

  it("gives back messages that wait for burial when the consumer stops", async () => {
    const { dispatcher, offer, seen, stop } = scene();
    for (let n = 0; n < POISON; n += 1) offer("poison");
    await vi.advanceTimersByTimeAsync(50);
    stop.abort();
    await vi.advanceTimersByTimeAsync(1_000);
    await dispatcher.idle();
    expect(seen.abandoned).toBeGreaterThan(0);
    expect(seen.abandoned + seen.buried).toBe(POISON);
  });
});
