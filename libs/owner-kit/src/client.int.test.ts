import { randomUUID } from "node:crypto";
import {
  type Bus,
  type Delivery,
  RequestRefused,
  RequestUnanswered,
  createInProcessBus,
  traceBus,
} from "@countersign/bus";
import { MESSAGES, STREAMS, cloudEvent, outcomeSubject } from "@countersign/contracts";
import { createInbox, createUnitOfWork, ensureIndexes, platformIndexes } from "@countersign/mongo";
import { createOutbox, OUTBOX_INDEXES, type OutboxEntry } from "@countersign/outbox";
import { useTestStore, waitFor, createGate, silentLogger } from "@countersign/testing";
import { traceOf, UNRECORDED } from "@countersign/tracing";
import { context } from "@opentelemetry/api";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOwner } from "./client.ts";

const store = await useTestStore();
await ensureIndexes(store, [...platformIndexes(), ...OUTBOX_INDEXES]);
const COMPANY = "aaaaaaaaaaaaaaaaaaaaaaaa";
const USER = "bbbbbbbbbbbbbbbbbbbbbbbb";
const TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

const unitOfWork = createUnitOfWork(store, (scope) => ({
  inbox: createInbox(scope),
  outbox: createOutbox(scope, { service: "owner" }),
  effects: {
    add: (refId: string, type: string) =>
      scope.db.collection("effects").insertOne({ refId, type }, { session: scope.session }),
  },
}));
const effects = () => store.db.collection("effects").find().sort({ _id: 1 }).toArray();

type Effects = { effects: { add(refId: string, type: string): Promise<unknown> } };

let bus: Bus;
beforeEach(async () => {
  bus = createInProcessBus({ logger: silentLogger });
  await bus.ensureStreams(Object.values(STREAMS));
});
afterEach(async () => {
  await bus.close();
  await store.db.collection("effects").deleteMany({});
});

function newRefId(): string {
  return randomUUID().replaceAll("-", "").slice(0, 24);
}

function openOwner() {
  const traced = traceBus(bus, UNRECORDED);
  return createOwner({ owner: "hr", bus: traced, unitOfWork, retryMs: [5, 5], timeoutMs: 200 });
}

/** Does work as part of a trace that came in. */
const inTrace = <T>(work: () => T): T => context.with(traceOf({ traceparent: TRACEPARENT }), work);

function outcomeOf(refId: string, outcome: "completed" | "rejected" = "completed") {
  const ids = { refId, companyId: COMPANY, runId: newRefId(), submitterId: USER, actorId: USER };
  return {
    subject: outcomeSubject("hr", "Leave", outcome),
    event: cloudEvent({
      id: newRefId(),
      source: "/test",
      type: MESSAGES[outcome].type,
      subject: refId,
      time: new Date(),
      data: { ...ids, kind: "Leave" as const },
    }),
  };
}

const request = () => ({
  companyId: COMPANY,
  kind: "Leave" as const,
  refId: newRefId(),
  employeeId: USER,
  submitterId: USER,
  requestId: "request-1",
});

async function serve(handle: (request: Delivery) => Promise<unknown>) {
  const endpoints = [{ name: "submit", subject: "approval.rpc.hr.submit", handle }];
  await bus.serve({ name: "engine", version: "1.0.0", description: "d", endpoints });
}

describe("requests", () => {
  it("submits an HR document and reads the answer, with the trace carried [MSG-RPC-09] [MSG-EVENT-03]", async () => {
    const seen: Delivery[] = [];
    const tasks = [{ _id: USER, orderNo: 1, stageName: "MANAGER", status: "AWAITING_APPROVAL" }];
    await serve(async (delivery) => {
      seen.push(delivery);
      return { refId: (delivery.data as { refId: string }).refId, tasks };
    });
    const asked = request();
    expect(await inTrace(() => openOwner().submit(asked))).toEqual({ refId: asked.refId, tasks });
    expect(seen[0]).toMatchObject({ data: asked, headers: { traceparent: TRACEPARENT } });
  });

  it("asks again with the same requestId when no answer came [MSG-RPC-15]", async () => {
    const requestIds: unknown[] = [];
    const answered = createGate();
    await serve(async ({ data }) => {
      requestIds.push((data as { requestId: string }).requestId);
      if (requestIds.length < 3) await answered.passed;
      return { refId: (data as { refId: string }).refId, tasks: [] };
    });
    await openOwner().submit(request());
    answered.open();
    expect(requestIds).toEqual(["request-1", "request-1", "request-1"]);
  });

  it("gives up after its attempts, and passes a refusal on at once", async () => {
    await expect(openOwner().submit(request())).rejects.toThrow(RequestUnanswered);
    let calls = 0;
    await serve(async () => {
      calls += 1;
      throw new RequestRefused(409, "Document already has an approval in progress");
    });
    const refused = await openOwner()
      .submit(request())
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 409, message: "Document already has an approval in progress" });
    expect(calls).toBe(1);
  });
});

