import { toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";

const store = await useTestStore();
const { as, engine } = await useReplica(store, useBus());

const RULES = `query ($kind: ApprovalRuleKind!) {
  approvalRules(kind: $kind) {
    id kind origin order version state name workflowId sharedBy amountAbove currency discountAbove when
    facts { key type required }
    stages { key name order approveBy quorum rejectBy bulk approvers when role }
    people { _id name }
    publishedBy { _id name } publishedAt
    draft { name enabled amountAbove stages { name } differences { path before after } savedBy { name } savedAt }
  }
}`;
const SAVE =
  "mutation ($input: SaveRuleInput!) { saveRule(input: $input) { id version state draft { name } } }";
const PUBLISH = `mutation ($id: ID!, $expectedVersion: Int) {
  publishRule(id: $id, expectedVersion: $expectedVersion, note: "First") { version state workflowId }
}`;

async function aScene() {
  const company = aCompany();
  const admin = company.user({ privileged: true });
  const people = [admin, company.user()].map(({ userId }, at) => ({
    _id: toObjectId(userId),
    companyId: toObjectId(company.companyId),
    name: ["Ada Admin", "Anna Approver"][at],
  }));
  await store.db.collection("users").insertMany(people);
  return { company, admin, approverId: people[1]?._id.toHexString() ?? "" };
}

describe("approvalRules", () => {
  it("tells of a rule with its people, its condition and what its draft changes [CON-17]", async () => {
    const { admin, approverId } = await aScene();
    const input = {
      kind: "PurchaseOrder",
      amountAbove: "10000",
      currency: "EUR",
      stages: [{ name: "Head", approverIds: [approverId], when: "document.amount > 20000.0" }],
    };
    const { saveRule } = await as(admin).get<{ saveRule: { id: string } }>(SAVE, { input });
    const { id } = saveRule;
    expect(saveRule).toEqual({
      id,
      version: 0,
      state: "DRAFT",
      draft: { name: "Purchase order above 10000.00 EUR" },
    });
    const { publishRule } = await as(admin).get<{ publishRule: object }>(PUBLISH, { id, expectedVersion: 0 });
    expect(publishRule).toMatchObject({ version: 1, state: "IN_FORCE" });
    await as(admin).get(SAVE, { input: { ...input, id, amountAbove: "5000" } });
    const { approvalRules } = await as(admin).get<{ approvalRules: object[] }>(RULES, {
      kind: "PurchaseOrder",
    });
    expect(approvalRules).toMatchObject([
      {
        id,
        kind: "PurchaseOrder",
        origin: "RULE",
        stages: [
          {
            key: "stage1",
            name: "Head",
            rejectBy: "VETO",
            bulk: true,
            when: "document.amount > 20000.0",
            approvers: [{ approverId }],
            role: null,
          },
        ],
        people: [{ _id: approverId, name: "Anna Approver" }],
        publishedBy: { name: "Ada Admin" },
        draft: {
          savedBy: { name: "Ada Admin" },
          differences: [{ path: "amountAbove", before: "10000", after: "5000" }],
        },
      },
    ]);
  });

  it("tells of the HR policy as the only rule of its kind [CON-17]", async () => {
    const { company } = await aScene();
    await engine.seedCompany(company.companyId);
    const { approvalRules } = await as(company.user()).get<{ approvalRules: object[] }>(RULES, {
      kind: "Leave",
    });
    expect(approvalRules).toMatchObject([
      {
        kind: "Leave",
        origin: "HR",
        state: "IN_FORCE",
        version: 1,
        workflowId: null,
        draft: null,
        stages: expect.arrayContaining([
          expect.objectContaining({ role: "MANAGER", rejectBy: "VETO", approvers: [], when: null }),
        ]) as object[],
      },
    ]);
  });

  it("is empty of a kind without rules, and of an HR kind without a policy [CON-17]", async () => {
    const { admin } = await aScene();
    for (const kind of ["SalesInvoice", "Loan"]) {
      expect(await as(admin).get(RULES, { kind })).toEqual({ approvalRules: [] });
    }
  });
});
