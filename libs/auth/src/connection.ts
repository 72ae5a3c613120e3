import type { IncomingHttpHeaders } from "node:http";

import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import { bearerToken } from "./bearer-token.ts";
import { refuseAnotherUser } from "./expected-user.ts";
import type { Principal } from "./principal.ts";
import type { VerifyToken } from "./verifier.ts";

/** The headers of an upgrade request that say who asks, and from where. */
export type UpgradeHeaders = Pick<IncomingHttpHeaders, "authorization" | "host" | "origin">;

/**
 * Authenticates a WebSocket from its `connection_init` payload `{ "authorization": "Bearer …" }` (contract,
 * "Identity"), or from the header that a proxy with a session of its own added to the upgrade request; `expectedUser` in
 * the payload says whose it has to be. The name `authorization` may be written in any case, as clients write headers.
 * The caller closes the socket with 4401 when this throws (`contract-3.md`, FIX-9).
 *
 * @throws DomainError `UNAUTHENTICATED`
 */
export async function authenticateConnection(
  verify: VerifyToken,
  payload: unknown,
  headers: UpgradeHeaders = {},
): Promise<Principal> {
  const fields: Partial<Record<string, unknown>> =
    typeof payload === "object" && payload !== null ? { ...payload } : {};
  const token = bearerToken(authorizationOf(fields) ?? headerOf(headers));
  if (token === undefined) throw new DomainError("UNAUTHENTICATED", text("person.tokenMissing"));
  const principal = await verify(token);
  refuseAnotherUser(principal, fields["expectedUser"]);
  return principal;
}

/** The field's value; `authorization` itself goes before other spellings, and `null` counts as absent. */
function authorizationOf(fields: Partial<Record<string, unknown>>): unknown {
  const fieldName = Object.keys(fields).find((name) => name.toLowerCase() === "authorization");
  return fields["authorization"] ?? (fieldName === undefined ? undefined : fields[fieldName]);
}

/** A page of another origin must not act with the credential that the reader's proxy adds for them. */
function headerOf({ authorization, host, origin }: UpgradeHeaders): string | undefined {
  if (origin === undefined) return authorization;
  return URL.canParse(origin) && new URL(origin).host === host ? authorization : undefined;
}

/** The refusal of whatever somebody asks for who has left the company (contract-3, FIX-2). */
export const LEFT_TEXT = "You have left the company";

/**
 * Calls `action` when the user leaves the company, for connections that outlive a request (contract-3, FIX-2).
 *
 * @returns cancels; call it when the connection ends
 */
export type OnLeaving = (user: Pick<Principal, "companyId" | "userId">, action: () => void) => () => void;

/** The longest delay that a Node timer keeps, in milliseconds. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/**
 * Calls `action` once when the principal's token expires, for connections that outlive a request.
 *
 * @returns cancels; call it when the connection ends
 */
export function onExpiry(principal: Pick<Principal, "expiresAt">, action: () => void): () => void {
  let timer: NodeJS.Timeout;
  const arm = () => {
    const remainingMs = principal.expiresAt * 1000 - Date.now();
    timer = remainingMs <= 0 ? setTimeout(action, 0) : setTimeout(arm, Math.min(remainingMs, TIMER_MAX_MS));
    timer.unref();
  };
  arm();
  return () => clearTimeout(timer);
}
