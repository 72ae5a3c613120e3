import { createEngine } from "@countersign/approval-engine/engine";
import { newId, type Scope } from "@countersign/mongo";
import { BUILT_IN_KINDS } from "@countersign/contracts";
import { DEMO_COMPANY, DEMO_PEOPLE, DEMO_THRESHOLD, DEMO_WORKFLOW } from "./demo-company.ts";

/**
 * Does the administrator's part of the demo company, within the seed's transaction: a workflow for large sales orders,
 * and the threshold that requires it.
 */
export async function seedApprovals(scope: Scope, now: Date): Promise<void> {
  const engine = createEngine({
    kinds: BUILT_IN_KINDS,
    rules: { returnRequeue: true, hrTakeOver: "anyone", definitionsRequirePrivileged: false },
    unitOfWork: async (work) => work(scope),
    newId,
    clock: () => now,
    committed: () => undefined,
    submissionFailed: () => undefined,
  });
  const { userId, name, privileged } = DEMO_PEOPLE.admin;
  const admin = { companyId: DEMO_COMPANY.id, userId, name, privileged };

  const { _id: workflowId } = await engine.workflows.create(admin, {
    name: DEMO_WORKFLOW.name,
    status: "IN_PROGRESS",
  });
  for (const [index, stage] of DEMO_WORKFLOW.stages.entries()) {
    const approverIds = [stage.approver.userId];
    await engine.stages.create(admin, { workflowId, name: stage.name, order: index + 1, approverIds });
  }
  await engine.thresholds.create(admin, { ...DEMO_THRESHOLD, workflowId });
}
