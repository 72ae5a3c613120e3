import { documentKinds } from "@countersign/contracts";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, engineOn } from "../../test/engine-fixture.ts";

const store = await useTestStore();
const engine = await engineOn(store, { kinds: documentKinds.parse("legal:Contract") });

function aScene() {
  const company = aCompany();
  const [admin, approver] = [company.user({ privileged: true }), company.user()];
  const stages = [{ name: "Head", approverIds: [approver.userId] }];
  const put = async (fields: object) => {
    const { id } = await engine.saveRule(admin, { kind: "Contract", stages, ...fields });
    return engine.publishRule(admin, { id });
  };
  const findingsOf = async (workflowId: string | undefined, draft: object = {}) =>
    (await engine.validateWorkflow(admin, workflowId, draft)).map(
      ({ code, message }) => `${code}: ${message}`,
    );
  return { admin, stages, put, findingsOf };
}

describe("validateWorkflow of a rule's workflow", () => {
  it.each(["Contract", "PurchaseOrder"])(
    "says of %s what happens to other currencies, while the rule is in force [MEET-17]",
    async (kind) => {
      const { admin, put, stages, findingsOf } = aScene();
      const own = { kind, amountAbove: "100", currency: "EUR" };
      const { id, workflowId } = await put(own);
      expect(await findingsOf(workflowId)).toEqual([
        "OTHER_CURRENCIES: Its rule never applies to documents in another currency than EUR; a document without a currency is asked",
      ]);
      await engine.saveRule(admin, { id, ...own, stages, enabled: false });
      await engine.publishRule(admin, { id });
      expect(await findingsOf(workflowId)).toEqual([]);
    },
  );

  it("warns of amounts that its rule or its stages compare by > alone [MEET-8]", async () => {
    const { put, stages, findingsOf } = aScene();
    const { workflowId } = await put({ when: "document.amount > 100.0" });
    expect(await findingsOf(workflowId)).toEqual([
      "AMOUNT_SIGN: The condition of its rule: document.amount > 100.0 is false for a credit of that size; say also what holds below, such as document.amount < -1000.0",
    ]);
    const [head] = stages;
    const asked = (when: string) => ({ stages: [...stages, { ...head, name: "Board", when }] });
    expect(await findingsOf(undefined, asked('amountIn("EUR") >= 5.0'))).toEqual([
      'AMOUNT_SIGN: Stage "Board": amountIn("EUR") >= 5.0 is false for a credit of that size; say also what holds below, such as document.amount < -1000.0',
    ]);
    const mirrored = 'amountIn("EUR") >= 5.0 || amountIn("EUR") <= -5.0';
    expect(await findingsOf(undefined, asked(mirrored))).toEqual([]);
  });

  it.each(["Contract", "PurchaseOrder"])(
    "names the rule of %s that is asked about all of its documents first [CON-17]",
    async (kind) => {
      const { admin, put, findingsOf } = aScene();
      const large = await put({ kind, name: "Large", amountAbove: "1000", order: 2 });
      const medium = await put({ kind, name: "Medium", amountAbove: "400", order: 3 });
      expect(await findingsOf(large.workflowId)).toEqual([]);
      expect(await findingsOf(medium.workflowId)).toEqual([]);
      await engine.orderRules(admin, { kind, order: [medium.id, large.id] });
      expect(await findingsOf(large.workflowId)).toEqual([
        'RULE_SHADOWED: Its rule never applies: "Medium" comes before it, and is asked about every document that it is for',
      ]);
      expect(await findingsOf(medium.workflowId)).toEqual([]);
      await engine.switchRule(admin, { id: medium.id, enabled: false });
      expect(await findingsOf(large.workflowId)).toEqual([]);
    },
  );

  it("says of a threshold without limits that it applies to no order [CON-17]", async () => {
    const { admin, stages, findingsOf } = aScene();
    const { workflowId } = await engine.publishWorkflow(admin, { name: "Orders", stages });
    await engine.thresholds.create(admin, { kind: "SalesOrder", workflowId });
    expect(await findingsOf(workflowId)).toEqual([
      "RULE_NEVER_APPLIES: Its rule never applies: it has no limit",
    ]);
  });
});
