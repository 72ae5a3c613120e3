import { toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import type { ClientSession } from "mongodb";
import { describe, expect, it } from "vitest";

import { aCompany, engineOn, stagesOf, submitted } from "./engine-fixture.ts";

const store = await useTestStore();
const engine = await engineOn(store);

/** Does the work while another transaction has written and is not over; then commits that. */
async function beside(write: (session: ClientSession) => Promise<unknown>, work: () => Promise<unknown>) {
  await store.client.withSession(async (session) => {
    session.startTransaction();
    await write(session);
    await work();
    await session.commitTransaction();
  });
}

// What has a unique key is found by the rule before the index is asked: nobody is told of an index.
describe("a unique key that an open transaction is about to free", () => {
  it("is a run in progress to who submits the document again, until it has ended [AE-SUBMIT-09]", async () => {
    const company = aCompany();
    const [submitter, approver] = [company.user(), company.user()];
    const { refId } = await submitted(engine, submitter, stagesOf([approver]));
    const again = () => submitted(engine, submitter, stagesOf([approver]), { refId });
    await beside(
      (session) =>
        store.db
          .collection("workflow_tasks")
          .updateMany(
            { refId: toObjectId(refId) },
            { $set: { status: "ARCHIEVED", archived: true }, $unset: { openRun: true } },
            { session },
          ),
      () => expect(again()).rejects.toMatchObject({ code: "RUN_ALREADY_OPEN" }),
    );
    await again();
  });

  it("is the company's policy to who makes another of its kind, until it is deleted [AE-POLICY-04]", async () => {
    const admin = aCompany().user({ privileged: true });
    const level = { role: "HR", order: 1, approveBy: "ANY" } as const;
    const policy = { kind: "CLAIM" as const, levels: [level] };
    const { _id } = await engine.policies.create(admin, policy);
    await beside(
      (session) =>
        store.db
          .collection("hr_approval_policies")
          .updateOne({ _id: toObjectId(_id) }, { $set: { deletedAt: new Date() } }, { session }),
      () => expect(engine.policies.create(admin, policy)).rejects.toMatchObject({ code: "CONFLICT" }),
    );
    expect((await engine.policies.create(admin, policy))._id).not.toBe(_id);
  });
});
