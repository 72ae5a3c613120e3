import type { IncomingMessage } from "node:http";

import { type VerifyToken, authPlugin } from "@countersign/auth";
import { errorBody, graphqlErrorFormatter } from "@countersign/service-kit";
import { type Tracing, UNRECORDED } from "@countersign/tracing";
import websocket from "@fastify/websocket";
import { trace } from "@opentelemetry/api";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
  getOperationAST,
} from "graphql";
import { handleProtocols } from "graphql-ws";
import mercurius, { type MercuriusError } from "mercurius";

import { type GraphqlContext, type GraphqlServices, createGraphqlContext } from "./context.ts";
import { QUERY_LIMITS, assertAffordable, limitRules } from "./limits.ts";
import { operationAttributes } from "./operation-attributes.ts";
import { createSchema } from "./schema.ts";
import { createSubscriptionHandler } from "./subscription-server.ts";

declare module "mercurius" {
  interface MercuriusContext extends GraphqlContext {}
}

const PATH = "/graphql";
const GRAPHIQL_PATH = "/graphiql";
/** Largest message on a socket, in bytes; the same as for an HTTP body. */
const MESSAGE_MAX_BYTES = 256 * 1024;
/** WebSocket close code "going away" (RFC 6455, 7.4.1). */
const GOING_AWAY = 1001;
/** How long clients have to answer a close frame when the service stops. */
const CLOSE_WAIT_MS = 2_000;
/** GraphiQL takes its scripts from a public CDN. */
const GRAPHIQL_POLICY =
  "default-src 'self' https://unpkg.com; style-src 'self' 'unsafe-inline' https://unpkg.com; img-src 'self' data:";

export interface GraphqlOptions {
  services: GraphqlServices;
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
  const { services, verify, tracing = UNRECORDED } = options;
  const schema = createSchema();
  const handleSocket = createSubscriptionHandler({ schema, services, verify, tracing, log: app.log });

  // Must come before the WebSocket plugin's own hook.
  app.addHook("onRoute", (route) => {
    if (route.url !== PATH) return;
    // Mercurius makes the GET route; here it gets its socket side.
    if (route.method === "GET") route.wsHandler = handleSocket;
    // Mercurius' response schema would turn the list indexes of an error's path into strings.
    delete route.schema?.response;
  });
  await app.register(websocket, {
    options: { maxPayload: MESSAGE_MAX_BYTES, handleProtocols },
    errorHandler: (error, _socket, request) => request.log.info({ err: error }, "a client broke its socket"),
    preClose(this: FastifyInstance, done) {
      closeSockets(this.websocketServer, done);
    },
  });
  closeRefusedUpgrades(app);
  await app.register(async (scope) => addRoutes(scope, schema, options));
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
  schema: GraphQLSchema,
  { services, verify, graphiql }: GraphqlOptions,
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
    validationRules: limitRules,
    graphql: { parseOptions: { maxTokens: QUERY_LIMITS.tokens } },
    persistedQueryProvider: mercurius.persistedQueryDefaults.automatic(),
    context: (request) => createGraphqlContext(services, request.principal, operationNameOf(request)),
    errorFormatter: graphqlErrorFormatter,
    errorHandler: false,
  });
  app.graphql.addHook("preParsing", async (_schema, source) => refuseSyntaxTree(source));
  app.graphql.addHook("preExecution", async (schema, document, { operationName }, variables) => {
    if (getOperationAST(document, operationName)?.operation === OperationTypeNode.SUBSCRIPTION) {
      throw new GraphQLError("Subscriptions are served over WebSocket, by the graphql-transport-ws protocol");
    }
    assertAffordable({ schema, document, variables, operationName });
    describeOperation(document, operationName);
  });
}

/** Notes in the request's span what it asks for: every operation has the same path. */
function describeOperation(document: DocumentNode, operationName: string | undefined): void {
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

function operationNameOf({ body }: FastifyRequest): string | undefined {
  const name = typeof body === "object" && body !== null && "operationName" in body && body.operationName;
  return typeof name === "string" ? name : undefined;
}

/** Mercurius also takes a document's syntax tree as JSON, which would pass by the token limit. */
function refuseSyntaxTree(source: string): void {
  try {
    JSON.parse(source);
  } catch {
    return;
  }
  throw new GraphQLError("query: must be a GraphQL document");
}

/** Answers a document that was refused in GraphQL's shape, and what is no matter of GraphQL as the app does. */
async function answerRefusal(
  error: MercuriusError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const isGraphqlError = error instanceof GraphQLError;
  if (!isGraphqlError && !error.code?.startsWith("MER_ERR_")) throw error;
  const refusal = isGraphqlError ? error : new GraphQLError(error.message, { originalError: error });
  const { statusCode, response } = graphqlErrorFormatter(
    { errors: [refusal] },
    { reply, app: request.server },
  );
  await reply.code(statusCode).send(response);
}
