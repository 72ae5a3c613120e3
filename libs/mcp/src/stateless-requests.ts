import { createMcpHandler, isLegacyRequest, type McpServerFactory } from "@modelcontextprotocol/server";
import type { FastifyRequest } from "fastify";
import { type McpAnswer, toAnswer } from "./answer.ts";
import { authInfoOf } from "./auth-info.ts";

/** Only the path matters to the handler; the host of the request was checked at the edge. */
const URL_OF_HANDLER = "http://localhost/api/mcp";

/** The request headers that the handler reads; it also asks for `mcp-param-…`, which no tool here declares. */
const HEADERS = ["content-type", "mcp-protocol-version", "mcp-method", "mcp-name"];

/** The older revisions' transport looks for the two names in this header; `acceptsStream` has read the client's. */
const ACCEPT = "application/json, text/event-stream";

/** Serves requests that stand for themselves: those of revision 2026-07-28, which has no sessions (contract-3, MCP-1). */
export interface StatelessRequests {
  /**
   * The answer to a request; nothing for one of the revisions with sessions.
   *
   * @param params for the factory of servers, as parameters of the request's address
   */
  answer(request: FastifyRequest, params?: Readonly<Record<string, string>>): Promise<McpAnswer | undefined>;
  close(): Promise<void>;
}

/**
 * @param options.older `leave` those of the older revisions to somebody who keeps sessions, or `serve` them too, each alone
 */
export function createStatelessRequests(
  createServer: McpServerFactory,
  { older }: { older: "leave" | "serve" },
): StatelessRequests {
  // Nothing here changes while a client is connected, so no stream of changes is offered.
  const handler = createMcpHandler(createServer, {
    legacy: older === "serve" ? "stateless" : "reject",
    maxSubscriptions: 0,
  });
  return {
    async answer({ method, headers, body, principal, raw: { socket } }, params = {}) {
      if (method !== "POST") return undefined;
      const ownHeaders = HEADERS.flatMap((name) => {
        const value = headers[name];
        return typeof value === "string" ? [[name, value] as [string, string]] : [];
      });
      const url = `${URL_OF_HANDLER}?${new URLSearchParams(params).toString()}`;
      const departure = new AbortController();
      const request = new Request(url, {
        method,
        headers: [["accept", ACCEPT], ...ownHeaders],
        signal: departure.signal,
      });
      if (older === "leave" && (await isLegacyRequest(request, body))) return undefined;
      const goes = () => departure.abort();
      if (socket.destroyed) goes();
      socket.once("close", goes);
      try {
        const answer = await toAnswer(
          await handler.fetch(request, { parsedBody: body, authInfo: authInfoOf(principal) }),
        );
        return { ...answer, body: abortedWhenCancelled(answer.body, departure) };
      } finally {
        socket.off("close", goes);
      }
    },
    close: () => handler.close(),
  };
}

/** The body of an answer. A stream goes on after the answer began; its reader cancels it when the client goes. */
function abortedWhenCancelled(body: McpAnswer["body"], departure: AbortController): McpAnswer["body"] {
  if (typeof body === "string") return body;
  return body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>({ cancel: () => departure.abort() }));
}
