import { authPlugin, type Principal } from "@countersign/auth";
import type { Lanes } from "@countersign/concurrency";
import { DomainError } from "@countersign/domain/errors";
import { ERROR_TABLE, errorBody, laneRequests } from "@countersign/service-kit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ExecutionResult, GraphQLError, OperationTypeNode, parse } from "graphql";
import { LRUCache } from "lru-cache";
import mercurius, {
  type MercuriusContext,
  type MercuriusError,
  type PersistedQueryProvider,
} from "mercurius";

import { compressAnswers } from "./compress-answers.ts";
import type { GraphqlOptions } from "../graphql-options.ts";
import { formatAnswer } from "../graphql-errors.ts";
import { SHARE } from "../operation/guard-schema.ts";
import { affordableCost } from "../operation/limits.ts";
import {
  createContext,
  describeOperation,
  type ExecuteOptions,
  type HostContext,
  type OperationRequest,
  refuseAuditorMutation,
} from "../operation/operation.ts";
import {
  Refusals,
  assertText,
  assertWithinLimits,
  dropComments,
  operationOf,
} from "../operation/prepare-operation.ts";

export const PATH = "/graphql";
const GRAPHIQL_PATH = "/graphiql";
const RETRY_AFTER_SECONDS = 1;
/** GraphiQL takes its scripts from a public CDN. */
const GRAPHIQL_POLICY =
  "default-src 'self' https://unpkg.com; style-src 'self' 'unsafe-inline' https://unpkg.com; img-src 'self' data:";

/**
 * Texts whose documents are kept, parsed and judged: mercurius keeps up to twice as many, and as many that it refused. Within
 * the limits one takes up to a megabyte; clients send some twenty.
 */
const DOCUMENTS = 24;

/** Total length of all queries that clients registered, in UTF-16 units. */
const QUERIES_MAX_LENGTH = 1024 * 1024;

/** The context of an operation, as mercurius keeps it for its hooks. */
type RequestContext = HostContext &
  MercuriusContext &
  Pick<OperationRequest, "operationName"> & { principal: Principal };

/**
 * Serves GraphQL over HTTP: mercurius reads, checks and executes operations, and serves GraphiQL. Each request has a place
 * in the lane of its user before its body is read.
 *
 * @param scope - a scope of its own, because hooks and error handler apply to all of its routes
 */
export async function serveHttp(
  scope: FastifyInstance,
  options: GraphqlOptions & ExecuteOptions & { lanes: Lanes },
): Promise<void> {
  const { schema, verify, form, graphiql = false, limits, lanes } = options;
  scope.setErrorHandler(answerRefusal);
  await scope.register(authPlugin, {
    verify,
    // A socket brings its credential in connection_init; GraphiQL's pages are public where they are served.
    exempt: (request) => request.ws || (graphiql && isGraphiql(request)),
  });
  if (graphiql) scope.addHook("onSend", allowGraphiql);
  scope.addHook("onRequest", refuseGet);
  laneRequests(scope, lanes);
  compressAnswers(scope);
  scope.addHook("preValidation", dropNulls);
  // Mercurius' response schema would turn the list indexes of an error's path into strings.
  scope.addHook("onRoute", (route) => void delete route.schema?.response);
  const contextOf = (request: FastifyRequest, reply: FastifyReply) => {
    const { operationName } = request.body as OperationRequest;
    const note = (name: string, value: string | boolean) => void reply.header(name, String(value));
    const arrival = { caller: request.principal, requestId: request.id, note };
    const { principal } = request;
    return { ...createContext(options, arrival, limits.answerBytes), operationName, principal };
  };
  await scope.register(mercurius, {
    schema,
    path: PATH,
    routes: form === undefined,
    graphiql,
    context: contextOf,
    graphql: { parseOptions: { maxTokens: limits.tokens } },
    cache: DOCUMENTS,
    persistedQueryProvider: persistedQueries(),
    errorHandler: false,
    errorFormatter: ({ data = null, errors = [] }: ExecutionResult, { reply }) =>
      formatAnswer({ data, errors }, reply.log),
  });
  checkOperations(scope, options);
  if (form === undefined) return;
  scope.post<{ Body: OperationRequest }>(
    PATH,
    { schema: { body: form.body }, bodyLimit: form.bodyLimitBytes },
    (request, reply) => {
      const { query, variables, operationName } = request.body;
      return reply.graphql(query, contextOf(request, reply), variables ?? {}, operationName ?? undefined);
    },
  );
}

/** Adds what mercurius' options cannot check (ADR 9). */
function checkOperations({ graphql }: FastifyInstance, options: ExecuteOptions): void {
  graphql.addHook("preParsing", async (_schema, source, context) => {
    assertText(source, options.limits);
    const { operationName, principal } = ownOf(context);
    // Here, because mercurius judges variables before the hooks below. Nobody else's text is parsed twice.
    if (!principal.isAuditor) return;
    const document = parse(source, { maxTokens: options.limits.tokens });
    refuseAuditorMutation(principal, operationOf(document, operationName));
  });
  graphql.addHook("preValidation", async (_schema, document, context) => {
    dropComments(document);
    assertWithinLimits(options, document);
    operationOf(document, ownOf(context).operationName);
  });
  // Also of documents that are kept, whose text was parsed and judged before.
  graphql.addHook("preExecution", async (_schema, document, context, variables) => {
    const { operationName = null, [SHARE]: share } = ownOf(context);
    const operation = operationOf(document, operationName);
    const isSubscription = operation.operation === OperationTypeNode.SUBSCRIPTION;
    // graphql-js refuses subscriptions if the schema has none.
    if (isSubscription && options.schema.getSubscriptionType()) throw overSocketOnly();
    if (operation.operation === OperationTypeNode.MUTATION) share.answer.lift();
    describeOperation(operation);
    affordableCost(options, { document, variableValues: variables ?? {}, operationName });
  });
  graphql.addHook("onResolution", async (execution, context) => {
    const { excess } = ownOf(context)[SHARE].answer;
    if (excess === undefined) return;
    const { statusCode, response } = formatAnswer({ errors: [excess] }, context.reply.log);
    Object.assign(execution, response);
    context.reply.code(statusCode);
  });
}

const ownOf = (context: MercuriusContext) => context as unknown as RequestContext;

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

const isLeftOut = ([name, part]: [string, unknown]): boolean =>
  part === null || (name === "operationName" && part === "");

/** Clients send null, or an empty name, for the parts of a request that they leave out (contract-3, FIX-4). */
async function dropNulls(request: FastifyRequest): Promise<void> {
  const { body } = request;
  if (typeof body !== "object" || body === null || Array.isArray(body)) return;
  request.body = Object.fromEntries(Object.entries(body).filter((entry) => !isLeftOut(entry)));
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
  const isRefusal = isTooMany || isGraphqlError || error instanceof Refusals;
  if (!isRefusal && !error.code?.startsWith("MER_ERR_")) throw error;
  const refusal = isGraphqlError ? error : new GraphQLError(error.message, { originalError: error });
  const { statusCode, response } = formatAnswer({ errors: [refusal] }, reply.log);
  if (isTooMany) reply.header("retry-after", RETRY_AFTER_SECONDS);
  const { originalError } = refusal;
  const status = originalError instanceof DomainError ? ERROR_TABLE[originalError.code].status : statusCode;
  await reply.code(status).send(response);
}
