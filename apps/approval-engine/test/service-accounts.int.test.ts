import { readFileSync } from "node:fs";
import { join } from "node:path";

import { MESSAGES, RPC, STREAMS, cloudEvent, consumersOf, documentKinds } from "@countersign/contracts";
import { type Bus, type Delivery, createJetStreamBus } from "@countersign/bus";
import { createOwner } from "@countersign/owner-kit";
import { createInbox, createUnitOfWork, newId, toObjectId } from "@countersign/mongo";
import type { RunningService } from "@countersign/service-kit";
import {
  type NatsServer,
  silentLogger,
  startNatsServer,
  startTestService,
  type TestStore,
  useTestStore,
  waitFor,
  withAccountOf,
} from "@countersign/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { engineOn, recordsOf } from "./engine-fixture.ts";
import { approvalEngine } from "../src/service.ts";

const CONFIG = join(import.meta.dirname, "../../../docs/nats/accounts.conf");
const DOCUMENT_KINDS = "legal:Contract";
const FOREIGN = "This service may not act for the company";

/** Submits past the edge, as the owner of the document would. */
const submitOnStore = async (
  store: TestStore,
  order: { companyId: string; refId: string; submitterId: string; kind: "SalesOrder" },
) => {
  const { companyId, submitterId: userId } = order;
  const engine = await engineOn(store);
  return engine.submitDocument({ companyId, userId, privileged: false, isService: true }, order);
};

const onlyOf = (owner: string) => `This service may not act for documents of ${owner}`;

const submission = (companyId: string) => ({
  companyId,
  refId: newId(),
  kind: "Leave" as const,
  submitterId: newId(),
  dynamicStages: [{ name: "Manager", order: 1, approveBy: "ANY" as const, approverIds: [newId()] }],
});

const contract = (companyId: string) => ({ ...submission(companyId), kind: "Contract" });

