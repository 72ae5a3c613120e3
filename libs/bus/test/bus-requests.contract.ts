import { randomUUID } from "node:crypto";
import { DomainError } from "@countersign/domain/errors";
import { createGate, waitFor } from "@countersign/testing";
import { describe, expect, it } from "vitest";
import { RequestRefused, RequestUnanswered } from "../src/bus.ts";
import { createRecorder, numberOf } from "./recorder.ts";
import { type BusScene, using, service } from "./bus-scene.ts";

/** Requests and their answers, and broadcasts. */
export function describeRequests(on: BusScene): void {
  describe("requests", () => {
    it("answers a JSON request with a JSON reply, headers carried [MSG-RPC-08]", async () => {
      const { subject, definition } = service(async ({ data, headers }) => ({ echo: data, headers }));
      await using(on.bus.serve(definition), async () => {
        const headers = { traceparent: "00-cd" };
        const reply = await on.replica.request(subject, { a: [1] }, { headers });
        expect(reply).toMatchObject({ echo: { a: [1] }, headers });
      });
    });

    it("refuses with code and exact text [MSG-RPC-10]", async () => {
      const text = 'Stage "Größe – 1" has no approvers';
      const { subject, definition } = service(async ({ data }) => {
        if (data === "domain") throw new DomainError("STAGE_HAS_NO_APPROVERS", text);
        throw new RequestRefused(409, "Document already has an approval in progress");
      });
      await using(on.bus.serve(definition), async () => {
        const conflict = await on.replica.request(subject, {}).catch((error: unknown) => error);
        expect(conflict).toBeInstanceOf(RequestRefused);
        expect(conflict).toMatchObject({
          code: 409,
          message: "Document already has an approval in progress",
        });
        const refusal = await on.replica.request(subject, "domain").catch((error: unknown) => error);
        expect(refusal).toMatchObject({ code: 400, message: text });
      });
    });

    it("answers 500 without internals when a handler breaks, and 400 to a body that is not JSON", async () => {
      const { subject, definition } = service(async () => {
        throw new Error("password=hunter2");
      });
      await using(on.bus.serve(definition), async () => {
        const brokenAnswer = await on.bus.request(subject, {}).catch((error: unknown) => error);
        expect(brokenAnswer).toMatchObject({ code: 500, message: "Internal error" });
        const malformedAnswer = await on.bus
          .request(subject, Buffer.from("{"))
          .catch((error: unknown) => error);
        expect(malformedAnswer).toMatchObject({ code: 400, message: "The request is not JSON" });
      });
    });

    it("answers on an unlisted single subject while its responder is open", async () => {
      const { subject, definition } = service(async ({ data }) => {
        if (data === "domain") throw new RequestRefused(404, "Session not found");
        return { echo: data };
      });
      await using(on.bus.respond({ subject, handle: definition.endpoints[0]!.handle }), async () => {
        expect(await on.replica.request(subject, 5)).toEqual({ echo: 5 });
        const refusal = await on.replica.request(subject, "domain").catch((error: unknown) => error);
        expect(refusal).toMatchObject({ code: 404, message: "Session not found" });
      });
      await expect(on.replica.request(subject, 5)).rejects.toThrow(RequestUnanswered);
    });

    it("fails at once without a server of the subject, and after its time-out without an answer", async () => {
      const startedAt = performance.now();
      await expect(on.bus.request("contract-rpc.nobody", {})).rejects.toMatchObject({
        name: "RequestUnanswered",
        possiblyHandled: false,
      });
      expect(performance.now() - startedAt).toBeLessThan(2_000);
      const blockade = createGate();
      const { subject, definition } = service(() => blockade.passed);
      await using(on.bus.serve(definition), async () => {
        const late = on.bus.request(subject, {}, { timeoutMs: 100 });
        await expect(late).rejects.toMatchObject({ name: "RequestUnanswered", possiblyHandled: true });
        blockade.open();
      });
    });

    it("bounds the requests in progress and refuses more with 429 [OPS-5]", async () => {
      const blockade = createGate();
      const { subject, definition } = service(() => blockade.passed.then(() => "done"), 2);
      await using(on.bus.serve(definition), async () => {
        const requests = Array.from({ length: 6 }, () => on.bus.request(subject, {}));
        const refusal = await Promise.any(
          requests.map((request) =>
            request.then(
              () => Promise.reject(new Error("answered")),
              (error: unknown) => error,
            ),
          ),
        );
        expect(refusal).toMatchObject({ code: 429 });
        blockade.open();
        const results = await Promise.allSettled(requests);
        expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
      });
    });

    it("shares requests between replicas", async () => {
      const servedCounts = { first: 0, second: 0 };
      const subject = `contract-rpc.${randomUUID()}`;
      const countingService = (replicaName: keyof typeof servedCounts) => ({
        name: "shared",
        version: "1.0.0",
        description: "Counts",
        endpoints: [
          {
            name: "count",
            subject,
            handle: async () => {
              servedCounts[replicaName] += 1;
            },
          },
        ],
      });
      await using(on.bus.serve(countingService("first")), () =>
        using(on.replica.serve(countingService("second")), async () => {
          for (let n = 0; n < 60; n++) await on.bus.request(subject, { n });
        }),
      );
      expect(servedCounts.first + servedCounts.second).toBe(60);
      expect(Math.min(servedCounts.first, servedCounts.second)).toBeGreaterThan(5);
    });

    it("answers requests in progress before a service is closed", async () => {
      const startGate = createGate();
      const blockade = createGate();
      const { subject, definition } = service(async () => {
        startGate.open();
        await blockade.passed;
        return "late but there";
      });
      const serving = await on.bus.serve(definition);
      const answer = on.bus.request(subject, {});
      await startGate.passed;
      const closing = serving.close();
      blockade.open();
      await closing;
      await expect(answer).resolves.toBe("late but there");
      await expect(on.bus.request(subject, {})).rejects.toThrow(RequestUnanswered);
    });
  });

  describe("broadcasts", () => {
    it("reach every listener", async () => {
      const subject = `contract-live.${randomUUID()}`;
      const recorders = [createRecorder(), createRecorder()] as const;
      const listening = await Promise.all([
        on.bus.listen({ subject: `${subject}.*` }, recorders[0].handle),
        on.replica.listen({ subject: `${subject}.*` }, recorders[1].handle),
      ]);
      for (let n = 0; n < 10; n++) {
        await on.bus.broadcast({ subject: `${subject}.x`, id: randomUUID(), data: { n } });
      }
      await waitFor(() => recorders.every(({ deliveries }) => deliveries.length === 10));
      await Promise.all(listening.map((subscription) => subscription.close()));
      const expected = Array.from({ length: 10 }, (_, n) => n);
      for (const recorder of recorders) expect(recorder.numbers()).toEqual(expected);
    });

    it("go on behind a failing listener, and its end waits for the work in progress", async () => {
      const subject = `contract-live.${randomUUID()}`;
      const startGate = createGate();
      const blockade = createGate();
      let isFinished = false;
      const listening = await on.bus.listen({ subject }, async (delivery) => {
        if (numberOf(delivery) === 0) throw new Error("cannot");
        startGate.open();
        await blockade.passed;
        isFinished = true;
      });
      for (const n of [0, 1]) await on.bus.broadcast({ subject, id: randomUUID(), data: { n } });
      await startGate.passed;
      const closing = listening.close();
      expect(isFinished).toBe(false);
      blockade.open();
      await closing;
      expect(isFinished).toBe(true);
    });
  });
}
