import { toObjectId } from "@countersign/mongo";
import { commandsOf, useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { daysFrom } from "../../test/days-from.ts";
import { aCompany, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import { costlyAmong, scansAmong, searchesOf } from "../../test/searches.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore({ monitored: true });
const { as, engine } = await useReplica(store, useBus());

interface Inbox {
  total: number;
  data: { ref: string; canUpdateStatus: boolean; decidesFor: { name: string } | null }[];
  counts: { kind: string; count: number }[];
}

const INBOX = `query Inbox($input: InboxPageInput) {
  inboxPage(input: $input) {
    total data { ref canUpdateStatus decidesFor { name } document { title } submitter { name } } }
  inboxCounts { kind count } }`;

async function inboxOf(caller: Caller, input: Record<string, unknown> = {}): Promise<Inbox> {
  const answer = await as(caller).get<{ inboxPage: Omit<Inbox, "counts">; inboxCounts: Inbox["counts"] }>(
    INBOX,
    { input },
  );
  return { ...answer.inboxPage, counts: answer.inboxCounts };
}
const refsOf = ({ data }: Inbox) => data.map(({ ref }) => ref);

async function named({ companyId, userId }: Caller, name: string, fields: object = {}): Promise<void> {
  const user = { _id: toObjectId(userId), companyId: toObjectId(companyId), name, ...fields };
  await store.db.collection<object>("users").insertOne(user);
}

/** Milan with two tasks that wait for him, and others in which he is involved. */
async function anOffice() {
  const company = aCompany();
  const [milan, helen, nora] = [company.user(), company.user(), company.user()];
  await named(milan, "Milan");
  await named(nora, "Nora Kahn");
  const document = { title: "Summer at sea" };
  await submitNew(engine, nora, stagesOf([milan]), { ref: "LV-000001", document });
  await submitNew(engine, milan, stagesOf([helen]), { ref: "LV-000002" });
  await submitNew(engine, nora, stagesOf([helen], [milan]), { ref: "LV-000003" });
  const decided = await submitNew(engine, nora, stagesOf({ approvers: [milan, helen], approveBy: "ALL" }), {
    ref: "LV-000004",
  });
  await engine.decideApproval(milan, { taskId: decided.tasks[0]?._id ?? "", status: "APPROVED" });
  await submitNew(engine, helen, stagesOf({ approvers: [milan], name: "Board" }), {
    ref: "CL-000001",
    kind: "Claim",
  });
  return { company, milan, helen, nora };
}

describe("the inbox", () => {
  it("lists and counts what waits for the caller's verdict, and nothing else [CON-4]", async () => {
    const { milan } = await anOffice();
    const inbox = await inboxOf(milan);
    expect(refsOf(inbox)).toEqual(["CL-000001", "LV-000001"]);
    expect(inbox.data.map(({ canUpdateStatus, decidesFor }) => [canUpdateStatus, decidesFor])).toEqual([
      [true, null],
      [true, null],
    ]);
    expect(inbox.total).toBe(2);
    expect(inbox.counts).toEqual([
      { kind: "Leave", count: 1 },
      { kind: "Claim", count: 1 },
    ]);
  });

  it("is the caller's own for privileged users too", async () => {
    const { company } = await anOffice();
    const admin = company.user({ privileged: true });
    expect(await inboxOf(admin)).toEqual({ total: 0, counts: [], data: [] });
  });

  it.each([
    ["a reference", "LV-000001", ["LV-000001"]],
    ["a part of one", "00001", ["CL-000001", "LV-000001"]],
    ["the document's title", "at SEA", ["LV-000001"]],
    ["the stage", "board", ["CL-000001"]],
    ["the submitter's name", "kahn", ["LV-000001"]],
    ["something that waits for others", "LV-000002", []],
    ["nothing", "(", []],
  ])("finds %s, and counts all the same", async (_what, keyword, refs) => {
    const { milan } = await anOffice();
    const inbox = await inboxOf(milan, { keyword });
    expect(refsOf(inbox)).toEqual(refs);
    expect(inbox).toMatchObject({ total: refs.length, counts: [{ count: 1 }, { count: 1 }] });
  });

  it("is narrowed by kinds, and paged", async () => {
    const { milan } = await anOffice();
    expect(refsOf(await inboxOf(milan, { kinds: ["Claim", "Loan"] }))).toEqual(["CL-000001"]);
    const second = await inboxOf(milan, { skip: 1, take: 1 });
    expect([refsOf(second), second.total]).toEqual([["LV-000001"], 2]);
  });

  it("shows the tasks of a person whom the caller represents, by their name [PPL-3] [CON-4]", async () => {
    const { milan, helen } = await anOffice();
    await named(helen, "Helen");
    await engine.createSubstitution(milan, { substituteId: helen.userId, ...daysFrom(0) });
    const inbox = await inboxOf(helen);
    // Not CL-000001, which she submitted.
    expect(inbox.data.map(({ ref, decidesFor }) => [ref, decidesFor?.name])).toEqual([
      ["LV-000004", undefined],
      ["LV-000003", undefined],
      ["LV-000002", undefined],
      ["LV-000001", "Milan"],
    ]);
    expect(inbox).toMatchObject({ total: 4, counts: [{ kind: "Leave", count: 4 }] });
    expect(inbox.data.every(({ canUpdateStatus }) => canUpdateStatus)).toBe(true);
    expect(refsOf(await inboxOf(helen, { keyword: "kahn" }))).toHaveLength(3);
  });

  it("shows no task on which the caller decided for somebody, even if others are asked later [PPL-3]", async () => {
    const company = aCompany();
    const [milan, helen, nora, ann] = [company.user(), company.user(), company.user(), company.user()];
    for (const principal of [milan, ann]) {
      await engine.createSubstitution(principal, { substituteId: helen.userId, ...daysFrom(0) });
    }
    const both = stagesOf({ approvers: [milan, company.user()], approveBy: "ALL" });
    const { tasks } = await submitNew(engine, nora, both, { ref: "LV-000001" });
    const taskId = tasks[0]?._id ?? "";
    await engine.decideApproval(helen, { taskId, status: "APPROVED" });
    await engine.approvals.create(company.user({ privileged: true }), { taskId, approverId: ann.userId });
    expect(refsOf(await inboxOf(helen))).toEqual([]);
    expect(refsOf(await inboxOf(ann))).toEqual(["LV-000001"]);
    const query = "query { workflowTaskPage(input: {}) { total } }";
    expect(await as(helen).get(query)).toEqual({ workflowTaskPage: { total: 1 } });
  });

  it("reads as many commands for a long page as for a short one, and counts index keys [CON-4]", async () => {
    const { milan, helen } = await anOffice();
    const nora = aCompany().user({ companyId: milan.companyId });
    for (let n = 0; n < 60; n += 1) await submitNew(engine, milan, stagesOf([helen]));
    for (let n = 0; n < 10; n += 1) await submitNew(engine, nora, stagesOf([milan]));
    const commandsFor = (take: number) => commandsOf(store, () => as(milan).get(INBOX, { input: { take } }));
    expect((await commandsFor(20)).toSorted()).toEqual((await commandsFor(1)).toSorted());
    const searches = await searchesOf(store, () => inboxOf(milan, { take: 20 }));
    expect(await costlyAmong(store, searches)).toEqual([]);
    const narrowed = { keyword: "a", kinds: ["Leave"] };
    expect(await scansAmong(store, await searchesOf(store, () => inboxOf(milan, narrowed)))).toEqual([]);
  });
});

describe("what nobody can complete", () => {
  const UNASSIGNED = "{ unassignedTaskPage { total data { ref unassigned approvals { leftOut } } } }";
  interface Page {
    unassignedTaskPage: { total: number; data: { ref: string; unassigned: boolean; approvals: object[] }[] };
  }

  it("is listed for privileged users until somebody is named [PPL-5]", async () => {
    const company = aCompany();
    const [admin, bob, eve] = [company.user({ privileged: true }), company.user(), company.user()];
    const { tasks } = await submitNew(engine, eve, stagesOf([bob], [bob]), { ref: "LV-1" });
    await submitNew(engine, eve, stagesOf([admin]), { ref: "LV-2" });
    const taskId = tasks[0]?._id ?? "";
    const listed = async () => (await as(admin).get<Page>(UNASSIGNED)).unassignedTaskPage;
    expect(await listed()).toEqual({ total: 0, data: [] });

    await named(bob, "Bob", { active: false });
    await engine.releaseLeaver(company.companyId, bob.userId);
    expect(await listed()).toEqual({
      total: 1,
      data: [{ ref: "LV-1", unassigned: true, approvals: [{ leftOut: "INACTIVE" }] }],
    });

    const cid = company.user();
    await named(cid, "Cid");
    await engine.approvals.create(admin, { taskId, approverId: cid.userId });
    expect(await listed()).toEqual({ total: 0, data: [] });
    expect(refsOf(await inboxOf(cid))).toEqual(["LV-1"]);
  });

  it("is refused to others", async () => {
    await expect(as(aCompany().user()).get(UNASSIGNED)).rejects.toThrow("Only a privileged user may do this");
  });
});
