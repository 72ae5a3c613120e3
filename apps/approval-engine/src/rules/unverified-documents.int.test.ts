import { type ApprovalDocument, documentKinds } from "@countersign/contracts";
import { newId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, engineOn, recordsOf } from "../../test/engine-fixture.ts";
import type { Caller } from "../engine.ts";
import type { SaveRuleInput } from "./inputs.ts";

const store = await useTestStore();
const engine = await engineOn(store, { kinds: documentKinds.parse("legal:Contract") });
const records = recordsOf(store);

/** A company with people, and rules of contracts. */
function aScene() {
  const company = aCompany();
  const [admin, submitter] = [company.user({ privileged: true }), company.user()];
  const approvers = new Map<string, Caller>();
  const approver = (name: string) => {
    const present = approvers.get(name) ?? company.user();
    approvers.set(name, present);
    return present;
  };
  const stage = (name: string, fields: object = {}) => ({
    name,
    approverIds: [approver(name).userId],
    ...fields,
  });
  const put = async (fields: Partial<SaveRuleInput>) => {
    const { id } = await engine.saveRule(admin, { kind: "Contract", stages: [], ...fields });
    return engine.publishRule(admin, { id });
  };
  const submit = async (document: ApprovalDocument, fields: object = {}, caller: Caller = submitter) => {
    const refId = newId();
    const own = { refId, kind: "Contract", submitterId: submitter.userId, document };
    await engine.submitDocument(caller, { ...own, ...fields });
    return refId;
  };
  const preview = async (document: ApprovalDocument, fields: object = {}) =>
    engine.previewRoute(submitter, { kind: "Contract", document, ...fields });
  return {
    admin,
    submitter,
    owner: { ...submitter, isService: true as const },
    approver,
    stage,
    put,
    submit,
    preview,
  };
}

const euros = (amount: string) => ({ title: "Rent", amount, currency: "EUR" });
const small = { order: 1, when: "document.amount <= 100.0" };

/** Clerks decide on small contracts, directors on the others. */
async function aCompanyOfClerks() {
  const scene = aScene();
  await scene.put({ ...small, name: "Small", stages: [scene.stage("Clerk")] });
  await scene.put({ order: 2, name: "Others", stages: [scene.stage("Director")] });
  return scene;
}

const stagesOf = async (refId: string) =>
  (await records.tasks(refId)).map(({ stageName, status }) => `${stageName} ${status}`);

