import type { Engine } from "@countersign/approval-engine/engine";
import { toObjectId, type Scope } from "@countersign/mongo";
import { demoEngine } from "./demo-engine.ts";
import {
  DEMO_COMPANY,
  DEMO_DIRECTORS,
  DEMO_ENTRY_WORKFLOW,
  DEMO_PEOPLE,
  DEMO_PURCHASE_RULE,
  DEMO_PURCHASES,
  DEMO_THRESHOLD,
  DEMO_WORKFLOW,
  type DemoWorkflow,
} from "./demo-company.ts";

/** Ids of the workflows that open work follows. */
export interface DemoWorkflows {
  sales: string;
  purchases: string;
}

const { userId, name, privileged } = DEMO_PEOPLE.admin;
const admin = { companyId: DEMO_COMPANY.id, userId, name, privileged };

/** Publishes a workflow as the administrator. @returns its id */
export async function publishDemoWorkflow(
  engine: Engine,
  { name: title, stages }: DemoWorkflow,
): Promise<string> {
  const { workflowId } = await engine.publishWorkflow(admin, {
    name: title,
    status: "IN_PROGRESS",
    stages: stages.map((stage) => ({ name: stage.name, approverIds: [stage.approver.userId] })),
  });
  return workflowId;
}

/** Requires the rule of large purchases. */
async function seedPurchaseRule(engine: Engine, directorsId: string): Promise<void> {
  const { kind, amountAbove, currency, name: title, stages } = DEMO_PURCHASE_RULE;
  const [ofManager, ofDirectors] = stages;
  const { workflowId } = await engine.publishWorkflow(admin, {
    name: title,
    status: "IN_PROGRESS",
    stages: [
      { name: ofManager.name, approvers: [{ source: { submitterManager: { levels: 1 } } }] },
      {
        name: ofDirectors.name,
        approveBy: "COUNT",
        quorum: ofDirectors.needed,
        approvers: [{ source: { groupId: directorsId } }],
      },
    ],
  });
  await engine.thresholds.create(admin, {
    kind,
    workflowId,
    amountThreshold: amountAbove,
    currency,
    enabled: true,
  });
}

/**
 * Does the administrator's part of the demo company, within the seed's transaction: a workflow for large sales orders,
 * and the threshold that requires it; the default workflow of journal entries; a workflow
 * for large purchases; a group of directors, and the rule by which large purchase orders ask them.
 */
export async function seedApprovals(scope: Scope, now: Date): Promise<DemoWorkflows> {
  const engine = demoEngine(scope, () => now);
  const sales = await publishDemoWorkflow(engine, DEMO_WORKFLOW);
  await engine.thresholds.create(admin, { ...DEMO_THRESHOLD, workflowId: sales });
  const directors = await engine.groups.create(admin, {
    name: DEMO_DIRECTORS.name,
    memberIds: DEMO_DIRECTORS.members.map(({ userId: memberId }) => memberId),
  });
  await seedPurchaseRule(engine, directors._id);
  const ofEntries = {
    transactionType: "JournalEntry",
    workflowId: toObjectId(await publishDemoWorkflow(engine, DEMO_ENTRY_WORKFLOW)),
  };
  const ofCompany = { companyId: toObjectId(DEMO_COMPANY.id) };
  const configs = scope.db.collection("configs");
  await configs.updateOne(ofCompany, { $set: { defaultWorkflows: [ofEntries] } }, { session: scope.session });
  return { sales, purchases: await publishDemoWorkflow(engine, DEMO_PURCHASES) };
}
