import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { SessionRequest } from "../transport/session.ts";
import type { Sessions } from "../transport/sessions.ts";
import { openStreamableSession } from "../transport/streamable-session.ts";
import { sendResponse } from "./send-response.ts";

/** What the transport reads of a request's headers. */
const HEADERS = ["accept", "content-type", "last-event-id", "mcp-protocol-version", "mcp-session-id"];

/** Streamable HTTP at `/api/mcp`: the same tools as over SSE (`contract.md`, Processes). */
export function streamableRoutes(
  app: FastifyInstance,
  options: { sessions: Sessions; createServer: () => Server; maxUnreadBytes: number; keepAliveMs: number },
): void {
  const { sessions, createServer, maxUnreadBytes, keepAliveMs } = options;

  const open = (request: SessionRequest) =>
    sessions.open(request.principal, (hooks) =>
      openStreamableSession(createServer(), request, { ...hooks, keepAliveMs }),
    );
  const answer = async (request: SessionRequest): Promise<Response> => {
    const id = request.headers["mcp-session-id"];
    if (id !== undefined) {
      const session = await sessions.find(id, request.principal);
      return session ? await session.handle(request) : jsonRpcError(404, -32_001, "Session not found");
    }
    if (isInitializeRequest(request.body)) return await open(request);
    return jsonRpcError(400, -32_000, "Mcp-Session-Id header is required, or an initialize request");
  };

  app.route({
    method: ["GET", "POST", "DELETE"],
    url: "/api/mcp",
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const response = await answer(sessionRequestOf(request));
      await sendResponse(reply, response, { maxUnreadBytes, caller: request.principal });
    },
  });
}

function sessionRequestOf({ method, headers, body, principal }: FastifyRequest): SessionRequest {
  const own = HEADERS.flatMap((name) =>
    typeof headers[name] === "string" ? [[name, headers[name]] as const] : [],
  );
  return { method: method as SessionRequest["method"], headers: Object.fromEntries(own), body, principal };
}

function jsonRpcError(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
}
