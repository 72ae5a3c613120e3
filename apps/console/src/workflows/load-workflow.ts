import type { Client, CombinedError } from "urql";

import {
  WorkflowApproversDocument,
  type WorkflowApproversQuery,
  WorkflowDetailDocument,
  WorkflowFindingsDocument,
  type WorkflowFindingsQuery,
} from "../graphql/generated/documents.ts";
import { type WorkflowDraft, storedDraft } from "./workflow-draft.ts";

export type Finding = WorkflowFindingsQuery["validateWorkflow"][number];

/** A stored workflow with all that its editor shows. */
export interface LoadedWorkflow {
  stored: WorkflowDraft;
  /** Number of the stored version. */
  version: number;
  /** About the stored version. */
  findings: readonly Finding[];
}

export type Loaded = { workflow: LoadedWorkflow | null } | { error: CombinedError };

/**
 * Reads a workflow whole. Its version is read first: whatever is published while the rest is read, a later save with this
 * version is refused. null: there is none.
 */
export async function loadWorkflow(client: Client, id: string): Promise<Loaded> {
  const detail = await client.query(WorkflowDetailDocument, { id });
  if (detail.error) return { error: detail.error };
  const workflow = detail.data?.findWorkflow ?? null;
  if (workflow === null) return { workflow: null };
  const [validation, approvers] = await Promise.all([
    client.query(WorkflowFindingsDocument, { id }),
    loadApprovers(client, id),
  ]);
  const error = validation.error ?? ("error" in approvers ? approvers.error : undefined);
  if (error) return { error };
  const storedWorkflow = storedDraft(workflow, "rows" in approvers ? approvers.rows : []);
  const findings = validation.data?.validateWorkflow ?? [];
  return { workflow: { stored: storedWorkflow, version: workflow.version, findings } };
}

type Rows = WorkflowApproversQuery["workflowApproverPage"]["data"];

async function loadApprovers(client: Client, id: string): Promise<{ rows: Rows } | { error: CombinedError }> {
  const rows: Rows = [];
  for (;;) {
    const { data, error } = await client.query(WorkflowApproversDocument, { id, skip: rows.length });
    if (error) return { error };
    const page = data?.workflowApproverPage;
    rows.push(...(page?.data ?? []));
    if (page === undefined || page.data.length === 0 || rows.length >= page.total) return { rows };
  }
}
