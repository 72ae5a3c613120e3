import { LRUCache } from "lru-cache";
import type { Principal } from "./principal.ts";
import { hasExpired, type VerifyToken } from "./verifier.ts";

export interface RememberOptions {
  /** How long a token counts as verified; a withdrawn key stays valid that much longer. Default 60 s. */
  maxAgeMs?: number;
  /** Most tokens remembered; those least used are forgotten. Default 5,000. */
  maxTokens?: number;
  /** Most bytes that all of them take; a token may have 8 KB. Default 8 MiB. */
  maxBytes?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** Bytes of an entry beside the token. The principal's texts are parts of the token. */
const ENTRY_BYTES = 500;

interface Remembered {
  outcome: { principal: Principal } | { refusal: unknown };
  until: number;
}

/**
 * Remembers which tokens were verified, for services whose clients send the same one with every request: checking a
 * signature costs more than handling a message. No token counts after its expiry. Of refusals it remembers those of
 * expired tokens, which stay refused; what has no right signature takes no room.
 */
export function rememberVerified(
  verify: VerifyToken,
  { maxAgeMs = 60_000, maxTokens = 5_000, maxBytes = 8 * 1024 * 1024, now = Date.now }: RememberOptions = {},
): VerifyToken {
  const remembered = new LRUCache<string, Remembered>({
    max: maxTokens,
    maxSize: maxBytes,
    sizeCalculation: (_, token) => 2 * token.length + ENTRY_BYTES,
  });
  const remember = (token: string, outcome: Remembered["outcome"], until: number) =>
    remembered.set(token, { outcome, until: Math.min(now() + maxAgeMs, until) });
  return async (token) => {
    const known = remembered.get(token);
    if (known && now() < known.until) {
      if ("refusal" in known.outcome) throw known.outcome.refusal;
      return known.outcome.principal;
    }
    remembered.delete(token);
    try {
      const principal = await verify(token);
      remember(token, { principal }, principal.expiresAt * 1000);
      return principal;
    } catch (refusal) {
      if (hasExpired(refusal)) remember(token, { refusal }, Infinity);
      throw refusal;
    }
  };
}
