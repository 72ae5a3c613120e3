import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import type { FastifyReply, FastifyRequest } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { bearerToken } from "./bearer-token.ts";
import { refuseAnotherUser } from "./expected-user.ts";
import type { Principal } from "./principal.ts";
import type { VerifyToken } from "./verifier.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller. Set by {@link authPlugin} before any handler of its scope runs. */
    principal: Principal;
  }
}

export interface AuthPluginOptions {
  verify: VerifyToken;
  /** URL of the RFC 9728 document, named in the challenge. */
  resourceMetadataUrl?: () => string;
  /** Requests that bring their credential later, such as WebSocket upgrades (`connection_init`). */
  exempt?: (request: FastifyRequest) => boolean;
}

/** The `WWW-Authenticate` value of a refusal (RFC 6750 section 3, RFC 9728 section 5.1). */
function challenge(resourceMetadataUrl: (() => string) | undefined, error: DomainError | undefined): string {
  const parameters = ['realm="countersign"'];
  if (error)
    parameters.push('error="invalid_token"', `error_description="${error.message.replaceAll('"', "'")}"`);
  if (resourceMetadataUrl) parameters.push(`resource_metadata="${resourceMetadataUrl()}"`);
  return `Bearer ${parameters.join(", ")}`;
}

/**
 * Verifies the bearer token of every request in the scope it is registered in, in `onRequest`: before the body is
 * read, so that a bad credential answers 401 whatever else is wrong. Throws the `UNAUTHENTICATED` error for the
 * app's error handler to write.
 */
export const authPlugin = fastifyPlugin<AuthPluginOptions>(
  async (app, { verify, resourceMetadataUrl, exempt }) => {
    const refuse = (reply: FastifyReply, error: unknown) => {
      if (!(error instanceof DomainError) || error.code !== "UNAUTHENTICATED") return;
      void reply.code(401).header("www-authenticate", challenge(resourceMetadataUrl, error));
    };
    app.decorateRequest("principal");
    app.addHook("onRequest", async (request, reply) => {
      if (exempt?.(request)) return;
      const token = bearerToken(request.headers.authorization);
      if (token === undefined) {
        void reply.code(401).header("www-authenticate", challenge(resourceMetadataUrl, undefined));
        throw new DomainError("UNAUTHENTICATED", text("person.tokenMissing"));
      }
      try {
        const principal = await verify(token);
        refuseAnotherUser(principal, request.headers["expected-user"]);
        request.principal = principal;
      } catch (error) {
        refuse(reply, error);
        throw error;
      }
    });
  },
  { name: "countersign-auth" },
);
