import type { WorkflowTaskKind } from "@countersign/domain/approval";
import { type Store, newId, toObjectId } from "@countersign/mongo";

import type { OrderInput } from "../src/orders/inputs.ts";
import type { CreateApprovalThresholdInput } from "../src/thresholds/inputs.ts";
import type { Caller, Engine } from "../src/engine.ts";
import { aCompany, recordsOf } from "./engine-fixture.ts";

export const anOrder = (fields: Partial<OrderInput> = {}): OrderInput => ({
  _id: newId(),
  kind: "SalesOrder",
  ref: "SO-1",
  totalAmount: 1_001,
  ...fields,
});

/** Companies with orders on an engine. */
export function orderFixture(store: Pick<Store, "db">, engine: Engine) {
  const records = recordsOf(store);

  /** The effect of `newWorkflowTask`: a person starts a run on any id. */
  const start = async (
    person: Caller,
    refId: string,
    workflowId: string,
    kind: WorkflowTaskKind = "SalesOrder",
  ) => engine.submitDocument(person, { refId, kind, submitterId: person.userId, workflowId });

  /** A company with a stored workflow of two stages, its thresholds switched on. */
  async function aCompanyWithWorkflow(
    settings: Record<string, unknown> = { approvalThresholdsEnabled: true },
  ) {
    const company = aCompany();
    const { companyId } = company;
    const [submitter, firstApprover, secondApprover] = [company.user(), company.user(), company.user()];
    const admin = company.user({ privileged: true });
    const workflowOf = async (
      name: string,
      approvers: readonly Caller[] = [firstApprover, secondApprover],
    ) => {
      const { _id: workflowId } = await engine.workflows.create(admin, { name });
      for (const [index, { userId }] of approvers.entries()) {
        const approverIds = [userId];
        await engine.stages.create(admin, {
          workflowId,
          name: `${name} ${index}`,
          order: index,
          approverIds,
        });
      }
      return workflowId;
    };
    const workflowId = await workflowOf("Threshold");
    const configure = async (fields: Record<string, unknown>) =>
      store.db
        .collection("configs")
        .updateOne(
          { companyId: toObjectId(companyId) },
          { $set: { updatedAt: new Date(), ...fields } },
          { upsert: true },
        );
    await configure(settings);
    const threshold = async (fields: Partial<CreateApprovalThresholdInput> = {}) =>
      engine.thresholds.create(admin, {
        kind: "SalesOrder",
        workflowId,
        amountThreshold: 1_000,
        ...fields,
      });
    /** Stores the order as its owner does; the submitter has created it. */
    const add = async (order: OrderInput, fields: Record<string, unknown> = {}) =>
      store.db.collection("orders").insertOne({
        createdBy: toObjectId(submitter.userId),
        ...order,
        ...fields,
        _id: toObjectId(order._id),
        companyId: toObjectId(companyId),
      });
    return {
      company,
      admin,
      companyId,
      submitter,
      one: firstApprover,
      two: secondApprover,
      workflowId,
      workflowOf,
      configure,
      threshold,
      add,
    };
  }

  /** Approves the order's stages, one approver after the other. */
  async function approve(approvers: readonly Caller[], refId: string) {
    for (const approver of approvers) {
      const active = (await records.tasks(refId)).find(({ status }) => status === "AWAITING_APPROVAL");
      await engine.decideApproval(approver, { taskId: active?._id ?? "", status: "APPROVED" });
    }
  }

  return { aCompanyWithWorkflow, approve, start };
}
