import {
  acceptsStream,
  jsonRpcError,
  type McpAnswer,
  notAcceptable,
  REFUSED_BY_TRANSPORT,
  sendAnswer,
  type StatelessRequests,
  withRequestId,
} from "@countersign/mcp";
import type { Principal } from "@countersign/auth";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createLogRooms } from "../transport/event-log.ts";
import type { RemoteSession } from "../transport/session-directory.ts";
import type { SessionRequest } from "../transport/session.ts";
import type { Sessions } from "../transport/sessions.ts";
import type { StreamLimits } from "../transport/sse-session.ts";
import { openStreamableSession } from "../transport/streamable-session.ts";
import { SERVER_DEFINITION } from "../server-definition.ts";

/** The request headers that the transport reads. */
const HEADERS = ["content-type", "last-event-id", "mcp-protocol-version", "mcp-session-id"];

/** The transport looks for the two names in this header; {@link acceptsStream} has read the client's. */
const ACCEPT = "application/json, text/event-stream";

/** JSON-RPC code of an unknown session, as the SDK's own transport has it. */
const SESSION_NOT_FOUND = -32_001;

/**
 * Streamable HTTP at `/api/mcp`: the same tools as over SSE (`contract.md`, Processes), in the revisions with sessions and,
 * for requests that say so, in the one without (contract-3, MCP-1).
 */
export function streamableRoutes(
  app: FastifyInstance,
  options: StreamLimits & {
    sessions: Sessions;
    createServer: (owner: Principal) => Server;
    stateless: StatelessRequests;
  },
): void {
  const { sessions, createServer, stateless, maxUnreadBytes, keepAliveMs } = options;

  const logRoomOf = createLogRooms();
  const open = (request: SessionRequest) =>
    sessions.open(request.principal, (hooks) =>
      openStreamableSession(createServer(request.principal), request, {
        ...hooks,
        keepAliveMs,
        logRoom: logRoomOf(request.principal),
      }),
    );
  const answerTo = async (
    request: SessionRequest,
    session: RemoteSession | undefined,
  ): Promise<McpAnswer> => {
    if (!session) {
      if (isInitializeRequest(request.body)) return await open(request);
      return jsonRpcError(
        400,
        REFUSED_BY_TRANSPORT,
        "Send initialize first, then the Mcp-Session-Id header of its answer",
      );
    }
    const answer = await session.handle(request);
    // The session ended between the look-up and now.
    return answer.status === 404 ? unknownSession() : answer;
  };

  app.route({
    method: ["GET", "POST", "DELETE"],
    url: SERVER_DEFINITION.paths["streamable-http"],
    exposeHeadRoute: false,
    // Before the body is read: an unknown session is the answer whatever the body is.
    onRequest: async (request, reply) => {
      const id = request.headers["mcp-session-id"];
      if (typeof id !== "string") return undefined;
      const session = await sessions.find(id, request.principal);
      if (!session) return sendAnswer(reply, unknownSession(), { maxUnreadBytes, caller: request.principal });
      request.session = session;
      return undefined;
    },
    handler: async (request, reply) => {
      const isAcceptable = request.method === "DELETE" || acceptsStream(request);
      const answer = isAcceptable
        ? ((request.session ? undefined : await stateless.answer(request)) ??
          (await answerTo(sessionRequestOf(request), request.session)))
        : notAcceptable();
      return sendAnswer(reply, withRequestId(answer, request.body), {
        maxUnreadBytes,
        caller: request.principal,
      });
    },
  });
}

function sessionRequestOf({ method, headers, body, principal }: FastifyRequest): SessionRequest {
  const ownHeaders = HEADERS.flatMap((name) =>
    typeof headers[name] === "string" ? [[name, headers[name]] as const] : [],
  );
  const passedOn = { accept: ACCEPT, ...Object.fromEntries(ownHeaders) };
  return { method: method as SessionRequest["method"], headers: passedOn, body, principal };
}

const unknownSession = () => jsonRpcError(404, SESSION_NOT_FOUND, "Session not found");
