import { type Bus, RequestRefused } from "@countersign/bus";
import { cloudEvent, MESSAGES, type MessageName, RPC, type RpcName } from "@countersign/contracts";
import { testTokens } from "@countersign/testing";
import { APPROVAL, FINDING, RULE, STAGE, STAGE_APPROVER, THRESHOLD } from "./selections.ts";

/** A step of a history, with the ids of people and documents, and labels in place of the ids that a platform made. */
export type Step =
  | { by: Person; mutation: MutationName; args: Readonly<Record<string, unknown>> }
  | { by: Person; query: QueryName; args: Readonly<Record<string, unknown>> }
  | { request: RpcName; data: Readonly<Record<string, unknown>> }
  | { publish: SentMessage; id: string; data: Readonly<Record<string, unknown>> }
  | { hours: number };

type SentMessage = Extract<
  MessageName,
  "companyCreated" | "submitCommand" | "cancelCommand" | "amendCommand"
>;

export interface Person {
  userId: string;
  privileged?: true;
}

/** The mutations of histories, with the types of their arguments and the fields of their answers. */
const MUTATIONS = {
  updateWorkflowApprovalStatus: { takes: { input: "UpdateWorkflowApprovalStatusInput!" } },
  decideMany: {
    takes: { input: "DecideManyInput!" },
    answers: "taskId result code message decided { status at stageName }",
  },
  actionApproval: {
    takes: { taskId: "ID!", input: "ActionApprovalInput!" },
    answers: "taskId refId status remark",
  },
  nudge: { takes: { input: "NudgeInput!" } },
  newWorkflowTask: { takes: { input: "NewWorkflowTaskInput!" } },
  createWorkflowApproval: { takes: { input: "CreateWorkflowApprovalInput!" }, answers: APPROVAL },
  updateWorkflowApproval: { takes: { id: "ID!", input: "UpdateWorkflowApprovalInput!" }, answers: APPROVAL },
  markSeen: { takes: { input: "MarkSeenInput!" } },
  updateApprovalSettings: {
    takes: { input: "UpdateApprovalSettingsInput!" },
    answers: "version onAmend recall",
  },
  publishWorkflow: {
    takes: { input: "PublishWorkflowInput!", expectedVersion: "Int" },
    answers: "workflowId version",
  },
  createWorkflow: { takes: { input: "CreateWorkflowInput!" }, answers: "_id version" },
  updateWorkflow: { takes: { id: "ID!", input: "UpdateWorkflowInput!" }, answers: "_id name version" },
  createWorkflowStage: { takes: { input: "CreateWorkflowStageInput!" }, answers: STAGE },
  updateWorkflowStage: { takes: { id: "ID!", input: "UpdateWorkflowStageInput!" }, answers: STAGE },
  deleteWorkflowStage: { takes: { id: "ID!" } },
  createWorkflowApprover: { takes: { input: "CreateWorkflowApproverInput!" }, answers: STAGE_APPROVER },
  updateWorkflowApprover: {
    takes: { id: "ID!", input: "UpdateWorkflowApproverInput!" },
    answers: STAGE_APPROVER,
  },
  deleteWorkflowApprover: { takes: { id: "ID!" } },
  createApprovalThreshold: { takes: { input: "CreateApprovalThresholdInput!" }, answers: "_id" },
  updateApprovalThreshold: {
    takes: { id: "ID!", input: "UpdateApprovalThresholdInput!" },
    answers: THRESHOLD,
  },
  createHrApprovalPolicy: { takes: { input: "CreateHrApprovalPolicyInput!" }, answers: "_id" },
  updateHrApprovalPolicy: { takes: { id: "ID!", input: "UpdateHrApprovalPolicyInput!" }, answers: "_id" },
  saveRule: { takes: { input: "SaveRuleInput!" }, answers: RULE },
  createUserGroup: { takes: { input: "CreateUserGroupInput!" }, answers: "_id" },
} as const satisfies Operations;
type MutationName = keyof typeof MUTATIONS;

/** The questions of histories, in the same way. */
const QUERIES = {
  previewRoute: {
    takes: { input: "PreviewRouteInput!" },
    answers: `workflowId version warnings { stageKey code } stages { stageId key name order included reason when values dueAt
      seats { userId reason groups } }`,
  },
  validateWorkflow: {
    takes: { workflowId: "ID", stages: "[PublishWorkflowStageInput!]", facts: "[FactDeclarationInput!]" },
    answers: FINDING,
  },
} as const satisfies Operations;
type QueryName = keyof typeof QUERIES;

type Operations = Readonly<Record<string, Operation>>;
interface Operation {
  takes: Readonly<Record<string, string>>;
  answers?: string;
}

/** The way into a platform for GraphQL and messages. */
interface Entrance {
  publicUrl: string;
  bus: Bus;
}

/** Years: the clock of a history is far from the machine's. */
const LIFETIME = "9999d";
const REQUEST_TIMEOUT_MS = 20_000;
const tokens = testTokens();

/** Asks over HTTP as somebody of the company. @returns data, and errors by their message and code; the status where that is all */
export async function askGraphql(
  { publicUrl }: Pick<Entrance, "publicUrl">,
  { userId, privileged = false, companyId }: { userId: string; privileged?: boolean; companyId: string },
  body: { query: string; variables?: Readonly<Record<string, unknown>> },
): Promise<unknown> {
  const authorization = await tokens.bearer({ sub: userId, companyId, privileged }, LIFETIME);
  const answer = await fetch(`${publicUrl}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization },
    body: JSON.stringify(body),
  });
  const { data, errors } = (await answer.json()) as { data?: unknown; errors?: GraphqlError[] };
  // Somebody who has left.
  if (data === undefined && errors === undefined) return { status: answer.status };
  return errors === undefined
    ? data
    : { data, errors: errors.map(({ message, extensions }) => ({ message, code: extensions?.code })) };
}

interface GraphqlError {
  message: string;
  extensions?: { code?: string };
}

/** Says a step of the ones that are answered or sent. @returns its answer or refusal; nothing for a message */
export async function say(
  entrance: Entrance,
  companyId: string,
  step: Exclude<Step, { hours: number }>,
): Promise<unknown> {
  if ("by" in step) {
    const text =
      "mutation" in step
        ? textOf("mutation", step.mutation, MUTATIONS[step.mutation])
        : textOf("query", step.query, QUERIES[step.query]);
    return askGraphql(entrance, { ...step.by, companyId }, { query: text, variables: step.args });
  }
  if ("request" in step) return request(entrance.bus, step);
  const { type, address: subject } = MESSAGES[step.publish satisfies MessageName];
  const { id, data } = step;
  const { refId: key = companyId } = data as { refId?: string };
  const event = { id, source: "/history", type, subject: key, time: new Date(), data };
  await entrance.bus.publish({ subject, id, data: cloudEvent(event) });
  return undefined;
}

function textOf(type: "mutation" | "query", name: string, { takes, answers }: Operation): string {
  const variables = Object.entries(takes).map(([arg, argType]) => `$${arg}: ${argType}`);
  const args = Object.keys(takes).map((arg) => `${arg}: $${arg}`);
  return `${type} (${variables.join(", ")}) { ${name}(${args.join(", ")}) ${answers ? `{ ${answers} }` : ""} }`;
}

async function request(
  bus: Bus,
  { request: name, data }: Extract<Step, { request: RpcName }>,
): Promise<unknown> {
  try {
    return await bus.request(RPC[name].subject, data, { timeoutMs: REQUEST_TIMEOUT_MS });
  } catch (error) {
    if (error instanceof RequestRefused) return { code: error.code, message: error.message };
    throw error;
  }
}
