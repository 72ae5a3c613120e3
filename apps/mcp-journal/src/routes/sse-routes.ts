import { acceptsStream, notAcceptable, sendAnswer, setStreamHeaders, withRequestId } from "@countersign/mcp";
import type { Principal } from "@countersign/auth";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { FastifyInstance } from "fastify";
import type { RemoteSession } from "../transport/session-directory.ts";
import type { Sessions } from "../transport/sessions.ts";
import { MESSAGES_PATH, openSseSession, type StreamLimits } from "../transport/sse-session.ts";
import { SERVER_DEFINITION } from "../server-definition.ts";

interface MessagesRoute {
  Querystring: { sessionId?: string | string[] };
}

declare module "fastify" {
  interface FastifyRequest {
    /** The session that a message is posted to; set before the body is read. */
    session?: RemoteSession;
  }
}

const UNKNOWN_SESSION = { error: "Session not found" };

/**
 * The SSE transport's two routes (mcp-journal, Endpoints).
 *
 * @param options.publicPath - the path that a gateway puts before the routes; clients receive addresses with it
 */
export function sseRoutes(
  app: FastifyInstance,
  options: StreamLimits & {
    sessions: Sessions;
    createServer: (owner: Principal) => Server;
    publicPath: string;
  },
): void {
  const { sessions, createServer, maxUnreadBytes, keepAliveMs, publicPath } = options;
  const messagesPath = publicPath.replace(/\/$/, "") + MESSAGES_PATH;

  app.get(SERVER_DEFINITION.paths.sse, { exposeHeadRoute: false }, async (request, reply) => {
    const { raw } = reply;
    if (!acceptsStream(request)) {
      return sendAnswer(reply, notAcceptable(), { maxUnreadBytes, caller: request.principal });
    }
    setStreamHeaders(reply);
    try {
      await sessions.open(request.principal, (hooks) =>
        openSseSession(createServer(request.principal), raw, request.principal, {
          ...hooks,
          maxUnreadBytes,
          keepAliveMs,
          messagesPath,
        }),
      );
      return undefined;
    } finally {
      // From the first byte on the response is the transport's; before that an error is answered as usual.
      if (raw.headersSent || raw.destroyed) void reply.hijack();
    }
  });

  app.decorateRequest("session");
  app.post<MessagesRoute>(
    MESSAGES_PATH,
    {
      // Before the body is read: an unknown session is the answer whatever the body is.
      onRequest: async (request, reply) => {
        const { sessionId } = request.query;
        const session =
          typeof sessionId === "string" ? await sessions.find(sessionId, request.principal) : undefined;
        if (!session) return await reply.status(400).send(UNKNOWN_SESSION);
        request.session = session;
        return undefined;
      },
    },
    async (request, reply) => {
      const { body, principal } = request;
      const answer = await request.session!.handle({ method: "POST", headers: {}, body, principal });
      // The session ended between the look-up and now.
      if (answer.status === 404) return reply.status(400).send(UNKNOWN_SESSION);
      return sendAnswer(reply, withRequestId(answer, body), { maxUnreadBytes, caller: principal });
    },
  );
}
