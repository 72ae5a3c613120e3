import type { ApprovalDocument } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { type Company, aCompany, countAll, recordsOf, stagesOf } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import { anOrder, orderFixture } from "../../test/order-fixture.ts";
import { scansAmong, searchesOf } from "../../test/searches.ts";
import { staffedCompany } from "../../test/staffed-company.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore({ monitored: true });
const { as, engine } = await useReplica(store, useBus());
const records = recordsOf(store);

const DOCUMENT = {
  title: "12 office chairs",
  amount: "2388.00",
  currency: "EUR",
  url: "https://orders.example.com/1",
  facts: [
    { key: "supplier", label: "Supplier", type: "TEXT", value: "Northwind\nFurniture" },
    { key: "budget", label: "Budget", type: "MONEY", value: { amount: "3000", currency: "EUR" } },
    { key: "urgent", label: "Urgent", type: "BOOLEAN", value: false },
  ],
  attachments: [{ name: "offer.pdf", url: "https://files.example.com/1", sha256: "0f".repeat(32) }],
} satisfies ApprovalDocument;

const FIELDS =
  "revision title amount currency url facts { key label type value } attachments { name url sha256 }";
const TASK = `query Task($input: QueryWorkflowTaskInput!) {
  findOneWorkflowTask(input: $input) { document { ${FIELDS} } } }`;
const REVISIONS = `query Revisions($refId: ID!) { documentRevisions(refId: $refId) {
  revision runId actorId createdAt note document { ${FIELDS} } changes { field label before after } } }`;

type Shown = { document: Record<string, unknown> | null } | null;
const documentOf = async (caller: Caller, refId: string) =>
  (await as(caller).get<{ findOneWorkflowTask: Shown }>(TASK, { input: { refId } })).findOneWorkflowTask
    ?.document;
const revisionsOf = async (caller: Caller, refId: string) =>
  (await as(caller).get<{ documentRevisions: Record<string, unknown>[] }>(REVISIONS, { refId }))
    .documentRevisions;
const stored = (refId: string) =>
  store.db
    .collection("workflow_documents")
    .find({ refId: toObjectId(refId) })
    .sort({ revision: 1 })
    .toArray();

/** A submitted document, its people and one who has nothing to do with it. */
async function aDocument(company: Company, document?: unknown, refId = newId()) {
  const [submitter, one, two, outsider] = [company.user(), company.user(), company.user(), company.user()];
  const answer = await engine.submitDocument(submitter, {
    refId,
    kind: "Leave",
    submitterId: submitter.userId,
    dynamicStages: stagesOf([one], [two]),
    document,
  });
  return { ...answer, submitter, one, two, outsider, admin: company.user({ privileged: true }) };
}

/** Ends the run, so that the document can be submitted again. */
async function reject({ one, tasks }: Awaited<ReturnType<typeof aDocument>>) {
  await engine.decideApproval(one, { taskId: tasks[0]?._id ?? "", status: "REJECTED" });
}

