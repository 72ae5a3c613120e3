import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { History, PublishedMessage } from "./history.ts";
import { createQueues, type Queues } from "./queues.ts";

const STREAM = { name: "S", subjects: ["s.>"], maxAgeMs: 60_000 };
const consumerOf = (durable: string) => ({ stream: STREAM.name, durable, filter: "s.>" });

let queues: Queues;
beforeEach(() => {
  vi.useFakeTimers();
  queues = createQueues(undefined);
  queues.define([STREAM]);
});
afterEach(() => {
  vi.useRealTimers();
});

const add = (id: string) => queues.add({ subject: "s.x", id, payload: Buffer.from("1"), headers: {} });
const idsFor = async (durable: string) =>
  (await queues.open(consumerOf(durable))).take(Infinity).map(({ id }) => id);

it("forgets messages older than the stream keeps them, also those that wait for a durable", async () => {
  const waiting = await queues.open(consumerOf("waiting"));
  add("old");
  vi.advanceTimersByTime(40_000);
  add("young");
  vi.advanceTimersByTime(40_000);
  queues.expire();
  expect(waiting.take(Infinity).map(({ id }) => id)).toEqual(["young"]);
  expect(await idsFor("late")).toEqual(["young"]);
  add("old");
  expect(waiting.take(Infinity).map(({ id }) => id)).toEqual(["old"]);
});

it("bounds what it keeps: the oldest messages of a stream go first", async () => {
  for (let n = 0; n <= 100_000; n += 1) add(String(n));
  const kept = await idsFor("late");
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([90_000, "10001", "100000"]);
});

it("gives a durable that is far behind everything, in order, and keeps its bookmark before it", async () => {
  const outbox: PublishedMessage[] = [];
  const saved = new Map<string, Date>();
  const history: History = {
    async publishedSince(_stream, since, limit) {
      const messages = outbox.filter(({ publishedAt }) => publishedAt >= since).slice(0, limit);
      return { messages, ...(messages.length === limit && { moreSince: messages.at(-1)?.publishedAt }) };
    },
    bookmarkOf: async (durable) => saved.get(durable),
    saveBookmarks: async (moments) => moments.forEach((at, durable) => void saved.set(durable, at)),
  };
  queues = createQueues(history);
  queues.define([{ ...STREAM, maxAgeMs: 1_000_000 }]);
  const queue = await queues.open(consumerOf("d"));
  const publish = (id: string) => {
    vi.advanceTimersByTime(1);
    add(id);
    outbox.push({ subject: "s.x", id, data: 1, publishedAt: new Date() });
  };
  const ids = Array.from({ length: 250_000 }, (_, n) => String(n));
  const last = ids.at(-1)!;
  for (const id of ids.slice(0, -1)) publish(id);
  const heard = new Set<string>();
  for (let round = 0; round < 3; round += 1) {
    await queue.filled(new AbortController().signal);
    const taken = queue.take(Infinity);
    expect(taken.length).toBeLessThanOrEqual(100_000);
    expect(queue.handledBefore()).toBeLessThanOrEqual(taken[0]!.at);
    for (const message of taken) {
      heard.add(message.id);
      queue.finish(message);
    }
    if (round === 0) publish(last);
  }
  expect([...heard]).toEqual(ids);
});

it("puts messages that were taken and not finished back, in their order", async () => {
  const queue = await queues.open(consumerOf("d"));
  for (const id of ["1", "2", "3", "4"]) add(id);
  const [, second] = queue.take(3);
  queue.finish(second!);
  queue.giveBack();
  expect(queue.take(Infinity).map(({ id }) => id)).toEqual(["1", "3", "4"]);
});
