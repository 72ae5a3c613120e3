import type { Principal } from "@countersign/auth";
import {
  type CallToolResult,
  type ListToolsResult,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from "@modelcontextprotocol/server";
import { principalOf } from "./auth-info.ts";
import type { CallContext } from "./tool.ts";
import { type Aside, programOf, type ToolCalls } from "./tool-calls.ts";

/** How long a client may keep the list of tools: it changes with a release only. */
const LIST_TTL_MS = 5 * 60_000;

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
    contextOf: (given: CallContext, aside: Aside, request: ToolRequest) => Context;
  },
): (request: McpRequestContext) => Server {
  // JSON either way; the package spells its type differently.
  const list = { tools: calls.tools.map(({ definition }) => definition) } as unknown as ListToolsResult;
  return ({ authInfo, requestInfo }) => {
    if (requestInfo === undefined) throw new Error("tools are served over HTTP");
    const server = new Server(
      { name, version: "1.0.0" },
      {
        capabilities: { tools: {} },
        instructions: instructionsFor(principalOf(authInfo)),
        cacheHints: {
          "tools/list": { ttlMs: LIST_TTL_MS, cacheScope: "private" },
          "server/discover": { ttlMs: LIST_TTL_MS, cacheScope: "private" },
        },
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
      const given = { principal, ...program, meta: mcpReq._meta ?? {} };
      return calls.call(tool, params.arguments, principal, (aside) => contextOf(given, aside, requestInfo));
    });
    return server;
  };
}
