import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  type CallToolResult,
  ErrorCode,
  type JSONRPCRequest,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { userKey } from "@countersign/auth";
import type { LanePlace, Lanes } from "@countersign/concurrency";
import { DomainError } from "@countersign/domain/errors";
import type { ConfirmPost } from "../config.ts";
import type { OnCall } from "../mcp-metrics.ts";
import { principalOf } from "../transport/auth-info.ts";
import { failure, type Tool, type ToolContext } from "./tool.ts";

type Extra = Parameters<NonNullable<Server["fallbackRequestHandler"]>>[1];

/** How long a person may take to answer a confirmation. */
const CONFIRM_TIMEOUT_MS = 5 * 60_000;

type Confirm = NonNullable<ToolContext["confirm"]>;

/** Checks people's answers in all sessions: a validator for each session took a third of the time that opens one. */
const ANSWER_VALIDATOR = new AjvJsonSchemaValidator();

/** Asks only for yes or no. One object for all questions, because the validator keeps what it compiles for each. */
const NO_FIELDS = { type: "object" as const, properties: {} };

/** Refuses a call that needs a person's consent if the client cannot ask for it (SAFE-8). */
const refuseUnasked: Confirm = () =>
  Promise.reject(new DomainError("FORBIDDEN", "Posting needs a person's confirmation"));

const INSTRUCTIONS =
  "Double-entry journal entries. Find accounts with list_accounts, draft with create_journal_entry, show the draft " +
  "to the user, and call post_journal_entry only after the user confirmed: posting cannot be undone.";

/**
 * The protocol server of one session, offering `tools` and nothing else (mcp-journal, What the service does).
 *
 * @param options.confirmPost whether tools ask through the client's elicitation, and refuse where it cannot ask
 * @param options.lanes each call has a place in its user's lane, but not while a person is asked
 * @param options.onCall hears how each call ended, for the metrics
 */
export function createToolServer(
  tools: readonly Tool[],
  options: {
    name: string;
    confirmPost: ConfirmPost;
    onCall: OnCall;
    lanes: Lanes;
  },
): Server {
  const byName = new Map(tools.map((tool) => [tool.definition.name, tool]));
  const server = new Server(
    { name: options.name, version: "1.0.0" },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS, jsonSchemaValidator: ANSWER_VALIDATOR },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ definition }) => definition),
  }));
  const toolNamed = (name: unknown): Tool => {
    const tool = typeof name === "string" ? byName.get(name) : undefined;
    if (tool) return tool;
    const names = [...byName.keys()].join(", ");
    throw new McpError(ErrorCode.InvalidParams, `Unknown tool: expected name to be one of ${names}`);
  };
  const confirmOf = (askPerson: Confirm): ToolContext["confirm"] => {
    if (options.confirmPost === "off") return undefined;
    if (server.getClientCapabilities()?.elicitation?.form !== undefined) return askPerson;
    return options.confirmPost === "required" ? refuseUnasked : undefined;
  };
  const callTool = async ({ params = {} }: JSONRPCRequest, extra: Extra): Promise<CallToolResult> => {
    const tool = toolNamed(params["name"]);
    const principal = principalOf(extra.authInfo);
    const enter = () => options.lanes.enter(userKey(principal));
    let place: LanePlace;
    try {
      place = enter();
    } catch (error) {
      return failure(`Error: ${(error as Error).message}`);
    }
    const askPerson: Confirm = async (message) => {
      place.leave();
      const confirmed = await ask(message);
      place = enter();
      await place.turn;
      return confirmed;
    };
    const ask: Confirm = async (message) => {
      try {
        const { action } = await server.elicitInput(
          { message, requestedSchema: NO_FIELDS },
          { timeout: CONFIRM_TIMEOUT_MS, relatedRequestId: extra.requestId, signal: extra.signal },
        );
        return action === "accept";
      } catch (error) {
        // No answer in time, an error for an answer, or the client is gone: nobody confirmed.
        if (error instanceof McpError) return false;
        throw error;
      }
    };
    const startedAt = performance.now();
    const { name = "", title = "", version = "" } = server.getClientVersion() ?? {};
    await place.turn;
    const result = await tool.call(params["arguments"], {
      principal,
      sessionId: extra.sessionId ?? "",
      agent: `${name} ${version}`.trim(),
      client: title || name || principal.client || "",
      meta: params._meta ?? {},
      confirm: confirmOf(askPerson),
    });
    place.leave();
    options.onCall(tool.definition.name, result.isError === true, (performance.now() - startedAt) / 1000);
    return result;
  };
  // As the handler of `tools/call` the SDK would answer malformed arguments with a protocol error (contract: a result),
  // and read every call and every result by its schemas once more.
  server.fallbackRequestHandler = async (request, extra) => {
    if (request.method === "tools/call") return await callTool(request, extra);
    throw new McpError(ErrorCode.MethodNotFound, "Method not found");
  };
  return server;
}
