import { DomainError } from "@countersign/domain/errors";
import { bearerToken } from "./bearer-token.ts";
import type { Principal } from "./principal.ts";
import type { VerifyToken } from "./verifier.ts";

/**
 * Authenticates a WebSocket from its `connection_init` payload `{ "authorization": "Bearer …" }` (contract,
 * "Identity"). The caller closes the socket with 4403 when this throws.
 *
 * @throws DomainError `UNAUTHENTICATED`
 */
export async function authenticateConnection(verify: VerifyToken, payload: unknown): Promise<Principal> {
  const authorization =
    typeof payload === "object" && payload !== null && "authorization" in payload
      ? payload.authorization
      : undefined;
  const token = bearerToken(authorization);
  if (token === undefined) throw new DomainError("UNAUTHENTICATED", "A bearer token is required");
  return verify(token);
}

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
