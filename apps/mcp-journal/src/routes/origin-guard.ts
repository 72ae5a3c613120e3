import { DomainError } from "@countersign/domain/errors";
import type { FastifyRequest } from "fastify";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Refuses requests that a browser was tricked into (DNS rebinding): an `Origin` that is not allowed, or a `Host` that is
 * not this server's. Agents that are no browsers send no `Origin`.
 *
 * @param options.allowedHosts empty: any
 * @param options.allowedOrigins empty: pages of this machine only
 */
export function createOriginGuard(options: {
  allowedHosts: readonly string[];
  allowedOrigins: readonly string[];
}): (request: Pick<FastifyRequest, "headers">) => Promise<void> {
  const hosts = new Set(options.allowedHosts);
  const origins = new Set(options.allowedOrigins);
  const isAllowedOrigin = (origin: string) =>
    origins.size > 0 ? origins.has(origin) : URL.canParse(origin) && LOOPBACK.has(new URL(origin).hostname);
  return async ({ headers: { host, origin } }) => {
    if (hosts.size > 0 && !hosts.has(host ?? "")) throw new DomainError("FORBIDDEN", "Host is not allowed");
    if (origin !== undefined && !isAllowedOrigin(origin))
      throw new DomainError("FORBIDDEN", "Origin is not allowed");
  };
}
