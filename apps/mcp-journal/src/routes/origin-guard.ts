import { DomainError } from "@countersign/domain/errors";
import type { FastifyRequest } from "fastify";

/**
 * Refuses requests that a browser was tricked into (DNS rebinding): an `Origin` that is not allowed, or a `Host` that is
 * not this server's. Agents that are no browsers send no `Origin`.
 */
export function createOriginGuard(options: {
  allowedHosts: readonly string[];
  allowedOrigins: readonly string[];
}): (request: FastifyRequest) => Promise<void> {
  const hosts = new Set(options.allowedHosts);
  const origins = new Set(options.allowedOrigins);
  return async ({ headers: { host, origin } }) => {
    if (hosts.size > 0 && !hosts.has(host ?? "")) throw new DomainError("FORBIDDEN", "Host is not allowed");
    if (origin !== undefined && !origins.has(origin))
      throw new DomainError("FORBIDDEN", "Origin is not allowed");
  };
}
