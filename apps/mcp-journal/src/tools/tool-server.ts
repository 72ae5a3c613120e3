import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  type CallToolResult,
  ErrorCode,
  type JSONRPCRequest,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { DomainError } from "@countersign/domain/errors";
import type { ConfirmPost } from "../config.ts";
import { principalOf } from "../transport/auth-info.ts";
import type { ToolContext } from "./tool.ts";
import { programOf, type ToolCalls } from "./tool-calls.ts";

type Extra = Parameters<NonNullable<Server["fallbackRequestHandler"]>>[1];

/** How long a person may take to answer a confirmation. */
const CONFIRM_TIMEOUT_MS = 5 * 60_000;

type Confirm = NonNullable<ToolContext["confirm"]>;

/** Checks people's answers in all sessions: a validator for each session took a third of the time that opens one. */
const ANSWER_VALIDATOR = new AjvJsonSchemaValidator();

/** Asks only for yes or no. One object for all questions, because the validator keeps what it compiles for each. */
const NO_FIELDS = { type: "object" as const, properties: {} };

/** Refuses a call that needs a person's consent if the client cannot ask for it (SAFE-8). */
export const refuseUnasked: Confirm = () =>
  Promise.reject(new DomainError("FORBIDDEN", "Posting needs a person's confirmation"));

/**
 * The protocol server of one session, offering the tools and nothing else (mcp-journal, What the service does).
 *
 * @param options.instructions for the user whose session it is
 * @param options.confirmPost whether tools ask through the client's elicitation, and refuse where it cannot ask
 */
export function createToolServer(
  calls: ToolCalls,
  options: { name: string; confirmPost: ConfirmPost; instructions: string },
): Server {
  const server = new Server(
    { name: options.name, version: "1.0.0" },
    {
      capabilities: { tools: {} },
      instructions: options.instructions,
      jsonSchemaValidator: ANSWER_VALIDATOR,
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: calls.tools.map(({ definition }) => definition),
  }));
  const confirmOf = (askPerson: Confirm): ToolContext["confirm"] => {
    if (options.confirmPost === "off") return undefined;
    if (server.getClientCapabilities()?.elicitation?.form !== undefined) return askPerson;
    return options.confirmPost === "required" ? refuseUnasked : undefined;
  };
  const callTool = async ({ params = {} }: JSONRPCRequest, extra: Extra): Promise<CallToolResult> => {
    const tool = calls.named(params["name"], (message) => new McpError(ErrorCode.InvalidParams, message));
    const principal = principalOf(extra.authInfo);
    const ask: Confirm = async ({ text: message }) => {
      try {
        const { action } = await server.elicitInput(
          { message, requestedSchema: NO_FIELDS },
          { timeout: CONFIRM_TIMEOUT_MS, relatedRequestId: extra.requestId, signal: extra.signal },
        );
        return action === "accept" ? {} : undefined;
      } catch (error) {
        // No answer in time, an error for an answer, or the client is gone: nobody confirmed.
        if (error instanceof McpError) return undefined;
        throw error;
      }
    };
    const context = {
      principal,
      sessionId: extra.sessionId ?? "",
      ...programOf(server.getClientVersion(), principal),
      meta: params._meta ?? {},
    };
    return calls.call(tool, params["arguments"], context, confirmOf(ask));
  };
  // As the handler of `tools/call` the SDK would answer malformed arguments with a protocol error (contract: a result),
  // and read every call and every result by its schemas once more.
  server.fallbackRequestHandler = async (request, extra) => {
    if (request.method === "tools/call") return await callTool(request, extra);
    throw new McpError(ErrorCode.MethodNotFound, "Method not found");
  };
  return server;
}
