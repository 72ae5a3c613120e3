import { randomUUID } from "node:crypto";
import { recordSpans, waitFor } from "@countersign/testing";
import { traceHeaders, traced, traceOf, UNRECORDED } from "@countersign/tracing";
import { context } from "@opentelemetry/api";
import { beforeEach, describe, expect, it } from "vitest";
import type { Delivery } from "../src/bus.ts";
import { RequestRefused } from "../src/bus.ts";
import { traceBus } from "../src/trace-bus.ts";
import { type BusScene, using, service } from "./bus-scene.ts";

/** The trace that a message goes on with. */
export function describeTraces(on: BusScene): void {
  const { scene } = on;
  describe("traces", () => {
    const TRACE = {
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      tracestate: "vendor=1",
    };
    const recorder = recordSpans();
    beforeEach(() => recorder.clear());
    const senderTracing = recorder.tracingOf("sender");
    const receiverTracing = recorder.tracingOf("receiver");
    /** Each span's name under that of its parent, of one trace. */
    const tree = (traceId: string) => {
      const spans = recorder.spans().filter((span) => span.traceId === traceId);
      return Object.fromEntries(
        spans.map(({ service: of, name: spanName, parentSpanId }) => [
          `${of}: ${spanName}`,
          spans.find(({ spanId }) => spanId === parentSpanId)?.name,
        ]),
      );
    };
    const inTrace = async <T>(work: () => Promise<T>) => context.with(traceOf(TRACE), work);

    it("carries a message's trace from its sender to its handler [MSG-EVENT-03]", async () => {
      const { subject, consumer } = scene();
      const seenDelivery = Promise.withResolvers<Delivery>();
      const handle = async (delivery: Delivery) => seenDelivery.resolve(delivery);
      await using(traceBus(on.replica, receiverTracing).consume(consumer, handle), async () => {
        const message = { subject: `${subject}.a`, id: randomUUID(), data: {} };
        await inTrace(() =>
          traced(senderTracing, "request", {}, async () => traceBus(on.bus, senderTracing).publish(message)),
        );
        await seenDelivery.promise;
      });
      const { headers } = await seenDelivery.promise;
      expect(headers).toMatchObject({ tracestate: TRACE.tracestate });
      const traceId = TRACE.traceparent.split("-")[1]!;
      await waitFor(() => Object.keys(tree(traceId)).length === 3);
      expect(tree(traceId)).toEqual({
        "sender: request": undefined,
        "sender: publish contract.{id}.a": "request",
        "receiver: process contract.{id}.a": "publish contract.{id}.a",
      });
    });

    it("carries a request's trace to its handler, and counts refusals as answers [MSG-EVENT-03]", async () => {
      const { subject, definition } = service(async ({ data }) => {
        if (data === "refuse") throw new RequestRefused(409, "no");
        if (data === "break") throw new Error("broken");
        return traceHeaders();
      });
      const ask = (data: string) => inTrace(() => traceBus(on.bus, senderTracing).request(subject, data));
      await using(traceBus(on.replica, receiverTracing).serve(definition), async () => {
        expect(await ask("answer")).toMatchObject({ tracestate: TRACE.tracestate });
        await expect(ask("refuse")).rejects.toThrow("no");
        await expect(ask("break")).rejects.toThrow("Internal error");
      });
      const spans = recorder.spans();
      expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
      const outcomes = spans.map(({ service: of, name: spanName, failed }) => [`${of}: ${spanName}`, failed]);
      const [servedSpan, requestSpan] = [
        "receiver: serve contract-rpc.{id}",
        "sender: request contract-rpc.{id}",
      ];
      expect(outcomes).toEqual([
        ...[servedSpan, requestSpan, servedSpan, requestSpan].map((spanName) => [spanName, false]),
        ...[servedSpan, requestSpan].map((spanName) => [spanName, true]),
      ]);
    });

    it("hands an unrecorded trace on unchanged, and begins one if none came [MSG-EVENT-03]", async () => {
      const { subject, consumer } = scene();
      const [sender, receiver] = [traceBus(on.bus, UNRECORDED), traceBus(on.replica, UNRECORDED)];
      const seenHeaders: ReturnType<typeof traceHeaders>[] = [];
      const handle = async () => void seenHeaders.push(traceHeaders());
      const publish = async () => sender.publish({ subject: `${subject}.a`, id: randomUUID(), data: {} });
      await using(receiver.consume(consumer, handle), async () => {
        await inTrace(publish);
        await publish();
        await waitFor(() => seenHeaders.length === 2);
      });
      expect(seenHeaders).toContainEqual(TRACE);
      const begunTrace = seenHeaders.find(({ tracestate }) => tracestate === undefined);
      expect(begunTrace?.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/u);
    });

    it("carries a broadcast's trace", async () => {
      const { subject } = service(async () => undefined);
      const seenHeaders = Promise.withResolvers<ReturnType<typeof traceHeaders>>();
      const listening = traceBus(on.replica, UNRECORDED).listen({ subject }, async () =>
        seenHeaders.resolve(traceHeaders()),
      );
      await using(listening, async () => {
        await inTrace(() => traceBus(on.bus, UNRECORDED).broadcast({ subject, id: "1", data: [] }));
        expect(await seenHeaders.promise).toEqual(TRACE);
      });
    });
  });
}
