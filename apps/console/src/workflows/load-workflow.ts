import type { Client, CombinedError } from "urql";

import {
  WorkflowApproversDocument,
  type WorkflowApproversQuery,
  WorkflowDetailDocument,
  WorkflowFindingsDocument,
  type WorkflowFindingsQuery,
} from "../graphql/generated/documents.ts";
import type { WalkRules } from "./walk.ts";
import { type WorkflowDraft, storedDraft } from "./workflow-draft.ts";

export type Finding = WorkflowFindingsQuery["validateWorkflow"][number];

/** A stored workflow with all that its editor shows. */
export interface LoadedWorkflow {
  stored: WorkflowDraft;
  findings: readonly Finding[];
  rules: WalkRules;
}

export type Loaded = { workflow: LoadedWorkflow | null } | { error: CombinedError };

const FRESH = { requestPolicy: "network-only" } as const;

/** Reads a workflow whole: saving a stage replaces all its approvers. null: there is none. */
export async function loadWorkflow(client: Client, id: string): Promise<Loaded> {
  const [detail, validation, approvers] = await Promise.all([
    client.query(WorkflowDetailDocument, { id }, FRESH),
    client.query(WorkflowFindingsDocument, { id }, FRESH),
    loadApprovers(client, id),
  ]);
  if (detail.data?.findWorkflow === null) return { workflow: null };
  const error = detail.error ?? validation.error ?? ("error" in approvers ? approvers.error : undefined);
  if (error) return { error };
  const { findWorkflow, approvalSettings: rules } = detail.data!;
  const findings = validation.data?.validateWorkflow ?? [];
  const stored = storedDraft(findWorkflow!, "rows" in approvers ? approvers.rows : []);
  return { workflow: { stored, findings, rules } };
}

type Rows = WorkflowApproversQuery["workflowApproverPage"]["data"];

async function loadApprovers(client: Client, id: string): Promise<{ rows: Rows } | { error: CombinedError }> {
  const rows: Rows = [];
  for (;;) {
    const { data, error } = await client.query(WorkflowApproversDocument, { id, skip: rows.length }, FRESH);
    if (error) return { error };
    const page = data?.workflowApproverPage;
    rows.push(...(page?.data ?? []));
    if (page === undefined || page.data.length === 0 || rows.length >= page.total) return { rows };
  }
}
