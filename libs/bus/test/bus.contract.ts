import { randomUUID } from "node:crypto";
import { STREAMS } from "@countersign/contracts";
import { DomainError } from "@countersign/domain/errors";
import { createGate, recordSpans, waitFor } from "@countersign/testing";
import { traceHeaders, traced, traceOf, UNRECORDED } from "@countersign/tracing";
import { context } from "@opentelemetry/api";
import { afterAll, beforeAll, beforeEach, describe, expect, it, type TestOptions } from "vitest";
import type { Bus, BusEvents, Delivery, Subscription } from "../src/bus.ts";
import { MalformedMessage, MessageNotAccepted, RequestRefused, RequestUnanswered } from "../src/bus.ts";
import { traceBus } from "../src/trace-bus.ts";
import { createRecorder, keyOf, numberOf, recordEvents } from "./recorder.ts";

/** How the suite gets its buses. */
export interface BusHarness {
  /** Opens the bus, and a second replica of it (the same one where there can be only one). */
  open(events: BusEvents): Promise<{ bus: Bus; replica: Bus }>;
  /** Removes what the run left at the broker. */
  cleanUp(): Promise<void>;
}

const STREAM = { name: "CONTRACT", subjects: ["contract.>"], maxAgeMs: 60_000 };

/** Works while the subscription is open. */
async function using<T>(subscription: Promise<Subscription>, work: () => Promise<T>): Promise<T> {
  const opened = await subscription;
  try {
    return await work();
  } finally {
    await opened.close();
  }
}

/** A service with one endpoint on a subject of its own. */
function service(handle: (request: Delivery) => Promise<unknown>, concurrency?: number) {
  const subject = `contract-rpc.${randomUUID()}`;
  return {
    subject,
    definition: {
      name: "contract",
      version: "1.0.0",
      description: "Answers the contract suite",
      endpoints: [{ name: "ask", subject, handle }],
      ...(concurrency === undefined ? {} : { concurrency }),
    },
  };
}

function keyOfAllButTheFirst(delivery: Delivery): string {
  if (numberOf(delivery) === 1) throw new TypeError("no key here");
  return "key";
}

