import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { type Bus, createJetStreamBus } from "@countersign/bus";
import { MESSAGES, RPC, STREAMS, SUBJECTS, cloudEvent, consumersOf } from "@countersign/contracts";
import { newId } from "@countersign/mongo";
import type { RunningService } from "@countersign/service-kit";
import {
  type NatsServer,
  silentLogger,
  startNatsServer,
  startTestService,
  useTestStore,
  waitFor,
  withAccountOf,
} from "@countersign/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { recordsOf } from "./engine-fixture.ts";
import { approvalEngine } from "../src/service.ts";

const CONFIG = join(import.meta.dirname, "../../../docs/nats/accounts.conf");
const onlyOf = (owner: string) => `This service may not act for documents of ${owner}`;

describe("an added owner with an account of its own", { tags: ["nats-server"] }, async () => {
  const store = await useTestStore();
  const records = recordsOf(store);
  const companyId = newId();
  /** Answers to durable submissions: subject and what is said, by the document's id. */
  const answers = new Map<string, { subject: string; error?: string }>();
  let server: NatsServer;
  let engine: RunningService;
  let platform: Bus;
  let legal: Bus;
  let hr: Bus;

  beforeAll(async () => {
    server = await startNatsServer({ config: withAccountOf("legal", readFileSync(CONFIG, "utf8")) });
    const { host } = new URL(server.url);
    const busOf = async (user: string) =>
      createJetStreamBus({ servers: `nats://${user}:${user}@${host}`, logger: silentLogger });
    [platform, legal, hr] = await Promise.all([busOf("platform"), busOf("legal"), busOf("hr")]);
    engine = await startTestService(approvalEngine, store, {
      bus: platform,
      env: { DOCUMENT_KINDS: "legal:Contract", SERVICE_COMPANIES: `HR=* LEGAL=${companyId}` },
    });
    for (const [owner, bus] of [
      ["legal", legal],
      ["hr", hr],
    ] as const) {
      await bus.expectStreams(Object.values(STREAMS));
      await bus.consume({ ...consumersOf(owner).answers, keyOf: () => "all" }, async ({ subject, data }) => {
        const { refId, error } = (data as { data: { refId: string; error?: string } }).data;
        answers.set(refId, { subject, ...(error !== undefined && { error }) });
      });
    }
  });
  afterAll(async () => {
    await Promise.all([legal.close(), hr.close()]);
    await engine.stop();
    await platform.close();
    await server.stop();
  });

  const submissionOf = (kind: string) => ({
    companyId,
    kind,
    refId: newId(),
    submitterId: newId(),
    dynamicStages: [{ name: "Partner", order: 1, approveBy: "ANY", approverIds: [newId()] }],
  });
  const command = async (bus: Bus, name: "submitCommand" | "cancelCommand", data: { refId: string }) => {
    const event = { id: randomUUID(), source: "/test", type: MESSAGES[name].type, time: new Date() };
    const sent = cloudEvent({ ...event, subject: data.refId, data });
    await bus.publish({ id: event.id, subject: SUBJECTS[name], data: sent });
  };

  it("submits its documents by request and by command, and gets the answers [DOC-1]", async () => {
    const [asked, sent] = [submissionOf("Contract"), submissionOf("Contract")];
    expect(await legal.request(RPC.submit.subject, asked)).toMatchObject({ refId: asked.refId });
    await command(legal, "submitCommand", sent);
    const answer = await waitFor(() => answers.get(sent.refId), { timeoutMs: 15_000 });
    expect(answer).toEqual({ subject: "approval.request.legal.Contract.accepted" });
    const foreign = legal.request(RPC.submit.subject, { ...submissionOf("Contract"), companyId: newId() });
    await expect(foreign).rejects.toMatchObject({ code: 403 });
  });

  it("does nothing with another owner's documents, nor others with its own [DOC-1] [SAFE-1]", async () => {
    const [leave, contract] = [submissionOf("Leave"), submissionOf("Contract")];
    const refused = legal.request(RPC.submit.subject, leave);
    await expect(refused).rejects.toMatchObject({ code: 403, message: onlyOf("hr") });
    const refusedToo = hr.request(RPC.submit.subject, contract);
    await expect(refusedToo).rejects.toMatchObject({ code: 403, message: onlyOf("legal") });
    await command(legal, "submitCommand", leave);
    const answer = await waitFor(() => answers.get(leave.refId), { timeoutMs: 15_000 });
    expect(answer).toEqual({ subject: "approval.request.hr.Leave.refused", error: onlyOf("hr") });
    expect(await records.tasks(leave.refId)).toEqual([]);

    await hr.request(RPC.submit.subject, leave);
    const cancellation = { companyId, refId: leave.refId, actorId: newId() };
    expect(await legal.request(RPC.cancel.subject, cancellation)).toMatchObject({ archivedTasks: 0 });
    await command(legal, "cancelCommand", cancellation);
    // Commands of one document and sender are handled in order.
    const last = { ...submissionOf("Contract"), refId: leave.refId };
    await command(legal, "submitCommand", last);
    const inTheWay = await waitFor(
      () => [...answers.values()].find(({ subject }) => subject.endsWith("Contract.refused")),
      { timeoutMs: 15_000 },
    );
    expect(inTheWay.error).toBe("Document already has an approval in progress");
    expect(await records.tasks(leave.refId)).toMatchObject([{ status: "AWAITING_APPROVAL" }]);
    expect(await hr.request(RPC.cancel.subject, cancellation)).toMatchObject({ archivedTasks: 1 });
  });
});
