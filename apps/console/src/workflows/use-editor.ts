import { useState } from "react";
import { useClient } from "urql";

import { type Refusal, useRefusalOf } from "../company/refusal.ts";
import { useKept } from "../shell/kept.ts";
import type { Loaded, LoadedWorkflow } from "./load-workflow.ts";
import { saveWorkflow } from "./save-workflow.ts";
import { type WorkflowChange, changesBetween } from "./workflow-changes.ts";
import { type DraftStage, type WorkflowDraft, faultOf } from "./workflow-draft.ts";

/** The stored draft of an edited workflow. */
interface Kept {
  draft: WorkflowDraft;
  /** The stored version that was edited, to notice that somebody else has saved another one. */
  basis: string;
}

export interface Editor {
  draft: WorkflowDraft;
  changes: readonly WorkflowChange[];
  /** Whether somebody else has changed the stored version since the editing began. */
  isOutdated: boolean;
  /** Whether something is missing without which it cannot be saved. */
  isFaulty: boolean;
  isSaving: boolean;
  /** The refusal of the last attempt to save; without a stage it concerns the workflow itself. */
  refusal: (Refusal & { stageKey: string | undefined }) | undefined;
  change: (draft: WorkflowDraft) => void;
  changeStage: (key: string, change: Partial<DraftStage>) => void;
  discard: () => void;
  /**
   * @param onStored - called for each new stage with the id that it got
   * @returns whether all of it was saved; nothing is, if the stored version is no longer the one that is shown
   */
  save: (onStored: (key: string, id: string) => void) => Promise<boolean>;
}

const versionOf = (workflow: WorkflowDraft) => JSON.stringify(workflow);

/** Edits a workflow aside, and saves it at once. */
export function useEditor(
  workflowId: string,
  { stored }: LoadedWorkflow,
  reload: () => Promise<Loaded>,
): Editor {
  const client = useClient();
  const refusalOf = useRefusalOf();
  const [kept, keep] = useKept<Kept>(`workflow.${workflowId}`);
  const [isSaving, setIsSaving] = useState(false);
  const [refusal, setRefusal] = useState<Editor["refusal"]>();
  const draft = kept?.draft ?? stored;
  const changes = changesBetween(stored, draft);
  const change = (next: WorkflowDraft) => {
    setRefusal(undefined);
    const isStored = changesBetween(stored, next).length === 0;
    keep(isStored ? undefined : { draft: next, basis: kept?.basis ?? versionOf(stored) });
  };
  const attempt: Editor["save"] = async (onStored) => {
    const now = await reload();
    if ("error" in now) {
      setRefusal({ ...refusalOf(now.error), stageKey: undefined });
      return false;
    }
    // The reader sees the new differences before anything is overwritten.
    if (now.workflow === null || versionOf(now.workflow.stored) !== versionOf(stored)) return false;
    let current = draft;
    const failure = await saveWorkflow(client, workflowId, { stored, draft }, (key, place) => {
      const stages = current.stages.map((stage) =>
        stage.key === key ? { ...stage, key: place.id, stored: place } : stage,
      );
      current = { ...current, stages };
      onStored(key, place.id);
    });
    setRefusal(failure && { ...refusalOf(failure.error), stageKey: failure.stageKey });
    const after = await reload();
    if (failure && !("error" in after) && after.workflow) {
      keep({ draft: current, basis: versionOf(after.workflow.stored) });
    }
    if (!failure) keep(undefined);
    return failure === undefined;
  };
  return {
    draft,
    changes,
    isOutdated: kept !== undefined && kept.basis !== versionOf(stored),
    isFaulty: draft.name.trim() === "" || draft.stages.some((stage) => faultOf(stage) !== undefined),
    isSaving,
    refusal,
    change,
    changeStage: (key, fields) => {
      const stages = draft.stages.map((stage) => (stage.key === key ? { ...stage, ...fields } : stage));
      change({ ...draft, stages });
    },
    discard: () => {
      setRefusal(undefined);
      keep(undefined);
    },
    save: async (onStored) => {
      setIsSaving(true);
      try {
        return await attempt(onStored);
      } finally {
        setIsSaving(false);
      }
    },
  };
}
