import { DomainError } from "@countersign/domain/errors";
import type { FastifyCorsOptions } from "@fastify/cors";
import type { onRequestHookHandler } from "fastify";

/** Answers to pages of other origins (`signatures-3.md`, FIX-8), once {@link createOriginGuard} has let them pass. */
export const BROWSERS: FastifyCorsOptions = {
  origin: (origin, decide) => decide(null, origin !== undefined),
  methods: ["GET", "POST", "DELETE"],
  allowedHeaders: [
    "Authorization",
    "Content-Type",
    "Accept",
    "Last-Event-ID",
    "MCP-Protocol-Version",
    "Mcp-Session-Id",
    "Mcp-Method",
    "Mcp-Name",
    "traceparent",
    "tracestate",
  ],
  exposedHeaders: ["Mcp-Session-Id", "WWW-Authenticate", "Retry-After"],
  strictPreflight: false,
};

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Refuses requests that a browser was tricked into (DNS rebinding): an `Origin` that is not allowed, or a `Host` that is
 * not this server's. Requests without `Origin` pass.
 *
 * @param options.allowedHosts empty: any
 * @param options.allowedOrigins empty: pages of this machine only
 */
export function createOriginGuard(options: {
  allowedHosts: readonly string[];
  allowedOrigins: readonly string[];
}): onRequestHookHandler {
  const hosts = new Set(options.allowedHosts);
  const origins = new Set(options.allowedOrigins);
  const isAllowedOrigin = (origin: string) =>
    origins.size > 0 ? origins.has(origin) : URL.canParse(origin) && LOOPBACK.has(new URL(origin).hostname);
  return ({ headers: { host, origin } }, _reply, next) => {
    if (hosts.size > 0 && !hosts.has(host ?? "")) next(new DomainError("FORBIDDEN", "Host is not allowed"));
    else if (origin !== undefined && !isAllowedOrigin(origin))
      next(new DomainError("FORBIDDEN", "Origin is not allowed"));
    else next();
  };
}
