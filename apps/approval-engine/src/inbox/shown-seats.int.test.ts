import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const { as, engine } = await useReplica(store, useBus());

const RUN = `query Run($refId: ID!) { runTasks(refId: $refId) {
  stageName tally { needed reached groups { group needed reached } } decidesFor { name }
  approvals { status reason required skipped leftOut approver { name } reasonUser { name } decider { name } } } }`;

interface Seat {
  status: string;
  reason: string;
  approver: { name: string };
  [field: string]: unknown;
}
interface Stage {
  stageName: string;
  tally: object;
  decidesFor: { name: string } | null;
  approvals: Seat[];
}

/** People of one company, all in its directory. */
async function staffed() {
  const company = aCompany();
  const named = async (name: string): Promise<Caller> => {
    const user = company.user({ name });
    const ids = { _id: toObjectId(user.userId), companyId: toObjectId(user.companyId) };
    await store.db.collection("users").insertOne({ ...ids, name });
    return user;
  };
  return {
    ann: await named("Ann"),
    bob: await named("Bob"),
    eve: await named("Eve"),
    zoe: await named("Zoe"),
  };
}

const shownTo = async (caller: Caller, refId: string): Promise<Stage[]> =>
  (await as(caller).get<{ runTasks: Stage[] }>(RUN, { refId })).runTasks;

describe("the seats of a run", () => {
  it("say why each is there and who decided, and how far the stage is [PPL-3] [PPL-4] [PPL-5]", async () => {
    const { ann, bob, eve, zoe } = await staffed();
    const refId = newId();
    const approvers = [
      { approverId: ann.userId, groups: ["Law"] },
      { approverId: bob.userId, groups: ["Money"] },
    ];
    const { tasks } = await engine.submitDocument(eve, {
      refId,
      kind: "Leave",
      submitterId: eve.userId,
      dynamicStages: [{ name: "Board", order: 1, approveBy: "PER_GROUP", approvers }],
    });
    const taskId = tasks[0]?._id ?? newId();
    await engine.seats.addApprover(ann, { taskId, userId: zoe.userId, position: "PARALLEL" });
    await engine.decideApproval(ann, { taskId, status: "APPROVED" });
    const [stage] = await shownTo(eve, refId);
    expect(stage?.tally).toEqual({
      needed: 3,
      reached: 1,
      groups: [
        { group: "Law", needed: 1, reached: 1 },
        { group: "Money", needed: 1, reached: 0 },
      ],
    });
    const plain = { required: false, skipped: false, leftOut: null, reasonUser: null, decider: null };
    expect(stage?.approvals).toEqual([
      { ...plain, approver: { name: "Ann" }, status: "APPROVED", reason: "RULE" },
      { ...plain, approver: { name: "Bob" }, status: "AWAITING_APPROVAL", reason: "RULE" },
      {
        ...plain,
        approver: { name: "Zoe" },
        status: "AWAITING_APPROVAL",
        reason: "ADDED_BY",
        reasonUser: { name: "Ann" },
        required: true,
      },
    ]);
  });

  it("name the principal to a substitute, and the substitute once they decided [PPL-3]", async () => {
    const { ann, eve, zoe } = await staffed();
    const { refId, tasks } = await submitNew(engine, eve, stagesOf([ann]));
    const today = Temporal.Now.plainDateISO("UTC").toString();
    const days = { fromDate: today, untilDate: today, timeZone: "UTC" };
    await engine.createSubstitution(ann, { substituteId: zoe.userId, ...days });
    const decidesFor = async (caller: Caller) => (await shownTo(caller, refId))[0]?.decidesFor;
    expect(await Promise.all([zoe, ann, eve].map(decidesFor))).toEqual([{ name: "Ann" }, null, null]);
    await engine.decideApproval(zoe, { taskId: tasks[0]?._id ?? "", status: "APPROVED" });
    expect(await decidesFor(zoe)).toBeNull();
    expect((await shownTo(eve, refId))[0]?.approvals).toMatchObject([
      { approver: { name: "Ann" }, decider: { name: "Zoe" } },
    ]);
  });
});
