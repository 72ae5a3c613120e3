import { documentKinds } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, recordsOf, stagesOf } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import { anOrder, orderFixture } from "../../test/order-fixture.ts";
import { staffedCompany } from "../../test/staffed-company.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const { as, engine } = await useReplica(store, useBus(), { kinds: documentKinds.parse("legal:Nda") });
const records = recordsOf(store);
const { aCompanyWithWorkflow, approve, start } = orderFixture(store, engine);

const PAPER_CLIPS = { title: "Paper clips", amount: "10", currency: "EUR" };
const NEW = "mutation New($input: NewWorkflowTaskInput!) { newWorkflowTask(input: $input) }";
const SHOWN = `statedBy ref submitterId document { title amount currency statedBy facts { key value } }`;
const INBOX = `{ inboxPage { data { refId ${SHOWN} } } }`;
const RUN = `query Run($refId: ID!) { runTasks(refId: $refId) { ${SHOWN} }
  documentRevisions(refId: $refId) { revision document { statedBy title } } }`;
const CREATOR_ONLY = "Only its creator or a privileged user may submit this order";

interface Shown {
  statedBy: string | null;
  document: Record<string, unknown> | null;
}
interface Run {
  runTasks: Shown[];
  documentRevisions: { document: { statedBy: string | null } }[];
}
const runOf = async (caller: Caller, refId: string) => as(caller).get<Run>(RUN, { refId });
const inboxOf = async (caller: Caller) =>
  (await as(caller).get<{ inboxPage: { data: (Shown & { refId: string })[] } }>(INBOX)).inboxPage.data;
const messagesTo = async ({ userId }: Caller, refId: string) =>
  (await records.notifications(refId)).filter((row) => row.userId === userId).map(({ message }) => message);
const outcomesOf = async (refId: string) =>
  (await records.outbox(refId)).flatMap(({ subject, data }) =>
    subject.startsWith("approval.outcome.") ? [data["data"] as Record<string, unknown>] : [],
  );

/** An order of 18,500 that was rejected, its creator, and a colleague who submits it again. */
async function aRejectedOrder() {
  const scene = await aCompanyWithWorkflow();
  await scene.threshold();
  const order = anOrder({ totalAmount: 18_500, discount: { valueType: "PERCENTAGE", value: 5 } });
  await scene.add(order, { currency: "EUR", note: "Chairs" });
  await engine.orderCreated(scene.submitter, order);
  const [active] = await records.tasks(order._id);
  await engine.decideApproval(scene.one, { taskId: active?._id ?? "", status: "REJECTED" });
  const again = (by: Caller, fields: object = {}) =>
    as(by).ask(NEW, {
      input: {
        refId: order._id,
        kind: "SalesOrder",
        workflowId: scene.workflowId,
        ref: "Staples",
        document: PAPER_CLIPS,
        ...fields,
      },
    });
  return { ...scene, order, colleague: scene.company.user(), again };
}
const DESCRIBED = {
  statedBy: "OWNER",
  title: "Sales order",
  amount: "18500",
  currency: "EUR",
  facts: [
    { key: "discountPercent", value: "5" },
    { key: "note", value: "Chairs" },
  ],
};

