import type { FastifyInstance } from "fastify";
import { TOOL_SCOPES } from "./scopes.ts";

const PATH = "/.well-known/oauth-protected-resource";

/** Where clients find which issuer's tokens are taken (RFC 9728), named in every 401. */
export function protectedResourceUrl(publicUrl: string): string {
  return publicUrl + PATH;
}

/** Serves the RFC 9728 document, also at the path-aware address that MCP clients ask for first. */
export function protectedResourceRoutes(
  app: FastifyInstance,
  options: { publicUrl: () => string; issuer: string },
): void {
  const document = () => ({
    resource: `${options.publicUrl()}/api/mcp`,
    // A development issuer has no address to go to for tokens.
    ...(URL.canParse(options.issuer) ? { authorization_servers: [options.issuer] } : {}),
    bearer_methods_supported: ["header"],
    scopes_supported: [...new Set(Object.values(TOOL_SCOPES))],
    resource_name: "Countersign journal tools",
  });
  for (const path of [PATH, `${PATH}/api/mcp`, `${PATH}/api/mcp/sse`]) app.get(path, document);
}
