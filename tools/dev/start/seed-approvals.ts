import { createEngine } from "@countersign/approval-engine/engine";
import { newId, type Scope, toObjectId } from "@countersign/mongo";
import { BUILT_IN_KINDS } from "@countersign/contracts";
import {
  DEMO_COMPANY,
  DEMO_ENTRY_WORKFLOW,
  DEMO_PEOPLE,
  DEMO_THRESHOLD,
  DEMO_WORKFLOW,
  type DemoWorkflow,
} from "./demo-company.ts";

/**
 * Does the administrator's part of the demo company, within the seed's transaction: a workflow for large sales orders,
 * and the threshold that requires it; the default workflow of journal entries.
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

  const createWorkflow = async ({ name: title, stages }: DemoWorkflow): Promise<string> => {
    const { workflowId } = await engine.publishWorkflow(admin, {
      name: title,
      status: "IN_PROGRESS",
      stages: stages.map((stage) => ({ name: stage.name, approverIds: [stage.approver.userId] })),
    });
    return workflowId;
  };
  await engine.thresholds.create(admin, {
    ...DEMO_THRESHOLD,
    workflowId: await createWorkflow(DEMO_WORKFLOW),
  });
  const ofEntries = {
    transactionType: "JournalEntry",
    workflowId: toObjectId(await createWorkflow(DEMO_ENTRY_WORKFLOW)),
  };
  const ofCompany = { companyId: toObjectId(DEMO_COMPANY.id) };
  const configs = scope.db.collection("configs");
  await configs.updateOne(ofCompany, { $set: { defaultWorkflows: [ofEntries] } }, { session: scope.session });
}