describe("a submission with a document", () => {
  it("over GraphQL is read by its approver as it was given, nulls left out [DOC-2]", async () => {
    const company = aCompany();
    const [submitter, approver] = [company.user(), company.user()];
    const { _id: workflowId } = await engine.workflows.create(submitter, { name: "Purchases" });
    const approverIds = [approver.userId];
    await engine.stages.create(submitter, { workflowId, name: "Board", order: 1, approverIds });
    const refId = newId();
    const [first, ...facts] = DOCUMENT.facts;
    const document = { ...DOCUMENT, facts: [first, ...facts], attachments: null };
    await as(submitter).get(
      "mutation New($input: NewWorkflowTaskInput!) { newWorkflowTask(input: $input) }",
      { input: { workflowId, refId, kind: "PurchaseOrder", document } },
    );
    expect(await documentOf(approver, refId)).toEqual({ ...DOCUMENT, revision: 1, attachments: [] });
    // Literals too, not only variables.
    const other = newId();
    await as(submitter)
      .get(`mutation { newWorkflowTask(input: { workflowId: "${workflowId}", refId: "${other}",
      kind: PurchaseOrder, document: { facts: [
        { key: "budget", label: "Budget", type: MONEY, value: { amount: "5", currency: "EUR" } },
        { key: "urgent", label: "Urgent", type: BOOLEAN, value: true }] } }) }`);
    expect(await documentOf(approver, other)).toMatchObject({
      facts: [{ value: { amount: "5", currency: "EUR" } }, { value: true }],
    });
  });

  it("is stored as revision 1 of its run, and its tasks refer to it [DOC-2]", async () => {
    const { refId, runId, submitter } = await aDocument(aCompany(), DOCUMENT);
    const [revision, ...others] = await stored(refId);
    expect(others).toEqual([]);
    expect(revision).toEqual({
      _id: expect.anything(),
      companyId: toObjectId(submitter.companyId),
      refId: toObjectId(refId),
      runId: toObjectId(runId),
      actorId: toObjectId(submitter.userId),
      revision: 1,
      createdAt: expect.any(Date),
      statedBy: "PERSON",
      ...DOCUMENT,
    });
    const { title, amount, currency } = DOCUMENT;
    const tasks = await store.db
      .collection("workflow_tasks")
      .find({ refId: toObjectId(refId) })
      .toArray();
    expect(tasks).toHaveLength(2);
    expect(tasks.map(({ document }) => document)).toEqual(
      tasks.map(() => ({ id: revision?._id, revision: 1, title, amount, currency })),
    );
    const [audit] = await records.audit(refId);
    expect(audit).toMatchObject({ action: "submit", details: { runId, revision: 1 } });
  });

  it("is part of every notification message, at every step of its run [DOC-2]", async () => {
    const { refId, one, two, tasks } = await aDocument(aCompany(), DOCUMENT);
    for (const [index, approver] of [one, two].entries()) {
      await engine.decideApproval(approver, { taskId: tasks[index]?._id ?? "", status: "APPROVED" });
    }
    const notifications = (await records.outbox(refId)).filter(({ subject }) =>
      subject.includes("notification"),
    );
    expect(notifications.length).toBeGreaterThan(3);
    for (const { data } of notifications) {
      expect(data["data"]).toMatchObject({ title: "12 office chairs", amount: "2388.00", currency: "EUR" });
    }
  });

  it("of HR and of an order keeps it too [DOC-2]", async () => {
    const { staff, submitter } = await staffedCompany(engine, store);
    const leave = { kind: "Leave", refId: newId(), employeeId: staff.employeeId } as const;
    await engine.submitHr(submitter, {
      ...leave,
      submitterId: submitter.userId,
      document: { title: "3 days" },
    });
    expect(await stored(leave.refId)).toMatchObject([{ title: "3 days", revision: 1 }]);

    const { aCompanyWithWorkflow } = orderFixture(store, engine);
    const { threshold, add, submitter: buyer } = await aCompanyWithWorkflow();
    await threshold();
    const order = anOrder({ totalAmount: 2_388 });
    await add(order);
    await engine.orderCreated(buyer, { ...order, document: DOCUMENT });
    expect(await stored(order._id)).toMatchObject([DOCUMENT]);
  });

  it("spells out hidden characters of labels and texts where it is shown, and stores them as given [DOC-2] [SAFE-7]", async () => {
    const hidden = { key: "it", label: "Total\u202E001", type: "TEXT", value: "a\u200Bb" };
    const { refId, one } = await aDocument(aCompany(), { facts: [hidden] });
    expect(await documentOf(one, refId)).toMatchObject({
      facts: [{ label: "Total[U+202E]001", value: "a[U+200B]b" }],
    });
    expect(await stored(refId)).toMatchObject([{ facts: [hidden] }]);
  });

  it.each([
    ["a bidirectional control in its title", { title: "a\u202Eb" }, "document.title"],
    [
      "an invisible letter in a file's name",
      { attachments: [{ name: "\u200Ba", url: "https://a.b" }] },
      "document.attachments.0.name",
    ],
    ["an unknown currency", { amount: "1", currency: "EUX" }, "document.currency"],
    [
      "a fact of a wrong type",
      { facts: [{ key: "a", label: "A", type: "NUMBER", value: 3 }] },
      "document.facts.0.value",
    ],
    ["deeply nested nonsense", { facts: [[[[[[{ a: null }]]]]]] }, "document.facts.0"],
    ["no object", "Leave", "document"],
  ])("is refused with %s, and nothing is written [DOC-2]", async (_title, document, field) => {
    const { staff, submitter } = await staffedCompany(engine, store);
    const { userId: submitterId } = submitter;
    const before = await countAll(store);
    const refused = { code: "INVALID_INPUT", field };
    await expect(aDocument(aCompany(), document)).rejects.toMatchObject(refused);
    const leave = { kind: "Leave", refId: newId(), employeeId: staff.employeeId, submitterId } as const;
    await expect(engine.submitHr(submitter, { ...leave, document })).rejects.toMatchObject(refused);
    await expect(engine.orderCreated(submitter, { ...anOrder(), document })).rejects.toMatchObject(refused);
    expect(await countAll(store)).toBe(before);
  });

  it("is another request than one with another document, under the same request id [DOC-2]", async () => {
    const company = aCompany();
    const submitter = company.user();
    const request = {
      refId: newId(),
      kind: "Leave" as const,
      submitterId: submitter.userId,
      dynamicStages: stagesOf([company.user()]),
      requestId: newId(),
    };
    const answer = await engine.submitDocument(submitter, { ...request, document: DOCUMENT });
    expect(await engine.submitDocument(submitter, { ...request, document: DOCUMENT })).toEqual(answer);
    for (const document of [undefined, { ...DOCUMENT, amount: "2388" }]) {
      await expect(engine.submitDocument(submitter, { ...request, document })).rejects.toMatchObject({
        code: "REQUEST_ID_REUSED",
      });
    }
    expect(await stored(request.refId)).toHaveLength(1);
  });
});

