import { authPlugin, type Principal, type VerifyToken } from "@countersign/auth";
import type { Lanes } from "@countersign/concurrency";
import {
  acceptsStream,
  admitClients,
  answerTooLarge,
  createStatelessRequests,
  createToolServers,
  jsonRpcError,
  notAcceptable,
  protectedResourceRoutes,
  protectedResourceUrl,
  REFUSED_BY_TRANSPORT,
  sendAnswer,
  type ToolCalls,
  withRequestId,
} from "@countersign/mcp";
import { laneRequests } from "@countersign/service-kit";
import type { FastifyInstance } from "fastify";

import { clientIn, sessionIdFor } from "./client-name.ts";
import type { GrantKey } from "./grant-key.ts";
import type { AskContext } from "./tools/ask-tool.ts";

const PATH = "/api/mcp/approvals";
/** Most bytes of a message: an action of 16 KB however it is written, and everything beside it. */
const BODY_MAX = 262_144;
/** Most bytes of an answer that a client leaves unread. */
const UNREAD_MAX = 1_000_000;

export interface AskRoutesOptions {
  calls: ToolCalls<AskContext>;
  /** Takes tokens for the tools, and those for the engine. */
  verify: VerifyToken;
  lanes: Lanes;
  issuer: string;
  publicUrl: () => string;
  allowedHosts: readonly string[];
  allowedOrigins: readonly string[];
  key: GrantKey;
}

const INSTRUCTIONS =
  "Ask people here before you do what needs a person's consent: request_approval, then wait_for_approval until the " +
  "status is no longer PENDING. Only APPROVED allows anything, and only exactly the action that was asked for. " +
  "Who is asked: the company's rule for the kind decides, and whoever you name in approvers, by e-mail address or id, is asked " +
  "besides; without a rule those whom you name, or, if you name nobody, your user's manager. One rejection ends a request: do " +
  "not ask for the same again. No tool here decides.";

/**
 * MCP for approvals, in the revision without sessions and in 2025-11-25 without sessions too, and the keys that verify
 * grants (contract-3, ASK-1 and ASK-3).
 */
export async function askRoutes(app: FastifyInstance, options: AskRoutesOptions): Promise<void> {
  const { calls, verify, lanes, issuer, publicUrl, key } = options;
  app.get("/.well-known/jwks.json", async (_request, reply) =>
    reply.header("cache-control", "public, max-age=300").send(key.jwks),
  );
  await app.register(async (scope) => {
    admitClients(scope, options);
    protectedResourceRoutes(scope, {
      publicUrl,
      issuer,
      path: PATH,
      name: "Countersign approvals for agents",
    });
  });
  const requests = createStatelessRequests(
    createToolServers(calls, {
      name: "countersign-approvals",
      instructionsFor: () => INSTRUCTIONS,
      contextOf: ({ principal, client: namedClient, ...call }, aside, request) => {
        const client = namedClient || clientIn(new URL(request.url).searchParams.get("session"));
        return { ...call, principal, caller: callerOf(principal, client), aside, signal: request.signal };
      },
    }),
    { older: "serve" },
  );
  app.addHook("onClose", () => requests.close());
  await app.register(
    async (scope) => {
      admitClients(scope, options);
      scope.setErrorHandler(answerTooLarge);
      await scope.register(authPlugin, {
        verify,
        resourceMetadataUrl: () => protectedResourceUrl(publicUrl(), PATH),
      });
      laneRequests(scope, lanes, { until: "parsed" });
      scope.route({
        method: ["GET", "POST", "DELETE"],
        url: "",
        exposeHeadRoute: false,
        bodyLimit: BODY_MAX,
        handler: async (request, reply) => {
          const answer = acceptsStream(request)
            ? await requests.answer(request, sessionOf(request.headers["mcp-session-id"]))
            : notAcceptable();
          const openedSessionId = sessionIdFor(request.body);
          if (answer && openedSessionId !== undefined) void reply.header("mcp-session-id", openedSessionId);
          return sendAnswer(reply, withRequestId(answer ?? notAllowed(), request.body), {
            maxUnreadBytes: UNREAD_MAX,
            caller: request.principal,
          });
        },
      });
    },
    { prefix: PATH },
  );
}

const notAllowed = () => jsonRpcError(405, REFUSED_BY_TRANSPORT, "Method not allowed");

const sessionOf = (id: string | string[] | undefined) => (typeof id === "string" ? { session: id } : {});

/** Whoever calls here is an agent of the token's user, whatever the token says (contract-3, AGT-3). */
function callerOf(principal: Principal, client: string): AskContext["caller"] {
  const { client: ofToken = "", ...user } = principal;
  const name = client || ofToken;
  return { ...user, privileged: false, isAgent: true, ...(name !== "" && { client: name }) };
}
