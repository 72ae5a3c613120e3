import type { Principal } from "@countersign/auth";
import type { FastifyRequest } from "fastify";

/** The user whose work a request is: the caller, or the address of requests without a valid token. */
export function userOf(request: FastifyRequest): string {
  const caller = request.principal as Principal | undefined;
  return caller ? `${caller.issuer}\n${caller.userId}` : request.ip;
}
