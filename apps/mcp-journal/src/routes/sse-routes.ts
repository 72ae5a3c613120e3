import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { FastifyInstance } from "fastify";
import type { RemoteSession } from "../transport/session-directory.ts";
import type { Sessions } from "../transport/sessions.ts";
import { MESSAGES_PATH, openSseSession, type StreamLimits } from "../transport/sse-session.ts";
import { hijack, sendResponse, setStreamHeaders } from "./send-response.ts";

interface MessagesRoute {
  Querystring: { sessionId?: string | string[] };
}

const UNKNOWN_SESSION = { error: "Session not found" };

/** The SSE transport's two routes (mcp-journal, Endpoints). */
export function sseRoutes(
  app: FastifyInstance,
  options: StreamLimits & { sessions: Sessions; createServer: () => Server },
): void {
  const { sessions, createServer, maxUnreadBytes, keepAliveMs } = options;

  app.get("/api/mcp/sse", { exposeHeadRoute: false }, async (request, reply) => {
    const { raw } = reply;
    setStreamHeaders(reply);
    try {
      await sessions.open(request.principal, (hooks) =>
        openSseSession(createServer(), raw, request.principal, { ...hooks, maxUnreadBytes, keepAliveMs }),
      );
    } finally {
      // From the first byte on the response is the transport's; before that an error is answered as usual.
      if (raw.headersSent || raw.destroyed) hijack(reply);
    }
  });

  const found = new WeakMap<object, RemoteSession>();
  app.post<MessagesRoute>(
    MESSAGES_PATH,
    {
      // Before the body is read: an unknown session is the answer whatever the body is.
      onRequest: async (request, reply) => {
        const { sessionId } = request.query;
        const session =
          typeof sessionId === "string" ? await sessions.find(sessionId, request.principal) : undefined;
        if (!session) return await reply.status(400).send(UNKNOWN_SESSION);
        found.set(request, session);
        return undefined;
      },
    },
    async (request, reply) => {
      const response = await found.get(request)!.handle({
        method: "POST",
        headers: {},
        body: request.body,
        principal: request.principal,
      });
      // The session ended between the look-up and now.
      if (response.status === 404) return await reply.status(400).send(UNKNOWN_SESSION);
      return await sendResponse(reply, response, { maxUnreadBytes, caller: request.principal });
    },
  );
}
