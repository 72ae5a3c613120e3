import { useEffect, useState } from "react";
import { useClient } from "urql";

import { WorkflowFindingsDocument } from "../graphql/generated/documents.ts";
import type { Finding, LoadedWorkflow } from "./load-workflow.ts";
import { stagesToSend } from "./stages-to-send.ts";
import type { WorkflowDraft } from "./workflow-draft.ts";

/** How long nothing must have been typed before the engine is asked. */
const REST_MS = 300;

/** The engine's findings about the stages as they are edited; until it has answered, those before. */
export function useFindings(
  workflowId: string,
  loadedWorkflow: LoadedWorkflow,
  { stages }: WorkflowDraft,
): readonly Finding[] {
  const client = useClient();
  const [judgedDraft, setJudgedDraft] = useState<{ text: string; findings: readonly Finding[] }>();
  const storedText = textOf(loadedWorkflow.stored);
  const text = textOf({ stages });
  useEffect(() => {
    if (text === storedText) return undefined;
    let isOver = false;
    const ask = async () => {
      const variables = { id: workflowId, stages: JSON.parse(text) as ReturnType<typeof stagesToSend> };
      const { data } = await client.query(WorkflowFindingsDocument, variables);
      if (!isOver && data) setJudgedDraft({ text, findings: data.validateWorkflow });
    };
    const timer = setTimeout(() => void ask(), REST_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client, workflowId, text, storedText]);
  return text === storedText ? loadedWorkflow.findings : (judgedDraft?.findings ?? loadedWorkflow.findings);
}

/** The stages as they are judged: a name that is missing is no finding of the engine. */
function textOf({ stages }: Pick<WorkflowDraft, "stages">): string {
  const namedStages = stagesToSend(stages).map((stage) => Object.assign(stage, { name: stage.name || "–" }));
  return JSON.stringify(namedStages);
}
