import { createUserLanes } from "@countersign/service-kit";
import { UNRECORDED } from "@countersign/tracing";
import type { FastifyInstance } from "fastify";

import type { GraphqlOptions } from "./graphql-options.ts";
import { serveHttp } from "./http/serve-http.ts";
import { guardSchema } from "./operation/guard-schema.ts";
import { DEFAULT_LIMITS } from "./operation/limits.ts";
import { createExecuteOperation } from "./sockets/execute-operation.ts";
import { serveSockets } from "./sockets/serve-sockets.ts";

/** Largest answer to a query on a socket. With other unsent messages it stays below the bound that closes the socket. */
const SOCKET_ANSWER_BYTES = 512 * 1024;

/**
 * Serves a schema at `/graphql`, over HTTP and over WebSocket (`graphql-transport-ws`), for callers with a token.
 *
 * @param app - with sockets the whole app, because every upgrade request is answered here, on any path
 * @throws Error for a list field without a maximum
 */
export async function addGraphql(app: FastifyInstance, options: GraphqlOptions): Promise<void> {
  const { lists, contextOf, verify, onLeaving = () => () => undefined, tracing = UNRECORDED, form } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const schema = guardSchema(options.schema, lists);
  const hostParts = { schema, lists, limits, contextOf, rotation: app.rotation, lanes: createUserLanes() };
  if (form === undefined) {
    const executeOperation = createExecuteOperation(
      hostParts,
      Math.min(SOCKET_ANSWER_BYTES, limits.answerBytes),
    );
    await serveSockets(app, { executeOperation, verify, onLeaving, tracing });
  }
  await app.register(async (scope) => serveHttp(scope, { ...options, ...hostParts }));
}
