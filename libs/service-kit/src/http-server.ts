import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { cutSlowReaders, type ReadingPace } from "./slow-readers.ts";

/** Limits on one client. */
export interface HttpServerLimits {
  /** Largest header block, in bytes. */
  headerLimitBytes: number;
  /** How long a client may take to send its headers. */
  headersTimeoutMs: number;
  /** How long a client may take to send its whole request. */
  requestTimeoutMs: number;
  /** How long an idle connection stays open. */
  keepAliveTimeoutMs: number;
  /** Most connections at a time; further ones are closed at once. */
  maxConnections: number;
  /** Clients that read more slowly are cut off. */
  readingPace: ReadingPace;
  /** Bytes that all clients together may leave unread. Beyond that, those with most are cut off. */
  unreadMaxBytes: number;
}

/** How often Node looks for clients that are too slow. */
const CONNECTION_CHECK_MS = 1_000;
/** After this much silence the operating system checks whether the other side still exists. */
const TCP_PROBE_DELAY_MS = 30_000;
/** Requests that may wait behind another one of their connection. Ordinary clients do not pipeline. */
const PIPELINED_MAX = 32;

/** Called with each connection whose client reads too slowly, before it is closed. */
export type OnSlowReader = (socket: Socket) => void;

/**
 * Creates the server of an app, with bounds on the time and memory of each client.
 *
 * Requests of one connection are handled one after the other: Node would begin all at once and keep each answer until
 * the client has read the answers before it.
 */
export function createHttpServer(
  listener: RequestListener,
  limits: HttpServerLimits,
  onSlowReader: OnSlowReader,
): Server {
  const mayWait = createPipelineLimit();
  const server = createServer(
    {
      maxHeaderSize: limits.headerLimitBytes,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: CONNECTION_CHECK_MS,
      keepAlive: true,
      keepAliveInitialDelay: TCP_PROBE_DELAY_MS,
    },
    (request, response) => {
      if (response.socket !== null) return listener(request, response);
      if (!mayWait(request, response)) return;
      // A waiting answer gets its socket when the one before was sent.
      response.once("socket", () => listener(request, response));
    },
  );
  server.maxConnections = limits.maxConnections;
  cutSlowReaders(server, limits, onSlowReader);
  return server;
}

/**
 * Closes connections that send many requests without waiting for answers. Node keeps such requests and their answers in
 * memory, more than a thousand for each 64 KB received, as long as the client does not read.
 */
function createPipelineLimit(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const pipelinedCounts = new WeakMap<Socket, number>();
  const countOf = (socket: Socket) => pipelinedCounts.get(socket) ?? 0;
  return (request, response) => {
    const { socket } = request;
    if (countOf(socket) >= PIPELINED_MAX) {
      socket.destroy();
      // Node still parses the rest of its read, and would make an error with a stack for each request at the end.
      request.destroy();
      return false;
    }
    pipelinedCounts.set(socket, countOf(socket) + 1);
    response.once("finish", () => pipelinedCounts.set(socket, countOf(socket) - 1));
    return true;
  };
}
