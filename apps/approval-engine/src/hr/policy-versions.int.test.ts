import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { assert, asyncProperty, constantFrom, array, record } from "fast-check";
import { describe, expect, it } from "vitest";

import { aCompany, engineOn, recordsOf } from "../../test/engine-fixture.ts";
import { staffedCompany } from "../../test/staffed-company.ts";
import { type WorkflowVersionRecord, VERSIONS } from "../definitions/versions.ts";
import type { HrApprovalPolicy } from "./records.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);

const HR = { role: "HR", order: 1, approveBy: "ANY" } as const;
const MANAGER = { role: "MANAGER", order: 2, approveBy: "ANY" } as const;
const KINDS = ["LEAVE", "CLAIM", "LOAN"] as const;

const policiesOf = async (companyId: string) =>
  records.list<HrApprovalPolicy>("hr_approval_policies", {
    companyId: toObjectId(companyId),
    deletedAt: null,
  });
const versionsOf = async (companyId: string) =>
  store.db
    .collection<WorkflowVersionRecord>(VERSIONS)
    .find({ companyId: toObjectId(companyId) })
    .sort({ _id: 1 })
    .toArray();

/** A company with a policy for leave, and its administrator. */
async function aPolicy() {
  const company = aCompany();
  const admin = company.user({ privileged: true });
  const policy = await engine.policies.create(admin, { kind: "LEAVE", levels: [HR] });
  return { company, admin, policy };
}

async function allRefused(attempts: readonly Promise<unknown>[], code: string): Promise<void> {
  await Promise.all(attempts.map((attempt) => expect(attempt).rejects.toMatchObject({ code })));
}

describe("an HR policy", () => {
  it("is its versions: each change is the next one, and a deletion ends the newest [ONE-6]", async () => {
    const { company, admin, policy } = await aPolicy();
    await engine.policies.update(admin, policy._id, { levels: [HR, MANAGER] });
    await engine.policies.update(admin, policy._id, { kind: "LOAN" });
    await engine.policies.remove(admin, policy._id);
    const versions = await versionsOf(company.companyId);
    expect(versions).toMatchObject([
      { version: 1, name: "Leave", policy: true, stages: [{ key: "level1", role: "HR" }] },
      { version: 2, name: "Leave", stages: [{ role: "HR" }, { key: "level2", role: "MANAGER" }] },
      { version: 3, name: "Loan" },
    ]);
    expect(versions.map(({ until }) => until)).not.toContain(null);
    const stageIds = versions.map(({ stages }) => String(stages[0]?.stageId));
    expect(new Set(stageIds).size).toBe(1);
  });

  it("asks by its version, whatever is written into its row [ONE-6]", async () => {
    const { company, submit, staff } = await staffedCompany(engine, store);
    await store.db
      .collection("hr_approval_policies")
      .updateMany({ companyId: toObjectId(company.companyId) }, { $set: { levels: [HR] } });
    expect((await submit()).approverIds[0]).toBe(staff.manager);
  });

  it("is no workflow, and no rule to publish, switch or discard [ONE-6]", async () => {
    const { company, admin, policy } = await aPolicy();
    const id = policy._id;
    const stages = [{ name: "Mine", approverIds: [admin.userId] }];
    const refusals = [
      engine.publishWorkflow(admin, { workflowId: id, name: "Mine", stages }),
      engine.stages.create(admin, { workflowId: id, name: "Mine", order: 1 }),
      engine.validateWorkflow(admin, id),
      engine.thresholds.create(admin, { kind: "SalesOrder", workflowId: id, amountThreshold: 1 }),
    ];
    await allRefused(refusals, "WORKFLOW_NOT_FOUND");
    const ofRules = [
      engine.publishRule(admin, { id }),
      engine.switchRule(admin, { id, enabled: false }),
      engine.discardRule(admin, { id }),
      engine.saveRule(admin, { id, kind: "SalesOrder", amountAbove: "1", stages }),
    ];
    await allRefused(ofRules, "NOT_FOUND");
    expect(await versionsOf(company.companyId)).toHaveLength(1);
  });

  it("is changed only as its reader has seen it, where they say so [HIST-2]", async () => {
    const { admin, policy } = await aPolicy();
    const changedPolicy = await engine.policies.update(
      admin,
      policy._id,
      { levels: [MANAGER] },
      { expectedVersion: policy.version },
    );
    const seenBefore = { expectedVersion: policy.version };
    await expect(
      engine.policies.update(admin, policy._id, { levels: [HR] }, seenBefore),
    ).rejects.toMatchObject({ code: "CONFLICT", field: "expectedVersion", message: "Policy has changed" });
    const seenNow = { expectedVersion: changedPolicy.version };
    await expect(engine.policies.update(admin, policy._id, {}, seenNow)).resolves.toBeDefined();
    await expect(engine.policies.update(admin, policy._id, {})).resolves.toMatchObject({ version: 4 });
  });

  it("has rows that say what its versions say, and one newest version each, after any history [ONE-6]", async () => {
    const step = record({
      command: constantFrom("create", "update", "remove"),
      kind: constantFrom(...KINDS),
      levels: constantFrom([HR], [MANAGER, HR], [{ ...HR, order: 7 }]),
    });
    await assert(
      asyncProperty(array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const company = aCompany();
        const admin = company.user({ privileged: true });
        const { companyId } = company;
        for (const { command, kind, levels } of steps) {
          const [policy] = await policiesOf(companyId);
          const input = { kind, levels: [...levels] };
          const done: Record<typeof command, () => Promise<unknown>> = {
            create: () => engine.policies.create(admin, input),
            update: () => engine.policies.update(admin, policy?._id ?? newId(), input),
            remove: () => engine.policies.remove(admin, policy?._id ?? newId()),
          };
          // Refused or not: a second policy of a kind, or none to change.
          await done[command]().catch(() => undefined);
        }
        const policies = await policiesOf(companyId);
        const newest = (await versionsOf(companyId)).filter(({ until }) => until === null);
        const askedStages = newest.map(({ workflowId, version, stages }) => ({
          _id: workflowId.toHexString(),
          version,
          levels: stages.map(({ role, order, approveBy }) => ({ role, order, approveBy })),
        }));
        expect(policies.map(({ _id, version, levels }) => ({ _id, version, levels }))).toEqual(
          expect.arrayContaining(askedStages),
        );
        expect(policies).toHaveLength(askedStages.length);
        const lists = await store.db
          .collection("approval_rule_lists")
          .find({ companyId: toObjectId(companyId), until: null })
          .toArray();
        const listedIds = lists.flatMap(({ rules }) =>
          (rules as { id: unknown }[]).map(({ id }) => String(id)),
        );
        expect(listedIds.toSorted()).toEqual(policies.map(({ _id }) => _id).toSorted());
      }),
      { numRuns: 15 },
    );
  });
});
