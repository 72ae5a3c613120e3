import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { bearerToken } from "./bearer-token.ts";
import { refuseAnotherUser } from "./expected-user.ts";
import { assertNoAuditor, type Principal, type ServicePrincipal } from "./principal.ts";
import type { VerifyService, VerifyToken } from "./verifier.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller. Set by {@link authPlugin} before any handler of its scope runs. */
    principal: Principal;
    /** The calling service. Set by {@link serviceAuthPlugin}, likewise. */
    service: ServicePrincipal;
  }
}

export interface AuthPluginOptions {
  verify: VerifyToken;
  /** URL of the RFC 9728 document, named in the challenge. */
  resourceMetadataUrl?: () => string;
  /** Scopes that a token for everything needs, named in the challenge; absent: none. */
  scopes?: readonly string[];
  /** Requests that bring their credential later, such as WebSocket upgrades (`connection_init`). */
  exempt?: (request: FastifyRequest) => boolean;
}

type Challenged = Pick<AuthPluginOptions, "resourceMetadataUrl" | "scopes">;

/** The `WWW-Authenticate` value of a refusal (RFC 6750 section 3, RFC 9728 section 5.1). */
function challenge({ resourceMetadataUrl, scopes }: Challenged, error: DomainError | undefined): string {
  const parameters = ['realm="countersign"'];
  if (error)
    parameters.push('error="invalid_token"', `error_description="${error.message.replaceAll('"', "'")}"`);
  if (scopes) parameters.push(`scope="${scopes.join(" ")}"`);
  if (resourceMetadataUrl) parameters.push(`resource_metadata="${resourceMetadataUrl()}"`);
  return `Bearer ${parameters.join(", ")}`;
}

/**
 * Hands the bearer token of a request to a reader, in `onRequest`: before the body is read, so that a bad credential answers
 * 401 whatever else is wrong. The app's error handler writes the refusal.
 */
function readTokens(
  app: FastifyInstance,
  challengeOptions: Challenged,
  exempt: AuthPluginOptions["exempt"],
  read: (token: string, request: FastifyRequest) => Promise<void>,
): void {
  app.addHook("onRequest", async (request, reply) => {
    if (exempt?.(request)) return;
    const challengeWith = (error?: DomainError) =>
      void reply.code(401).header("www-authenticate", challenge(challengeOptions, error));
    const token = bearerToken(request.headers.authorization);
    if (token === undefined) {
      challengeWith();
      throw new DomainError("UNAUTHENTICATED", text("person.tokenMissing"));
    }
    try {
      await read(token, request);
    } catch (error) {
      if (error instanceof DomainError && error.code === "UNAUTHENTICATED") challengeWith(error);
      throw error;
    }
  });
}

/** Verifies the bearer token of every request in the scope it is registered in. */
export const authPlugin = fastifyPlugin<AuthPluginOptions>(
  async (app, { verify, exempt, ...challengeOptions }) => {
    app.decorateRequest("principal");
    readTokens(app, challengeOptions, exempt, async (token, request) => {
      const principal = await verify(token);
      refuseAnotherUser(principal, request.headers["expected-user"]);
      request.principal = principal;
    });
  },
  { name: "countersign-auth" },
);

/** The same for the tokens of services (contract-3, WEB-1). */
export const serviceAuthPlugin = fastifyPlugin<{ verify: VerifyService }>(
  async (app, { verify }) => {
    app.decorateRequest("service");
    readTokens(app, {}, undefined, async (token, request) => {
      request.service = await verify(token);
    });
  },
  { name: "countersign-service-auth" },
);

/** The `onRequest` hook, after {@link authPlugin}, of routes whose methods say what changes something (contract-3, AUD-1). */
export async function refuseAuditorChanges({ method, principal }: FastifyRequest): Promise<void> {
  if (method !== "GET" && method !== "HEAD") assertNoAuditor(principal);
}
