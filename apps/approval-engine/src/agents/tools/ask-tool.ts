import { type Aside, type CallContext, defineTool, type OnFailure, type Tool } from "@countersign/mcp";
import { z } from "zod";

import type { Caller } from "../../shared/caller.ts";
import type { Grants } from "../grants.ts";
import { REQUEST_STATUSES, type AgentRequest } from "../records.ts";
import type { RequestScope } from "../requests.ts";
import type { ViewParts } from "../request-view.ts";
import type { Waits } from "../../live/index.ts";
import type { RunReadModel } from "../../inbox/index.ts";

/** The context of a call of one of the tools. */
export interface AskContext extends CallContext {
  /** The user whose token it is, as an agent, whatever the token says (contract-3, AGT-3). */
  caller: Caller;
  aside: Aside;
  /** Ends with the client's request. */
  signal: AbortSignal;
}

/** A tool of `/api/mcp/approvals`. */
export type AskTool = Tool<AskContext>;

/** The commands of the engine that tools give, every one of them about the caller's own requests. */
export interface AskCommands {
  requestApproval(caller: Caller, input: Readonly<Record<string, unknown>>): Promise<AgentRequest>;
  withdrawRequest(caller: Caller, input: { id: string; reason?: string | undefined }): Promise<AgentRequest>;
}

/** The parts of which the tools are made. */
export interface AskParts extends RequestScope, ViewParts {
  commands: AskCommands;
  runs: Pick<RunReadModel, "listRunTasks" | "approvalsOfTasks" | "documentsByIds" | "inboxPage">;
  grants: Grants;
  clock: () => Date;
  waits: Waits;
  /** Where people open a document in the console. */
  urlOf: (id: string) => string;
  onFailure: OnFailure;
}

/** Makes one of the tools. */
export const defineAskTool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  options: Parameters<typeof defineTool<Input, Output, AskContext>>[0],
): AskTool => defineTool<Input, Output, AskContext>(options);

export const requestId = z
  .string()
  .regex(/^[0-9a-fA-F]{24}$/u, "must be 24 hexadecimal characters")
  .toLowerCase()
  .describe("The request's id, from request_approval or a list");

/** Fields that every list takes. */
export const pageFields = {
  take: z.int().min(1).max(50).default(20).describe("How many to list"),
  cursor: z.string().max(1_000).optional().describe("nextCursor of the page before"),
};

export const status = z.enum(REQUEST_STATUSES);

/** A request or document in a list. */
export const listedItems = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      title: z.string(),
      status,
      requestedAt: z.string().describe("RFC 3339"),
    }),
  ),
  nextCursor: z.string().optional().describe("There are more; absent on the last page"),
});

/** A request with who decided what. */
export const shownRequest = z.object({
  id: z.string(),
  status: status.describe("Only APPROVED allows anything"),
  kind: z.string(),
  title: z.string(),
  actionSha256: z.string().optional().describe("SHA-256 of the action as canonical JSON (RFC 8785)"),
  decisions: z.array(
    z.object({
      userId: z.string(),
      name: z.string(),
      verdict: z.enum(["APPROVED", "REJECTED"]),
      at: z.string(),
      remark: z.string().optional(),
    }),
  ),
  expiresAt: z.string(),
});

/** The same for its requester, with what they may do next. */
export const ownRequestOutput = shownRequest.extend({
  question: z
    .object({ text: z.string(), by: z.string(), at: z.string() })
    .optional()
    .describe(
      "While PENDING: what an approver wants changed before they decide; a person answers it in the console",
    ),
  retryAfter: z.number().optional().describe("While PENDING: seconds until asking again makes sense"),
  grant: z
    .string()
    .optional()
    .describe("Of APPROVED: a token for one call of exactly the approved action; give it to the tool server"),
});

/** The text of a result: the same data as JSON, for clients that show no data. */
export const asText = <Data extends object>(data: Data): { text: string; data: Data } => ({
  text: JSON.stringify(data),
  data,
});
