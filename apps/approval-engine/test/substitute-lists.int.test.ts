import { newId } from "@countersign/mongo";
import { commandsOf, useTestStore } from "@countersign/testing";
import { beforeEach, describe, expect, it } from "vitest";

import type { Caller } from "../src/engine.ts";
import { daysFrom } from "./days-from.ts";
import { aCompany, stagesOf, submitNew } from "./engine-fixture.ts";
import { bearerOf, useBus, useReplica } from "./graphql-fixture.ts";

const store = await useTestStore({ monitored: true });
/** The time of the replica, which tests may move. */
let nowMs = Date.now();
const { as, app, engine } = await useReplica(store, useBus(), { clock: () => new Date(nowMs) });
beforeEach(() => void (nowMs = Date.now()));

const DAY_MS = 86_400_000;
const LISTS = `query Lists($filter: WorkflowTaskPageInput) {
  workflowTaskPage(input: $filter) { total data { _id canUpdateStatus document { title } } }
  myPendingApprovals { taskId approverId } }`;

interface Lists {
  workflowTaskPage: {
    total: number;
    data: { _id: string; canUpdateStatus: boolean; document: { title: string } | null }[];
  };
  myPendingApprovals: { taskId: string; approverId: string }[];
}

/** The ids that a user sees: in the inbox, among those they can decide, and in the HR facade's list. */
async function seenBy(caller: Caller, filter: Record<string, unknown> = {}) {
  const { workflowTaskPage, myPendingApprovals } = await as(caller).get<Lists>(LISTS, { filter });
  const { data, total } = workflowTaskPage;
  expect(total).toBe(data.length);
  return {
    inbox: data.map(({ _id }) => _id),
    decidable: data.filter(({ canUpdateStatus }) => canUpdateStatus).map(({ _id }) => _id),
    waiting: myPendingApprovals.map(({ taskId }) => taskId),
    titles: data.map(({ document }) => document?.title),
  };
}

const NOTHING = { inbox: [], decidable: [], waiting: [], titles: [] };
const only = (...ids: string[]) => ({ inbox: ids, decidable: ids, waiting: ids });

/** Milan, who is away, and Helen, who stands in for him; a leave and a claim wait for him, another for him later. */
async function milanIsAway(fields: Record<string, unknown> = {}) {
  const company = aCompany();
  const [milan, helen, clerk] = [company.user(), company.user(), company.user()];
  const document = { title: "Summer" };
  const leave = await submitNew(engine, clerk, stagesOf([milan], [clerk]), { document });
  const claim = await submitNew(engine, clerk, stagesOf([milan]), { kind: "Claim" });
  await submitNew(engine, clerk, stagesOf([clerk], [milan]));
  const substitution = await engine.createSubstitution(milan, {
    substituteId: helen.userId,
    ...daysFrom(0),
    ...fields,
  });
  const taskOf = ({ tasks }: typeof leave) => tasks[0]?._id ?? "";
  return {
    company,
    milan,
    helen,
    clerk,
    substitution,
    leave: taskOf(leave),
    claim: taskOf(claim),
    run: leave,
  };
}

