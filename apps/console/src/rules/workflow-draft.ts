import type { WorkflowToEditQuery } from "../graphql/generated/documents.ts";
import type { Rule } from "./rule.ts";
import { type PlacedFault, type RuleDraft, faultsOf } from "./rule-draft.ts";
import { type Groups, stagesOf } from "./stored-rule.ts";
import type { WorkflowNotes } from "./workflow-fields.tsx";

/** A workflow without a rule as it is being edited. */
export interface WorkflowDraft extends RuleDraft, WorkflowNotes {
  name: string;
}

/** A workflow without a rule as it is stored. */
export interface StoredWorkflow {
  id: string;
  version: number;
  draft: WorkflowDraft;
}

export const NEW_WORKFLOW: WorkflowDraft = {
  name: "",
  description: "",
  status: "IN_PROGRESS",
  fields: [],
  stages: [],
};

/** A workflow as it was read: its newest version, and what people wrote about it; undefined where there is none. */
export function storedWorkflow(
  { findWorkflow, workflowVersions: [newest] }: WorkflowToEditQuery,
  groups: Groups,
): StoredWorkflow | undefined {
  if (findWorkflow == null || newest === undefined) return undefined;
  const { _id: id, name, description, status } = findWorkflow;
  const stages = stagesOf(newest.stages, groups, newest.people);
  return {
    id,
    version: newest.version,
    draft: {
      name: name ?? "",
      description: description ?? "",
      status,
      fields: newest.facts.map(({ key, type, required }) => ({ key, type, required })),
      stages: stages.map((stage, index) => Object.assign({ id: stage.key ?? `new${index + 1}` }, stage)),
    },
  };
}

/** A workflow as it is said. */
export const ruleOfWorkflow = ({ name, fields, stages }: WorkflowDraft): Rule => ({
  kind: "",
  origin: "WORKFLOW",
  name,
  fields,
  stages,
});

/** Everything without which a workflow cannot be published. */
export const workflowFaults = (draft: WorkflowDraft): PlacedFault[] => [
  ...(draft.name.trim() === "" ? [{ fault: "NAME", field: "name" } as const] : []),
  ...faultsOf(draft),
];
