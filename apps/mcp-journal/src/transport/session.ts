import type { Principal } from "@countersign/auth";

/** One HTTP request to a session, in a form that can cross from one replica to another. */
export interface SessionRequest {
  method: "GET" | "POST" | "DELETE";
  /** Lower-case names; only those the transport reads. */
  headers: Readonly<Record<string, string>>;
  /** Parsed JSON of a POST. */
  body?: unknown;
  principal: Principal;
}

/** The answer of a session to one request. */
export interface SessionAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** A stream may go on for as long as the session lives. */
  body: string | ReadableStream<Uint8Array>;
}

/** The owner of a session. The token may be renewed; issuer and subject stay. */
export type SessionOwner = Pick<Principal, "issuer" | "userId">;

/** The transport that the session was opened over. */
export type SessionKind = "sse" | "streamable-http";

/** An open conversation with one agent, held by the replica that opened it. */
export interface Session {
  readonly id: string;
  readonly kind: SessionKind;
  readonly owner: SessionOwner;
  handle(request: SessionRequest): Promise<SessionAnswer>;
  /** Resolves once every request was answered. */
  settled(): Promise<void>;
  /** Ends every stream of the session. */
  close(): Promise<void>;
}

export function isOwnedBy(session: Pick<Session, "owner">, { issuer, userId }: SessionOwner): boolean {
  return session.owner.issuer === issuer && session.owner.userId === userId;
}

export function jsonAnswer(status: number, value: unknown): SessionAnswer {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

/** The answer of a transport of the SDK. */
export async function toAnswer({ status, headers, body }: Response): Promise<SessionAnswer> {
  const isStream = headers.get("content-type")?.startsWith("text/event-stream") === true;
  return {
    status,
    headers: Object.fromEntries(headers),
    body: isStream && body ? body : await new Response(body).text(),
  };
}
