import {
  LEFT_TEXT,
  type OnLeaving,
  type Principal,
  type UpgradeHeaders,
  type VerifyToken,
  authenticateConnection,
  onExpiry,
  userKey,
} from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import { type Logger, type Share, createPlaces } from "@countersign/service-kit";
import { type Tracing, traced } from "@countersign/tracing";
import type { WebSocket, WebsocketHandler } from "@fastify/websocket";
import { ROOT_CONTEXT, SpanKind } from "@opentelemetry/api";
import { type ExecutionArgs, GraphQLError, buildSchema, parse } from "graphql";
import { CloseCode, type Context, type OperationResult, makeServer } from "graphql-ws";

import { formatGraphqlError } from "../graphql-errors.ts";
import type { OperationRequest } from "../operation/operation.ts";
import type { ExecuteOperation, Outcome } from "./execute-operation.ts";
import { runSocket } from "./run-socket.ts";
import { boundSocket } from "./socket-bounds.ts";
import { createUnadmittedSockets } from "./unadmitted-sockets.ts";

/** Time a client has for its connection_init. */
const INIT_TIMEOUT_MS = 3_000;
/** Operations that one socket may have open. */
const OPERATIONS_MAX = 20;
/** Sockets of a replica that may wait to be admitted, over all and of one address. */
const UNADMITTED_MAX = { max: 1_000, maxPerAddress: 200 };
/** Sockets that one user may have open at a replica. */
const SOCKETS_PER_USER_MAX = 100;
/** WebSocket close code "try again later" (IANA registry). */
const TRY_AGAIN_LATER = 1013;
/** Stands for an operation: graphql-ws requires one, but executes none. */
const NO_OPERATION = { schema: buildSchema("type Query { _: ID }"), document: parse("{ __typename }") };

/** The state of a socket; it has a principal once it is admitted. */
interface Session {
  socket: Pick<WebSocket, "close" | "readyState" | "OPEN">;
  requestId: string;
  /** Of its upgrade request. */
  headers: UpgradeHeaders;
  principal?: Principal;
  /** Called when its credential was verified. */
  admit: (principal: Principal) => void;
  /** Called when it has closed, in reverse order. */
  closed: DisposableStack;
}
type SocketContext = Context<Record<string, unknown> | undefined, Session>;

export interface SocketServerOptions {
  executeOperation: ExecuteOperation;
  verify: VerifyToken;
  onLeaving: OnLeaving;
  tracing: Tracing;
  log: Pick<Logger, "error">;
}

/**
 * Speaks `graphql-transport-ws`: the credential comes in connection_init or with the upgrade request (refusal closes with
 * 4401), its expiry closes with 4403, after which clients come back with another one. Sockets carry queries and mutations too, under the limits of HTTP.
 *
 * @returns the handler of sockets, and a function whose promise resolves once no operation of a socket runs
 */
export function createSocketServer(options: SocketServerOptions) {
  const { verify, onLeaving, log } = options;
  const format = (errors: readonly GraphQLError[]) => errors.map((error) => formatGraphqlError(error, log));

  const runningOperations = new Set<Promise<unknown>>();
  const server = makeServer<Record<string, unknown> | undefined, Session>({
    connectionInitWaitTimeout: INIT_TIMEOUT_MS,
    onConnect: (context) => admit(context, verify),
    onSubscribe: async ({ extra: { principal, requestId }, subscriptions }, _id, payload) => {
      if (principal === undefined) return [new GraphQLError("Unauthorized")];
      if (Object.keys(subscriptions).length > OPERATIONS_MAX) {
        return [new GraphQLError(`More than ${OPERATIONS_MAX} operations are open on this socket`)];
      }
      const work = execute(payload, principal, requestId, options);
      runningOperations.add(work);
      const outcome = await work.finally(() => runningOperations.delete(work));
      return "refused" in outcome ? outcome.refused : { ...NO_OPERATION, ...outcome };
    },
    // The operation has been executed by now.
    execute: (args) => (args as ExecutionArgs & { result: OperationResult }).result,
    onClose: ({ extra }) => extra.closed.dispose(),
    onNext: (_context, _id, _payload, _args, { data = null, errors, extensions }) =>
      errors && { data, errors: format(errors), ...(extensions && { extensions }) },
    onError: (_context, _id, _payload, errors) => format(errors),
  });
  const unadmittedSockets = createUnadmittedSockets(UNADMITTED_MAX);
  const places = createPlaces();
  const handleSocket: WebsocketHandler = (socket, { id, ip, raw, headers }) => {
    const cleanUp = new DisposableStack();
    const bounds = boundSocket(socket, raw.socket);
    const leave = unadmittedSockets.enter(ip, () => socket.close(TRY_AGAIN_LATER, "Too many sockets"));
    cleanUp.defer(leave);
    const admit = (principal: Principal) => {
      cleanUp.defer(places.take([shareOf(principal)]));
      cleanUp.defer(onExpiry(principal, () => socket.close(CloseCode.Forbidden, "Token expired")));
      cleanUp.defer(onLeaving(principal, () => socket.close(CloseCode.Unauthorized, LEFT_TEXT)));
      leave();
      bounds.admit();
    };
    runSocket(server, socket, { socket, requestId: id, headers, admit, closed: cleanUp }, { bounds, log });
  };
  const waitUntilSettled = async () => {
    while (runningOperations.size > 0) await Promise.allSettled(runningOperations);
  };
  return { handleSocket, waitUntilSettled };
}

function shareOf(principal: Principal): Share {
  return { key: userKey(principal), max: SOCKETS_PER_USER_MAX, refusal: "Too many sockets of this user" };
}

/**
 * Executes an operation in a trace of its own, because messages on a socket have no headers. A refusal for lack of a
 * place is an answer, not a fault of the socket.
 */
function execute(
  request: OperationRequest,
  caller: Principal,
  requestId: string,
  { executeOperation, tracing }: SocketServerOptions,
): Promise<Outcome> {
  return traced(tracing, "WebSocket /graphql", { kind: SpanKind.SERVER, parent: ROOT_CONTEXT }, async () => {
    try {
      return await executeOperation(request, caller, requestId);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { result: { errors: [new GraphQLError(error.message, { originalError: error })] } };
    }
  });
}

/** Takes the principal into the socket's context; `false` refuses the connection. */
async function admit({ connectionParams, extra }: SocketContext, verify: VerifyToken): Promise<boolean> {
  const { socket, headers } = extra;
  try {
    const principal = await authenticateConnection(verify, connectionParams, headers);
    // The socket may have closed meanwhile; then nobody would give its place back.
    if (socket.readyState !== socket.OPEN) return false;
    extra.admit(principal);
    extra.principal = principal;
    return true;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === "TOO_MANY_REQUESTS") socket.close(TRY_AGAIN_LATER, error.message);
    else if (error.code === "UNAUTHENTICATED") socket.close(CloseCode.Unauthorized, "Unauthorized");
    // A leaver's client must not come back (contract-3, FIX-2).
    else if (error.code === "FORBIDDEN") socket.close(CloseCode.Unauthorized, error.message);
    else throw error;
    return false;
  }
}