describe("the revisions of a document", () => {
  it("count on through its runs, each with what it changed [DOC-2]", async () => {
    const company = aCompany();
    const first = await aDocument(company, DOCUMENT);
    await reject(first);
    // A run without a document in between.
    await reject(await aDocument(company, undefined, first.refId));
    const again = await aDocument(company, { ...DOCUMENT, amount: "1990.00" }, first.refId);
    const shown = await revisionsOf(first.admin, first.refId);
    const changes = [{ field: "amount", label: null, before: "2388.00", after: "1990.00" }];
    expect(shown).toMatchObject([
      { revision: 1, runId: first.runId, actorId: first.submitter.userId, note: null, changes: [] },
      { revision: 2, runId: again.runId, actorId: again.submitter.userId, changes },
    ]);
    expect(shown[1]?.["document"]).toEqual({ ...DOCUMENT, revision: 2, amount: "1990.00" });
    expect(await documentOf(again.one, first.refId)).toMatchObject({ revision: 2, amount: "1990.00" });
  });

  it("are the newest hundred, the oldest of them with its changes too [DOC-2]", async () => {
    const company = aCompany();
    const { refId, runId, admin } = await aDocument(company, { title: "Revision 1" });
    const [{ _id, ...first } = { _id: undefined }] = await stored(refId);
    await store.db
      .collection("workflow_documents")
      .insertMany(
        Array.from({ length: 103 }, (_, n) => ({ ...first, revision: n + 2, title: `Revision ${n + 2}` })),
      );
    const shown = await revisionsOf(admin, refId);
    expect(shown.map(({ revision }) => revision)).toEqual(Array.from({ length: 100 }, (_, n) => n + 5));
    expect(shown[0]).toMatchObject({ runId, changes: [{ before: "Revision 4", after: "Revision 5" }] });
  });

  it("are found by index, for privileged users and others [CT-COLL-10]", async () => {
    const { refId, admin, one } = await aDocument(aCompany(), DOCUMENT);
    const searches = await searchesOf(store, async () => {
      for (const caller of [admin, one]) {
        expect(await revisionsOf(caller, refId)).toHaveLength(1);
        expect(await documentOf(caller, refId)).toMatchObject({ revision: 1 });
      }
    });
    expect(searches.length).toBeGreaterThan(5);
    expect(await scansAmong(store, searches)).toEqual([]);
  });

  it("refuse an id that is none", async () => {
    const { errors } = await as(aCompany().user()).ask(REVISIONS, { refId: "x" });
    expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT", field: "refId" } }]);
  });
});

describe("the right to see a document", () => {
  it("is its submitter, all approvers of its run, and privileged users; nobody else [DOC-2]", async () => {
    const company = aCompany();
    const { refId, submitter, one, two, admin, outsider } = await aDocument(company, DOCUMENT);
    const seen = expect.objectContaining({ title: "12 office chairs" });
    for (const caller of [submitter, one, two, admin]) {
      expect(await documentOf(caller, refId)).toEqual(seen);
      expect(await revisionsOf(caller, refId)).toMatchObject([{ document: seen }]);
    }
    const foreigner = aCompany().user({ privileged: true });
    for (const caller of [outsider, foreigner]) {
      expect(await documentOf(caller, refId)).toBeFalsy();
      expect(await revisionsOf(caller, refId)).toEqual([]);
    }
  });

  it("is also the person it is about [DOC-2]", async () => {
    const { company, staff } = await staffedCompany(engine, store);
    const submitter = company.user({ privileged: true });
    const leave = { kind: "Leave", refId: newId(), employeeId: staff.employeeId } as const;
    await engine.submitHr(submitter, { ...leave, submitterId: submitter.userId, document: DOCUMENT });
    const employee = company.user({ userId: staff.employee });
    expect(await documentOf(employee, leave.refId)).toMatchObject({ revision: 1 });
    expect(await revisionsOf(employee, leave.refId)).toHaveLength(1);
  });

  it("sees only the revisions of their own run, and no value of another one among the changes [DOC-2]", async () => {
    const company = aCompany();
    const first = await aDocument(company, { title: "Secret" });
    await reject(first);
    // Any user may start a run on the id of a document that is not their own.
    const intruder = await aDocument(company, { title: "Other" }, first.refId);
    const shown = await revisionsOf(intruder.submitter, first.refId);
    expect(shown).toMatchObject([{ revision: 2, changes: [] }]);
    expect(JSON.stringify(shown)).not.toContain("Secret");
    expect(await revisionsOf(first.one, first.refId)).toMatchObject([{ revision: 1 }]);
  });
});
