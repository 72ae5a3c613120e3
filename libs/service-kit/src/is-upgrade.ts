import type { FastifyRequest } from "fastify";

/** Whether Node hands the request's connection over to a socket. A header alone makes no upgrade. */
export function isUpgrade({ headers, server: { server } }: FastifyRequest): boolean {
  const isAsked = headers.upgrade !== undefined && /\bupgrade\b/iu.test(headers.connection ?? "");
  return isAsked && server.listenerCount("upgrade") > 0;
}
