import { randomUUID } from "node:crypto";
import { DomainError } from "@countersign/domain/errors";
import { waitFor } from "@countersign/testing";
import { describe, expect, it } from "vitest";
import type { Delivery } from "../src/bus.ts";
import { MalformedMessage, MessageNotAccepted } from "../src/bus.ts";
import { createRecorder, keyOf, numberOf } from "./recorder.ts";
import { type BusScene, using } from "./bus-scene.ts";

function keyOfAllButTheFirst(delivery: Delivery): string {
  if (numberOf(delivery) === 1) throw new TypeError("no key here");
  return "key";
}

/** Durable messages, and what becomes of those that fail. */
export function describeDurableMessages(on: BusScene): void {
  const { scene, letters, retries, openedConsumers, warnings, readLetters, STREAM } = on;
  describe("durable messages", () => {
    it("delivers a message with its subject, id, data and headers [MSG-EVENT-02]", async () => {
      const { subject, consumer } = scene();
      const recorder = createRecorder();
      const data = { text: "Zoë ✓", list: [1, null, { deep: true }] };
      await using(on.bus.consume(consumer, recorder.handle), async () => {
        await on.bus.publish({
          subject: `${subject}.a.b`,
          id: "id-1",
          data,
          headers: { traceparent: "00-ab" },
        });
        await waitFor(() => recorder.deliveries.length === 1);
      });
      expect(recorder.deliveries[0]).toMatchObject({
        subject: `${subject}.a.b`,
        id: "id-1",
        data,
        headers: { traceparent: "00-ab" },
        attempt: 1,
      });
    });

    describe("of a stream with two subjects", () => {
      const stream = { name: "CROSSED", subjects: ["crossed.one.>", "crossed.two.*.x"], maxAgeMs: 60_000 };
      const consume = (filter: string) =>
        using(
          on.bus.consume({ stream: stream.name, durable: randomUUID(), filter }, async () => undefined),
          () => Promise.resolve(filter),
        );

      it.each(["crossed.>", "crossed.one.>", "crossed.one.*.y", "crossed.two.z.x", "crossed.*.>"])(
        "have the filter %s",
        async (filter) => {
          await on.bus.ensureStreams([stream]);
          expect(await consume(filter)).toBe(filter);
        },
      );

      it.each(["crossed.*.legal.>", "crossed.two.>.x", "crossed.two.z", "crossed.one", "other.>"])(
        "are refused the filter %s",
        async (filter) => {
          await on.bus.ensureStreams([stream]);
          await expect(consume(filter)).rejects.toThrow(/ of the stream \S*CROSSED .*crossed|other/u);
        },
      );
    });

    it("keeps messages while the consumer is away, and its position [MSG-DELIVERY-01]", async () => {
      const { consumer, publish } = scene();
      await publish({});
      const first = createRecorder();
      await using(on.bus.consume(consumer, first.handle), () => waitFor(() => first.deliveries.length === 1));
      await publish({});
      await publish({});
      const second = createRecorder();
      await using(on.bus.consume(consumer, second.handle), () =>
        waitFor(() => second.deliveries.length === 2),
      );
      expect([first.numbers(), second.numbers()]).toEqual([[1], [2, 3]]);
    });

    it("stores a message once, however often its id is published [MSG-EVENT-02]", async () => {
      const { consumer, publish } = scene();
      const recorder = createRecorder();
      await Promise.all([publish({}, "same"), publish({}, "same"), publish({}, "same")]);
      await publish({}, "other");
      await using(on.bus.consume(consumer, recorder.handle), () =>
        waitFor(() => recorder.deliveries.some(({ id }) => id === "other")),
      );
      expect(recorder.deliveries.map(({ id }) => id)).toEqual(["same", "other"]);
    });

    it("delivers messages of its filter and no others, and says that it consumes", async () => {
      const { subject, consumer } = scene();
      const recorder = createRecorder();
      const names = ["x.hr.done", "x.inventory.done", "y.hr.done", "x.hr.lost"];
      for (const [n, token] of names.entries()) {
        await on.bus.publish({ subject: `${subject}.${token}`, id: randomUUID(), data: { n } });
      }
      await using(on.bus.consume({ ...consumer, filter: `${subject}.*.hr.done` }, recorder.handle), () =>
        waitFor(() => recorder.deliveries.length === 2),
      );
      expect(recorder.numbers()).toEqual([0, 2]);
      expect(openedConsumers).toContain(consumer.durable);
    });

    it("refuses a message that no stream keeps, and one that is too large", async () => {
      const message = { subject: "nowhere.at.all", id: randomUUID(), data: {} };
      await expect(on.bus.publish(message)).rejects.toThrow(MessageNotAccepted);
      const large = { ...message, subject: "contract.large", data: "x".repeat(1_100_000) };
      await expect(on.bus.publish(large)).rejects.toThrow(/1100002 bytes/u);
    });

    it("refuses to consume a stream that does not exist", async () => {
      const { consumer } = scene();
      await expect(on.bus.consume({ ...consumer, stream: "MISSING" }, async () => undefined)).rejects.toThrow(
        /stream/u,
      );
    });
  });

  // Side by side with what follows: each has a subject of its own, and waits for attempts.
  describe.concurrent("failures", () => {
    it("tries a failing message again with backoff, counting the attempts [MSG-DELIVERY-05]", async () => {
      const { subject, consumer, publish } = scene();
      const attempts: { attempt: number; at: number }[] = [];
      const handle = async ({ attempt }: Delivery) => {
        attempts.push({ attempt, at: performance.now() });
        if (attempts.length < 3) throw new Error("not yet");
      };
      await using(on.bus.consume({ ...consumer, backoffMs: [50, 150] }, handle), async () => {
        await publish({});
        await waitFor(() => attempts.length === 3);
      });
      expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
      const waits = attempts.slice(1).map(({ at }, index) => at - (attempts[index]?.at ?? 0));
      expect(waits[0]).toBeGreaterThanOrEqual(49);
      expect(waits[1]).toBeGreaterThanOrEqual(149);
      expect(retries.filter((retry) => retry.subject === `${subject}.event`)).toHaveLength(2);
    });

    it("makes it a dead letter after the last attempt, with its reason [MSG-DELIVERY-05]", async () => {
      const { subject, consumer, publish } = scene();
      let attempts = 0;
      const handle = async () => {
        attempts += 1;
        throw new Error("the ledger\nis closed");
      };
      const [letter] = await using(on.bus.consume({ ...consumer, backoffMs: [10, 10] }, handle), async () => {
        await publish({ about: "this" }, "poison");
        return readLetters(consumer.durable, 1);
      });
      expect(attempts).toBe(3);
      expect(letter).toMatchObject({
        subject: `deadletter.${subject}.event`,
        data: { n: 1, about: "this" },
        headers: {
          "Dead-Letter-Reason": "Error: the ledger is closed",
          "Dead-Letter-Subject": `${subject}.event`,
          "Dead-Letter-Stream": STREAM.name,
          "Dead-Letter-Attempts": "3",
          "Dead-Letter-Message-Id": "poison",
        },
      });
      expect(letters.filter(({ durable }) => durable === consumer.durable)).toHaveLength(1);
    });

    it("makes a malformed message a dead letter at once, with one warning [MSG-DELIVERY-04] [OPS-6]", async () => {
      const { subject, consumer, publish } = scene();
      let attempts = 0;
      const handle = async () => {
        attempts += 1;
        throw new MalformedMessage("data.refId: must be 24 hexadecimal characters");
      };
      const [letter] = await using(on.bus.consume(consumer, handle), async () => {
        await publish({}, "malformed");
        return readLetters(consumer.durable, 1);
      });
      expect(attempts).toBe(1);
      const reason = "data.refId: must be 24 hexadecimal characters";
      expect(letter?.headers["Dead-Letter-Reason"]).toBe(reason);
      const { durable, stream } = consumer;
      const aboutIt = warnings.filter(([about]) => (about as { durable?: string }).durable === durable);
      const about = { stream, durable, subject: `${subject}.event`, messageId: "malformed", reason };
      expect(aboutIt).toEqual([[about, expect.stringContaining("a message is given up")]]);
    });

    it("never hands a handler a payload that is not JSON, and goes on behind it [MSG-DELIVERY-04]", async () => {
      const { subject, consumer, publish } = scene();
      const recorder = createRecorder();
      const raw = Buffer.from([0xff, 0x00, 0x7b]);
      const [letter] = await using(on.bus.consume({ ...consumer, keyOf }, recorder.handle), async () => {
        await on.bus.publish({ subject: `${subject}.event`, id: randomUUID(), data: raw });
        await publish({});
        await waitFor(() => recorder.deliveries.length === 1);
        return readLetters(consumer.durable, 1);
      });
      expect(letter?.headers["Dead-Letter-Reason"]).toBe("the payload is not JSON");
      expect(Buffer.from(letter?.raw ?? [])).toEqual(raw);
      expect(recorder.numbers()).toEqual([1]);
    });

    it("buries a message whose key cannot be read, and goes on behind it", async () => {
      const { consumer, publish } = scene();
      const recorder = createRecorder();
      await using(on.bus.consume({ ...consumer, keyOf: keyOfAllButTheFirst }, recorder.handle), async () => {
        await publish({});
        await publish({});
        await waitFor(() => recorder.deliveries.length === 1);
        await readLetters(consumer.durable, 1);
      });
      expect(recorder.numbers()).toEqual([2]);
    });

    it("does not use up attempts while the store is away, or too many wait for it", async () => {
      const { consumer, publish } = scene();
      let calls = 0;
      const handle = async () => {
        calls += 1;
        if (calls === 1) throw new DomainError("UNAVAILABLE", "the store is away");
        if (calls === 2) throw new DomainError("BUSY", "too many wait");
      };
      await using(on.bus.consume({ ...consumer, backoffMs: [] }, handle), async () => {
        await publish({});
        await waitFor(() => calls === 3);
      });
      expect(letters.filter(({ durable }) => durable === consumer.durable)).toEqual([]);
    });
  });
}
