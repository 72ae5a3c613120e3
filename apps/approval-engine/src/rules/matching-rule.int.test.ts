import { documentKinds } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { countAll, engineOn } from "../../test/engine-fixture.ts";
import { anOrder, orderFixture } from "../../test/order-fixture.ts";
import type { MatchingRuleInput, SaveRuleInput } from "./inputs.ts";

const store = await useTestStore();
const engine = await engineOn(store, { kinds: documentKinds.parse("legal:Contract") });
const { aCompanyWithWorkflow } = orderFixture(store, engine);

/** A company with a default workflow of both kinds. */
async function aScene() {
  const scene = await aCompanyWithWorkflow();
  const { admin, submitter, workflowOf, configure } = scene;
  const otherwise = await workflowOf("Otherwise");
  const workflowId = toObjectId(otherwise);
  const defaultWorkflows = ["PurchaseOrder", "Contract"].map((transactionType) => ({
    transactionType,
    workflowId,
  }));
  await configure({ defaultWorkflows });
  const stages = [{ name: "Head", approverIds: [scene.one.userId] }];
  const rule = (kind: string, fields: Partial<SaveRuleInput>) => ({ kind, stages, ...fields });
  const put = async (kind: string, fields: Partial<SaveRuleInput>) => {
    const { id } = await engine.saveRule(admin, rule(kind, fields));
    return (await engine.publishRule(admin, { id })).id;
  };
  const ask = async (kind: string, fields: Partial<MatchingRuleInput> = {}, caller = admin) => {
    const input = { kind, submitterId: caller === admin ? submitter.userId : undefined, ...fields };
    const found = await engine.matchingRule(caller, input);
    return found?.isWritten ? "written" : found?.rule?.id;
  };
  return { ...scene, otherwise, put, rule, ask };
}

const amount = (text: string, currency = "EUR") => ({ document: { amount: text, currency } });

describe("matchingRule", () => {
  it("answers of orders as evaluate does: by amount, currency, discount and order [CON-17]", async () => {
    const { companyId, put, ask, otherwise } = await aScene();
    const large = await put("PurchaseOrder", { amountAbove: "1000", currency: "EUR", order: 1 });
    const cheap = await put("PurchaseOrder", { discountAbove: 10 });
    const asked: [string, string, number, string][] = [
      ["1000.01", "EUR", 0, large],
      ["1000", "EUR", 0, otherwise],
      ["5000", "USD", 0, otherwise],
      ["5000", "USD", 10.5, cheap],
      ["5000", "EUR", 10.5, large],
    ];
    for (const [text, currency, discount, expected] of asked) {
      expect(await ask("PurchaseOrder", { ...amount(text, currency), discount })).toBe(expected);
      const order = {
        totalAmount: Number(text),
        currency,
        discount: { valueType: "PERCENTAGE" as const, value: discount },
      };
      const answer = await engine.evaluateOrder(companyId, anOrder({ kind: "PurchaseOrder", ...order }));
      expect(answer.required).toBe(expected !== otherwise);
    }
  });

  it("answers with no rule where the company's switch is off, and none is the default [CON-17]", async () => {
    const { put, ask, configure, otherwise } = await aScene();
    await put("PurchaseOrder", { amountAbove: "1000" });
    await configure({ approvalThresholdsEnabled: false });
    expect(await ask("PurchaseOrder", amount("5000"))).toBe(otherwise);
    await configure({ defaultWorkflows: [] });
    expect(await ask("PurchaseOrder", amount("5000"))).toBeUndefined();
  });

  it("answers of documents as their submission is routed, and as a person's would be [CON-17]", async () => {
    const { put, ask, otherwise } = await aScene();
    const large = await put("Contract", { amountAbove: "1000", currency: "EUR" });
    expect(await ask("Contract", amount("2000"))).toBe(large);
    expect(await ask("Contract", amount("2000", "USD"))).toBe(otherwise);
    expect(await ask("Contract", amount("10"))).toBe(otherwise);
    expect(await ask("Contract", { ...amount("10"), asPerson: true })).toBe(large);
    expect(await ask("Contract")).toBe(large);
  });

  it("judges a rule that is being written, in place of the saved one or beside the others [CON-17]", async () => {
    const { put, ask, rule, otherwise } = await aScene();
    for (const kind of ["PurchaseOrder", "Contract"]) {
      const id = await put(kind, { amountAbove: "1000", order: 5 });
      const lower = rule(kind, { id, amountAbove: "10", order: 5 });
      expect(await ask(kind, { ...amount("20"), written: lower })).toBe("written");
      expect(await ask(kind, { ...amount("20"), written: { ...lower, enabled: false } })).toBe(otherwise);
      const first = rule(kind, { amountAbove: "10", order: 1 });
      expect(await ask(kind, { ...amount("2000"), written: first })).toBe("written");
      expect(await ask(kind, { ...amount("2000"), written: { ...first, order: 6 } })).toBe(id);
      expect(await ask(kind, { ...amount("5"), written: rule(kind, { id: otherwise }) })).toBe("written");
    }
  });

  it("writes nothing, and leaves drafts aside [CON-17]", async () => {
    const { admin, put, ask, rule } = await aScene();
    const id = await put("PurchaseOrder", { amountAbove: "1000" });
    await engine.saveRule(admin, rule("PurchaseOrder", { id, amountAbove: "1" }));
    const before = await countAll(store);
    expect(await ask("PurchaseOrder", amount("2000"))).toBe(id);
    expect(await ask("PurchaseOrder", amount("20"))).not.toBe(id);
    expect(await countAll(store)).toBe(before);
  });

  it("is for one's own documents; of others, and with a written rule, for privileged users [CON-17]", async () => {
    const { put, ask, rule, submitter, otherwise } = await aScene();
    await put("PurchaseOrder", { amountAbove: "1000" });
    expect(await ask("PurchaseOrder", amount("20"), submitter)).toBe(otherwise);
    const written = rule("PurchaseOrder", { amountAbove: "1" });
    for (const fields of [{ submitterId: newId() }, { written }]) {
      await expect(ask("PurchaseOrder", fields, submitter)).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
  });

  it.each<[string, Partial<MatchingRuleInput>, string]>([
    ["PurchaseOrder", { discount: 101 }, "discount"],
    ["PurchaseOrder", { document: { amount: "1" } }, "document.currency"],
    ["PurchaseOrder", { written: { kind: "PurchaseOrder", when: "true", stages: [] } }, "when"],
    ["Contract", { written: { kind: "Contract", when: "1 +", stages: [] } }, "when"],
  ])("refuses a question about %s with %j [CON-17]", async (kind, fields, field) => {
    const { ask } = await aScene();
    await expect(ask(kind, fields)).rejects.toMatchObject({ code: "INVALID_INPUT", field });
  });
});
