import { useEffect, useRef, useState } from "react";
import { useClient } from "urql";

import { type Refusal, useRefusalOf } from "../graphql/refusal.ts";
import { useKept } from "../shell/kept.ts";
import type { Loaded, LoadedWorkflow } from "./load-workflow.ts";
import { saveWorkflow } from "./save-workflow.ts";
import { type WorkflowChange, changesBetween } from "./workflow-changes.ts";
import { type DraftStage, type WorkflowDraft, faultOf } from "./workflow-draft.ts";

/** The stored draft of an edited workflow. */
interface Kept {
  draft: WorkflowDraft;
  /** The version that was edited, to notice that somebody else has published another one. */
  basis: number;
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
  /** @returns whether it was saved; nothing is, if the stored version is no longer the one that is shown */
  save: () => Promise<boolean>;
}

/** Edits a workflow aside, and saves it whole. */
export function useEditor(
  workflowId: string,
  { stored, version }: LoadedWorkflow,
  reload: () => Promise<Loaded>,
): Editor {
  const client = useClient();
  const refusalOf = useRefusalOf();
  const [keptWork, keep] = useKept<Kept>(`workflow.${workflowId}`);
  const [isSaving, setIsSaving] = useState(false);
  const [refusal, setRefusal] = useState<Editor["refusal"]>();
  /** The draft as it is now, while one from before is saved. */
  const latest = useRef(keptWork);
  useEffect(() => {
    latest.current = keptWork;
  });
  const draft = keptWork?.draft ?? stored;
  const changes = changesBetween(stored, draft);
  const change = (next: WorkflowDraft) => {
    setRefusal(undefined);
    const isStored = changesBetween(stored, next).length === 0;
    keep(isStored ? undefined : { draft: next, basis: keptWork?.basis ?? version });
  };
  const attempt: Editor["save"] = async () => {
    const failure = await saveWorkflow(client, workflowId, draft, version);
    // The reader sees the new differences before anything is overwritten.
    setRefusal(failure && !failure.isOutdated ? inStage(draft, refusalOf(failure.error)) : undefined);
    const loadedWorkflow = await reload();
    if (failure !== undefined) return false;
    // Forgotten no sooner: the version before would be shown again, and changed by what is typed next.
    const typedDraft = latest.current;
    if (typedDraft === keptWork) keep(undefined);
    else if (typedDraft && "workflow" in loadedWorkflow && loadedWorkflow.workflow)
      keep({ draft: typedDraft.draft, basis: loadedWorkflow.workflow.version });
    return true;
  };
  return {
    draft,
    changes,
    isOutdated: keptWork !== undefined && keptWork.basis !== version,
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
    save: async () => {
      setIsSaving(true);
      try {
        return await attempt();
      } finally {
        setIsSaving(false);
      }
    },
  };
}

/** A refusal with the stage that it is about, and the field in it. */
function inStage({ stages }: WorkflowDraft, refusal: Refusal): Editor["refusal"] {
  const [, index, field] = /^stages\.(\d+)\.(.+)$/u.exec(refusal.field ?? "") ?? [];
  if (index === undefined) return { ...refusal, stageKey: undefined };
  return { ...refusal, field, stageKey: stages[Number(index)]?.key };
}
