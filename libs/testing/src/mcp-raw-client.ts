import type { RunningService } from "@countersign/service-kit";
import { EventSourceParserStream } from "eventsource-parser/stream";

const PROTOCOL_VERSION = "2025-11-25";

type Service = Pick<RunningService, "publicUrl">;

/** A JSON-RPC request. */
export function rpc(id: unknown, method: string, params: unknown = {}): Record<string, unknown> {
  return { jsonrpc: "2.0", id, method, params };
}

export function initialize(id: unknown = 0): Record<string, unknown> {
  const clientInfo = { name: "raw", version: "1.0.0" };
  return rpc(id, "initialize", { protocolVersion: PROTOCOL_VERSION, capabilities: {}, clientInfo });
}

/** The headers of a Streamable HTTP client without the SDK. */
export function streamableHeaders(authorization: string): Record<string, string> {
  return {
    authorization,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": PROTOCOL_VERSION,
  };
}

const textOf = (body: unknown) => (typeof body === "string" ? body : JSON.stringify(body));

/** A Streamable HTTP session without an SDK. */
export interface RawSession {
  id: string;
  /** @param body text is sent unchanged */
  post(body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Opens the stream for the server's own messages, or resumes a broken one. */
  listen(lastEventId?: string): Promise<Response>;
  end(): Promise<Response>;
}

/** An open session, reached through one of the replicas. */
export function rawSession({ publicUrl }: Service, id: string, authorization: string): RawSession {
  const url = `${publicUrl}/api/mcp`;
  const ownHeaders = { ...streamableHeaders(authorization), "mcp-session-id": id };
  return {
    id,
    post: (body, more = {}) =>
      fetch(url, { method: "POST", headers: { ...ownHeaders, ...more }, body: textOf(body) }),
    listen: (lastEventId) =>
      fetch(url, { headers: { ...ownHeaders, ...(lastEventId ? { "last-event-id": lastEventId } : {}) } }),
    end: () => fetch(url, { method: "DELETE", headers: ownHeaders }),
  };
}

/** Opens a session and initializes it. */
export async function openRawSession(service: Service, authorization: string): Promise<RawSession> {
  const openAnswer = await fetch(`${service.publicUrl}/api/mcp`, {
    method: "POST",
    headers: streamableHeaders(authorization),
    body: JSON.stringify(initialize()),
  });
  if (!openAnswer.ok) throw new Error(`no session: ${openAnswer.status} ${await openAnswer.text()}`);
  await openAnswer.text();
  const id = openAnswer.headers.get("mcp-session-id");
  if (id === null) throw new Error("the answer to initialize names no session");
  return rawSession(service, id, authorization);
}

/** The JSON-RPC answer to a request that was posted to a Streamable HTTP session. */
export async function answerOf(response: Response): Promise<Record<string, unknown>> {
  const events = readEvents(response);
  for (let event = await events.next(); event; event = await events.next()) {
    // The first event of a stream has no data; it only gives a place to resume from.
    if (event.data !== "") return JSON.parse(event.data) as Record<string, unknown>;
  }
  throw new Error(`no answer, but ${response.status}`);
}

export interface RawEvent {
  id: string | undefined;
  event: string | undefined;
  data: string;
}

/** The events of a stream, one by one; `undefined` at its end. */
export function readEvents(response: Response): {
  next(): Promise<RawEvent | undefined>;
  cancel(): Promise<void>;
} {
  const reader = response
    .body!.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  return {
    async next() {
      const { value } = await reader.read();
      return value && { id: value.id, event: value.event, data: value.data };
    },
    cancel: () => reader.cancel(),
  };
}

/** An SSE session without an SDK. */
export interface RawStream {
  sessionId: string;
  /** @param at the replica to ask. Default: the one that holds the session */
  post(body: unknown, headers?: Record<string, string>, at?: Service): Promise<Response>;
  /** The next message from the server; `undefined` when the stream has ended. */
  next(): Promise<{ id?: unknown; [field: string]: unknown } | undefined>;
  /** Resolves once the server has ended the stream; unread events are dropped. */
  ended(): Promise<void>;
  close(): Promise<void>;
}

/** Opens an SSE stream; nothing is sent over it yet. */
export async function openRawStream(service: Service, authorization: string): Promise<RawStream> {
  const response = await fetch(`${service.publicUrl}/api/mcp/sse`, { headers: { authorization } });
  if (!response.ok) throw new Error(`no stream: ${response.status} ${await response.text()}`);
  const events = readEvents(response);
  const endpoint = (await events.next())?.data ?? "";
  const next = async () => {
    const event = await events.next();
    return event && (JSON.parse(event.data) as Record<string, unknown>);
  };
  return {
    sessionId: new URLSearchParams(endpoint.split("?")[1]).get("sessionId") ?? "",
    post: (body, headers = {}, at = service) =>
      fetch(`${at.publicUrl}${endpoint}`, {
        method: "POST",
        headers: { authorization, "content-type": "application/json", ...headers },
        body: textOf(body),
      }),
    next,
    async ended() {
      while ((await next()) !== undefined);
    },
    close: () => events.cancel(),
  };
}