describe("an order", () => {
  it("is never submitted again by a colleague, whatever they call it [SAFE-11]", async () => {
    const { colleague, one, again } = await aRejectedOrder();
    const before = await countAll(store);
    for (const by of [colleague, one]) {
      const { errors } = await again(by);
      expect(errors).toMatchObject([{ message: CREATOR_ONLY, extensions: { code: "FORBIDDEN" } }]);
    }
    expect(await countAll(store)).toBe(before);
  });

  it("reads as its owner has it in inbox, document and outcome, though its creator describes it otherwise [SAFE-11]", async () => {
    const { submitter, order, one, two, again } = await aRejectedOrder();
    expect(await again(submitter)).toMatchObject({ data: { newWorkflowTask: true } });
    const shown = { statedBy: "OWNER", ref: "SO-1", submitterId: submitter.userId, document: DESCRIBED };
    expect(await inboxOf(one)).toEqual([{ refId: order._id, ...shown }]);
    const { runTasks, documentRevisions } = await runOf(one, order._id);
    expect(runTasks).toEqual([shown, shown]);
    expect(documentRevisions.at(-1)).toMatchObject({ document: { statedBy: "OWNER", title: "Sales order" } });
    expect((await messagesTo(one, order._id)).at(-1)).toBe("SO-1 submitted for your approval — Threshold 0");
    await approve([one, two], order._id);
    const ended = { origin: "evaluation", statedBy: "OWNER", ref: "SO-1", submitterId: submitter.userId };
    expect((await outcomesOf(order._id)).at(-1)).toMatchObject(ended);
  });

  it("that a privileged user starts is its creator's, who therefore does not decide [SAFE-11]", async () => {
    const { admin, submitter, order, workflowOf, again } = await aRejectedOrder();
    const own = await workflowOf("Own", [submitter, admin]);
    await engine.updateApprovalSettings(admin, { submitterNeverDecides: true, onEmptyStage: "UNASSIGNED" });
    expect(await again(admin, { workflowId: own })).toMatchObject({ data: { newWorkflowTask: true } });
    const open = (await records.tasks(order._id)).filter(({ archived }) => !archived);
    expect(open).toMatchObject([{ submitterId: submitter.userId }, { submitterId: submitter.userId }]);
    const created = (await records.events(order._id)).findLast(({ event }) => event === "TASK_CREATED");
    expect(created).toMatchObject({ actorId: admin.userId });
    const verdict = engine.decideApproval(submitter, { taskId: open[0]?._id ?? "", status: "APPROVED" });
    await expect(verdict).rejects.toMatchObject({ name: "DomainError" });
  });

  it("says its record's creator, reference and total where its owner's message says others [SAFE-11]", async () => {
    const { company, submitter, order, one, two, workflowId } = await aRejectedOrder();
    const service = { ...company.user(), isService: true as const };
    const document = { ...PAPER_CLIPS, facts: [] };
    const said = { refId: order._id, kind: "SalesOrder", submitterId: two.userId, ref: "Staples", document };
    await engine.submitDocument(service, { ...said, workflowId });
    const shown = { ref: "SO-1", submitterId: submitter.userId };
    expect((await runOf(one, order._id)).runTasks).toMatchObject([
      { ...shown, document: { amount: "18500" } },
      shown,
    ]);
  });

  it("keeps its record's total when it is amended [SAFE-11]", async () => {
    const { admin, order, submitter, workflowId } = await aRejectedOrder();
    await engine.updateApprovalSettings(admin, { onAmend: "ASK_AGAIN" });
    await start(submitter, order._id, workflowId);
    const service = { ...submitter, isService: true as const };
    await engine.amendDocument(service, { refId: order._id, document: PAPER_CLIPS });
    const { runTasks } = await runOf(admin, order._id);
    expect(runTasks[0]).toMatchObject({ document: { amount: "18500", currency: "EUR", statedBy: "OWNER" } });
  });

  it("of which nobody knows the creator is started by privileged users alone [SAFE-11]", async () => {
    const { add, admin, submitter, workflowId } = await aCompanyWithWorkflow();
    const order = anOrder();
    await add(order, { createdBy: undefined });
    const refused = start(submitter, order._id, workflowId);
    await expect(refused).rejects.toMatchObject({ code: "FORBIDDEN", message: CREATOR_ONLY });
    expect(await start(admin, order._id, workflowId)).toMatchObject({ refId: order._id });
  });

  it("like an invoice is described by its own record [SAFE-11]", async () => {
    const { add, company, order, submitter, workflowId, one } = await aRejectedOrder();
    const invoice = anOrder({ kind: "SalesInvoice", ref: "SI-1", totalAmount: 70 });
    await add(invoice, { orderId: toObjectId(order._id), currency: "EUR" });
    const refused = start(company.user(), invoice._id, workflowId);
    await expect(refused).rejects.toMatchObject({ message: CREATOR_ONLY });
    await start(submitter, invoice._id, workflowId);
    const [waiting] = await inboxOf(one);
    expect(waiting).toMatchObject({ ref: "SI-1", document: { title: "Sales invoice", amount: "70" } });
  });

  it("keeps its reference, which those involved cannot change [SAFE-11]", async () => {
    const { one, submitter, order, workflowId } = await aRejectedOrder();
    const { tasks } = await start(submitter, order._id, workflowId);
    for (const by of [submitter, one]) {
      const renamed = engine.tasks.update(by, tasks[0]?._id ?? "", { ref: "Staples" });
      await expect(renamed).rejects.toMatchObject({ code: "FORBIDDEN", field: "ref" });
    }
    await engine.tasks.update(one, tasks[0]?._id ?? "", { ref: "SO-1", title: "Buyer - Approval" });
  });
});

