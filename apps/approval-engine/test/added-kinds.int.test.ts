import { randomUUID } from "node:crypto";

import { type Bus, createJetStreamBus } from "@countersign/bus";
import {
  MESSAGES,
  RPC,
  type RpcReply,
  SUBJECTS,
  cloudEvent,
  consumersOf,
  contractOf,
  documentKinds,
} from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import type { RunningService } from "@countersign/service-kit";
import {
  NATS_URL,
  deleteStreams,
  randomPrefix,
  silentLogger,
  startTestService,
  testTokens,
  useTestStore,
  waitFor,
} from "@countersign/testing";
import type { Document } from "mongodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { aCompany, recordsOf, stagesOf } from "./engine-fixture.ts";
import { type Ask, askOver, defineWorkflow } from "./service-fixture.ts";
import { approvalEngine } from "../src/service.ts";

const DOCUMENT_KINDS = "legal:Contract,Nda hr:Overtime";
const kinds = documentKinds.parse(DOCUMENT_KINDS);
const { messages } = contractOf(kinds);
const DIFFERENCE =
  "kinds of legal differ: this engine has Contract, Nda; the service has Contract, Nda, Will; set DOCUMENT_KINDS alike";

describe("an owner of further kinds beside hr and inventory", { tags: ["nats"] }, async () => {
  const store = await useTestStore();
  const records = recordsOf(store);
  const prefix = randomPrefix();
  const company = aCompany();
  const { companyId } = company;
  const [submitter, approver] = [company.user(), company.user()];
  const deadLetters: string[] = [];
  /** The outcomes and answers that each owner's consumers received: subjects with their documents. */
  const heard = new Map(kinds.owners.map((owner) => [owner, [] as string[]]));
  let bus: Bus;
  let engine: RunningService;
  let ask: Ask;

  beforeAll(async () => {
    const events = { deadLettered: ({ reason }: { reason: string }) => deadLetters.push(reason) };
    bus = await createJetStreamBus({ servers: NATS_URL, prefix, logger: silentLogger, events });
    engine = await startTestService(approvalEngine, store, { bus, env: { DOCUMENT_KINDS } });
    const bearer = await testTokens().bearer({ sub: approver.userId, companyId, privileged: true });
    ask = askOver(engine.publicUrl, bearer);
    for (const [owner, subjects] of heard) {
      const { outcomes, answers } = consumersOf(owner);
      for (const consumer of [outcomes, answers]) {
        await bus.consume({ ...consumer, keyOf: () => "all" }, async ({ subject, data }) => {
          subjects.push(`${subject} ${(data as { data: { refId: string } }).data.refId}`);
        });
      }
    }
  });
  afterAll(async () => {
    await engine.stop();
    await bus.close();
    await deleteStreams(prefix);
  });

  const submissionOf = (kind: string, fields: Document = {}) => ({
    companyId,
    kind,
    refId: newId(),
    submitterId: submitter.userId,
    dynamicStages: stagesOf([approver]),
    ...fields,
  });
  const request = async (submission: object) =>
    (await bus.request(RPC.submit.subject, submission)) as RpcReply<"submit">;
  const command = async (data: ReturnType<typeof submissionOf> & { ownerKinds?: string[] }) => {
    const [id, subject] = [randomUUID(), SUBJECTS.submitCommand];
    const event = { id, source: "/countersign/legal", type: MESSAGES.submitCommand.type, time: new Date() };
    await bus.publish({ id, subject, data: cloudEvent({ ...event, subject: data.refId, data }) });
  };
  const approve = async (refId: string) => {
    const [task] = await waitFor(async () => {
      const tasks = await records.tasks(refId);
      return tasks.length > 0 && tasks;
    });
    await ask(
      `mutation { updateWorkflowApprovalStatus(input: { taskId: "${task?._id}", status: APPROVED }) }`,
    );
  };
  const setDefaultWorkflows = async (defaultWorkflows: Document[]) =>
    store.db
      .collection("configs")
      .replaceOne(
        { companyId: toObjectId(companyId) },
        { companyId: toObjectId(companyId), updatedAt: new Date(), defaultWorkflows },
        { upsert: true },
      );

  it("submits by request and by command, is approved, and hears its own outcomes alone [DOC-1]", async () => {
    const [contract, nda, overtime] = [
      submissionOf("Contract"),
      submissionOf("Nda"),
      submissionOf("Overtime"),
    ];
    const [leave, order] = [submissionOf("Leave"), submissionOf("SalesOrder")];
    for (const each of [contract, overtime, leave, order]) await request(each);
    await command({ ...nda, ownerKinds: ["Contract", "Nda"] });
    for (const { refId } of [contract, nda, overtime, leave, order]) await approve(refId);
    const expected = {
      legal: [
        `approval.outcome.legal.Contract.completed ${contract.refId}`,
        `approval.outcome.legal.Nda.completed ${nda.refId}`,
        `approval.request.legal.Nda.accepted ${nda.refId}`,
      ],
      hr: [
        `approval.outcome.hr.Leave.completed ${leave.refId}`,
        `approval.outcome.hr.Overtime.completed ${overtime.refId}`,
      ],
      inventory: [`approval.outcome.inventory.SalesOrder.completed ${order.refId}`],
    };
    await waitFor(() => [...heard.values()].flat().length >= 6, { timeoutMs: 15_000 });
    const sorted = [...heard].map(([owner, subjects]) => [owner, subjects.toSorted()]);
    expect(Object.fromEntries(sorted)).toEqual(expected);
    const sent = (await records.outbox(nda.refId)).map(({ subject, data }) => [subject, data["data"]]);
    const [, outcome] = sent.find(([subject]) => String(subject).includes(".outcome.")) ?? [];
    expect(messages.completed.data.parse(outcome)).toMatchObject({ kind: "Nda", origin: "owner" });
    expect(sent.map(([subject]) => subject)).toContain(`approval.notification.legal.${approver.userId}`);
  });

  it("is shown by GraphQL: in the enum, the counts and pages of its kinds [DOC-1]", async () => {
    const { refId } = await request(submissionOf("Contract"));
    const answer = await ask(`{
      __type(name: "WorkflowTaskKind") { enumValues { name } }
      pendingApprovalCounts { kind count }
      workflowTaskPage(input: { kinds: [Contract, Nda], status: AWAITING_APPROVAL }) { data { refId kind } total }
      findOneWorkflowTask(input: { refId: "${refId}" }) { kind order { _id } }
    }`);
    const counts = kinds.kinds.map((kind) => ({ kind, count: kind === "Contract" ? 1 : 0 }));
    expect(answer).toEqual({
      __type: { enumValues: kinds.kinds.map((name) => ({ name })) },
      pendingApprovalCounts: counts,
      workflowTaskPage: { data: [{ refId, kind: "Contract" }], total: 1 },
      findOneWorkflowTask: { kind: "Contract", order: null },
    });
    await expect(ask("{ workflowTaskPage(input: { kinds: [Will] }) { total } }")).rejects.toThrow(
      /Value .{1,5}Will.{1,5} does not exist in .{1,5}WorkflowTaskKind/u,
    );
    await approve(refId);
  });

  it("follows the company's default workflow of the kind, if it names no way of its own [DOC-1]", async () => {
    const { dynamicStages: _stages, ...bare } = submissionOf("Contract");
    const none =
      "Kind Contract has no default workflow in this company, and the submission names no workflowId or dynamicStages";
    await expect(request(bare)).rejects.toMatchObject({ code: 400, message: none });
    const leave = { ...bare, kind: "Leave" };
    await expect(request(leave)).rejects.toMatchObject({ code: 404, message: "Workflow not found" });
    const workflowId = await defineWorkflow(ask, approver.userId);
    await setDefaultWorkflows([
      { transactionType: "Nda", workflowId: toObjectId(newId()) },
      { transactionType: "Contract", workflowId: toObjectId(workflowId) },
      { transactionType: "Leave", workflowId: toObjectId(workflowId) },
    ]);
    expect(await request(bare)).toMatchObject({ workflowId, tasks: [{ stageName: "Manager" }] });
    await expect(request({ ...bare, kind: "Nda", refId: newId() })).rejects.toMatchObject({
      code: 404,
      message: "Workflow not found",
    });
    await expect(request(leave)).rejects.toMatchObject({ code: 404, message: "Workflow not found" });
    await setDefaultWorkflows([]);
  });

  it("is refused with an unknown kind, by the names of the known ones, and nothing is written [DOC-1]", async () => {
    const unknown = submissionOf("Will");
    const known = `kind: Invalid option: expected one of "PurchaseRequisition"|`;
    await expect(request(unknown)).rejects.toMatchObject({
      code: 400,
      message: expect.stringMatching(
        /^kind: Invalid option: expected one of ".*"Contract"\|"Nda"\|"Overtime"$/u,
      ),
    });
    await command(unknown);
    await waitFor(() => deadLetters.some((reason) => reason.includes(known)), { timeoutMs: 15_000 });
    expect(await records.tasks(unknown.refId)).toEqual([]);
  });

  it("is refused with the lists of both, if its service knows more kinds [DOC-1]", async () => {
    const ownerKinds = ["Contract", "Nda", "Will"];
    for (const kind of ["Contract", "Will"]) {
      const differing = submissionOf(kind, { ownerKinds });
      await expect(request(differing)).rejects.toMatchObject({
        code: 400,
        message: expect.stringContaining(DIFFERENCE),
      });
      deadLetters.length = 0;
      await command(differing);
      await waitFor(() => deadLetters.some((reason) => reason.includes(DIFFERENCE)), { timeoutMs: 15_000 });
      expect(await records.tasks(differing.refId)).toEqual([]);
    }
  });

  it("keeps an engine from starting that lacks a kind of its documents [DOC-1]", async () => {
    const without = startTestService(approvalEngine, store, {
      bus,
      env: { DOCUMENT_KINDS: "legal:Nda hr:Overtime" },
    });
    await expect(without).rejects.toMatchObject({
      name: "ConfigError",
      message: "DOCUMENT_KINDS lacks legal:Contract, which documents have",
    });
  });
});
