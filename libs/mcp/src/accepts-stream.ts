import type { FastifyRequest } from "fastify";
import type { McpAnswer } from "./answer.ts";
import { jsonRpcError, REFUSED_BY_TRANSPORT } from "./json-rpc-error.ts";

const STREAM = "text/event-stream";

/** Whether a client takes a stream of events, by its `Accept` (RFC 9110, 12.5.1). */
export function acceptsStream(request: FastifyRequest): boolean {
  return request.accepts().type([STREAM]) === STREAM;
}

/** The answer to a client that takes none. */
export const notAcceptable = (): McpAnswer =>
  jsonRpcError(406, REFUSED_BY_TRANSPORT, `Not Acceptable: Client must accept ${STREAM}`);
