import type { Client, CombinedError } from "urql";

import { quorumToSend } from "../company/rule-fields.tsx";
import {
  CreateStageDocument,
  DeleteStageDocument,
  UpdateStageDocument,
  UpdateWorkflowDocument,
} from "../graphql/generated/documents.ts";
import { changesBetween } from "./workflow-changes.ts";
import { type DraftStage, type WorkflowDraft, ordersFor } from "./workflow-draft.ts";

/** Why a draft could not be saved whole. What came before is stored. */
export interface SaveFailure {
  error: CombinedError;
  /** The stage that was refused; absent for the workflow itself. */
  stageKey?: string;
}

/**
 * Saves what a draft changes, one record after the other: the workflow, its stages in their order, then removals, so that
 * a document submitted meanwhile finds no workflow without stages.
 *
 * @param onStored - called for each new stage with its id, so that it is not created again after a failure
 */
export async function saveWorkflow(
  client: Client,
  workflowId: string,
  { stored, draft }: { stored: WorkflowDraft; draft: WorkflowDraft },
  onStored: (key: string, place: { id: string; order: number }) => void,
): Promise<SaveFailure | undefined> {
  const changes = changesBetween(stored, draft);
  if (changes.some(({ type }) => type === "workflow")) {
    const { name, description, status } = draft;
    const input = { name: name.trim(), description: description.trim() || null, status };
    const { error } = await client.mutation(UpdateWorkflowDocument, { id: workflowId, input });
    if (error) return { error };
  }
  const touched = new Set(changes.flatMap((change) => ("stage" in change ? [change.stage.key] : [])));
  const orders = ordersFor(
    draft.stages,
    stored.stages.flatMap(({ stored: place }) => (place ? [place.order] : [])),
  );
  for (const [index, stage] of draft.stages.entries()) {
    const order = orders[index]!;
    if (!touched.has(stage.key) && stage.stored?.order === order) continue;
    const error = await saveStage(client, workflowId, { stage, order }, onStored);
    if (error) return { error, stageKey: stage.key };
  }
  for (const change of changes) {
    if (change.type !== "removed") continue;
    const { error } = await client.mutation(DeleteStageDocument, { id: change.stage.key });
    if (error) return { error };
  }
  return undefined;
}

async function saveStage(
  client: Client,
  workflowId: string,
  { stage, order }: { stage: DraftStage; order: number },
  onStored: (key: string, place: { id: string; order: number }) => void,
): Promise<CombinedError | undefined> {
  const { name, approveBy, rejectBy, bulk } = stage;
  const quorum = quorumToSend(stage.quorum) ?? null;
  const approvers = stage.approvers.map(({ approverId, groups }) => ({ approverId, groups: [...groups] }));
  const input = { name: name.trim(), order, approveBy, quorum, rejectBy, bulk, approvers };
  if (stage.stored) {
    const { error } = await client.mutation(UpdateStageDocument, { id: stage.stored.id, input });
    return error;
  }
  const { data, error } = await client.mutation(CreateStageDocument, { input: { ...input, workflowId } });
  if (data) onStored(stage.key, { id: data.createWorkflowStage._id, order });
  return error;
}