describe("services with accounts of their own", { tags: ["nats-server"] }, async () => {
  const store = await useTestStore();
  const records = recordsOf(store);
  const nameOf = async (id: string) =>
    (await records.list<{ name: string }>("users", { _id: toObjectId(id) }))[0]?.name;
  const own = newId();
  const foreign = newId();
  const deadLetters: string[] = [];
  const answers: Delivery[] = [];
  let server: NatsServer;
  let engine: RunningService;
  let platform: Bus;
  let hr: Bus;
  let legal: Bus;

  const urlOf = (user: string) => {
    const { host } = new URL(server.url);
    return `nats://${user}:${user}@${host}`;
  };
  const busOf = async (user: string) =>
    createJetStreamBus({
      servers: urlOf(user),
      logger: silentLogger,
      events: { deadLettered: ({ reason }) => deadLetters.push(reason) },
    });

  beforeAll(async () => {
    server = await startNatsServer({ config: withAccountOf("legal", readFileSync(CONFIG, "utf8")) });
    platform = await busOf("platform");
    engine = await startTestService(approvalEngine, store, {
      bus: platform,
      env: { DOCUMENT_KINDS, SERVICE_COMPANIES: `HR=${own} INVENTORY=* LEGAL=${own}` },
    });
    [hr, legal] = await Promise.all([busOf("hr"), busOf("legal")]);
    for (const [owner, bus] of Object.entries({ hr, legal })) {
      await bus.expectStreams(Object.values(STREAMS));
      await bus.consume({ ...consumersOf(owner).answers, keyOf: () => "all" }, async (delivery) => {
        answers.push(delivery);
      });
    }
  });
  afterAll(async () => {
    await Promise.all([hr.close(), legal.close()]);
    await engine.stop();
    await platform.close();
    await server.stop();
  });

  const answerTo = async ({ refId }: { refId: string }) =>
    waitFor(() => answers.find(({ data }) => (data as { data: { refId: string } }).data.refId === refId), {
      timeoutMs: 15_000,
    });
  const ownerKit = (owner = "hr", bus = hr) =>
    createOwner({
      owner,
      registry: documentKinds.parse(DOCUMENT_KINDS),
      bus,
      unitOfWork: createUnitOfWork(store, (scope) => ({ inbox: createInbox(scope) })),
    });
  const publish = async ({ id, subject, data }: { id: string; subject: string; data: unknown }, bus = hr) =>
    bus.publish({ id, subject, data });

  it("a request for a company of its own is answered, for a foreign one refused with 403 [MSG-FENCE-01]", async () => {
    const request = submission(own);
    expect(await hr.request(RPC.submit.subject, request)).toMatchObject({ refId: request.refId });
    const refused = submission(foreign);
    const answer = hr.request(RPC.submit.subject, refused);
    await expect(answer).rejects.toMatchObject({ name: "RequestRefused", code: 403, message: FOREIGN });
    const counts = hr.request(RPC.hrPendingCounts.subject, { companyId: foreign });
    await expect(counts).rejects.toMatchObject({ code: 403 });
    expect(await records.tasks(refused.refId)).toEqual([]);
  });

  it("nobody passes for another account, and without one nobody is heard [MSG-FENCE-01]", async () => {
    const headers = { "Nats-Request-Info": JSON.stringify({ acc: "INVENTORY" }) };
    const forged = hr.request(RPC.submit.subject, submission(foreign), { headers });
    await expect(forged).rejects.toMatchObject({ code: 403 });
    const { submitCommand } = MESSAGES;
    const subject = submitCommand.address.replace("command", "command.from.INVENTORY");
    await expect(publish({ id: newId(), subject, data: submission(foreign) })).rejects.toThrow();
    const inside = platform.request(RPC.submit.subject, submission(own));
    await expect(inside).rejects.toMatchObject({ code: 403 });
  });

  it("a durable submission is accepted, for a foreign company refused with 403 [MSG-FENCE-01]", async () => {
    const [good, bad] = [submission(own), submission(foreign)];
    const kit = ownerKit();
    await publish(kit.submitCommand(good));
    await publish(kit.submitCommand(bad));
    expect((await answerTo(good)).subject).toBe("approval.request.hr.Leave.accepted");
    const refusal = MESSAGES.refused.event.parse((await answerTo(bad)).data);
    expect(refusal.data).toMatchObject({ code: 403, error: FOREIGN });
    expect(await records.tasks(bad.refId)).toEqual([]);
  });

  it.each(["cancelCommand", "amendCommand"] as const)(
    "a durable %s for a foreign company is a dead letter [MSG-FENCE-01] [DOC-3]",
    async (name) => {
      const before = deadLetters.length;
      const about = { companyId: foreign, refId: newId(), actorId: newId(), document: {} };
      await publish(ownerKit()[name](about));
      await waitFor(() => deadLetters.length > before, { timeoutMs: 15_000 });
      expect(deadLetters.at(-1)).toBe(FOREIGN);
    },
  );

  it("amends by request and by command what is its own, and no foreign company's [DOC-3] [MSG-FENCE-01]", async () => {
    const about = submission(own);
    await hr.request(RPC.submit.subject, about);
    const amendment = { companyId: own, refId: about.refId, actorId: about.submitterId, document: {} };
    const text = "Document cannot be changed while its approval is in progress";
    await expect(hr.request(RPC.amend.subject, amendment)).rejects.toMatchObject({
      code: 409,
      message: text,
    });
    await publish(ownerKit().amendCommand(amendment));
    expect(MESSAGES.refused.event.parse((await answerTo(about)).data).data).toMatchObject({
      code: 409,
      error: text,
    });
    const theirs = hr.request(RPC.amend.subject, { ...amendment, companyId: foreign });
    await expect(theirs).rejects.toMatchObject({ code: 403, message: FOREIGN });
  });

  it("an account named after an owner does nothing with another owner's documents [SAFE-1]", async () => {
    const order = { ...submission(own), kind: "SalesOrder" as const };
    const { refId, submitterId: actorId } = order;
    const inventoryOnly = onlyOf("inventory");
    const submitted = hr.request(RPC.submit.subject, order);
    await expect(submitted).rejects.toMatchObject({ code: 403, message: inventoryOnly });
    const postable = [RPC.inventoryAssertPostable.subject, { companyId: own, orderId: refId }] as const;
    await expect(hr.request(...postable)).rejects.toMatchObject({ name: "RequestUnanswered" });
    // The engine's own refusal, should the broker let it pass: the platform's account can write the header itself.
    const headers = { "Nats-Request-Info": JSON.stringify({ acc: "HR" }) };
    const asHr = platform.request(...postable, { headers });
    await expect(asHr).rejects.toMatchObject({ code: 403, message: inventoryOnly });
    await publish(ownerKit().submitCommand(order));
    const run = await submitOnStore(store, order);
    const cancel = { companyId: own, refId, actorId };
    expect(await hr.request(RPC.cancel.subject, cancel)).toEqual({ refId, archivedTasks: 0 });
    const change = hr.request(RPC.amend.subject, { ...cancel, document: {} });
    await expect(change).rejects.toMatchObject({ code: 404 });
    await publish(ownerKit().cancelCommand(cancel));
    // Commands of one document are handled in order: once the last is answered, those before it are.
    const last = { ...submission(own), refId };
    await publish(ownerKit().submitCommand(last));
    await answerTo(last);
    expect(await records.tasks(refId)).toMatchObject([{ runId: run.runId, status: "AWAITING_APPROVAL" }]);
  });

  it("an added owner submits its documents by request and by command [DOC-1] [MSG-FENCE-01]", async () => {
    const [asked, sent] = [contract(own), contract(own)];
    expect(await legal.request(RPC.submit.subject, asked)).toMatchObject({ refId: asked.refId });
    await publish(ownerKit("legal", legal).submitCommand(sent), legal);
    expect((await answerTo(sent)).subject).toBe("approval.request.legal.Contract.accepted");
    const foreigners = legal.request(RPC.submit.subject, contract(foreign));
    await expect(foreigners).rejects.toMatchObject({ code: 403, message: FOREIGN });
  });

  it("an added owner does nothing with others' documents, nor they with its own [DOC-1] [SAFE-1]", async () => {
    const leave = submission(own);
    const submitted = legal.request(RPC.submit.subject, leave);
    await expect(submitted).rejects.toMatchObject({ code: 403, message: onlyOf("hr") });
    const theirs = hr.request(RPC.submit.subject, { ...leave, kind: "Contract" });
    await expect(theirs).rejects.toMatchObject({ code: 403, message: onlyOf("legal") });
    const kit = ownerKit("legal", legal);
    await publish(kit.submitCommand(leave), legal);
    const { subject, data } = await answerTo(leave);
    expect(subject).toBe("approval.request.hr.Leave.refused");
    expect(MESSAGES.refused.event.parse(data).data).toMatchObject({ code: 403, error: onlyOf("hr") });

    await hr.request(RPC.submit.subject, leave);
    const cancel = { companyId: own, refId: leave.refId, actorId: newId() };
    expect(await legal.request(RPC.cancel.subject, cancel)).toMatchObject({ archivedTasks: 0 });
    expect(await hr.request(RPC.cancel.subject, cancel)).toMatchObject({ archivedTasks: 1 });
  });

  it("HR changes people of its own companies; of a foreign one they are dead letters [DOC-4] [MSG-FENCE-01]", async () => {
    const { type, address: subject } = MESSAGES.userChanged;
    const change = async (companyId: string, sender = hr) => {
      const user = { _id: newId(), active: true, version: 1, name: "Nora" };
      const data = { companyId, user };
      const id = newId();
      const event = cloudEvent({
        id,
        source: "/countersign/hr",
        type,
        subject: user._id,
        time: new Date(),
        data,
      });
      await sender.publish({ id, subject, data: event });
      return user._id;
    };
    deadLetters.length = 0;
    const refused = await change(foreign);
    await waitFor(() => deadLetters.includes(FOREIGN), { timeoutMs: 15_000 });
    const accepted = await change(own);
    await waitFor(async () => (await nameOf(accepted)) === "Nora", { timeoutMs: 15_000 });
    expect(await nameOf(refused)).toBeUndefined();
    // The platform's own changes, such as an operator's import, need no entry among the companies.
    const imported = await change(foreign, platform);
    await waitFor(async () => (await nameOf(imported)) === "Nora", { timeoutMs: 15_000 });
  });

  it("the broker refuses actions that no owner may take [MSG-FENCE-01]", async () => {
    for (const operation of [`DELETE.${STREAMS.outcomes.name}`, `PURGE.${STREAMS.commands.name}`]) {
      const refused = hr.request(`$JS.API.STREAM.${operation}`, {}, { timeoutMs: 300 });
      await expect(refused, operation).rejects.toThrow();
    }
    const info = await platform.request(`$JS.API.STREAM.INFO.${STREAMS.commands.name}`, {});
    expect((info as { state: { messages: number } }).state.messages).toBeGreaterThan(0);
  });

  it("the engine is found, with its operations and their statistics, by the broker's service API [MSG-RPC-01]", async () => {
    expect(await serviceApi("PING")).toMatchObject({ name: "approval-engine", id: expect.any(String) });
    expect(await serviceApi("INFO")).toMatchObject({
      description: expect.stringContaining("Approvals"),
      endpoints: expect.arrayContaining(
        Object.values(RPC).map(({ subject }) => expect.objectContaining({ subject })),
      ),
    });
    const before = await requestsOf(RPC.hrPendingCounts.subject);
    await hr.request(RPC.hrPendingCounts.subject, { companyId: own });
    expect(await requestsOf(RPC.hrPendingCounts.subject)).toBe(before + 1);
  });

  const serviceApi = async (verb: string) => platform.request(`$SRV.${verb}.approval-engine`, {});

  /** How many requests the engine has had on a subject, by its own statistics. */
  async function requestsOf(subject: string): Promise<number> {
    const { endpoints } = (await serviceApi("STATS")) as {
      endpoints: { subject: string; num_requests: number }[];
    };
    return endpoints.find((endpoint) => endpoint.subject === subject)?.num_requests ?? 0;
  }
});