describe("a run that a person started on an order's id", () => {
  it.each([
    ["of another owner's kind", "Leave"],
    ["before the order was there", "SalesOrder"],
  ] as const)("%s does not block the order's own by its creator [SAFE-11]", async (_what, kind) => {
    const { add, company, one, submitter, workflowId } = await aCompanyWithWorkflow();
    const [colleague, order] = [company.user(), anOrder()];
    if (kind === "Leave") await add(order);
    const planted = await start(colleague, order._id, workflowId, kind);
    if (kind === "SalesOrder") await add(order);
    const { runId } = await start(submitter, order._id, workflowId);
    const tasks = await records.tasks(order._id);
    expect(tasks.filter((task) => task.runId === planted.runId).map(({ status }) => status)).toEqual([
      "ARCHIEVED",
      "ARCHIEVED",
    ]);
    expect(tasks.filter((task) => task.runId === runId)).toMatchObject([{ statedBy: "OWNER" }, {}]);
    expect(await messagesTo(one, order._id)).toContain(`${order._id} was replaced by its owner's submission`);
    const another = start(colleague, order._id, workflowId, "Leave");
    await expect(another).rejects.toMatchObject({ code: "RUN_ALREADY_OPEN" });
  });

  it("with a workflow of its creator's choice gives way to its owner's submission [SAFE-11]", async () => {
    const { add, submitter, threshold, workflowId, workflowOf } = await aCompanyWithWorkflow();
    await threshold();
    const order = anOrder();
    await add(order);
    await start(submitter, order._id, await workflowOf("Own", [submitter]));
    const service = { ...submitter, isService: true as const };
    const submission = { refId: order._id, kind: "SalesOrder", submitterId: submitter.userId, workflowId };
    const { runId } = await engine.submitDocument(service, submission);
    const open = (await records.tasks(order._id)).filter(({ archived }) => !archived);
    expect(open.map((task) => task.runId)).toEqual([runId, runId]);
  });
});

/** A person's run on a document's id, and its owner's submissions of it. */
async function aPlantedRun(kind: "Leave" | "SalesOrder" | "Nda") {
  const { company, staff, submitter } = await staffedCompany(engine, store);
  const [colleague, dupe] = [company.user({ name: "Cole" }), company.user()];
  const { _id: workflowId } = await engine.workflows.create(colleague, { name: "Mine" });
  const approverIds = [dupe.userId];
  await engine.stages.create(colleague, { workflowId, name: "Mine", order: 1, approverIds });
  const refId = newId();
  const input = { refId, kind, workflowId, ref: "LV-9", document: PAPER_CLIPS };
  await as(colleague).get(NEW, { input });
  return { company, staff, submitter, colleague, dupe, refId, kind };
}
type Planted = Awaited<ReturnType<typeof aPlantedRun>>;

const own = ({ company, submitter, refId, kind }: Planted) => ({
  companyId: company.companyId,
  refId,
  kind,
  ref: "LV-1",
  submitterId: submitter.userId,
  dynamicStages: stagesOf([company.user()]),
  document: { title: "The owner's words" },
});
const byRequest = async (planted: Planted) =>
  engine.submitDocument({ ...planted.submitter, isService: true }, own(planted));
const byCommand = async (planted: Planted) => {
  const envelope = { specversion: "1.0" as const, source: "/test", type: "approval.command.submit" as const };
  const event = { ...envelope, id: newId(), data: own(planted) };
  await engine.handleSubmitCommand(event);
  await engine.handleSubmitCommand(event);
};

