import { toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import type { ClientSession } from "mongodb";
import { describe, expect, it } from "vitest";

import { aCompany, engineOn, stagesOf, submitNew } from "./engine-fixture.ts";

const store = await useTestStore();
const engine = await engineOn(store);

/** Runs the work while another transaction has uncommitted writes, then commits that one. */
async function beside(write: (session: ClientSession) => Promise<unknown>, work: () => Promise<unknown>) {
  await store.client.withSession(async (session) => {
    session.startTransaction();
    await write(session);
    await work();
    await session.commitTransaction();
  });
}

// The rule finds a duplicate before the unique index does, so refusals never mention an index.
describe("a unique key that an open transaction is about to free", () => {
  it("refuses another submission of the document until its run has ended [AE-SUBMIT-09]", async () => {
    const company = aCompany();
    const [submitter, approver] = [company.user(), company.user()];
    const { refId } = await submitNew(engine, submitter, stagesOf([approver]));
    const again = () => submitNew(engine, submitter, stagesOf([approver]), { refId });
    await beside(
      (session) =>
        store.db.collection("workflow_runs").updateMany(
          { refId: toObjectId(refId) },
          {
            $set: { "tasks.0.status": "ARCHIEVED", "tasks.0.archived": true, state: "CANCELLED" },
            $unset: { open: true },
          },
          { session },
        ),
      () => expect(again()).rejects.toMatchObject({ code: "RUN_ALREADY_OPEN" }),
    );
    await again();
  });

  it("refuses another policy of its kind until the policy is deleted [AE-POLICY-04]", async () => {
    const admin = aCompany().user({ privileged: true });
    const level = { role: "HR", order: 1, approveBy: "ANY" } as const;
    const policy = { kind: "CLAIM" as const, levels: [level] };
    const { _id } = await engine.policies.create(admin, policy);
    await beside(
      async (session) => {
        const its = { "rules.id": toObjectId(_id) };
        await store.db.collection("approval_rule_lists").updateOne(its, { $set: { rules: [] } }, { session });
        await store.db
          .collection("hr_approval_policies")
          .updateOne({ _id: toObjectId(_id) }, { $set: { deletedAt: new Date() } }, { session });
      },
      () => expect(engine.policies.create(admin, policy)).rejects.toMatchObject({ code: "CONFLICT" }),
    );
    expect((await engine.policies.create(admin, policy))._id).not.toBe(_id);
  });
});
