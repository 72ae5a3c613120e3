import { newId, type Scope } from "@countersign/mongo";
import { bindRepositories } from "../../apps/approval-engine/src/shared/repositories.ts";
import {
  createStageUseCases,
  createWorkflowUseCases,
} from "../../apps/approval-engine/src/definitions/definitions.ts";
import { createThresholdUseCases } from "../../apps/approval-engine/src/thresholds/thresholds.ts";
import type { Transact } from "../../apps/approval-engine/src/shared/transact.ts";
import { DEMO_COMPANY, DEMO_PEOPLE, DEMO_THRESHOLD, DEMO_WORKFLOW } from "./demo-company.ts";

/**
 * Sets up what the demo company's administrator would over GraphQL, within the seed's own transaction: a workflow for
 * large sales orders, and the threshold that asks for it.
 */
export async function seedApprovals(scope: Scope, now: Date): Promise<void> {
  const repositories = bindRepositories(scope);
  const transact: Transact = async (work) => work({ repositories, now, newId, announce: () => undefined });
  const definitions = { transact, authorize: () => undefined };
  const { userId, name, privileged } = DEMO_PEOPLE.admin;
  const admin = { companyId: DEMO_COMPANY.id, userId, name, privileged };

  const { _id: workflowId } = await createWorkflowUseCases(definitions).create(admin, {
    name: DEMO_WORKFLOW.name,
    status: "IN_PROGRESS",
  });
  const stages = createStageUseCases(definitions);
  for (const [index, stage] of DEMO_WORKFLOW.stages.entries()) {
    const approverIds = [stage.approver.userId];
    await stages.create(admin, { workflowId, name: stage.name, order: index + 1, approverIds });
  }
  await createThresholdUseCases(definitions).create(admin, { ...DEMO_THRESHOLD, workflowId });
}
