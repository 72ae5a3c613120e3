import { useMemo, useState } from "react";

import { useSettled } from "../frame/use-settled.ts";
import {
  WorkflowFindingsDocument,
  type WorkflowFindingsQuery,
  type WorkflowFindingsQueryVariables,
} from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { fieldsOf } from "./rule.ts";
import type { RuleDraft } from "./rule-draft.ts";
import { stagesToSend } from "./stored-rule.ts";

export type Finding = WorkflowFindingsQuery["validateWorkflow"][number];

/** How long nothing must have been typed before the engine is asked. */
const REST_MS = 300;

/** The engine's findings about stages as they are edited. @param isReady - whether the engine can judge them */
export function useFindings(
  id: string | undefined,
  draft: Pick<RuleDraft, "fields" | "stages">,
  isReady: boolean,
): readonly Finding[] {
  const question: WorkflowFindingsQueryVariables = {
    ...(id !== undefined && { id }),
    stages: stagesToSend(draft.stages),
    facts: fieldsOf(draft),
  };
  const text = useSettled(isReady ? JSON.stringify(question) : "", REST_MS);
  const variables = useMemo(
    () => (text === "" ? { stages: [], facts: [] } : (JSON.parse(text) as WorkflowFindingsQueryVariables)),
    [text],
  );
  const { data } = useRead(WorkflowFindingsDocument, variables, text !== "");
  // Those of before stay until there are others: nothing on the page moves meanwhile.
  const [lastFindings, setLastFindings] = useState<readonly Finding[]>([]);
  const findings = text === "" ? undefined : data?.validateWorkflow;
  if (findings !== undefined && findings !== lastFindings) setLastFindings(findings);
  return lastFindings;
}