/** The one suite that every adapter of the bus passes. */
export function describeBus(name: string, options: TestOptions, harness: BusHarness): void {
  describe(`bus contract: ${name}`, options, () => {
    const { letters, retries, events } = recordEvents();
    let bus: Bus;
    let replica: Bus;
    beforeAll(async () => {
      ({ bus, replica } = await harness.open(events));
      await bus.ensureStreams([STREAM]);
      if (replica !== bus) await replica.ensureStreams([STREAM]);
    });
    afterAll(async () => {
      await bus.close();
      if (replica !== bus) await replica.close();
      await harness.cleanUp();
    });

    /** Names of its own for each test. */
    function scene() {
      const token = randomUUID();
      const subject = `contract.${token}`;
      const consumer = { stream: STREAM.name, durable: `d-${token}`, filter: `${subject}.>` };
      let sent = 0;
      return {
        subject,
        consumer,
        publish: (data: object, id: string = randomUUID()) => {
          sent += 1;
          return bus.publish({ subject: `${subject}.event`, id, data: { n: sent, ...data } });
        },
      };
    }

    /** Dead letters of one durable, as they are stored. */
    async function readLetters(durable: string, count: number): Promise<Delivery[]> {
      const found: Delivery[] = [];
      const reading = await bus.consume(
        {
          stream: STREAMS.deadLetters.name,
          durable: `letters-${durable}`,
          filter: "deadletter.>",
          raw: true,
        },
        async (letter) => {
          if (letter.headers["Dead-Letter-Consumer"] === durable) found.push(letter);
        },
      );
      try {
        await waitFor(() => found.length >= count, { what: "the dead letters" });
      } finally {
        await reading.close();
      }
      return found;
    }

    describe("durable messages", () => {
      it("delivers a message with its subject, id, data and headers [MSG-EVENT-02]", async () => {
        const { subject, consumer } = scene();
        const seen = createRecorder();
        const data = { text: "Zoë ✓", list: [1, null, { deep: true }] };
        await using(bus.consume(consumer, seen.handle), async () => {
          await bus.publish({
            subject: `${subject}.a.b`,
            id: "id-1",
            data,
            headers: { traceparent: "00-ab" },
          });
          await waitFor(() => seen.deliveries.length === 1);
        });
        expect(seen.deliveries[0]).toMatchObject({
          subject: `${subject}.a.b`,
          id: "id-1",
          data,
          headers: { traceparent: "00-ab" },
          attempt: 1,
        });
      });

      it("keeps messages while the consumer is away, and its position [MSG-DELIVERY-01]", async () => {
        const { consumer, publish } = scene();
        await publish({});
        const first = createRecorder();
        await using(bus.consume(consumer, first.handle), () => waitFor(() => first.deliveries.length === 1));
        await publish({});
        await publish({});
        const second = createRecorder();
        await using(bus.consume(consumer, second.handle), () =>
          waitFor(() => second.deliveries.length === 2),
        );
        expect([first.numbers(), second.numbers()]).toEqual([[1], [2, 3]]);
      });

      it("stores a message once, however often its id is published [MSG-EVENT-02]", async () => {
        const { consumer, publish } = scene();
        const seen = createRecorder();
        await Promise.all([publish({}, "same"), publish({}, "same"), publish({}, "same")]);
        await publish({}, "other");
        await using(bus.consume(consumer, seen.handle), () =>
          waitFor(() => seen.deliveries.some(({ id }) => id === "other")),
        );
        expect(seen.deliveries.map(({ id }) => id)).toEqual(["same", "other"]);
      });

      it("delivers what the filter names and nothing else", async () => {
        const { subject, consumer } = scene();
        const seen = createRecorder();
        const names = ["x.hr.done", "x.inventory.done", "y.hr.done", "x.hr.lost"];
        for (const [n, token] of names.entries()) {
          await bus.publish({ subject: `${subject}.${token}`, id: randomUUID(), data: { n } });
        }
        await using(bus.consume({ ...consumer, filter: `${subject}.*.hr.done` }, seen.handle), () =>
          waitFor(() => seen.deliveries.length === 2),
        );
        expect(seen.numbers()).toEqual([0, 2]);
      });

      it("refuses a message that no stream keeps, and one that is too large", async () => {
        const message = { subject: "nowhere.at.all", id: randomUUID(), data: {} };
        await expect(bus.publish(message)).rejects.toThrow(MessageNotAccepted);
        const large = { ...message, subject: "contract.large", data: "x".repeat(1_100_000) };
        await expect(bus.publish(large)).rejects.toThrow(/1100002 bytes/u);
      });

      it("refuses to consume a stream that does not exist", async () => {
        const { consumer } = scene();
        await expect(bus.consume({ ...consumer, stream: "MISSING" }, async () => undefined)).rejects.toThrow(
          /stream/u,
        );
      });
    });

    describe("failures", () => {
      it("tries a failing message again with backoff, counting the attempts [MSG-DELIVERY-05]", async () => {
        const { subject, consumer, publish } = scene();
        const attempts: { attempt: number; at: number }[] = [];
        const handle = async ({ attempt }: Delivery) => {
          attempts.push({ attempt, at: performance.now() });
          if (attempts.length < 3) throw new Error("not yet");
        };
        await using(bus.consume({ ...consumer, backoffMs: [50, 150] }, handle), async () => {
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
        const [letter] = await using(bus.consume({ ...consumer, backoffMs: [10, 10] }, handle), async () => {
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

      it("makes a malformed message a dead letter at once [MSG-DELIVERY-04]", async () => {
        const { consumer, publish } = scene();
        let attempts = 0;
        const handle = async () => {
          attempts += 1;
          throw new MalformedMessage("data.refId: must be 24 hexadecimal characters");
        };
        const [letter] = await using(bus.consume(consumer, handle), async () => {
          await publish({});
          return readLetters(consumer.durable, 1);
        });
        expect(attempts).toBe(1);
        expect(letter?.headers["Dead-Letter-Reason"]).toBe("data.refId: must be 24 hexadecimal characters");
      });

      it("never shows a handler what is not JSON, and goes on behind it [MSG-DELIVERY-04]", async () => {
        const { subject, consumer, publish } = scene();
        const seen = createRecorder();
        const raw = Buffer.from([0xff, 0x00, 0x7b]);
        const [letter] = await using(bus.consume({ ...consumer, keyOf }, seen.handle), async () => {
          await bus.publish({ subject: `${subject}.event`, id: randomUUID(), data: raw });
          await publish({});
          await waitFor(() => seen.deliveries.length === 1);
          return readLetters(consumer.durable, 1);
        });
        expect(letter?.headers["Dead-Letter-Reason"]).toBe("the payload is not JSON");
        expect(Buffer.from(letter?.raw ?? [])).toEqual(raw);
        expect(seen.numbers()).toEqual([1]);
      });

      it("buries a message whose key cannot be read, and goes on behind it", async () => {
        const { consumer, publish } = scene();
        const seen = createRecorder();
        await using(bus.consume({ ...consumer, keyOf: keyOfAllButTheFirst }, seen.handle), async () => {
          await publish({});
          await publish({});
          await waitFor(() => seen.deliveries.length === 1);
          await readLetters(consumer.durable, 1);
        });
        expect(seen.numbers()).toEqual([2]);
      });

      it("does not use up attempts while the store is away, or too many wait for it", async () => {
        const { consumer, publish } = scene();
        let calls = 0;
        const handle = async () => {
          calls += 1;
          if (calls === 1) throw new DomainError("UNAVAILABLE", "the store is away");
          if (calls === 2) throw new DomainError("BUSY", "too many wait");
        };
        await using(bus.consume({ ...consumer, backoffMs: [] }, handle), async () => {
          await publish({});
          await waitFor(() => calls === 3);
        });
        expect(letters.filter(({ durable }) => durable === consumer.durable)).toEqual([]);
      });
    });

    describe("order", () => {
      it("keeps the order within a key while keys run side by side [MSG-OUTCOME-03]", async () => {
        const { consumer, publish } = scene();
        const keys = ["a", "b", "c", "d", "e"];
        const seen = new Map<string, number[]>(keys.map((key) => [key, []]));
        const running = new Set<string>();
        let overlaps = 0;
        let widest = 0;
        const handle = async (delivery: Delivery) => {
          const key = keyOf(delivery) ?? "";
          if (running.has(key)) overlaps += 1;
          running.add(key);
          widest = Math.max(widest, running.size);
          await new Promise((resolve) => setTimeout(resolve, numberOf(delivery) % 5));
          running.delete(key);
          seen.get(key)?.push(numberOf(delivery));
        };
        const total = 200;
        const expected = new Map<string, number[]>(keys.map((key) => [key, []]));
        await using(bus.consume({ ...consumer, keyOf, concurrency: 4 }, handle), async () => {
          for (let n = 1; n <= total; n++) {
            const key = keys[(n * 7) % keys.length] ?? "";
            expected.get(key)?.push(n);
            await publish({ key });
          }
          await waitFor(() => [...seen.values()].flat().length === total);
        });
        expect(seen).toEqual(expected);
        expect(overlaps).toBe(0);
        expect(widest).toBeGreaterThan(1);
        expect(widest).toBeLessThanOrEqual(4);
      });

      it("holds back only the key of a failing message, across its redelivery [MSG-DELIVERY-06]", async () => {
        const { consumer, publish } = scene();
        const done: number[] = [];
        const healed = createGate();
        let failing = true;
        const handle = async (delivery: Delivery) => {
          if (numberOf(delivery) === 1 && failing) throw new Error("later");
          done.push(numberOf(delivery));
        };
        const backoffMs = Array.from({ length: 200 }, () => 20);
        await using(bus.consume({ ...consumer, keyOf, concurrency: 1, backoffMs }, handle), async () => {
          for (const key of ["ill", "ill", "well", "well", "ill", "well"]) await publish({ key });
          await waitFor(() => done.length === 3);
          expect(done).toEqual([3, 4, 6]);
          failing = false;
          healed.open();
          await waitFor(() => done.length === 6);
        });
        expect(done).toEqual([3, 4, 6, 1, 2, 5]);
      });

      it("goes on with a key once its failing message is a dead letter", async () => {
        const { consumer, publish } = scene();
        const done: number[] = [];
        const handle = async (delivery: Delivery) => {
          if (numberOf(delivery) === 1) throw new Error("never");
          done.push(numberOf(delivery));
        };
        await using(bus.consume({ ...consumer, keyOf, backoffMs: [10] }, handle), async () => {
          await publish({ key: "k" });
          await publish({ key: "k" });
          await waitFor(() => done.length === 1);
        });
        expect(done).toEqual([2]);
      });

      it("keeps the order within a key when another replica takes over", async () => {
        const { consumer, publish } = scene();
        const done: number[] = [];
        const inProgress = createGate();
        const blocked = createGate();
        const handle = async (delivery: Delivery) => {
          if (numberOf(delivery) === 3) {
            inProgress.open();
            await blocked.passed;
          }
          done.push(numberOf(delivery));
        };
        const first = await bus.consume({ ...consumer, keyOf }, handle);
        for (let n = 1; n <= 6; n++) await publish({ key: "k" });
        await inProgress.passed;
        const second = await replica.consume({ ...consumer, keyOf }, handle);
        const closing = first.close();
        for (let n = 7; n <= 9; n++) await publish({ key: "k" });
        expect(done).toEqual([1, 2]);
        blocked.open();
        await closing;
        await waitFor(() => done.length >= 9, { timeoutMs: 10_000 });
        await second.close();
        expect(done).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
      });

      it("closes a standby at once", async () => {
        const { consumer, publish } = scene();
        const seen = createRecorder();
        await using(bus.consume({ ...consumer, keyOf }, seen.handle), async () => {
          await publish({ key: "k" });
          await waitFor(() => seen.deliveries.length === 1);
          const standby = await replica.consume({ ...consumer, keyOf }, seen.handle);
          await standby.close();
          await publish({ key: "k" });
          await waitFor(() => seen.deliveries.length === 2);
        });
      });
    });

    describe("closing", () => {
      it("waits for the work in progress and leaves the rest for the next", async () => {
        const { consumer, publish } = scene();
        const started = createGate();
        const blocked = createGate();
        const done: number[] = [];
        const handle = async (delivery: Delivery) => {
          started.open();
          await blocked.passed;
          done.push(numberOf(delivery));
        };
        const first = await bus.consume({ ...consumer, keyOf, concurrency: 1 }, handle);
        await publish({ key: "k" });
        await publish({ key: "k" });
        await publish({ key: "other" });
        await started.passed;
        const closing = first.close();
        const winner = await Promise.race([
          closing.then(() => "closed"),
          bus.ping().then(() => "still open"),
        ]);
        expect(winner).toBe("still open");
        blocked.open();
        await closing;
        expect(done).toEqual([1]);
        await using(bus.consume({ ...consumer, keyOf }, handle), () => waitFor(() => done.length === 3));
        expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
      });

      it("does not wait for the next attempt of a failing message", async () => {
        const { consumer, publish } = scene();
        let attempts = 0;
        const handle = async () => {
          attempts += 1;
          throw new Error("always");
        };
        const subscription = await bus.consume({ ...consumer, keyOf, backoffMs: [60_000] }, handle);
        await publish({ key: "k" });
        await waitFor(() => retries.some((retry) => retry.durable === consumer.durable));
        await subscription.close();
        expect(attempts).toBe(1);
      });
    });

    describe("traces", () => {
      const TRACE = {
        traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        tracestate: "vendor=1",
      };
      const recorder = recordSpans();
      beforeEach(() => recorder.clear());
      const sending = recorder.tracingOf("sender");
      const receiving = recorder.tracingOf("receiver");
      /** Each span's name under that of its parent, of one trace. */
      const tree = (traceId: string) => {
        const spans = recorder.spans().filter((span) => span.traceId === traceId);
        return Object.fromEntries(
          spans.map(({ service: of, name: what, parentSpanId }) => [
            `${of}: ${what}`,
            spans.find(({ spanId }) => spanId === parentSpanId)?.name,
          ]),
        );
      };
      const inTrace = async <T>(work: () => Promise<T>) => context.with(traceOf(TRACE), work);

      it("takes a message's trace from whoever sends it to whoever handles it [MSG-EVENT-03]", async () => {
        const { subject, consumer } = scene();
        const seen = Promise.withResolvers<Delivery>();
        const handle = async (delivery: Delivery) => seen.resolve(delivery);
        await using(traceBus(replica, receiving).consume(consumer, handle), async () => {
          const message = { subject: `${subject}.a`, id: randomUUID(), data: {} };
          await inTrace(() =>
            traced(sending, "request", {}, async () => traceBus(bus, sending).publish(message)),
          );
          await seen.promise;
        });
        const { headers } = await seen.promise;
        expect(headers).toMatchObject({ tracestate: TRACE.tracestate });
        const traceId = TRACE.traceparent.split("-")[1]!;
        await waitFor(() => Object.keys(tree(traceId)).length === 3);
        expect(tree(traceId)).toEqual({
          "sender: request": undefined,
          "sender: publish contract.{id}.a": "request",
          "receiver: process contract.{id}.a": "publish contract.{id}.a",
        });
      });

      it("takes a request's trace to whoever answers it, refusals being answers [MSG-EVENT-03]", async () => {
        const { subject, definition } = service(async ({ data }) => {
          if (data === "refuse") throw new RequestRefused(409, "no");
          if (data === "break") throw new Error("broken");
          return traceHeaders();
        });
        const ask = (data: string) => inTrace(() => traceBus(bus, sending).request(subject, data));
        await using(traceBus(replica, receiving).serve(definition), async () => {
          expect(await ask("answer")).toMatchObject({ tracestate: TRACE.tracestate });
          await expect(ask("refuse")).rejects.toThrow("no");
          await expect(ask("break")).rejects.toThrow("Internal error");
        });
        const spans = recorder.spans();
        expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
        const outcomes = spans.map(({ service: of, name: what, failed }) => [`${of}: ${what}`, failed]);
        const [served, requested] = [
          "receiver: serve contract-rpc.{id}",
          "sender: request contract-rpc.{id}",
        ];
        expect(outcomes).toEqual([
          ...[served, requested, served, requested].map((what) => [what, false]),
          ...[served, requested].map((what) => [what, true]),
        ]);
      });

      it("hands a trace on as it came where nothing records it, and begins one where none came [MSG-EVENT-03]", async () => {
        const { subject, consumer } = scene();
        const [sender, receiver] = [traceBus(bus, UNRECORDED), traceBus(replica, UNRECORDED)];
        const seen: ReturnType<typeof traceHeaders>[] = [];
        const handle = async () => void seen.push(traceHeaders());
        const publish = async () => sender.publish({ subject: `${subject}.a`, id: randomUUID(), data: {} });
        await using(receiver.consume(consumer, handle), async () => {
          await inTrace(publish);
          await publish();
          await waitFor(() => seen.length === 2);
        });
        expect(seen).toContainEqual(TRACE);
        const begun = seen.find(({ tracestate }) => tracestate === undefined);
        expect(begun?.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/u);
      });

      it("carries a broadcast's trace", async () => {
        const { subject } = service(async () => undefined);
        const seen = Promise.withResolvers<ReturnType<typeof traceHeaders>>();
        const listening = traceBus(replica, UNRECORDED).listen({ subject }, async () =>
          seen.resolve(traceHeaders()),
        );
        await using(listening, async () => {
          await inTrace(() => traceBus(bus, UNRECORDED).broadcast({ subject, id: "1", data: [] }));
          expect(await seen.promise).toEqual(TRACE);
        });
      });
    });

    describe("requests", () => {
      it("answers a JSON request with a JSON reply, headers carried [MSG-RPC-08]", async () => {
        const { subject, definition } = service(async ({ data, headers }) => ({ echo: data, headers }));
        await using(bus.serve(definition), async () => {
          const headers = { traceparent: "00-cd" };
          const reply = await replica.request(subject, { a: [1] }, { headers });
          expect(reply).toMatchObject({ echo: { a: [1] }, headers });
        });
      });

      it("refuses with code and exact text [MSG-RPC-10]", async () => {
        const text = 'Stage "Größe – 1" has no approvers';
        const { subject, definition } = service(async ({ data }) => {
          if (data === "domain") throw new DomainError("STAGE_HAS_NO_APPROVERS", text);
          throw new RequestRefused(409, "Document already has an approval in progress");
        });
        await using(bus.serve(definition), async () => {
          const conflict = await replica.request(subject, {}).catch((error: unknown) => error);
          expect(conflict).toBeInstanceOf(RequestRefused);
          expect(conflict).toMatchObject({
            code: 409,
            message: "Document already has an approval in progress",
          });
          const refused = await replica.request(subject, "domain").catch((error: unknown) => error);
          expect(refused).toMatchObject({ code: 400, message: text });
        });
      });

      it("answers 500 without internals when a handler breaks, and 400 to what is not JSON", async () => {
        const { subject, definition } = service(async () => {
          throw new Error("password=hunter2");
        });
        await using(bus.serve(definition), async () => {
          const broken = await bus.request(subject, {}).catch((error: unknown) => error);
          expect(broken).toMatchObject({ code: 500, message: "Internal error" });
          const malformed = await bus.request(subject, Buffer.from("{")).catch((error: unknown) => error);
          expect(malformed).toMatchObject({ code: 400, message: "The request is not JSON" });
        });
      });

      it("answers on a single subject while it is there, unlisted", async () => {
        const { subject, definition } = service(async ({ data }) => {
          if (data === "domain") throw new RequestRefused(404, "Session not found");
          return { echo: data };
        });
        await using(bus.respond({ subject, handle: definition.endpoints[0]!.handle }), async () => {
          expect(await replica.request(subject, 5)).toEqual({ echo: 5 });
          const refused = await replica.request(subject, "domain").catch((error: unknown) => error);
          expect(refused).toMatchObject({ code: 404, message: "Session not found" });
        });
        await expect(replica.request(subject, 5)).rejects.toThrow(RequestUnanswered);
      });

      it("says when nobody answers, at once or in time", async () => {
        const started = performance.now();
        await expect(bus.request("contract-rpc.nobody", {})).rejects.toMatchObject({
          name: "RequestUnanswered",
          possiblyHandled: false,
        });
        expect(performance.now() - started).toBeLessThan(2_000);
        const blocked = createGate();
        const { subject, definition } = service(() => blocked.passed);
        await using(bus.serve(definition), async () => {
          const late = bus.request(subject, {}, { timeoutMs: 100 });
          await expect(late).rejects.toMatchObject({ name: "RequestUnanswered", possiblyHandled: true });
          blocked.open();
        });
      });

      it("bounds the requests in progress and refuses more with 503", async () => {
        const blocked = createGate();
        const { subject, definition } = service(() => blocked.passed.then(() => "done"), 2);
        await using(bus.serve(definition), async () => {
          const requests = Array.from({ length: 6 }, () => bus.request(subject, {}));
          const refused = await Promise.any(
            requests.map((request) =>
              request.then(
                () => Promise.reject(new Error("answered")),
                (error: unknown) => error,
              ),
            ),
          );
          expect(refused).toMatchObject({ code: 503 });
          blocked.open();
          const results = await Promise.allSettled(requests);
          expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
        });
      });

      it("shares requests between replicas", async () => {
        const served = { first: 0, second: 0 };
        const subject = `contract-rpc.${randomUUID()}`;
        const counting = (which: keyof typeof served) => ({
          name: "shared",
          version: "1.0.0",
          description: "Counts",
          endpoints: [
            {
              name: "count",
              subject,
              handle: async () => {
                served[which] += 1;
              },
            },
          ],
        });
        await using(bus.serve(counting("first")), () =>
          using(replica.serve(counting("second")), async () => {
            for (let n = 0; n < 60; n++) await bus.request(subject, { n });
          }),
        );
        expect(served.first + served.second).toBe(60);
        expect(Math.min(served.first, served.second)).toBeGreaterThan(5);
      });

      it("answers what is in progress before a service is closed", async () => {
        const started = createGate();
        const blocked = createGate();
        const { subject, definition } = service(async () => {
          started.open();
          await blocked.passed;
          return "late but there";
        });
        const serving = await bus.serve(definition);
        const answer = bus.request(subject, {});
        await started.passed;
        const closing = serving.close();
        blocked.open();
        await closing;
        await expect(answer).resolves.toBe("late but there");
        await expect(bus.request(subject, {})).rejects.toThrow(RequestUnanswered);
      });
    });

    describe("broadcasts", () => {
      it("reach every listener, and one member of each queue group", async () => {
        const subject = `contract-live.${randomUUID()}`;
        const recorders = { alone: createRecorder(), other: createRecorder() };
        const members = [createRecorder(), createRecorder()];
        const listening = await Promise.all([
          bus.listen({ subject: `${subject}.*` }, recorders.alone.handle),
          replica.listen({ subject: `${subject}.*` }, recorders.other.handle),
          bus.listen({ subject: `${subject}.*`, queue: "q" }, (members[0] ?? recorders.alone).handle),
          replica.listen({ subject: `${subject}.*`, queue: "q" }, (members[1] ?? recorders.alone).handle),
        ]);
        for (let n = 0; n < 10; n++) {
          await bus.broadcast({ subject: `${subject}.x`, id: randomUUID(), data: { n } });
        }
        await waitFor(() => {
          const everywhere = [recorders.alone, recorders.other].every(
            ({ deliveries }) => deliveries.length === 10,
          );
          return everywhere && members.flatMap(({ deliveries }) => deliveries).length === 10;
        });
        await Promise.all(listening.map((subscription) => subscription.close()));
        const expected = Array.from({ length: 10 }, (_, n) => n);
        expect(recorders.alone.numbers()).toEqual(expected);
        expect(recorders.other.numbers()).toEqual(expected);
        expect(members.flatMap((member) => member.numbers()).toSorted((a, b) => a - b)).toEqual(expected);
      });

      it("go on behind a failing listener, and its end waits for the work in progress", async () => {
        const subject = `contract-live.${randomUUID()}`;
        const started = createGate();
        const blocked = createGate();
        let finished = false;
        const listening = await bus.listen({ subject }, async (delivery) => {
          if (numberOf(delivery) === 0) throw new Error("cannot");
          started.open();
          await blocked.passed;
          finished = true;
        });
        for (const n of [0, 1]) await bus.broadcast({ subject, id: randomUUID(), data: { n } });
        await started.passed;
        const closing = listening.close();
        expect(finished).toBe(false);
        blocked.open();
        await closing;
        expect(finished).toBe(true);
      });
    });
  });
}
