import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import type { Caller } from "../src/engine.ts";
import { daysFrom } from "./days-from.ts";
import { aCompany, stagesOf, submitNew } from "./engine-fixture.ts";
import { useBus, useReplica } from "./graphql-fixture.ts";
import { costlyAmong, scansAmong, searchesOf } from "./searches.ts";

const store = await useTestStore({ monitored: true });
const { as, engine } = await useReplica(store, useBus());

const PAGE = "{ workflowTaskPage(input: { take: 100 }) { data { _id canUpdateStatus } } }";
const ONE = "query ($id: ID) { findOneWorkflowTask(input: { _id: $id }) { canUpdateStatus } }";
const DECIDE =
  "mutation ($id: ID!) { updateWorkflowApprovalStatus(input: { taskId: $id, status: APPROVED }) }";

/** The `canUpdateStatus` of each task on the caller's page, which `findOneWorkflowTask` must confirm. */
async function shownTo(caller: Caller): Promise<Map<string, boolean>> {
  const { workflowTaskPage } = await as(caller).get<{
    workflowTaskPage: { data: { _id: string; canUpdateStatus: boolean }[] };
  }>(PAGE);
  const shown = workflowTaskPage.data.map(({ _id, canUpdateStatus }) => [_id, canUpdateStatus] as const);
  for (const [id, canUpdateStatus] of shown) {
    expect(await as(caller).get(ONE, { id })).toEqual({ findOneWorkflowTask: { canUpdateStatus } });
  }
  return new Map(shown);
}

/** Helen may decide for Milan, in a company with these rules. */
async function helenForMilan(rules: object = {}) {
  const company = aCompany();
  const [milan, helen, clerk] = [company.user(), company.user(), company.user()];
  const admin = company.user({ privileged: true });
  await engine.updateApprovalSettings(admin, rules);
  await engine.createSubstitution(milan, { substituteId: helen.userId, ...daysFrom(0) });
  const approve = (caller: Caller, taskId = "") =>
    engine.decideApproval(caller, { taskId, status: "APPROVED" });
  /** @returns the tasks of a run of these stages */
  const run = async (submitter: Caller, ...stages: Parameters<typeof stagesOf>) =>
    (await submitNew(engine, submitter, stagesOf(...stages))).tasks.map(({ _id }) => _id);
  return { company, milan, helen, clerk, admin, approve, run };
}

type Person = "boss" | "clerk" | "milan";
/** Settings that keep people from deciding: as they are when a document is submitted, and how somebody relaxes them then. */
const RELAXED: Record<
  string,
  { rules: object; submitter: Person; stages: readonly (readonly Person[])[]; changes: readonly object[] }
> = {
  submitterNeverDecides: {
    rules: { submitterNeverDecides: false },
    submitter: "boss",
    stages: [["clerk", "boss"]],
    changes: [{ submitterNeverDecides: true }, { submitterNeverDecides: false }],
  },
  onePersonOneStage: {
    rules: { onePersonOneStage: true, substitutionDepth: 2 },
    submitter: "clerk",
    stages: [["boss"], ["milan"]],
    changes: [{ onePersonOneStage: false }],
  },
  substitutionDepth: {
    rules: { substitutionDepth: 1 },
    submitter: "clerk",
    stages: [["milan"]],
    changes: [{ substitutionDepth: 2 }],
  },
};
const RELAXING = Object.keys(RELAXED).flatMap((setting) =>
  (["boss", "admin"] as const).map((who) => [setting, who] as const),
);

