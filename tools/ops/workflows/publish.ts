import type { EngineClient } from "./engine-client.ts";
import type { WorkflowContent } from "./workflow-content.ts";

/** Something that keeps, or may keep, documents from passing a workflow. */
export interface Finding {
  code: string;
  message: string;
}

/** The findings about a stage that nobody can decide, whoever submits and whatever was decided before. */
const NOBODY_DECIDES: ReadonlySet<string> = new Set([
  "NO_APPROVERS",
  "NO_GROUPS",
  "QUORUM_UNREACHABLE",
  "NOBODY_LEFT",
  "GROUP_EMPTY",
  "GROUP_TOO_LARGE",
]);

/** The findings for which the engine refuses a version. */
const REFUSED: ReadonlySet<string> = new Set([
  "QUORUM_INVALID",
  "CONDITION_INVALID",
  "FACT_NOT_DECLARED",
  "NO_STAGE_BEFORE",
  "GROUP_MISSING",
  "GROUP_INACTIVE",
  "CALENDAR_MISSING",
  "TIME_APPROVAL_OFF",
]);

export const isRefused = ({ code }: Finding): boolean => REFUSED.has(code);
export const leavesNobody = ({ code }: Finding): boolean => NOBODY_DECIDES.has(code);

const VALIDATE = `query Validate($workflowId: ID, $stages: [PublishWorkflowStageInput!], $facts: [FactDeclarationInput!]) {
  validateWorkflow(workflowId: $workflowId, stages: $stages, facts: $facts) { code message } }`;
const PUBLISH = `mutation Publish($input: PublishWorkflowInput!, $expectedVersion: Int) {
  publishWorkflow(input: $input, expectedVersion: $expectedVersion) { workflowId version } }`;

/** The engine's judgement of a content that it does not have yet, with the people and settings of now. */
export async function findingsOf(
  { ask }: EngineClient,
  workflowId: string | undefined,
  content: WorkflowContent,
): Promise<Finding[]> {
  const { stages, facts } = inputOf(content);
  const { validateWorkflow } = await ask<{ validateWorkflow: Finding[] }>(VALIDATE, {
    workflowId,
    stages,
    facts,
  });
  return validateWorkflow;
}

/**
 * Publishes a content as the next version of a workflow, or as a new one.
 *
 * @throws Drift when the workflow is at another version by now
 */
export async function publish(
  { ask }: EngineClient,
  workflowId: string | undefined,
  content: WorkflowContent,
  expectedVersion: number | undefined,
): Promise<{ workflowId: string; version: number }> {
  const input = { workflowId, ...inputOf(content) };
  const { publishWorkflow } = await ask<{ publishWorkflow: { workflowId: string; version: number } }>(
    PUBLISH,
    {
      input,
      expectedVersion,
    },
  );
  return publishWorkflow;
}

/** The content as `PublishWorkflowInput`: what is null there is left out. */
function inputOf({ name, description, status, facts, stages }: WorkflowContent) {
  return {
    name,
    description: description ?? undefined,
    status,
    facts,
    stages: stages.map((stage) =>
      Object.fromEntries(Object.entries(stage).filter(([, value]) => value !== null)),
    ),
  };
}
