import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { FastifyInstance } from "fastify";
import type { RemoteSession } from "../transport/session-directory.ts";
import type { Sessions } from "../transport/sessions.ts";
import { MESSAGES_PATH, openSseSession } from "../transport/sse-session.ts";
import { sendResponse } from "./send-response.ts";

interface MessagesRoute {
  Querystring: { sessionId?: string | string[] };
}

/** The SSE transport's two routes (mcp-journal, Endpoints). */
export function sseRoutes(
  app: FastifyInstance,
  options: { sessions: Sessions; createServer: () => Server; maxUnreadBytes: number; keepAliveMs: number },
): void {
  const { sessions, createServer, maxUnreadBytes, keepAliveMs } = options;

  app.get("/api/mcp/sse", async (request, reply) => {
    await sessions.open(request.principal, async (hooks) => {
      reply.hijack();
      await openSseSession(createServer(), reply.raw, request.principal, {
        ...hooks,
        maxUnreadBytes,
        keepAliveMs,
      });
    });
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
        if (!session) return await reply.status(400).send({ error: "Session not found" });
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
      if (response.status === 404) return await reply.status(400).send({ error: "Session not found" });
      return await sendResponse(reply, response, { maxUnreadBytes, caller: request.principal });
    },
  );
}
