import type { FastifyInstance } from "fastify";

const PATH = "/.well-known/oauth-protected-resource";

/**
 * Where clients find which issuer's tokens are taken (RFC 9728), named in every 401.
 *
 * @param path of the resource, where one server has several
 */
export function protectedResourceUrl(publicUrl: string, path = ""): string {
  return publicUrl + PATH + path;
}

/** A resource that takes bearer tokens, for people and clients. */
export interface ProtectedResource {
  publicUrl: () => string;
  issuer: string;
  /** Path of the resource. */
  path: string;
  name: string;
  /** Scopes that its tools may need; absent: none. */
  scopes?: readonly string[];
  /** Where else the document is served: paths behind the well-known one. Default: behind the resource's own alone. */
  alsoAt?: readonly string[];
}

/** Serves the RFC 9728 document at the path-aware address that MCP clients ask for first. */
export function protectedResourceRoutes(
  app: FastifyInstance,
  { publicUrl, issuer, path, name, scopes, alsoAt = [] }: ProtectedResource,
): void {
  const document = () => ({
    resource: `${publicUrl()}${path}`,
    // A development issuer has no address to go to for tokens.
    ...(URL.canParse(issuer) ? { authorization_servers: [issuer] } : {}),
    bearer_methods_supported: ["header"],
    ...(scopes && { scopes_supported: [...scopes] }),
    resource_name: name,
  });
  for (const behind of [path, ...alsoAt]) app.get(`${PATH}${behind}`, document);
}
