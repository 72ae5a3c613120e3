import type { IncomingMessage } from "node:http";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";

import { type VerifyToken, authPlugin } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import { errorBody } from "@countersign/service-kit";
import { type Tracing, UNRECORDED } from "@countersign/tracing";
import websocket from "@fastify/websocket";
import { trace } from "@opentelemetry/api";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type DocumentNode,
  type ExecutionResult,
  type FormattedExecutionResult,
  GraphQLError,
  OperationTypeNode,
} from "graphql";
import { handleProtocols } from "graphql-ws";
import mercurius, { type MercuriusError } from "mercurius";

import { graphqlErrorFormatter } from "./graphql-errors.ts";
import { operationAttributes } from "./operation-attributes.ts";
import { type Operations, type OperationsOptions, createOperations } from "./operation/execute-operation.ts";
import { persistedQueries } from "./http/persisted-queries.ts";
import type { OperationRequest } from "./operation/prepare-operation.ts";
import { createSubscriptionServer } from "./sockets/socket-server.ts";
import { writeAnswer } from "./http/write-answer.ts";

const PATH = "/graphql";
const GRAPHIQL_PATH = "/graphiql";
const TOO_MANY_REQUESTS = 429;
const RETRY_AFTER_SECONDS = 1;
/** Largest message on a socket, in bytes; the same as for an HTTP body. */
const MESSAGE_MAX_BYTES = 256 * 1024;
/** WebSocket close code "going away" (RFC 6455, 7.4.1). */
const GOING_AWAY = 1001;
/** How long the operations of sockets may go on when the service stops. */
const OPERATIONS_WAIT_MS = 6_000;
/** How long clients have to answer a close frame. */
const CLOSE_WAIT_MS = 2_000;
/** `closeTimeout` is missing in the types of ws. */
const SOCKET_OPTIONS = { maxPayload: MESSAGE_MAX_BYTES, closeTimeout: CLOSE_WAIT_MS, handleProtocols };
/** GraphiQL takes its scripts from a public CDN. */
const GRAPHIQL_POLICY =
  "default-src 'self' https://unpkg.com; style-src 'self' 'unsafe-inline' https://unpkg.com; img-src 'self' data:";

export interface GraphqlOptions extends OperationsOptions {
  verify: VerifyToken;
  tracing?: Tracing;
  /** Serves GraphiQL at `/graphiql`, without a credential: development only. */
  graphiql: boolean;
}

/**
 * Adds GraphQL over HTTP (mercurius) and over WebSocket (`graphql-transport-ws`, by graphql-ws) at one address, on one
 * schema with the same limits. Mercurius' own socket is not used: it does not keep to the protocol.
 *
 * @param app - the whole app: every upgrade request is answered here, on whatever path
 */
export async function addGraphql(app: FastifyInstance, options: GraphqlOptions): Promise<void> {
  const { verify, tracing = UNRECORDED } = options;
  const operations = createOperations(options);
  const { handleSocket, settled } = createSubscriptionServer({ operations, verify, tracing, log: app.log });

  // Must come before the WebSocket plugin's own hook.
  app.addHook("onRoute", (route) => {
    if (route.url !== PATH) return;
    // Mercurius makes the GET route; here it gets its socket side.
    if (route.method === "GET") route.wsHandler = handleSocket;
    // Mercurius' response schema would turn the list indexes of an error's path into strings.
    delete route.schema?.response;
  });
  await app.register(websocket, {
    options: SOCKET_OPTIONS,
    errorHandler: (error, _socket, request) => request.log.info({ err: error }, "a client broke its socket"),
    preClose(this: FastifyInstance, done) {
      // Verdicts come over sockets too: what runs is answered before the socket closes.
      void Promise.race([
        settled().then(nextTurn),
        delay(OPERATIONS_WAIT_MS, undefined, { ref: false }),
      ]).then(() => closeSockets(this.websocketServer, done));
    },
  });
  closeRefusedUpgrades(app);
  await app.register(async (scope) => addRoutes(scope, operations, options));
}

/** Node leaves the connection of an upgrade request to us, also when the answer was a plain refusal. */
function closeRefusedUpgrades(app: FastifyInstance): void {
  const upgrades = new WeakSet<IncomingMessage>();
  app.server.prependListener("upgrade", (request: IncomingMessage) => upgrades.add(request));
  app.addHook("onResponse", async ({ raw }) => {
    if (upgrades.has(raw)) raw.socket.destroy();
  });
}

