import { DomainError } from "@countersign/domain/errors";
import type { onRequestHookHandler } from "fastify";

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
  return ({ headers: { host, origin } }, _reply, done) => {
    if (hosts.size > 0 && !hosts.has(host ?? "")) done(new DomainError("FORBIDDEN", "Host is not allowed"));
    else if (origin !== undefined && !isAllowedOrigin(origin))
      done(new DomainError("FORBIDDEN", "Origin is not allowed"));
    else done();
  };
}
