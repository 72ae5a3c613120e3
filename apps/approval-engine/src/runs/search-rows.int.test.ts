import { toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { expect, it } from "vitest";

import { aCompany, engineOn, recordsOf, stagesOf, submitted } from "../../test/engine-fixture.ts";
import { anOrder, orderFixture } from "../../test/order-fixture.ts";
import { aLoan } from "../../test/staffed-company.ts";
import type { Caller } from "../engine.ts";
import { rebuildSearchRows } from "./rebuild-search-rows.ts";
import type { RunSearchRecord } from "./search-row.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);
const rows = store.db.collection<RunSearchRecord>("run_search");

const sorted = (ids: readonly unknown[]): string[] => ids.map(String).toSorted();

/** The rows of a document, with ids in no order. */
async function rowsOf(refId: string) {
  const found = await rows.find({ refId: toObjectId(refId) }, { sort: { runNumber: 1 } }).toArray();
  return found.map((row) => {
    const { viewerIds, everyone, deciderIds, holderIds } = row;
    return Object.assign(row, {
      viewerIds: sorted(viewerIds),
      everyone: sorted(everyone),
      deciderIds: sorted(deciderIds),
      holderIds: sorted(holderIds),
    });
  });
}

/** The rows, once they are what the stored records give. */
async function checked(refId: string) {
  const kept = await rowsOf(refId);
  expect(kept.length).toBeGreaterThan(0);
  await rows.deleteMany({ refId: toObjectId(refId) });
  await rebuildSearchRows(
    store,
    kept.map(({ _id }) => _id),
  );
  expect(await rowsOf(refId)).toEqual(kept);
  return kept;
}

const company = aCompany();
const [nora, milan, helen, ivo] = [company.user(), company.user(), company.user(), company.user()];
const admin = company.user({ privileged: true });
const document = { title: "Desks", amount: "10.50", currency: "EUR" };
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
    (refId) => engine.amendDocument(nora, { refId, document: { title: "Chairs" } }),
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
      await engine.tasks.update(nora, await taskOf(refId, "Lead"), { title: "Renamed" });
    },
  ],
  ["a recall", (refId) => engine.recallDocument(nora, { refId, reason: "Wrong dates" })],
  ["a new submission", (refId) => submitted(engine, nora, stages(), { refId, ref: "PO-8", document })],
  ["a rejection that ends it", (refId) => decide(milan, refId, "Lead", "REJECTED")],
  ["a deleted task", async (refId) => engine.tasks.remove(admin, await taskOf(refId, "Board"))],
  ["a third submission", (refId) => submitted(engine, nora, stagesOf([helen]), { refId })],
  ["an approval", (refId) => decide(helen, refId, "Stage 1", "APPROVED")],
];

it("the rows of a document are what its records give, after every command and once it is rebuilt [CON-14]", async () => {
  const { refId } = await submitted(engine, nora, stages(), { ref: "PO-7", document });
  const states = [(await checked(refId)).at(-1)!.state];
  for (const [name, command] of COMMANDS) {
    await command(refId);
    const kept = await checked(refId).catch((cause: unknown) => {
      throw new Error(`after ${name}`, { cause });
    });
    states.push(kept.at(-1)!.state);
    expect(kept.filter(({ tab }) => tab !== undefined)).toHaveLength(1);
  }
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
  const { refId } = await submitted(engine, nora, stages());
  await engine.cancelDocument(nora, { refId });
  expect(await checked(refId)).toMatchObject([{ state: "CANCELLED" }]);
  const loan = await aLoan(engine, store);
  const passerBy = loan.company.user();
  await engine.actionApproval(passerBy, loan.first, { status: "APPROVED" });
  const [row] = await checked(loan.refId);
  expect(row!.deciderIds).toEqual([passerBy.userId]);
  expect(row!.viewerIds).toContain(loan.beneficiary.userId);

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
