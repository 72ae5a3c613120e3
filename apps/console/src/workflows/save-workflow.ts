import type { Client, CombinedError } from "urql";

import { PublishWorkflowDocument } from "../graphql/generated/documents.ts";
import { stagesToSend } from "./stages-to-send.ts";
import type { WorkflowDraft } from "./workflow-draft.ts";

/** Why a draft was not saved: nothing of it is. */
export interface SaveFailure {
  error: CombinedError;
  /** Whether somebody else has published another version meanwhile. */
  isOutdated: boolean;
}

/**
 * Saves a draft whole, as the next version of its workflow.
 *
 * @param version - the stored one that the reader has seen
 */
export async function saveWorkflow(
  client: Client,
  workflowId: string,
  draft: WorkflowDraft,
  version: number,
): Promise<SaveFailure | undefined> {
  const { name, description, status, facts = [], stages } = draft;
  const about = { workflowId, name: name.trim(), description: description.trim() || null, status };
  const input = { ...about, facts, stages: stagesToSend(stages) };
  const { error } = await client.mutation(PublishWorkflowDocument, { input, expectedVersion: version });
  if (error === undefined) return undefined;
  const { code, field } = error.graphQLErrors[0]?.extensions ?? {};
  return { error, isOutdated: code === "CONFLICT" && field === "expectedVersion" };
}