it("calls any operation, and only once if it may not be repeated", async () => {
  let calls = 0;
  const answered = createGate();
  const handle = async ({ data }: Delivery) => {
    calls += 1;
    if (calls === 1) return { orderId: (data as { orderId: string }).orderId };
    await answered.passed;
    return {};
  };
  const endpoints = [{ name: "assertPostable", subject: "approval.rpc.inventory.assertPostable", handle }];
  await bus.serve({ name: "engine", version: "1.0.0", description: "d", endpoints });
  const [kit, order] = [openOwner(), { companyId: COMPANY, orderId: newRefId() }];
  expect(await kit.request("inventoryAssertPostable", order)).toEqual({ orderId: order.orderId });
  const once = kit.request("inventoryAssertPostable", order, { retryMs: [] });
  await expect(once).rejects.toMatchObject({ name: "RequestUnanswered", possiblyHandled: true });
  answered.open();
  expect(calls).toBe(2);
});

it("makes durable commands for the owner's outbox [MSG-COMMAND-02] [MSG-COMMAND-03] [MSG-EVENT-03]", async () => {
  const refId = newRefId();
  const kit = openOwner();
  const cancel = inTrace(() => kit.cancelCommand({ companyId: COMPANY, refId, actorId: USER }));
  expect(cancel).toMatchObject({ key: refId, subject: "approval.command.cancel", companyId: COMPANY });
  expect(cancel.headers).toEqual({
    "content-type": "application/cloudevents+json",
    traceparent: TRACEPARENT,
  });
  expect(MESSAGES.cancelCommand.event.parse(cancel.data)).toMatchObject({
    id: cancel.id,
    source: "/countersign/hr",
    subject: refId,
    traceparent: TRACEPARENT,
    data: { companyId: COMPANY, refId, actorId: USER },
  });
  const document = { title: "Fewer days" };
  const amend = kit.amendCommand({ companyId: COMPANY, refId, actorId: USER, document });
  expect(amend).toMatchObject({ key: refId, subject: "approval.command.amend" });
  expect(MESSAGES.amendCommand.event.parse(amend.data).data.document).toEqual(document);
  const submit = kit.submitCommand({
    companyId: COMPANY,
    refId,
    kind: "Leave",
    submitterId: USER,
    workflowId: USER,
  });
  expect(submit.subject).toBe("approval.command.submit");
  expect(MESSAGES.submitCommand.event.parse(submit.data).data.workflowId).toBe(USER);
});

describe("a durable command that breaks the contract is not made, and the fault names the field:", () => {
  const ids = { companyId: COMPANY, refId: newRefId() };
  const submission = { ...ids, kind: "Leave", submitterId: USER, workflowId: USER };
  const rows = Array.from({ length: 2_000 }, () => Array.from({ length: 12 }, () => "x".repeat(28)));
  const columns = Array.from({ length: 12 }, (_, n) => ({
    key: `c${n}`,
    label: "C",
    type: "TEXT" as const,
  }));
  const kit = openOwner();
  const faulty: [string, () => OutboxEntry, string][] = [
    [
      "a title",
      () => kit.submitCommand({ ...submission, document: { title: "x".repeat(201) } }),
      "document.title: must have at most 200 characters",
    ],
    [
      "an unknown kind",
      () => kit.submitCommand({ ...submission, kind: "Contract" }),
      "kind: Invalid option: expected one of",
    ],
    [
      "an amount",
      () => kit.amendCommand({ ...ids, actorId: USER, document: { amount: "12,50", currency: "EUR" } }),
      "document.amount: must be a decimal number",
    ],
    [
      "an id",
      () => kit.cancelCommand({ ...ids, actorId: "x" }),
      "actorId: must be 24 hexadecimal characters",
    ],
    [
      "more than a message holds",
      () =>
        kit.submitCommand({
          ...submission,
          dynamicStages: Array.from({ length: 50 }, (_stage, order) => ({
            name: "Board",
            order,
            approveBy: "ALL" as const,
            approverIds: Array.from({ length: 200 }, newRefId),
          })),
          document: { tables: [{ key: "lines", label: "Lines", columns, rows }] },
        }),
      "more than 1000000",
    ],
  ];

  it.each(faulty)("%s [OPS-6]", (_what, make, text) => {
    expect(make).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT", message: expect.stringContaining(text) }),
    );
  });
});

/** Notes the message's document and type. */
const note = async ({ type, data }: { type: string; data: { refId: string } }, repositories: Effects) => {
  await repositories.effects.add(data.refId, type);
};

