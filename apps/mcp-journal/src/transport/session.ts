import type { Principal } from "@countersign/auth";
import type { McpAnswer } from "@countersign/mcp";

/** One HTTP request to a session, in a form that can cross from one replica to another. */
export interface SessionRequest {
  method: "GET" | "POST" | "DELETE";
  /** Lower-case names; only those the transport reads. */
  headers: Readonly<Record<string, string>>;
  /** Parsed JSON of a POST. */
  body?: unknown;
  principal: Principal;
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
  handle(request: SessionRequest): Promise<McpAnswer>;
  /** Resolves once every request was answered. */
  settled(): Promise<void>;
  /** Ends every stream of the session. */
  close(): Promise<void>;
}

export function isOwnedBy(session: Pick<Session, "owner">, { issuer, userId }: SessionOwner): boolean {
  return session.owner.issuer === issuer && session.owner.userId === userId;
}