describe("canUpdateStatus says what a verdict would be answered", () => {
  it.each(RELAXING)("after %s was relaxed by the %s, since the submission [MEET-3]", async (setting, who) => {
    const { rules, submitter, stages, changes } = RELAXED[setting]!;
    const { company, milan, helen, clerk, admin, approve, run } = await helenForMilan(rules);
    const boss = company.user({ privileged: true });
    const people = { boss, clerk, milan };
    await engine.createSubstitution(helen, { substituteId: boss.userId, ...daysFrom(0) });
    const taskIds = await run(people[submitter], ...stages.map((names) => names.map((name) => people[name])));
    for (const taskId of taskIds.slice(0, -1)) await approve(boss, taskId);
    for (const change of changes) await engine.updateApprovalSettings(who === "boss" ? boss : admin, change);
    const id = taskIds.at(-1)!;
    const { findOneWorkflowTask } = await as(boss).get<object & Record<string, unknown>>(ONE, { id });
    const { errors } = await as(boss).ask(DECIDE, { id });
    expect([findOneWorkflowTask, errors === undefined]).toEqual([
      { canUpdateStatus: who === "admin" },
      who === "admin",
    ]);
  });

  it("of a substitute who has decided another stage, beside runs where they have not [PPL-6]", async () => {
    const { milan, helen, clerk, approve, run } = await helenForMilan({ onePersonOneStage: true });
    const [first, refused = ""] = await run(clerk, [helen], [milan]);
    await approve(helen, first);
    const [free = ""] = await run(clerk, [milan], [clerk]);
    const shown = await shownTo(helen);
    expect([shown.get(refused), shown.get(free)]).toEqual([false, true]);
    expect((await as(helen).ask(DECIDE, { id: refused })).errors).toMatchObject([
      { message: "Separation of duties: onePersonOneStage" },
    ]);
    expect((await as(helen).ask(DECIDE, { id: free })).errors).toBeUndefined();
  });

  it("of a substitute who gave a verdict there for the same principal [PPL-6]", async () => {
    const { milan, helen, clerk, admin, approve, run } = await helenForMilan();
    const [first, second = ""] = await run(clerk, [milan], [milan]);
    await approve(helen, first);
    expect((await shownTo(helen)).get(second)).toBe(true);
    await engine.updateApprovalSettings(admin, { onePersonOneStage: true });
    expect((await shownTo(helen)).get(second)).toBe(false);
    expect((await shownTo(milan)).get(second)).toBe(false);
    expect((await as(milan).ask(DECIDE, { id: second })).errors).toHaveLength(1);
  });

  it("of somebody with groups that exclude each other [PPL-6]", async () => {
    const { company, milan, clerk, admin, approve } = await helenForMilan();
    const workflow = await engine.workflows.create(admin, { name: "Purchases" });
    for (const [at, group] of ["buyer", "payer"].entries()) {
      await engine.stages.create(admin, {
        workflowId: workflow._id,
        name: `Stage ${at + 1}`,
        order: at + 1,
        approvers: [{ approverId: milan.userId, groups: [group] }],
      });
    }
    const { tasks } = await engine.submitDocument(clerk, {
      refId: company.user().userId,
      kind: "SalesOrder",
      submitterId: clerk.userId,
      workflowId: workflow._id,
    });
    const [first, second = ""] = tasks.map(({ _id }) => _id);
    await approve(milan, first);
    expect((await shownTo(milan)).get(second)).toBe(true);
    await engine.updateApprovalSettings(admin, { exclusiveGroups: [["buyer", "payer"]] });
    expect((await shownTo(milan)).get(second)).toBe(false);
    expect((await as(milan).ask(DECIDE, { id: second })).errors).toMatchObject([
      { message: "Separation of duties: exclusiveGroups" },
    ]);
  });

  it("of the submitter who is an approver [PPL-6]", async () => {
    const { milan, admin, run } = await helenForMilan();
    const [task = ""] = await run(milan, [milan]);
    expect((await shownTo(milan)).get(task)).toBe(true);
    await engine.updateApprovalSettings(admin, { submitterNeverDecides: true });
    expect((await shownTo(milan)).get(task)).toBe(false);
    expect((await as(milan).ask(DECIDE, { id: task })).errors).toHaveLength(1);
  });

  it("of an agent, and of the person whose token it has [PPL-6]", async () => {
    const { milan, clerk, admin, run } = await helenForMilan();
    const [task = ""] = await run(clerk, [milan]);
    const agent: Caller = { ...milan, isAgent: true };
    expect((await shownTo(agent)).get(task)).toBe(false);
    expect((await shownTo(milan)).get(task)).toBe(true);
    expect((await as(agent).ask(DECIDE, { id: task })).errors).toMatchObject([
      { message: "Separation of duties: agentsMayDecide" },
    ]);
    await engine.updateApprovalSettings(admin, { agentsMayDecide: true });
    expect((await shownTo(agent)).get(task)).toBe(true);
  });
});

it("reads the verdicts of a whole page at once, and no others [PPL-6] [CT-COLL-10]", async () => {
  const { company, milan, helen, clerk, approve, run } = await helenForMilan({ onePersonOneStage: true });
  const refused: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const [first = "", second = ""] = await run(clerk, [helen], [milan]);
    await approve(helen, first);
    refused.push(second);
    // Beside Helen's verdict stand those of 60 others.
    const approvals = store.db.collection("workflow_approvals");
    const row = await approvals.findOne({ taskId: toObjectId(first) });
    const others = Array.from({ length: 60 }, () => toObjectId(company.user().userId));
    const rows = others.map((approverId) => Object.assign({}, row, { _id: toObjectId(newId()), approverId }));
    await approvals.insertMany(rows);
  }
  const asked = async () => {
    let shown = new Map<string, boolean>();
    const searches = await searchesOf(store, async () => {
      const { workflowTaskPage } = await as(helen).get<{
        workflowTaskPage: { data: { _id: string; canUpdateStatus: boolean }[] };
      }>(PAGE);
      shown = new Map(workflowTaskPage.data.map((task) => [task._id, task.canUpdateStatus]));
    });
    return { shown, searches };
  };
  const { shown, searches } = await asked();
  expect(refused.map((id) => shown.get(id))).toEqual([false, false, false]);
  expect(await scansAmong(store, searches)).toEqual([]);
  expect(await costlyAmong(store, searches)).toEqual([]);
  const [one = ""] = await run(clerk, [milan], [clerk]);
  const again = await asked();
  expect(again.shown.get(one)).toBe(true);
  expect(again.searches).toHaveLength(searches.length);
});
