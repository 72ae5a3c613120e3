import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import { STREAMS } from "@countersign/contracts";
import { deleteStreams, NATS_URL, randomPrefix, silentLogger, waitFor } from "@countersign/testing";
import { connect, headers as createHeaders, type JetStreamManager, type NatsConnection } from "nats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRecorder, keyOf, recordEvents } from "../test/recorder.ts";
import type { Bus, BusEvents, Delivery, Subscription } from "./bus.ts";
import { createJetStreamBus } from "./jetstream/bus.ts";

const STREAM = { name: "HOSTILE", subjects: ["hostile.>"], maxAgeMs: 60_000 };
const MAX_PAYLOAD = 1_048_576;
const json = (value: object) => JSON.stringify(value);
const senderOf = ({ data }: Delivery) => (data as { from?: string }).from;
const manyHeaders = (count: number) =>
  `NATS/1.0\r\n${Array.from({ length: count }, (_, n) => `h${n}:1\r\n`).join("")}\r\n`;
const UNREADABLE = "NATS/1.0\r\nno such name: 1\r\n\r\n";
const refuse = async () => {
  throw new Error("never");
};

describe("messages that only an attacker sends", { tags: ["nats"] }, () => {
  const prefix = randomPrefix();
  const recorded = recordEvents();
  const lost: string[] = [];
  const events: BusEvents = { ...recorded.events, deadLetterLost: ({ reason }) => lost.push(reason) };
  let nats: NatsConnection;
  let manager: JetStreamManager;
  let bus: Bus;

  beforeAll(async () => {
    nats = await connect({ servers: NATS_URL });
    manager = await nats.jetstreamManager();
    bus = await createJetStreamBus({ servers: NATS_URL, prefix, logger: silentLogger, events });
    await bus.ensureStreams([STREAM]);
  });
  afterAll(async () => {
    await bus.close();
    await nats.close();
    await deleteStreams(prefix);
  });

  function scene() {
    const subject = `hostile.${randomUUID()}`;
    const durable = randomUUID();
    const consumer = { stream: STREAM.name, durable, filter: `${subject}.>`, keyOf };
    const letters = () => recorded.letters.filter((letter) => letter.durable === durable);
    return { subject, consumer, durable, letters };
  }
  type Scene = ReturnType<typeof scene>;

  /** Sends like any client of the broker, without the checks of ours. */
  const send = (subject: string, data: string | Uint8Array, headers: Record<string, string> = {}) => {
    const sent = createHeaders();
    for (const [name, value] of Object.entries(headers)) sent.set(name, value);
    nats.publish(prefix + subject, data, { headers: sent });
  };

  /** Bytes on the wire, which no library checks. */
  async function sendRaw(subject: string, headerBlock: string, payload: string): Promise<void> {
    const { hostname, port } = new URL(NATS_URL);
    const socket = connectTcp(Number(port || 4222), hostname);
    await once(socket, "data");
    const sizes = `${headerBlock.length} ${headerBlock.length + payload.length}`;
    socket.write(`CONNECT {"verbose":false,"headers":true}\r\n`);
    socket.write(`HPUB ${prefix}${subject} ${sizes}\r\n${headerBlock}${payload}\r\nPING\r\n`);
    await once(socket, "data");
    socket.destroy();
  }

  async function readLetters({ durable }: Scene, count: number): Promise<Delivery[]> {
    const found: Delivery[] = [];
    const consumer = { stream: STREAMS.deadLetters.name, durable: randomUUID(), filter: "deadletter.>" };
    const reading = await bus.consume({ ...consumer, raw: true }, async (letter) => {
      if (letter.headers["Dead-Letter-Consumer"] === durable) found.push(letter);
    });
    await waitFor(() => found.length >= count, { what: "the dead letters", timeoutMs: 10_000 });
    await reading.close();
    return found;
  }

  /** Works while the consumer is open, and checks that an ordinary message is handled at the end. */
  async function beside(
    { subject, consumer, letters }: Scene,
    attack: () => Promise<void>,
    { buried = 0, ...options }: Partial<Parameters<Bus["consume"]>[0]> & { buried?: number } = {},
  ): Promise<void> {
    const seen = createRecorder();
    const handle = async (delivery: Delivery) =>
      (delivery.data as { good?: true }).good ? seen.handle(delivery) : refuse();
    const subscription = await bus.consume({ ...consumer, backoffMs: [], ...options }, handle);
    await attack();
    await nats.flush();
    await bus.publish({ subject: `${subject}.x`, id: randomUUID(), data: { good: true, key: "good" } });
    await waitFor(() => seen.deliveries.length === 1, { timeoutMs: 15_000, what: "the ordinary message" });
    // It may overtake burials, which are given back when the consumer closes.
    await waitFor(() => letters().length >= buried, { timeoutMs: 15_000, what: "the burials" });
    await subscription.close();
  }

  it("buries a message whose headers would have the dead-letter stream refuse it [MSG-DELIVERY-04]", async () => {
    const poisoned = scene();
    const poison = {
      "Nats-Expected-Stream": `${prefix}${STREAM.name}`,
      "Dead-Letter-Reason": "forged",
      "x-own": "1",
      traceparent: "00-ab",
    };
    await beside(
      poisoned,
      async () => {
        for (let n = 0; n < 1_000; n += 1) send(`${poisoned.subject}.x`, json({ n, key: `k${n}` }), poison);
      },
      { buried: 1_000 },
    );
    const [letter] = await readLetters(poisoned, 1_000);
    expect(letter?.headers).toEqual({
      traceparent: "00-ab",
      "Dead-Letter-Reason": "Error: never",
      "Dead-Letter-Subject": `${poisoned.subject}.x`,
      "Dead-Letter-Stream": STREAM.name,
      "Dead-Letter-Sequence": expect.stringMatching(/^\d+$/u),
      "Dead-Letter-Consumer": poisoned.durable,
      "Dead-Letter-Attempts": "1",
    });
    expect(letter?.raw.length).toBeGreaterThan(0);
  });

  it("keeps a reference in place of a message that does not fit beside its reason [MSG-DELIVERY-04]", async () => {
    const large = scene();
    const payload = Buffer.alloc(MAX_PAYLOAD - 200, "x");
    await beside(large, async () => send(`${large.subject}.x`, payload));
    const [letter] = await readLetters(large, 1);
    expect(letter?.headers).toMatchObject({
      "Dead-Letter-Body": "omitted",
      "Dead-Letter-Stream": STREAM.name,
    });
    const { sequence, ...reference } = (letter?.data ?? {}) as { sequence: number };
    expect(reference).toEqual({
      omitted: true,
      stream: STREAM.name,
      bytes: payload.length,
      sha256: createHash("sha256").update(payload).digest("hex"),
      reason: `the payload has ${payload.length} bytes, more than 1000000`,
    });
    const original = await manager.streams.getMessage(`${prefix}${STREAM.name}`, { seq: sequence });
    expect(original.data).toHaveLength(payload.length);
  });

  it("buries messages that need too much memory to read [MSG-DELIVERY-04]", async () => {
    const wide = scene();
    await beside(wide, async () => {
      for (let n = 0; n < 50; n += 1) send(`${wide.subject}.x`, `[${"[],".repeat(120_000)}[]]`);
    });
    expect(new Set(wide.letters().map(({ reason }) => reason))).toEqual(
      new Set(["the payload has more than 100000 values"]),
    );
  });

  it.each([
    ["thousands of headers", manyHeaders(6_000), /^the headers have \d+ bytes, more than 8192$/u],
    ["a header of 60 KB", `NATS/1.0\r\nlong: ${"x".repeat(60_000)}\r\n\r\n`, /^the headers have \d+ bytes/u],
    ["a header that cannot be read", UNREADABLE, /^the headers cannot be read: /u],
  ])("buries a message with %s, at once and unread [MSG-DELIVERY-04]", async (_, block, reason) => {
    const bomb = scene();
    const startedAt = performance.now();
    await beside(bomb, () => sendRaw(`${bomb.subject}.x`, block, json({ key: "k" })));
    const reasons = bomb.letters().map(({ reason }) => reason);
    expect(reasons).toEqual([expect.stringMatching(reason)]);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it("buries a message whose subject leaves no room for the letter's subject", async () => {
    const long = scene();
    const subject = `${long.subject}.${"s".repeat(3_800)}`;
    await beside(long, async () => send(subject, json({ key: "k" })));
    const [letter] = await readLetters(long, 1);
    expect(letter?.subject).toBe(`deadletter.${subject.slice(0, 255)}`);
  });

  it("gives up messages of the sender that fills the work in progress early, and handles those of others [MSG-DELIVERY-06]", async () => {
    const crowded = scene();
    await beside(
      crowded,
      async () => {
        for (let n = 0; n < 3_000; n += 1) {
          send(`${crowded.subject}.x`, json({ from: "greedy", key: n % 2 === 0 ? "one" : `k${n}` }));
        }
        send(`${crowded.subject}.x`, json({ from: "modest", key: "modest" }));
      },
      { senderOf, backoffMs: [600_000] },
    );
    const letters = await readLetters(crowded, 2_000);
    expect(new Set(letters.map(({ headers }) => headers["Dead-Letter-Reason"]))).toEqual(
      new Set(["Error: never (not tried again: too many of this sender's wait)"]),
    );
    expect(new Set(letters.map(senderOf))).toEqual(new Set(["greedy"]));
  });

  it("gives up a message whose letter cannot be stored, and goes on [MSG-DELIVERY-04]", async () => {
    const own = randomPrefix();
    const small = await createJetStreamBus({ servers: NATS_URL, prefix: own, logger: silentLogger, events });
    await small.ensureStreams([STREAM]);
    const { config } = await manager.streams.info(`${own}${STREAMS.deadLetters.name}`);
    await manager.streams.update(config.name, { ...config, max_msg_size: 10 });
    const { consumer, subject } = scene();
    const seen = createRecorder();
    await small.consume({ ...consumer, backoffMs: [] }, async (delivery) =>
      keyOf(delivery) === "good" ? seen.handle(delivery) : refuse(),
    );
    for (const key of ["bad", "good"]) {
      await small.publish({ subject: `${subject}.x`, id: randomUUID(), data: { key } });
    }
    await waitFor(() => seen.deliveries.length === 1 && lost.length === 1);
    expect(lost).toEqual(["Error: never"]);
    await waitFor(async () => {
      const info = await manager.consumers.info(`${own}${STREAM.name}`, own + consumer.durable);
      return info.num_ack_pending === 0;
    });
    await small.close();
    await deleteStreams(own);
  });

  it("keeps the letters of two streams of one name, whose messages have the same numbers [MSG-DELIVERY-04]", async () => {
    const own = randomPrefix();
    const again = await createJetStreamBus({ servers: NATS_URL, prefix: own, logger: silentLogger, events });
    await again.ensureStreams([STREAM]);
    const { consumer, subject, letters } = scene();
    await again.consume({ ...consumer, backoffMs: [] }, refuse);
    for (const count of [1, 2]) {
      await again.publish({ subject: `${subject}.x`, id: randomUUID(), data: { count } });
      await waitFor(() => letters().length === count, { timeoutMs: 15_000 });
      if (count === 1) await manager.streams.delete(`${own}${STREAM.name}`);
    }
    const { state } = await manager.streams.info(`${own}${STREAMS.deadLetters.name}`);
    expect(state.messages).toBe(2);
    await again.close();
    await deleteStreams(own);
  });

  describe("requests", () => {
    const rpc = `hostile-rpc.${randomUUID()}`;
    let asked = 0;
    let serving: Subscription;
    const handle = async ({ data }: Delivery) => {
      asked += 1;
      return data === "large" ? "x".repeat(MAX_PAYLOAD) : "here";
    };

    beforeAll(async () => {
      const endpoints = [{ name: "ask", subject: rpc, handle }];
      serving = await bus.serve({ name: "hostile", version: "1.0.0", description: "d", endpoints });
    });
    afterAll(() => serving.close());

    it("is refused at once when its answer is too large [MSG-RPC-10]", async () => {
      const answer = bus.request(rpc, "large", { timeoutMs: 2_000 });
      await expect(answer).rejects.toMatchObject({ code: 500, message: "The answer is too large" });
    });

    it.each([
      ["thousands of headers", manyHeaders(60_000)],
      ["a header that cannot be read", UNREADABLE],
    ])("is refused with %s, and others are answered [MSG-RPC-10]", async (_, block) => {
      const before = asked;
      const startedAt = performance.now();
      await sendRaw(rpc, block, json({}));
      expect(await bus.request(rpc, {})).toBe("here");
      expect(asked).toBe(before + 1);
      expect(performance.now() - startedAt).toBeLessThan(2_000);
    });

    it("has its answer sent to an inbox, and to nothing that the platform keeps or serves [MSG-FENCE-01]", async () => {
      await bus.ensureStreams([STREAMS.outcomes]);
      const kept = async () =>
        (await manager.streams.info(`${prefix}${STREAMS.outcomes.name}`)).state.messages;
      const before = await kept();
      const addresses = [
        `${prefix}approval.outcome.hr.Leave.completed`,
        `${prefix}approval.rpc.submit`,
        `${prefix}deadletter.x`,
        `$JS.API.STREAM.DELETE.${prefix}${STREAM.name}`,
      ];
      const heard: string[] = [];
      const listening = addresses.map((subject) =>
        nats.subscribe(subject, { callback: (_, message) => heard.push(message.subject) }),
      );
      const asking = asked;
      for (const reply of addresses) nats.publish(prefix + rpc, json({}), { reply });
      await waitFor(() => asked === asking + addresses.length);
      expect(await bus.request(rpc, {})).toBe("here");
      await nats.flush();
      expect(heard).toEqual([]);
      expect(await kept()).toBe(before);
      await expect(manager.streams.info(`${prefix}${STREAM.name}`)).resolves.toBeDefined();
      for (const subscription of listening) subscription.unsubscribe();
    });
  });
});
