import { createMcpHandler, isLegacyRequest, type McpServerFactory } from "@modelcontextprotocol/server";
import type { FastifyRequest } from "fastify";
import { authInfoOf } from "../transport/auth-info.ts";
import { type SessionAnswer, toAnswer } from "../transport/session.ts";

/** Only the path matters to the handler; the host of the request was checked at the edge. */
const URL_OF_HANDLER = "http://localhost/api/mcp";

/** The request headers that the handler reads; it also asks for `mcp-param-…`, which no tool here declares. */
const HEADERS = ["content-type", "mcp-protocol-version", "mcp-method", "mcp-name"];

/** Serves revision 2026-07-28, which has no sessions (contract-3, MCP-1). */
export interface StatelessRequests {
  /** The answer to a request of the revision; nothing for one of the revisions with sessions. */
  answer(request: FastifyRequest): Promise<SessionAnswer | undefined>;
  close(): Promise<void>;
}

export function createStatelessRequests(createServer: McpServerFactory): StatelessRequests {
  // Nothing here changes while a client is connected, so no stream of changes is offered.
  const handler = createMcpHandler(createServer, {
    legacy: "reject",
    maxSubscriptions: 0,
  });
  return {
    async answer({ method, headers, body, principal }) {
      if (method !== "POST") return undefined;
      const own = HEADERS.flatMap((name) => {
        const value = headers[name];
        return typeof value === "string" ? [[name, value] as [string, string]] : [];
      });
      const request = new Request(URL_OF_HANDLER, { method, headers: own });
      if (await isLegacyRequest(request, body)) return undefined;
      return toAnswer(await handler.fetch(request, { parsedBody: body, authInfo: authInfoOf(principal) }));
    },
    close: () => handler.close(),
  };
}