/** Tells every client that the service stops, and cuts those that do not answer in time. */
function closeSockets(server: FastifyInstance["websocketServer"], done: () => void): void {
  for (const client of server.clients) client.close(GOING_AWAY, "The service is stopping");
  const cut = setTimeout(() => {
    for (const client of server.clients) client.terminate();
  }, CLOSE_WAIT_MS);
  server.close(() => {
    clearTimeout(cut);
    done();
  });
}

async function addRoutes(
  app: FastifyInstance,
  operations: Operations,
  { schema, verify, graphiql }: GraphqlOptions,
): Promise<void> {
  app.setErrorHandler(answerRefusal);
  await app.register(authPlugin, {
    verify,
    // A socket brings its credential in connection_init; GraphiQL's pages are public where they are served.
    exempt: (request) => request.ws || (graphiql && isGraphiql(request)),
  });
  if (graphiql) app.addHook("onSend", allowGraphiql);
  app.addHook("preHandler", refuseGet);

  await app.register(mercurius, {
    schema,
    path: PATH,
    graphiql,
    // Bounded by entries only, whatever their size; documents are remembered with the operations.
    cache: false,
    persistedQueryProvider: persistedQueries(),
    errorFormatter: graphqlErrorFormatter,
    errorHandler: false,
  });
  // Mercurius reads the request; executing is the same for both ways in.
  app.addHook("preHandler", async (request, reply) => {
    reply.graphql = async (query: string, _context: unknown, variables: unknown, operationName: unknown) =>
      answer(operations, request, reply, { query, variables, operationName } as OperationRequest);
  });
}

/** Executes a request's operation, sets the status of its answer and writes it. */
async function answer(
  operations: Operations,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: OperationRequest,
): Promise<object> {
  const { principal } = request;
  return operations.inPlace(principal, async () => {
    const ready = operations.prepare(principal, payload);
    if (Array.isArray(ready)) return responseOf({ errors: ready }, reply);
    if (ready.operation.operation === OperationTypeNode.SUBSCRIPTION) {
      return responseOf({ errors: [overSocketOnly()] }, reply);
    }
    describeOperation(ready.document, ready.operationName);
    const response = responseOf(await operations.execute(ready), reply);
    return writeAnswer(response, ready.contextValue.operation);
  });
}

function responseOf({ data, errors }: ExecutionResult, reply: FastifyReply): FormattedExecutionResult {
  reply.type("application/json; charset=utf-8");
  if (errors === undefined) return { data: data ?? null };
  const { statusCode, response } = graphqlErrorFormatter(
    { data: data ?? null, errors },
    { reply, app: reply.server },
  );
  reply.code(statusCode);
  return response;
}

const overSocketOnly = () =>
  new GraphQLError("Subscriptions are served over WebSocket, by the graphql-transport-ws protocol");

/** Notes in the request's span what it asks for: every operation has the same path. */
function describeOperation(document: DocumentNode, operationName: string | null | undefined): void {
  const span = trace.getActiveSpan();
  if (span?.isRecording()) span.setAttributes(operationAttributes(document, operationName));
}

function isGraphiql({ url }: FastifyRequest): boolean {
  return url === GRAPHIQL_PATH || url.startsWith(`${GRAPHIQL_PATH}/`);
}

async function allowGraphiql(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (isGraphiql(request)) reply.header("content-security-policy", GRAPHIQL_POLICY);
}

/** Queries come by POST: a URL would put them into logs, and mercurius fails on a GET with an unknown operation. */
async function refuseGet(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.routeOptions.url !== PATH || request.method === "POST" || request.ws) return;
  const body = errorBody(405, "METHOD_NOT_ALLOWED", `${request.method} is not allowed here`);
  await reply.code(405).header("allow", "POST").send(body);
}

/** Answers a document that was refused in GraphQL's shape, and what is no matter of GraphQL as the app does. */
async function answerRefusal(
  error: MercuriusError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const isTooMany = error instanceof DomainError && error.code === "TOO_MANY_REQUESTS";
  const isGraphqlError = error instanceof GraphQLError;
  if (!isTooMany && !isGraphqlError && !error.code?.startsWith("MER_ERR_")) throw error;
  const refusal = isGraphqlError ? error : new GraphQLError(error.message, { originalError: error });
  const { statusCode, response } = graphqlErrorFormatter(
    { errors: [refusal] },
    { reply, app: request.server },
  );
  if (isTooMany) reply.header("retry-after", RETRY_AFTER_SECONDS);
  await reply.code(isTooMany ? TOO_MANY_REQUESTS : statusCode).send(response);
}
