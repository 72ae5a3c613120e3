import type { Principal } from "@countersign/auth";
import {
  type CallToolResult,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import { principalOf } from "./auth-info.ts";
import type { CallContext } from "./tool.ts";
import { type Aside, programOf, type ToolCalls } from "./tool-calls.ts";
import { TOOL_HINTS, toolList } from "./tool-list.ts";

/** A request of the protocol, as far as the context of a call depends on it. */
export interface ToolRequest {
  /** With the parameters that `StatelessRequests.answer` was given. */
  url: string;
  /** Ends when the client goes. */
  signal: AbortSignal;
}

/**
 * Makes the protocol server of one request that stands for itself, offering tools and nothing else. Tools that ask people
 * on the way need a server of their own.
 */
export function createToolServers<Context>(
  calls: ToolCalls<Context>,
  {
    name,
    instructionsFor,
    contextOf,
  }: {
    name: string;
    instructionsFor: (caller: Principal) => string;
    contextOf: (callContext: CallContext, aside: Aside, request: ToolRequest) => Context;
  },
): (request: McpRequestContext) => Server {
  const list = toolList(calls.tools);
  return ({ authInfo, requestInfo }) => {
    if (requestInfo === undefined) throw new Error("tools are served over HTTP");
    const server = new Server(
      { name, version: "1.0.0" },
      {
        capabilities: { tools: {} },
        instructions: instructionsFor(principalOf(authInfo)),
        cacheHints: TOOL_HINTS,
      },
    );
    server.setRequestHandler("tools/list", () => list);
    server.setRequestHandler("tools/call", async ({ params }, { http, mcpReq }): Promise<CallToolResult> => {
      const tool = calls.named(
        params.name,
        (message) => new ProtocolError(ProtocolErrorCode.InvalidParams, message),
      );
      const principal = principalOf(http?.authInfo);
      const program = programOf(server.getClientVersion(), principal);
      const callContext = { principal, ...program, meta: mcpReq._meta ?? {} };
      return calls.call(tool, params.arguments, principal, (aside) =>
        contextOf(callContext, aside, requestInfo),
      );
    });
    return server;
  };
}
