import { type ApprovalDocument, documentKinds } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, engineOn } from "../../test/engine-fixture.ts";
import type { SaveRuleInput } from "./inputs.ts";

const store = await useTestStore();
const engine = await engineOn(store, { kinds: documentKinds.parse("legal:Contract") });

/** A company with a default workflow of contracts. */
async function aScene() {
  const company = aCompany();
  const { companyId } = company;
  const [admin, submitter, approver] = [company.user({ privileged: true }), company.user(), company.user()];
  const stages = (name: string) => [{ name, approverIds: [approver.userId] }];
  const put = async (name: string, fields: Partial<SaveRuleInput>) => {
    const input = { kind: "Contract", stages: stages(name), name, ...fields };
    const { id } = await engine.saveRule(admin, input);
    return engine.publishRule(admin, { id });
  };
  const { workflowId: otherwise } = await engine.publishWorkflow(admin, {
    name: "Otherwise",
    stages: stages("Otherwise"),
  });
  const config = { companyId: toObjectId(companyId), updatedAt: new Date() };
  const defaultWorkflows = [{ transactionType: "Contract", workflowId: toObjectId(otherwise) }];
  await store.db.collection("configs").insertOne({ ...config, defaultWorkflows });
  /** Submits a contract. @returns the name of its first stage */
  const submit = async (document: ApprovalDocument | undefined, fields: object = {}) => {
    const { isService = true, ...named } = { ...fields } as { isService?: boolean };
    const caller = { ...submitter, ...(isService && { isService }) };
    const own = { refId: newId(), kind: "Contract", submitterId: submitter.userId, document };
    const { tasks } = await engine.submitDocument(caller, { ...own, ...named });
    return tasks.map(({ stageName }) => stageName).join();
  };
  const inDepartment = async (departmentId: string) =>
    store.db.collection("employees").insertOne({
      companyId: toObjectId(companyId),
      userId: toObjectId(submitter.userId),
      departmentId: toObjectId(departmentId),
    });
  return { admin, approver, put, submit, otherwise, inDepartment };
}

const euros = (amount: string) => ({ title: "Rent", amount, currency: "EUR" });
const COST_CENTRE = { key: "costCentre", type: "TEXT" as const };
const costCentre = (value: string) => ({
  ...euros("1"),
  facts: [{ ...COST_CENTRE, label: "Cost centre", value }],
});

describe("a submission of an added kind that names no workflow", () => {
  it("follows the first rule that applies, else the company's default [CON-17]", async () => {
    const { put, submit } = await aScene();
    await put("Legal", { amountAbove: "10000", currency: "EUR", order: 2 });
    await put("Board", { amountAbove: "500000", currency: "EUR", order: 1 });
    expect(await submit(euros("600000"))).toBe("Board");
    expect(await submit(euros("20000.5"))).toBe("Legal");
    expect(await submit(euros("10000"))).toBe("Otherwise");
    expect(await submit({ ...euros("600000"), currency: "USD" })).toBe("Otherwise");
  });

  it("follows the rule whose condition its owner's facts meet, or do not answer [CON-17] [ROUTE-4]", async () => {
    const { put, submit } = await aScene();
    await put("Finance", { when: 'document.facts.costCentre == "FIN"', facts: [COST_CENTRE] });
    expect(await submit(costCentre("FIN"))).toBe("Finance");
    expect(await submit(costCentre("HR"))).toBe("Otherwise");
    expect(await submit(euros("1"))).toBe("Finance");
  });

  it("follows the rule of the submitter's department [CON-17]", async () => {
    const { put, submit, inDepartment } = await aScene();
    const departmentId = newId();
    await put("Research", { when: `submitter.departmentId == "${departmentId}"` });
    await inDepartment(departmentId);
    expect(await submit(euros("1"))).toBe("Research");
  });

  it("follows every rule where a person describes the document, whatever they say [MEET-2] [CON-17]", async () => {
    const { put, submit } = await aScene();
    const byPerson = async () => submit(euros("1"), { isService: false });
    expect(await byPerson()).toBe("Otherwise");
    await put("Legal", { amountAbove: "10000", currency: "EUR" });
    expect(await byPerson()).toBe("Legal,Otherwise");
    expect(await submit(euros("1"))).toBe("Otherwise");
    await put("Board", {});
    expect(await byPerson()).toBe("Legal,Board");
  });

  it("is not asked about drafts, rules that are off, and deleted ones [CON-17]", async () => {
    const { admin, put, submit } = await aScene();
    const { id } = await put("Legal", {});
    expect(await submit(euros("1"))).toBe("Legal");
    const input = { id, kind: "Contract", stages: [{ name: "New" }] };
    await engine.saveRule(admin, input);
    expect(await submit(euros("1"))).toBe("Legal");
    await engine.saveRule(admin, { ...input, enabled: false });
    expect(await engine.publishRule(admin, { id })).toMatchObject({ state: "OFF", version: 2 });
    expect(await submit(euros("1"))).toBe("Otherwise");
    await engine.discardRule(admin, { id });
    expect(await engine.listRules(admin, "Contract")).toMatchObject([{ origin: "DEFAULT" }]);
  });

  it("needs no default where a rule applies, and is refused as before where none does [CON-17]", async () => {
    const { put, submit } = await aScene();
    await store.db.collection("configs").updateMany({}, { $unset: { defaultWorkflows: 1 } });
    await expect(submit(euros("1"))).rejects.toThrow("Contract");
    await put("Legal", { amountAbove: "10" });
    expect(await submit(euros("11"))).toBe("Legal");
    await expect(submit(euros("9"))).rejects.toMatchObject({ code: "INVALID_INPUT", field: "workflowId" });
  });

  it("asks no rule where it names a workflow or stages [CON-17]", async () => {
    const { put, submit, otherwise, approver } = await aScene();
    await put("Legal", {});
    expect(await submit(euros("1"), { workflowId: otherwise })).toBe("Otherwise");
    const own = [{ name: "Own", order: 1, approveBy: "ANY", approverIds: [approver.userId] }];
    expect(await submit(euros("1"), { dynamicStages: own })).toBe("Own");
  });
});

describe("a rule of an added kind", () => {
  it.each([
    ["with a discount", { discountAbove: 5 }, "discountAbove"],
    ["with a condition that is none", { when: "document.amount >" }, "when"],
    ["with a condition on a fact that it does not declare", { when: 'document.facts.x == "1"' }, "when"],
    ["with a stage's condition that is none", { stages: [{ name: "A", when: "1 +" }] }, "stages.0.when"],
  ])("%s is refused when it is saved [CON-17] [ROUTE-3]", async (_case, fields, field) => {
    const { put } = await aScene();
    await expect(put("Legal", fields)).rejects.toMatchObject({ code: "INVALID_INPUT", field });
  });
});