describe("a run that a person describes", () => {
  it.each(["Leave", "SalesOrder", "Nda"] as const)(
    "says so in inbox, document and outcome: %s [SAFE-11]",
    async (kind) => {
      const { dupe, refId } = await aPlantedRun(kind);
      const document = { ...PAPER_CLIPS, facts: [], statedBy: "PERSON" };
      expect(await inboxOf(dupe)).toMatchObject([{ refId, statedBy: "PERSON", document }]);
      const { runTasks, documentRevisions } = await runOf(dupe, refId);
      expect(runTasks).toMatchObject([{ statedBy: "PERSON", document }]);
      expect(documentRevisions).toMatchObject([{ document: { statedBy: "PERSON" } }]);
      await approve([dupe], refId);
      expect(await outcomesOf(refId)).toMatchObject([{ origin: "person", statedBy: "PERSON" }]);
    },
  );

  it("says so where it has no document [SAFE-11]", async () => {
    const company = aCompany();
    const [person, approver] = [company.user(), company.user()];
    const submission = { refId: newId(), kind: "Leave", submitterId: person.userId };
    await engine.submitDocument(person, { ...submission, dynamicStages: stagesOf([approver]) });
    expect(await inboxOf(approver)).toMatchObject([{ statedBy: "PERSON", document: null }]);
  });

  it.each<[string, Planted["kind"], (planted: Planted) => Promise<unknown>]>([
    ["HR's request", "Leave", byRequest],
    ["HR's command, twice", "Leave", byCommand],
    [
      "HR's submission by policy",
      "Leave",
      async ({ submitter, staff, refId }) =>
        engine.submitHr(submitter, {
          kind: "Leave",
          refId,
          ref: "LV-1",
          employeeId: staff.employeeId,
          submitterId: submitter.userId,
          document: { title: "The owner's words" },
        }),
    ],
    ["the inventory's request", "SalesOrder", byRequest],
    ["the inventory's command, twice", "SalesOrder", byCommand],
    ["an added owner's request", "Nda", byRequest],
    ["an added owner's command, twice", "Nda", byCommand],
  ])(
    "gives way to %s: it is archived, its approvers are notified, no outcome is sent [SAFE-11]",
    async (_by, kind, submit) => {
      const planted = await aPlantedRun(kind);
      const { colleague, dupe, refId, company } = planted;
      const [before] = await records.tasks(refId);
      await submit(planted);
      const tasks = await records.tasks(refId);
      expect(tasks.filter(({ runId }) => runId === before?.runId)).toMatchObject([
        { status: "ARCHIEVED", archived: true },
      ]);
      const owners = tasks.filter(({ runId }) => runId !== before?.runId);
      expect(new Set(owners.map(({ statedBy, ref }) => `${statedBy} ${ref}`))).toEqual(
        new Set(["OWNER LV-1"]),
      );
      expect(owners.filter(({ status }) => status === "AWAITING_APPROVAL")).toHaveLength(1);
      for (const person of [dupe, colleague]) {
        expect((await messagesTo(person, refId)).at(-1)).toBe("LV-9 was replaced by its owner's submission");
      }
      expect(await inboxOf(dupe)).toEqual([]);
      expect(await outcomesOf(refId)).toEqual([]);
      expect((await records.events(refId)).map(({ event }) => event)).toEqual([
        "TASK_CREATED",
        "REPLACED",
        "TASK_CREATED",
      ]);
      const { runTasks } = await runOf(company.user({ privileged: true }), refId);
      expect(runTasks[0]).toMatchObject({ document: { title: "The owner's words", statedBy: "OWNER" } });
    },
  );

  it("is not in progress for an owner whose own run has ended, and never shows its changes [SAFE-11]", async () => {
    const company = aCompany();
    const [submitter, legal, dupe] = [company.user(), company.user(), company.user()];
    const service = { ...submitter, isService: true as const };
    await engine.updateApprovalSettings(company.user({ privileged: true }), { onAmend: "KEEP_VERDICTS" });
    const document = { refId: newId(), kind: "Nda", submitterId: submitter.userId };
    const { refId } = document;
    const { tasks } = await engine.submitDocument(service, { ...document, dynamicStages: stagesOf([legal]) });
    await engine.decideApproval(legal, { taskId: tasks[0]?._id ?? "", status: "REJECTED" });
    await engine.submitDocument(company.user(), {
      ...document,
      dynamicStages: stagesOf([dupe]),
      document: PAPER_CLIPS,
    });
    const amended = engine.amendDocument(
      service,
      { refId, document: { title: "The owner's words" } },
      "legal",
    );
    await expect(amended).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: "There is no approval in progress for this document",
    });
    expect((await runOf(dupe, refId)).documentRevisions).toHaveLength(1);
  });
});