describe("a document that a person or an agent describes", () => {
  it("is asked by every rule, so that no words of theirs avoid the directors [MEET-2]", async () => {
    const { submitter, approver, submit, owner } = await aCompanyOfClerks();
    const words = { ...euros("5000000"), amount: undefined, currency: undefined };
    for (const caller of [submitter, { ...submitter, isAgent: true as const }]) {
      for (const document of [words, euros("5000000"), euros("1"), euros("-5000000")]) {
        const refId = await submit(document, {}, caller);
        expect(await stagesOf(refId)).toEqual(["Clerk AWAITING_APPROVAL", "Director PENDING"]);
        const [task] = await records.tasks(refId);
        await engine.decideApproval(approver("Clerk"), { taskId: task?._id ?? "", status: "APPROVED" });
        expect(await stagesOf(refId)).toEqual(["Clerk APPROVED", "Director AWAITING_APPROVAL"]);
      }
    }
    expect(await stagesOf(await submit(euros("1"), {}, owner))).toEqual(["Clerk AWAITING_APPROVAL"]);
    expect(await stagesOf(await submit(euros("101"), {}, owner))).toEqual(["Director AWAITING_APPROVAL"]);
  });

  it("is asked by every rule besides the workflow that a person names, which is their choice [MEET-1] [MEET-2]", async () => {
    const { admin, submitter, owner, approver, submit, preview } = await aCompanyOfClerks();
    const { workflowId } = await engine.publishWorkflow(admin, {
      name: `Friends ${newId()}`,
      stages: [{ name: "Friend", approverIds: [approver("Friend").userId] }],
    });
    for (const caller of [submitter, { ...submitter, isAgent: true as const }]) {
      const refId = await submit(euros("5000000"), { workflowId }, caller);
      expect(await stagesOf(refId)).toEqual([
        "Friend AWAITING_APPROVAL",
        "Clerk PENDING",
        "Director PENDING",
      ]);
    }
    const { stages } = await preview(euros("1"), { workflowId, asPerson: true });
    expect(stages.map(({ name }) => name)).toEqual(["Friend", "Clerk", "Director"]);
    expect(await stagesOf(await submit(euros("1"), { workflowId }, owner))).toEqual([
      "Friend AWAITING_APPROVAL",
    ]);
    const [clerks] = await engine.listRules(admin, "Contract");
    const ofRule = await submit(euros("1"), { workflowId: clerks!.workflowId });
    expect(await stagesOf(ofRule)).toEqual(["Clerk AWAITING_APPROVAL", "Director PENDING"]);
  });

  it("passes equal stages once, in the order of the rules [MEET-2]", async () => {
    const { put, stage, submit } = aScene();
    await put({ ...small, stages: [stage("Clerk"), stage("Head")] });
    await put({ order: 2, amountAbove: "1000", stages: [stage("Head"), stage("Director")] });
    await put({ order: 3, currency: "USD", stages: [stage("Treasurer"), stage("Clerk")] });
    const stages = await stagesOf(await submit(euros("1")));
    expect(stages.map((one) => one.split(" ")[0])).toEqual(["Clerk", "Head", "Director", "Treasurer"]);
  });

  it("shows beforehand and afterwards the same route, and why [MEET-2] [ROUTE-2]", async () => {
    const { put, stage, submit, preview, submitter, owner } = aScene();
    await put({ order: 1, name: "All", stages: [stage("First")] });
    await put({
      ...small,
      order: 2,
      stages: [stage("Clerk"), stage("Deep", { when: "document.amount > 5.0" })],
    });
    const before = await countAll(store);
    const route = await preview(euros("1"), { asPerson: true });
    expect(await countAll(store)).toBe(before);
    expect(route.stages.map(({ name, key, reason }) => `${name} ${key} ${reason}`)).toEqual([
      "First stage1 ALWAYS",
      "Clerk stage3 UNVERIFIED",
      "Deep stage2 UNVERIFIED",
    ]);
    const { warnings: _empty, ...shown } = route;
    expect(await engine.runRoute(submitter, await submit(euros("1")))).toMatchObject(shown);
    const ofOwner = await preview(euros("1"));
    expect(ofOwner.stages).toMatchObject([{ name: "First", reason: "ALWAYS" }]);
    const stored = await engine.runRoute(submitter, await submit(euros("1"), {}, owner));
    expect(stored).toMatchObject({ workflowId: ofOwner.workflowId, stages: [{ name: "First" }] });
  });

  it("is previewed by the rules of its kind without a version, which is a workflow's [ROUTE-2]", async () => {
    const { preview } = await aCompanyOfClerks();
    await expect(preview(euros("1"), { version: 1 })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      field: "workflowId",
    });
  });

  it("returns to a stage of another rule, and passes all of them again [MEET-2] [AE-RETURN-06]", async () => {
    const { approver, submit } = await aCompanyOfClerks();
    const refId = await submit(euros("1"));
    const decide = async (name: string, status: string, fields: object = {}) => {
      const tasks = await records.tasks(refId);
      const task = tasks.find((one) => one.stageName === name && one.status === "AWAITING_APPROVAL");
      return engine.decideApproval(approver(name), { taskId: task?._id ?? "", status, ...fields });
    };
    const [clerk] = await records.tasks(refId);
    await decide("Clerk", "APPROVED");
    await decide("Director", "REJECTED", { returnToStageId: clerk?.stageId });
    await decide("Clerk", "APPROVED");
    await decide("Director", "APPROVED");
    const live = (await records.tasks(refId)).filter(({ archived }) => !archived);
    expect(live.map(({ stageName, status }) => `${stageName} ${status}`).toSorted()).toEqual([
      "Clerk APPROVED",
      "Director APPROVED",
    ]);
  });

  it("keeps all stages when it is changed, whatever it says then [MEET-2] [ROUTE-4]", async () => {
    const { admin, submitter, submit } = await aCompanyOfClerks();
    await engine.updateApprovalSettings(admin, { onAmend: "ASK_AGAIN" });
    const refId = await submit(euros("5000000"));
    await engine.amendDocument(submitter, { refId, document: euros("1") });
    expect(await stagesOf(refId)).toEqual(["Clerk AWAITING_APPROVAL", "Director PENDING"]);
    const route = await engine.runRoute(admin, refId);
    expect(route?.stages.map(({ included, reason }) => [included, reason])).toEqual([
      [true, "UNVERIFIED"],
      [true, "UNVERIFIED"],
    ]);
  });

  it("is never asked less than by its owner's word, whatever the rules are [MEET-2]", async () => {
    const { put, stage, preview } = aScene();
    const terms = fc.record({
      amountAbove: fc.constantFrom("10", "1000", undefined),
      when: fc.constantFrom("document.amount <= 100.0", 'document.currency == "USD"', undefined),
      names: fc.uniqueArray(fc.constantFrom("A", "B", "C"), { minLength: 1, maxLength: 2 }),
    });
    const amounts = fc.constantFrom("5", "50", "-5000");
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(terms, amounts, async ({ names, ...rule }, amount) => {
        await put({ ...rule, stages: names.map((name) => stage(name)) });
        const ofOwner = await preview(euros(amount)).catch(() => ({ stages: [] }));
        const { stages } = await preview(euros(amount), { asPerson: true });
        const asked = new Set(stages.filter(({ included }) => included).map(({ name }) => name));
        for (const { name } of ofOwner.stages) expect(asked).toContain(name);
        compared += 1;
      }),
      { numRuns: 15 },
    );
    expect(compared).toBe(15);
  });

  it("is refused where its rules have more than 100 stages together [MEET-2]", async () => {
    const { put, stage, submit, preview } = aScene();
    const many = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...stage("Clerk"), name: `${prefix} ${at}` }));
    await put({ ...small, stages: many("Small", 100) });
    expect(await stagesOf(await submit(euros("1")))).toHaveLength(100);
    await put({ order: 2, stages: many("Large", 1) });
    const refused = { code: "INVALID_INPUT", message: "An approval has at most 100 stages" };
    const before = await countAll(store);
    await expect(submit(euros("1"))).rejects.toMatchObject(refused);
    await expect(preview(euros("1"), { asPerson: true })).rejects.toMatchObject(refused);
    expect(await countAll(store)).toBe(before);
    expect((await preview(euros("1"))).stages).toHaveLength(100);
  });

  it("is refused where a rule has lost its workflow: leaving it out would ask less [MEET-2]", async () => {
    const { admin, put, stage, submit } = aScene();
    await put({ ...small, stages: [stage("Clerk")] });
    const { workflowId } = await put({ order: 2, stages: [stage("Director")] });
    await engine.workflows.remove(admin, workflowId ?? "");
    await expect(submit(euros("1"))).rejects.toMatchObject({ code: "WORKFLOW_NOT_FOUND" });
  });
});
