import { toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import type { Document, ObjectId } from "mongodb";
import { expect, it } from "vitest";

import { documentsNamed } from "../documents/index.ts";
import type { Caller } from "../engine.ts";
import { aCompany, engineOn, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { anOrder, orderFixture } from "../../test/order-fixture.ts";
import { aLoan } from "../../test/staffed-company.ts";
import { approvalRow, taskRow } from "./rows.ts";
import type { RunRecord } from "./run-record.ts";
import { runsIn } from "./runs-repository.ts";
import { recordOf, runOf } from "./stored-run.ts";
import { placesOfRuns } from "./viewers.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);

/** A run with its viewers in no order. */
const inOrder = (record: RunRecord) => ({ ...record, viewerIds: record.viewerIds.map(String).toSorted() });

const byId = (one: Document, other: Document) => (String(one["_id"]) < String(other["_id"]) ? -1 : 1);

/** Rows as they were written, without the version that wrote them. */
async function storedRows(collection: string, runId: ObjectId) {
  const found = await store.db.collection(collection).find({ runId }).toArray();
  return found
    .map(({ version, ...row }) => {
      expect(version).toBeGreaterThan(0);
      return row;
    })
    .toSorted(byId);
}

/** The runs of a document, once their lists' fields and their rows are what follows from the rest of them. */
async function checked(refId: string) {
  const ofDocument = { refId: toObjectId(refId) };
  const stored = await runsIn(store)
    .find(ofDocument, { sort: { number: -1 } })
    .toArray();
  const places = placesOfRuns(stored);
  expect(stored.length).toBeGreaterThan(0);
  for (const [at, record] of stored.entries()) {
    const { viewerIds: _viewers, tab: _tab, ...fields } = record;
    const { record: _read, ...run } = runOf(record);
    const id = run.origin.document?.id;
    const description = id === undefined ? undefined : (await documentsNamed({ db: store.db }, [id])).get(id);
    const { viewerIds: _newest, tab: _list, ...following } = recordOf(run, record.version, description ?? {});
    expect(inOrder(record)).toEqual(inOrder({ ...fields, ...following, ...places[at]! }));
    const seats = [...run.approvals, ...run.deletedApprovals];
    expect(await storedRows("workflow_tasks", record._id)).toEqual(run.tasks.map(taskRow).toSorted(byId));
    expect(await storedRows("workflow_approvals", record._id)).toEqual(seats.map(approvalRow).toSorted(byId));
  }
  return stored.toReversed();
}

const company = aCompany();
const [nora, milan, helen, ivo] = [company.user(), company.user(), company.user(), company.user()];
const admin = company.user({ privileged: true });
const facts = [{ key: "supplier", label: "Supplier", type: "TEXT" as const, value: "Dock & Söhne" }];
const document = { title: "Desks", amount: "10.50", currency: "EUR", facts };
await engine.updateApprovalSettings(admin, { onAmend: "ASK_AGAIN", recall: "ALWAYS" });

const taskOf = async (refId: string, stageName: string) =>
  (await records.tasks(refId)).findLast((task) => task.stageName === stageName)!._id;
const decide = async (caller: Caller, refId: string, stageName: string, status: "APPROVED" | "REJECTED") =>
  engine.decideApproval(caller, { taskId: await taskOf(refId, stageName), status });
const stages = () =>
  stagesOf(
    { approvers: [milan, ivo], name: "Lead", approveBy: "ALL" },
    { approvers: [helen], name: "Board" },
  );

/** Commands on one document, in turn. */
const COMMANDS: readonly (readonly [string, (refId: string) => Promise<unknown>])[] = [
  ["a verdict", (refId) => decide(milan, refId, "Lead", "APPROVED")],
  [
    "a withdrawn verdict",
    async (refId) => engine.seats.withdraw(milan, { taskId: await taskOf(refId, "Lead") }),
  ],
  [
    "verdicts that lead on",
    async (refId) => {
      await decide(milan, refId, "Lead", "APPROVED");
      await decide(ivo, refId, "Lead", "APPROVED");
    },
  ],
  ["a return", (refId) => decide(helen, refId, "Board", "REJECTED")],
  [
    "a change of the document",
    (refId) => engine.amendDocument(nora, { refId, document: { title: "Chairs", facts } }),
  ],
  [
    "another approver",
    async (refId) => {
      const taskId = await taskOf(refId, "Lead");
      await engine.seats.addApprover(milan, { taskId, userId: company.user().userId, position: "AFTER" });
    },
  ],
  [
    "a reassigned approval",
    async (refId) => {
      const taskId = await taskOf(refId, "Lead");
      await engine.seats.reassign(milan, { taskId, toUserId: company.user().userId, reason: "Ill" });
    },
  ],
  [
    "a row by hand",
    async (refId) => {
      const taskId = await taskOf(refId, "Lead");
      await engine.approvals.create(ivo, { taskId, approverId: company.user().userId });
    },
  ],
  [
    "a removed row",
    async (refId) => {
      const [, , added] = await records.approvals(await taskOf(refId, "Lead"));
      await engine.approvals.remove(admin, added!._id);
    },
  ],
  [
    "corrected labels",
    async (refId) => {
      await engine.tasks.update(nora, await taskOf(refId, "Lead"), { title: "Renamed", ref: "PO-9" });
    },
  ],
  ["a recall", (refId) => engine.recallDocument(nora, { refId, reason: "Wrong dates" })],
  ["a new submission", (refId) => submitNew(engine, nora, stages(), { refId, ref: "PO-8", document })],
  ["a rejection that ends it", (refId) => decide(milan, refId, "Lead", "REJECTED")],
  ["a deleted task", async (refId) => engine.tasks.remove(admin, await taskOf(refId, "Board"))],
  ["a third submission", (refId) => submitNew(engine, nora, stagesOf([helen]), { refId })],
  ["an approval", (refId) => decide(helen, refId, "Stage 1", "APPROVED")],
];

it("runs of a document have what lists need, and the rows that follow, after every command [CON-14]", async () => {
  const { refId } = await submitNew(engine, nora, stages(), { ref: "PO-7", document });
  const states = [(await checked(refId)).at(-1)!.state];
  for (const [name, command] of COMMANDS) {
    await command(refId);
    const kept = await checked(refId).catch((cause: unknown) => {
      throw new Error(`after ${name}`, { cause });
    });
    states.push(kept.at(-1)!.state);
    expect(kept.filter(({ tab }) => tab !== undefined)).toHaveLength(1);
  }
  const { words } = (await checked(refId)).find(({ number }) => number === 1)!;
  expect(words).toEqual(expect.arrayContaining(["po", "9", "dock", "sohne"]));
  expect(states.filter((state, at) => state !== states[at - 1])).toEqual([
    "IN_PROGRESS",
    "RECALLED",
    "IN_PROGRESS",
    "REJECTED",
    "IN_PROGRESS",
    "APPROVED",
  ]);
});

it("so are those of cancelled documents, of loans that somebody takes over, and of orders [CON-14]", async () => {
  const { refId } = await submitNew(engine, nora, stages());
  await engine.cancelDocument(nora, { refId });
  expect(await checked(refId)).toMatchObject([{ state: "CANCELLED" }]);
  const loan = await aLoan(engine, store);
  const passerBy = loan.company.user();
  await engine.actionApproval(passerBy, loan.first, { status: "APPROVED" });
  const [row] = await checked(loan.refId);
  expect(row!.deciderIds).toEqual([toObjectId(passerBy.userId)]);
  expect(row!.viewerIds).toContainEqual(toObjectId(loan.beneficiary.userId));

  const { aCompanyWithWorkflow, approve } = orderFixture(store, engine);
  const { submitter, one, two, threshold, add } = await aCompanyWithWorkflow();
  await threshold();
  const order = anOrder({ ref: "SO/77", totalAmount: 4_817.35 });
  await add(order, { currency: "EUR" });
  await engine.orderCreated(submitter, order);
  const [waiting] = await checked(order._id);
  expect(waiting).toMatchObject({ ref: "SO/77", submitterId: toObjectId(submitter.userId) });
  expect(waiting!.words).toEqual(expect.arrayContaining(["77", "4817.35"]));
  await approve([one, two], order._id);
  expect(await checked(order._id)).toMatchObject([{ state: "APPROVED", tab: "DONE" }]);
});