describe("messages in", () => {
  it("handles an outcome once, however often it is delivered [MSG-DELIVERY-02]", async () => {
    const refId = newRefId();
    const { subject, event } = outcomeOf(refId);
    await openOwner().onOutcome(async ({ type, data }, { effects }) => {
      await effects.add(data.refId, type);
    });
    for (const id of ["first", "again", "once more"]) await bus.publish({ subject, id, data: event });
    const last = outcomeOf(newRefId(), "rejected");
    await bus.publish({ subject: last.subject, id: "last", data: last.event });
    await waitFor(async () => (await effects()).length >= 2);
    expect((await effects()).filter((effect) => effect["refId"] === refId)).toMatchObject([
      { type: "approval.outcome.completed" },
    ]);
  });

  it("handles an outcome in the trace of its event, and sends further messages in that trace [MSG-EVENT-03]", async () => {
    const kit = openOwner();
    const refId = newRefId();
    const { subject, event } = outcomeOf(refId);
    const sent = Promise.withResolvers<OutboxEntry>();
    await kit.onOutcome(async () => {
      sent.resolve(kit.cancelCommand({ companyId: COMPANY, refId, actorId: USER }));
    });
    // Like a sender that uses CloudEvents without our headers.
    await bus.publish({ subject, id: event.id, data: { ...event, traceparent: TRACEPARENT } });
    expect((await sent.promise).headers).toMatchObject({ traceparent: TRACEPARENT });
  });

  it("hands on that an approver wants changes, and acknowledges it where nobody listens [TALK-2]", async () => {
    const reasons: string[] = [];
    await bus.close();
    bus = createInProcessBus({
      logger: silentLogger,
      events: { deadLettered: ({ reason }) => reasons.push(reason) },
    });
    await bus.ensureStreams(Object.values(STREAMS));
    const publish = async (type: "changesRequested" | "refused", refId: string, fields: object) => {
      const ids = { companyId: COMPANY, refId, kind: "Leave" as const, requestId: "request-1" };
      const address = { subject: refId, source: "/test", time: new Date(), id: newRefId() };
      const event = cloudEvent({ ...address, type: MESSAGES[type].type, data: { ...ids, ...fields } });
      await bus.publish({ subject: `approval.request.hr.Leave.${type}`, id: event.id, data: event });
    };
    const wish = { runId: newRefId(), messageId: newRefId(), text: "Add the receipt", by: USER };
    const deaf = await openOwner().onAnswer(note);
    const [first, second] = [newRefId(), newRefId()];
    await publish("changesRequested", first, { ...wish, closed: false });
    await publish("refused", first, { code: 409, error: "no" });
    await waitFor(async () => (await effects()).length === 1);
    await deaf.close();
    await openOwner().onAnswer(note, async ({ type, data }, repositories) => {
      await repositories.effects.add(data.refId, `${type} ${data.text} ${data.closed}`);
    });
    await publish("changesRequested", second, { ...wish, closed: true });
    await waitFor(async () => (await effects()).length === 2);
    expect((await effects()).map(({ refId, type }) => [refId, type])).toEqual([
      [first, "approval.request.refused"],
      [second, "approval.request.changesRequested Add the receipt true"],
    ]);
    expect(reasons).toEqual([]);
  });

  it("leaves neither effect nor inbox record when the handler fails, and tries again [MSG-DELIVERY-02]", async () => {
    const refId = newRefId();
    const { subject, event } = outcomeOf(refId);
    let attempts = 0;
    await openOwner().onOutcome(async ({ type, data }, { effects }) => {
      attempts += 1;
      await effects.add(data.refId, type);
      if (attempts === 1) throw new Error("after the effect");
    });
    await bus.publish({ subject, id: event.id, data: event });
    await waitFor(async () => (await effects()).length === 1 && attempts === 2);
  });

  it("buries a message that breaks the contract, and goes on [MSG-DELIVERY-04]", async () => {
    const reasons: string[] = [];
    await bus.close();
    bus = createInProcessBus({
      logger: silentLogger,
      events: { deadLettered: ({ reason }) => reasons.push(reason) },
    });
    await bus.ensureStreams(Object.values(STREAMS));
    await openOwner().onOutcome(async ({ type, data }, { effects }) => {
      await effects.add(data.refId, type);
    });
    const good = outcomeOf(newRefId());
    const bad = [
      { ...good.event, type: "approval.outcome.maybe" },
      { ...good.event, data: { ...good.event.data, refId: "x", kind: "Party" } },
      "not an event",
      null,
    ];
    for (const data of bad) await bus.publish({ subject: good.subject, id: randomUUID(), data });
    await bus.publish({ subject: good.subject, id: good.event.id, data: good.event });
    await waitFor(async () => (await effects()).length === 1 && reasons.length === bad.length);
    expect(reasons.find((reason) => reason.includes("data.refId"))).toContain(
      "data.refId: must be 24 hexadecimal characters; data.kind:",
    );
  });
});
