import { type Principal, type VerifyToken, authenticateConnection, onExpiry } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import { type Logger, type Share, createPlaces } from "@countersign/service-kit";
import { type Tracing, traced } from "@countersign/tracing";
import type { WebSocket, WebsocketHandler } from "@fastify/websocket";
import { ROOT_CONTEXT, SpanKind } from "@opentelemetry/api";
import { type ExecutionArgs, type ExecutionResult, GraphQLError } from "graphql";
import { CloseCode, type Context, makeServer } from "graphql-ws";

import { formatGraphqlError } from "../graphql-errors.ts";
import { operationAttributes } from "../operation-attributes.ts";
import type { Operations, ReadyOperation } from "../operation/execute-operation.ts";
import { serveSocket } from "./run-socket.ts";
import { boundSocket } from "./socket-bounds.ts";
import { createWaitingRoom } from "./unadmitted-sockets.ts";

/** Largest answer to a query on a socket: with what else waits unsent it stays below what closes the socket. */
const ANSWER_MAX_BYTES = 512 * 1024;
/** Time a client has for its connection_init. */
const INIT_TIMEOUT_MS = 3_000;
/** Operations that one socket may have open. */
const OPERATIONS_MAX = 20;
/** Sockets of a replica that may wait to be admitted, over all and of one address. */
const WAITING_MAX = { max: 1_000, maxPerAddress: 200 };
/** Sockets that one user may have open at a replica. */
const SOCKETS_PER_USER_MAX = 100;
/** WebSocket close code "try again later" (IANA registry). */
const TRY_AGAIN_LATER = 1013;

/** What is known of a socket; the principal once it is admitted. */
interface Session {
  socket: Pick<WebSocket, "close" | "readyState" | "OPEN">;
  principal?: Principal;
  /** Called when its credential was verified. */
  admit: (principal: Principal) => void;
  /** Called when it has closed, in reverse order. */
  closed: DisposableStack;
}
type SocketContext = Context<Record<string, unknown> | undefined, Session>;

export interface SubscriptionServerOptions {
  operations: Operations;
  verify: VerifyToken;
  tracing: Tracing;
  log: Pick<Logger, "error">;
}

/** The server of the sockets. */
export interface SubscriptionServer {
  handleSocket: WebsocketHandler;
  /** Resolves once no query or mutation of a socket runs any more. */
  settled: () => Promise<void>;
}

/**
 * Speaks `graphql-transport-ws`: the credential comes in connection_init (refusal closes with 4403), its expiry closes
 * with 4401. Sockets carry queries and mutations too, under the limits of HTTP.
 */
export function createSubscriptionServer(options: SubscriptionServerOptions): SubscriptionServer {
  const { operations, verify, tracing, log } = options;
  const format = (errors: readonly GraphQLError[]) => errors.map((error) => formatGraphqlError(error, log));

  const running = createRunning();
  const server = makeServer<Record<string, unknown> | undefined, Session>({
    connectionInitWaitTimeout: INIT_TIMEOUT_MS,
    onConnect: (context) => admit(context, verify),
    execute: (args) =>
      running.add(inOwnTrace(tracing, args, () => answered(operations, args as ReadyOperation))),
    onClose: ({ extra }) => extra.closed.dispose(),
    onSubscribe: ({ extra, subscriptions }, _id, payload) => {
      if (extra.principal === undefined) return [new GraphQLError("Unauthorized")];
      if (Object.keys(subscriptions).length > OPERATIONS_MAX) {
        return [new GraphQLError(`More than ${OPERATIONS_MAX} operations are open on this socket`)];
      }
      return operations.prepare(extra.principal, payload, ANSWER_MAX_BYTES);
    },
    onNext: (_context, _id, _payload, _args, { data = null, errors }) =>
      errors && { data, errors: format(errors) },
    onError: (_context, _id, _payload, errors) => format(errors),
  });
  const waitingRoom = createWaitingRoom(WAITING_MAX);
  const places = createPlaces();
  const handleSocket: WebsocketHandler = (socket, { ip, raw }) => {
    const closed = new DisposableStack();
    const bounds = boundSocket(socket, raw.socket);
    const leaveWaitingRoom = waitingRoom.enter(ip, () => socket.close(TRY_AGAIN_LATER, "Too many sockets"));
    closed.defer(leaveWaitingRoom);
    const admit = (principal: Principal) => {
      closed.defer(places.take([shareOf(principal)]));
      closed.defer(onExpiry(principal, () => socket.close(CloseCode.Unauthorized, "Token expired")));
      leaveWaitingRoom();
      bounds.admit();
    };
    serveSocket(server, socket, { socket, admit, closed }, { bounds, log });
  };
  return { handleSocket, settled: running.settled };
}

/** Knows the operations that run. */
function createRunning() {
  const running = new Set<Promise<unknown>>();
  return {
    add: <T>(operation: Promise<T>): Promise<T> => {
      running.add(operation);
      const ended = () => void running.delete(operation);
      operation.then(ended, ended);
      return operation;
    },
    settled: async () => {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}

function shareOf({ issuer, userId }: Principal): Share {
  return { key: `${issuer}\n${userId}`, max: SOCKETS_PER_USER_MAX, refusal: "Too many sockets of this user" };
}

/** Executes a query or mutation; one too many is an answer, not a fault of the socket. */
async function answered(operations: Operations, operation: ReadyOperation): Promise<ExecutionResult> {
  try {
    return await operations.inPlace(operation.caller, () => operations.execute(operation));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { errors: [new GraphQLError(error.message, { originalError: error })] };
  }
}

/** Runs a query or mutation in a trace that begins with it: a socket has no headers for each. */
function inOwnTrace<T>(tracing: Tracing, args: ExecutionArgs, run: () => Promise<T>): Promise<T> {
  const attributes = tracing.exporting ? operationAttributes(args.document, args.operationName) : {};
  const options = { kind: SpanKind.SERVER, attributes, parent: ROOT_CONTEXT };
  return traced(tracing, "WebSocket /graphql", options, run);
}

/** Takes the principal into the socket's context; `false` refuses the connection. */
async function admit({ connectionParams, extra }: SocketContext, verify: VerifyToken): Promise<boolean> {
  const { socket } = extra;
  try {
    const principal = await authenticateConnection(verify, connectionParams);
    // It may have closed while its credential was verified; then nobody would give back what it takes.
    if (socket.readyState !== socket.OPEN) return false;
    extra.admit(principal);
    extra.principal = principal;
    return true;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === "TOO_MANY_REQUESTS") socket.close(TRY_AGAIN_LATER, error.message);
    else if (error.code !== "UNAUTHENTICATED") throw error;
    return false;
  }
}
