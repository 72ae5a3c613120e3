import { authPlugin } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import { errorBody } from "@countersign/service-kit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ExecutionResult, type FormattedExecutionResult, GraphQLError } from "graphql";
import { LRUCache } from "lru-cache";
import mercurius, { type MercuriusError, type PersistedQueryProvider } from "mercurius";

import type { GraphqlOptions } from "../graphql-host.ts";
import { formatAnswer } from "../graphql-errors.ts";
import type { ExecuteOperation, OperationRequest, Outcome } from "../operation/execute-operation.ts";
import { writeAnswer } from "./write-answer.ts";

export const PATH = "/graphql";
const GRAPHIQL_PATH = "/graphiql";
const TOO_MANY_REQUESTS = 429;
const RETRY_AFTER_SECONDS = 1;
/** GraphiQL takes its scripts from a public CDN. */
const GRAPHIQL_POLICY =
  "default-src 'self' https://unpkg.com; style-src 'self' 'unsafe-inline' https://unpkg.com; img-src 'self' data:";

/** Total length of all queries that clients registered, in UTF-16 units. */
const QUERIES_MAX_LENGTH = 1024 * 1024;

/** The only accepted form of a request: no persisted queries, and only POST. */
export interface RequestForm {
  /** JSON schema of the body: `query`, and `variables` and `operationName` if it has them. */
  body: object;
  bodyLimitBytes: number;
}

/**
 * Serves GraphQL over HTTP: mercurius reads requests and serves GraphiQL, operations are executed by
 * {@link ExecuteOperation}.
 *
 * @param scope - a scope of its own, because hooks and error handler apply to all of its routes
 */
export async function serveHttp(
  scope: FastifyInstance,
  executeOperation: ExecuteOperation,
  { schema, verify, form, graphiql = false }: GraphqlOptions,
): Promise<void> {
  scope.setErrorHandler(answerRefusal);
  await scope.register(authPlugin, {
    verify,
    // A socket brings its credential in connection_init; GraphiQL's pages are public where they are served.
    exempt: (request) => request.ws || (graphiql && isGraphiql(request)),
  });
  if (graphiql) scope.addHook("onSend", allowGraphiql);
  scope.addHook("preHandler", refuseGet);
  scope.addHook("preValidation", dropNulls);
  // Mercurius' response schema would turn the list indexes of an error's path into strings.
  scope.addHook("onRoute", (route) => void delete route.schema?.response);
  await scope.register(mercurius, {
    schema,
    path: PATH,
    routes: form === undefined,
    graphiql,
    // Mercurius bounds its cache by entries only, not by size; `prepare-operation` caches documents.
    cache: false,
    persistedQueryProvider: persistedQueries(),
    errorHandler: false,
  });
  // In place of mercurius' own execution, which has one path for HTTP alone.
  scope.addHook("preHandler", async (request, reply) => {
    reply.graphql = async (query: string, _context: unknown, variables: unknown, operationName: unknown) => {
      const operation = { query, variables, operationName } as OperationRequest;
      const arrival = { caller: request.principal, requestId: request.id };
      return executeOperation(operation, arrival, (outcome) => answerOf(outcome, reply));
    };
  });
  if (form === undefined) return;
  scope.post<{ Body: OperationRequest }>(
    PATH,
    { schema: { body: form.body }, bodyLimit: form.bodyLimitBytes },
    ({ body: { query, variables, operationName } }, reply) =>
      reply.graphql(query, undefined, variables ?? {}, operationName ?? undefined),
  );
}

/** Sets the status of an operation's answer, and writes it. */
async function answerOf(outcome: Outcome, reply: FastifyReply): Promise<object> {
  if ("result" in outcome) {
    for (const [name, value] of outcome.share.notes) reply.header(name, String(value));
    return writeAnswer(responseOf(outcome.result, reply), outcome.share);
  }
  return responseOf({ errors: "refused" in outcome ? outcome.refused : [overSocketOnly()] }, reply);
}

function responseOf({ data = null, errors }: ExecutionResult, reply: FastifyReply): FormattedExecutionResult {
  reply.type("application/json; charset=utf-8");
  if (errors === undefined) return { data };
  const { statusCode, response } = formatAnswer({ data, errors }, reply.log);
  reply.code(statusCode);
  return response;
}

const overSocketOnly = () =>
  new GraphQLError("Subscriptions are served over WebSocket, by the graphql-transport-ws protocol");

/** Queries that clients register by their hash. Mercurius' own store bounds their number only. */
function persistedQueries(): PersistedQueryProvider {
  const queries = new LRUCache<string, string>({
    maxSize: QUERIES_MAX_LENGTH,
    sizeCalculation: (query, hash) => query.length + hash.length,
  });
  return {
    ...mercurius.persistedQueryDefaults.automatic(1),
    getQueryFromHash: async (hash) => queries.get(hash) ?? "",
    saveQuery: async (hash, query) => void queries.set(hash, query),
  };
}

function isGraphiql({ url }: FastifyRequest): boolean {
  return url === GRAPHIQL_PATH || url.startsWith(`${GRAPHIQL_PATH}/`);
}

async function allowGraphiql(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (isGraphiql(request)) reply.header("content-security-policy", GRAPHIQL_POLICY);
}

/** Clients send null for the parts of a request that they leave out, `extensions` too (contract-3, FIX-4). */
async function dropNulls(request: FastifyRequest): Promise<void> {
  const { body } = request;
  if (typeof body !== "object" || body === null || Array.isArray(body)) return;
  request.body = Object.fromEntries(Object.entries(body).filter(([, part]) => part !== null));
}

/** Queries come by POST: a URL would put them into logs, and mercurius fails on a GET with an unknown operation. */
async function refuseGet(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.routeOptions.url !== PATH || request.method === "POST" || request.ws) return;
  const body = errorBody(405, "METHOD_NOT_ALLOWED", `${request.method} is not allowed here`);
  await reply.code(405).header("allow", "POST").send(body);
}

/** Answers a refused request in GraphQL's shape, and leaves errors outside GraphQL to the app. */
async function answerRefusal(
  error: MercuriusError,
  _request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const isTooMany = error instanceof DomainError && error.code === "TOO_MANY_REQUESTS";
  const isGraphqlError = error instanceof GraphQLError;
  if (!isTooMany && !isGraphqlError && !error.code?.startsWith("MER_ERR_")) throw error;
  const refusal = isGraphqlError ? error : new GraphQLError(error.message, { originalError: error });
  const { statusCode, response } = formatAnswer({ errors: [refusal] }, reply.log);
  if (isTooMany) reply.header("retry-after", RETRY_AFTER_SECONDS);
  await reply.code(isTooMany ? TOO_MANY_REQUESTS : statusCode).send(response);
}
