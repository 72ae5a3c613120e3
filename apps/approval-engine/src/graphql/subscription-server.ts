import { type Principal, type VerifyToken, authenticateConnection, onExpiry } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import { type Logger, formatGraphqlError } from "@countersign/service-kit";
import { type Tracing, traced } from "@countersign/tracing";
import type { WebSocket, WebsocketHandler } from "@fastify/websocket";
import { ROOT_CONTEXT, SpanKind } from "@opentelemetry/api";
import { type ExecutionArgs, type ExecutionResult, GraphQLError } from "graphql";
import { CloseCode, type Context, makeServer } from "graphql-ws";

import { operationAttributes } from "./operation-attributes.ts";
import type { Operations, ReadyOperation } from "./operations.ts";
import { serveSocket } from "./serve-socket.ts";

/** Time a client has for its connection_init. */
const INIT_TIMEOUT_MS = 3_000;
/** Operations that one socket may have open. */
const OPERATIONS_MAX = 20;

/** What is known of a socket; the latter two once it is admitted. */
interface Session {
  socket: Pick<WebSocket, "close" | "readyState" | "OPEN">;
  principal?: Principal;
  cancelExpiry?: () => void;
}
type SocketContext = Context<Record<string, unknown> | undefined, Session>;

export interface SubscriptionServerOptions {
  operations: Operations;
  verify: VerifyToken;
  tracing: Tracing;
  log: Pick<Logger, "error">;
}

/**
 * Speaks `graphql-transport-ws`: the credential comes in connection_init (refusal closes with 4403), its expiry closes
 * with 4401. Sockets carry queries and mutations too, under the limits of HTTP.
 */
export function createSubscriptionHandler(options: SubscriptionServerOptions): WebsocketHandler {
  const { operations, verify, tracing, log } = options;
  const format = (errors: readonly GraphQLError[]) => errors.map((error) => formatGraphqlError(error, log));

  const server = makeServer<Record<string, unknown> | undefined, Session>({
    connectionInitWaitTimeout: INIT_TIMEOUT_MS,
    onConnect: (context) => admit(context, verify),
    execute: (args) => inOwnTrace(tracing, args, () => answered(operations, args as ReadyOperation)),
    onClose: ({ extra }) => extra.cancelExpiry?.(),
    onSubscribe: ({ extra, subscriptions }, _id, payload) => {
      if (extra.principal === undefined) return [new GraphQLError("Unauthorized")];
      if (Object.keys(subscriptions).length > OPERATIONS_MAX) {
        return [new GraphQLError(`More than ${OPERATIONS_MAX} operations are open on this socket`)];
      }
      return operations.prepare(extra.principal, payload);
    },
    onNext: (_context, _id, _payload, _args, { data = null, errors }) =>
      errors && { data, errors: format(errors) },
    onError: (_context, _id, _payload, errors) => format(errors),
  });
  return (socket) => serveSocket(server, socket, { socket }, log);
}

/** Executes a query or mutation; one too many is an answer, not a fault of the socket. */
async function answered(operations: Operations, operation: ReadyOperation): Promise<ExecutionResult> {
  const { caller } = operation.contextValue;
  try {
    return await operations.inPlace(caller, () => operations.execute(operation));
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
  try {
    extra.principal = await authenticateConnection(verify, connectionParams);
  } catch (error) {
    if (error instanceof DomainError && error.code === "UNAUTHENTICATED") return false;
    throw error;
  }
  const { socket } = extra;
  // It may have closed while its credential was verified; then nobody would stop the clock.
  if (socket.readyState !== socket.OPEN) return false;
  extra.cancelExpiry = onExpiry(extra.principal, () => socket.close(CloseCode.Unauthorized, "Token expired"));
  return true;
}
