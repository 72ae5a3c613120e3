import { toObjectId, type Scope } from "@countersign/mongo";
import { demoEngine } from "./demo-engine.ts";
import {
  DEMO_COMPANY,
  DEMO_ENTRY_WORKFLOW,
  DEMO_PEOPLE,
  DEMO_PURCHASES,
  DEMO_THRESHOLD,
  DEMO_WORKFLOW,
  type DemoWorkflow,
} from "./demo-company.ts";

/** Ids of the demo company's workflows. */
export interface DemoWorkflows {
  sales: string;
  purchases: string;
}

/**
 * Does the administrator's part of the demo company, within the seed's transaction: a workflow for large sales orders,
 * and the threshold that requires it; the default workflow of journal entries; a workflow
 * for large purchases.
 */
export async function seedApprovals(scope: Scope, now: Date): Promise<DemoWorkflows> {
  const engine = demoEngine(scope, () => now);
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
  const sales = await createWorkflow(DEMO_WORKFLOW);
  await engine.thresholds.create(admin, { ...DEMO_THRESHOLD, workflowId: sales });
  const ofEntries = {
    transactionType: "JournalEntry",
    workflowId: toObjectId(await createWorkflow(DEMO_ENTRY_WORKFLOW)),
  };
  const ofCompany = { companyId: toObjectId(DEMO_COMPANY.id) };
  const configs = scope.db.collection("configs");
  await configs.updateOne(ofCompany, { $set: { defaultWorkflows: [ofEntries] } }, { session: scope.session });
  return { sales, purchases: await createWorkflow(DEMO_PURCHASES) };
}
