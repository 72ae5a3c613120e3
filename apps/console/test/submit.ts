import { newId } from "@countersign/mongo";
import { DEMO_PEOPLE, type DemoPerson } from "@countersign/tools/demo-company";
import type { ConsoleWorld } from "@countersign/tools/console-world";

/** A stage of a workflow that a test makes. */
export interface TestStage {
  name: string;
  approvers: readonly (DemoPerson | { person: DemoPerson; groups: readonly string[] })[];
  approveBy?: "ANY" | "ALL" | "COUNT" | "PER_GROUP";
  quorum?: number;
  /** When it is due after it was asked. */
  dueIn?: { hours: number };
  bulk?: boolean;
}

/** The document that is submitted to it. */
export interface TestDocument {
  ref?: string;
  title?: string;
  amount?: string;
  currency?: string;
  url?: string;
  facts?: readonly object[];
}

const CREATE = "mutation Create($input: CreateWorkflowInput!) { createWorkflow(input: $input) { _id } }";
const STAGE =
  "mutation Stage($input: CreateWorkflowStageInput!) { createWorkflowStage(input: $input) { _id } }";
const SUBMIT = "mutation Submit($input: NewWorkflowTaskInput!) { newWorkflowTask(input: $input) }";

/** Makes a workflow of these stages. @returns its id */
export async function createWorkflow({ ask }: Pick<ConsoleWorld, "ask">, stages: readonly TestStage[]) {
  const { admin } = DEMO_PEOPLE;
  const { createWorkflow: workflow } = await ask<{ createWorkflow: { _id: string } }>(admin, CREATE, {
    input: { name: "A test's", status: "IN_PROGRESS" },
  });
  for (const [index, { name, approvers, ...rule }] of stages.entries()) {
    const namedApprovers = approvers.map((approver) =>
      "person" in approver
        ? { approverId: approver.person.userId, groups: approver.groups }
        : { approverId: approver.userId },
    );
    const input = { workflowId: workflow._id, name, order: index + 1, approvers: namedApprovers, ...rule };
    await ask(admin, STAGE, { input });
  }
  return workflow._id;
}

/**
 * Submits documents of these titles as Nora, one after the other: at once, they would hold each other up on the records
 * that they share, and a slow machine gives some of them up.
 *
 * @returns the documents' ids
 */
export async function submitAllTo(
  world: Pick<ConsoleWorld, "ask">,
  workflowId: string,
  titles: readonly string[],
): Promise<string[]> {
  const refIds: string[] = [];
  for (const title of titles) refIds.push(await submitTo(world, workflowId, { title }));
  return refIds;
}

/** Submits a purchase requisition as Nora. @returns the document's id */
export async function submitTo(
  { ask }: Pick<ConsoleWorld, "ask">,
  workflowId: string,
  { ref, ...document }: TestDocument,
): Promise<string> {
  const refId = newId();
  const input = { workflowId, refId, kind: "PurchaseRequisition", ref, document };
  await ask(DEMO_PEOPLE.employee, SUBMIT, { input });
  return refId;
}
