import { type DraftApprover, type DraftStage, type WorkflowDraft, unmovedKeys } from "./workflow-draft.ts";

const WORKFLOW_FIELDS = ["name", "description", "status"] as const;
const STAGE_FIELDS = ["name", "approveBy", "quorum", "rejectBy", "bulk"] as const;

type WorkflowField = (typeof WORKFLOW_FIELDS)[number];
type StageField = (typeof STAGE_FIELDS)[number];

/** One difference between the stored version of a workflow and what would be saved. */
export type WorkflowChange =
  | { type: "workflow"; field: WorkflowField; before: string; after: string }
  | { type: "added" | "removed"; stage: DraftStage }
  | { type: "moved"; stage: DraftStage; from: number; to: number }
  | { type: "stage"; stage: DraftStage; field: StageField; before: StageValue; after: StageValue }
  | { type: "approverAdded" | "approverRemoved"; stage: DraftStage; approver: DraftApprover }
  | { type: "groups"; stage: DraftStage; approver: DraftApprover; before: readonly string[] };

export type StageValue = DraftStage[StageField];

/** The changes that saving a draft would make, in the order of the draft's stages. */
export function changesBetween(storedDraft: WorkflowDraft, draft: WorkflowDraft): WorkflowChange[] {
  const keysInPlace = unmovedKeys(draft.stages);
  const ofWorkflow = WORKFLOW_FIELDS.filter((field) => storedDraft[field] !== draft[field]).map(
    (field): WorkflowChange => ({
      type: "workflow",
      field,
      before: storedDraft[field],
      after: draft[field],
    }),
  );
  const ofStages = draft.stages.flatMap((stage, to): WorkflowChange[] => {
    const from = storedDraft.stages.findIndex(({ key }) => key === stage.key);
    const before = storedDraft.stages[from];
    if (before === undefined) return [{ type: "added", stage }];
    const moves: WorkflowChange[] = keysInPlace.has(stage.key) ? [] : [{ type: "moved", stage, from, to }];
    return [...moves, ...stageChanges(before, stage)];
  });
  const removedStages = storedDraft.stages
    .filter(({ key }) => !draft.stages.some((stage) => stage.key === key))
    .map((stage): WorkflowChange => ({ type: "removed", stage }));
  return [...ofWorkflow, ...ofStages, ...removedStages];
}

function stageChanges(before: DraftStage, stage: DraftStage): WorkflowChange[] {
  const ofFields = STAGE_FIELDS.filter((field) => before[field] !== stage[field]).map(
    (field): WorkflowChange => ({
      type: "stage",
      stage,
      field,
      before: before[field],
      after: stage[field],
    }),
  );
  const approversBefore = new Map(before.approvers.map((approver) => [approver.approverId, approver]));
  const has = new Set(stage.approvers.map(({ approverId }) => approverId));
  const ofApprovers = stage.approvers.flatMap((approver): WorkflowChange[] => {
    const groups = approversBefore.get(approver.approverId)?.groups;
    if (groups === undefined) return [{ type: "approverAdded", stage, approver }];
    const isSame = groups.join("\n") === approver.groups.join("\n");
    return isSame ? [] : [{ type: "groups", stage, approver, before: groups }];
  });
  const removedApprovers = before.approvers
    .filter(({ approverId }) => !has.has(approverId))
    .map((approver): WorkflowChange => ({ type: "approverRemoved", stage, approver }));
  return [...ofFields, ...ofApprovers, ...removedApprovers];
}
