import type { Principal } from "./principal.ts";
import type { VerifyToken } from "./verifier.ts";

export interface RememberOptions {
  /** How long a token is taken as verified; a key that was withdrawn is obeyed that much longer. Default 60 s. */
  maxAgeMs?: number;
  /** Most tokens remembered; the oldest are forgotten. Default 5,000. */
  maxTokens?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
}

interface Remembered {
  principal: Principal;
  until: number;
}

/**
 * Remembers which tokens were verified, for services whose clients send the same one with every request: checking a
 * signature costs more than handling a message. A token is never taken beyond its expiry, and refusals are not remembered.
 */
export function rememberVerified(
  verify: VerifyToken,
  { maxAgeMs = 60_000, maxTokens = 5_000, now = Date.now }: RememberOptions = {},
): VerifyToken {
  const remembered = new Map<string, Remembered>();
  return async (token) => {
    const known = remembered.get(token);
    if (known && now() < known.until) return known.principal;
    remembered.delete(token);
    const principal = await verify(token);
    if (remembered.size >= maxTokens) remembered.delete(remembered.keys().next().value!);
    remembered.set(token, { principal, until: Math.min(now() + maxAgeMs, principal.expiresAt * 1000) });
    return principal;
  };
}
