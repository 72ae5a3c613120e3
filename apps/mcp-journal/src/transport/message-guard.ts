import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ErrorCode, type JSONRPCErrorResponse, type RequestId } from "@modelcontextprotocol/sdk/types.js";

/** Most messages in one JSON-RPC batch. */
const MAX_BATCH = 50;
/** Most requests of one session that are being worked on at once. */
const MAX_IN_FLIGHT = 100;

const BEFORE_INITIALIZED = new Set(["initialize", "ping"]);

/** Checks a client's messages before the transport gets them. */
export interface MessageGuard {
  /** The JSON-RPC error to answer with, or `undefined` when the messages may pass (their ids are then taken). */
  admit(body: unknown): JSONRPCErrorResponse | undefined;
  /** Gives the ids back of messages that the transport refused after they were admitted. */
  withdraw(body: unknown): void;
  /** Resolves once every admitted request was answered. */
  settled(): Promise<void>;
}

interface Request {
  id: RequestId;
  method: string;
}

/**
 * Refuses what the SDK's transports would mix up: a request whose id is still being worked on (its answer would go to
 * the wrong stream), a request before `initialize`, and more requests in progress than a session may have.
 *
 * Wraps `transport.send`, so that an id is free again once its answer was sent.
 */
export function guardMessages(
  transport: Pick<Transport, "send">,
  isInitialized: () => boolean,
): MessageGuard {
  const inFlight = new Set<RequestId>();
  let waitingCallers: (() => void)[] = [];
  const free = (id: RequestId) => {
    inFlight.delete(id);
    if (inFlight.size > 0) return;
    for (const resolve of waitingCallers) resolve();
    waitingCallers = [];
  };

  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    try {
      await send(message, options);
    } finally {
      if ("id" in message && message.id !== undefined && !("method" in message)) free(message.id);
    }
  };

  const problemOf = ({ id, method }: Request): string | undefined => {
    if (!isInitialized() && !BEFORE_INITIALIZED.has(method))
      return "The session is not initialized: send initialize first";
    if (inFlight.has(id)) return `Request id ${JSON.stringify(id)} is in use: each request needs its own`;
    return inFlight.size >= MAX_IN_FLIGHT
      ? `At most ${MAX_IN_FLIGHT} requests of a session may be waiting`
      : undefined;
  };
  /** Takes the ids of all messages, or of none. */
  const admitAll = (messages: readonly unknown[]): JSONRPCErrorResponse | undefined => {
    const admittedIds: RequestId[] = [];
    for (const message of messages) {
      const problem = isRequest(message) ? problemOf(message) : undefined;
      if (problem !== undefined) {
        for (const id of admittedIds) free(id);
        return invalidRequest((message as Request).id, problem);
      }
      if (isRequest(message)) {
        inFlight.add(message.id);
        admittedIds.push(message.id);
      }
    }
    return undefined;
  };

  return {
    admit(body) {
      if (Array.isArray(body) && (body.length === 0 || body.length > MAX_BATCH)) {
        return invalidRequest(undefined, `A batch holds 1 to ${MAX_BATCH} messages`);
      }
      const messages = messagesOf(body);
      const refusal = admitAll(messages);
      if (refusal) return refusal;
      // A cancelled request gets no answer that would free its id.
      for (const message of messages) {
        const id = cancelledId(message);
        if (id !== undefined) free(id);
      }
      return undefined;
    },
    withdraw(body) {
      for (const { id } of messagesOf(body).filter(isRequest)) free(id);
    },
    settled: () =>
      inFlight.size === 0 ? Promise.resolve() : new Promise((resolve) => waitingCallers.push(resolve)),
  };
}

function invalidRequest(id: RequestId | undefined, message: string): JSONRPCErrorResponse {
  return {
    jsonrpc: "2.0",
    ...(id === undefined ? {} : { id }),
    error: { code: ErrorCode.InvalidRequest, message },
  };
}

function messagesOf(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? body : [body];
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === "string" || typeof id === "number";
}

function isRequest(message: unknown): message is Request {
  if (typeof message !== "object" || message === null || !("id" in message) || !("method" in message))
    return false;
  return isRequestId(message.id) && typeof message.method === "string";
}

function cancelledId(message: unknown): RequestId | undefined {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { requestId?: unknown } | null };
  if (method !== "notifications/cancelled") return undefined;
  return isRequestId(params?.requestId) ? params.requestId : undefined;
}