describe("what waits for somebody is in the lists of the substitute", () => {
  it("and in their own, at once, with its document [PPL-1] [PPL-3]", async () => {
    const { milan, helen, leave, claim } = await milanIsAway();
    expect(await seenBy(helen)).toEqual({ ...only(claim, leave), titles: [undefined, "Summer"] });
    expect(await seenBy(milan)).toMatchObject({ decidable: [claim, leave], waiting: [claim, leave] });
  });

  it("only for the kinds that the substitution covers [PPL-1]", async () => {
    const { helen, claim } = await milanIsAway({ kinds: ["Claim", "SalesOrder"] });
    expect(await seenBy(helen)).toMatchObject(only(claim));
  });

  it("by every filter of the page [PPL-3]", async () => {
    for (const fields of [{}, { kinds: ["Leave", "Claim"] }]) {
      const { helen, leave, claim } = await milanIsAway(fields);
      const inbox = async (filter: Record<string, unknown>) => (await seenBy(helen, filter)).inbox;
      expect(await inbox({ status: "AWAITING_APPROVAL" })).toEqual([claim, leave]);
      expect(await inbox({ status: "PENDING" })).toEqual([]);
      expect(await inbox({ kinds: ["Leave", "SalesOrder"] })).toEqual([leave]);
      expect(await inbox({ kinds: ["Leave", "Claim"], status: "AWAITING_APPROVAL" })).toEqual([claim, leave]);
      expect(await inbox({ kinds: ["Leave"], status: "APPROVED" })).toEqual([]);
      expect(await inbox({ keyword: "stage 1" })).toEqual([claim, leave]);
      expect(await inbox({ involvedUserId: helen.userId })).toEqual([claim, leave]);
    }
  });

  it("no longer from the instant at which the window ends, nor before it begins [PPL-1]", async () => {
    const { helen, substitution, leave, claim } = await milanIsAway(daysFrom(2, 3));
    expect(await seenBy(helen)).toEqual(NOTHING);
    nowMs = substitution.from.getTime();
    expect(await seenBy(helen)).toMatchObject(only(claim, leave));
    nowMs = substitution.until.getTime() - 1;
    expect(await seenBy(helen)).toMatchObject(only(claim, leave));
    nowMs += 1;
    expect(await seenBy(helen)).toEqual(NOTHING);
    expect(nowMs - substitution.from.getTime()).toBe(3 * DAY_MS);
  });

  it("no longer once it is revoked [PPL-1]", async () => {
    const { milan, helen, substitution } = await milanIsAway();
    await engine.revokeSubstitution(milan, substitution._id);
    expect(await seenBy(helen)).toEqual(NOTHING);
  });

  it("no longer once the principal has decided, been left out or the document is cancelled [PPL-3]", async () => {
    const { company, milan, helen, clerk, leave, claim, run } = await milanIsAway();
    const admin = company.user({ privileged: true });
    await engine.decideApproval(milan, { taskId: claim, status: "APPROVED" });
    expect(await seenBy(helen)).toMatchObject(only(leave));
    const added = await engine.approvals.create(admin, { taskId: leave, approverId: newId() });
    await engine.approvals.remove(admin, added._id);
    expect(await seenBy(helen)).toMatchObject(only(leave));
    await engine.cancelDocument(clerk, { refId: run.refId });
    expect(await seenBy(helen)).toEqual(NOTHING);
  });

  it("while others of an ALL stage still have to decide, only for those who have not [PPL-3]", async () => {
    const company = aCompany();
    const [ann, bob, helen] = [company.user(), company.user(), company.user()];
    const stages = stagesOf({ approvers: [ann, bob], approveBy: "ALL" });
    const { tasks } = await submitNew(engine, company.user(), stages);
    const taskId = tasks[0]?._id ?? "";
    const cid = company.user();
    const input = { ...daysFrom(0) };
    await engine.createSubstitution(ann, { ...input, substituteId: helen.userId });
    await engine.createSubstitution(bob, { ...input, substituteId: cid.userId });
    await engine.decideApproval(ann, { taskId, status: "APPROVED" });
    expect(await seenBy(helen)).toEqual(NOTHING);
    expect(await seenBy(cid)).toMatchObject(only(taskId));
  });

  it("by an approver who is added by hand, and no longer when that row is removed [PPL-3]", async () => {
    const { company, helen, leave } = await milanIsAway();
    const admin = company.user({ privileged: true });
    const [added, cid] = [company.user(), company.user()];
    await engine.createSubstitution(added, { substituteId: cid.userId, ...daysFrom(0) });
    const row = await engine.approvals.create(admin, { taskId: leave, approverId: added.userId });
    expect(await seenBy(cid)).toMatchObject(only(leave));
    await engine.approvals.remove(admin, row._id);
    expect(await seenBy(cid)).toEqual(NOTHING);
    expect((await seenBy(helen)).inbox).toContain(leave);
  });

  it("but in nobody else's, in this company or another [PPL-2]", async () => {
    const { company, milan, helen } = await milanIsAway();
    const elsewhere = aCompany();
    const { companyId } = elsewhere;
    await engine.createSubstitution({ ...milan, companyId }, { substituteId: helen.userId, ...daysFrom(0) });
    expect(await seenBy(company.user())).toEqual(NOTHING);
    expect(await seenBy({ ...helen, companyId })).toEqual(NOTHING);
  });

  it("though the substitute who submitted it or sits on it cannot decide it twice [PPL-2]", async () => {
    const company = aCompany();
    const [milan, helen] = [company.user(), company.user()];
    const mine = await submitNew(engine, helen, stagesOf([milan]));
    const ours = await submitNew(engine, company.user(), stagesOf([milan, helen]));
    await engine.createSubstitution(milan, { substituteId: helen.userId, ...daysFrom(0) });
    const seat = ours.tasks[0]?._id;
    expect(await seenBy(helen)).toMatchObject({ inbox: [seat, mine.tasks[0]?._id], decidable: [seat] });
  });

  it("and in the download [PPL-3]", async () => {
    const { helen, company } = await milanIsAway();
    const sizes = await Promise.all(
      [helen, company.user()].map(async (caller) => {
        const headers = { authorization: await bearerOf(caller) };
        const { rawPayload, statusCode } = await app.inject({ url: "/api/workflow/task/download", headers });
        expect(statusCode).toBe(200);
        return rawPayload.length;
      }),
    );
    expect(sizes[0]).toBeGreaterThan(sizes[1] ?? 0);
  });

  it("with the document's revisions, as long as it waits [PPL-3]", async () => {
    const { milan, helen, substitution, run } = await milanIsAway();
    const revisions = async () => {
      const query = "query R($refId: ID!) { documentRevisions(refId: $refId) { revision } }";
      const { documentRevisions } = await as(helen).get<{ documentRevisions: unknown[] }>(query, {
        refId: run.refId,
      });
      return documentRevisions.length;
    };
    expect(await revisions()).toBe(1);
    await engine.revokeSubstitution(milan, substitution._id);
    expect(await revisions()).toBe(0);
  });

  it("for the same number of commands, however many tasks and principals there are [PPL-3]", async () => {
    const { company, helen, clerk } = await milanIsAway();
    const few = await commandsOf(store, () => seenBy(helen));
    for (let n = 0; n < 5; n += 1) {
      const principal = company.user();
      await submitNew(engine, clerk, stagesOf([principal]));
      await engine.createSubstitution(principal, { substituteId: helen.userId, ...daysFrom(0) });
    }
    const many = await commandsOf(store, () => seenBy(helen));
    expect(many.toSorted()).toEqual(few.toSorted());
  });
});
