import { createSecretKey, type KeyObject } from "node:crypto";
import { DomainError } from "@countersign/domain/errors";
import { type Text, text } from "@countersign/texts";
import {
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from "jose";
import { ASYMMETRIC_ALGORITHMS, algorithmsOf } from "./algorithms.ts";
import { claimsToPrincipal, claimsToService } from "./claims.ts";
import type { Principal, ServicePrincipal } from "./principal.ts";

/** Where the key that verifies tokens comes from. Each kind allows its own algorithms and no others. */
export type VerificationKey =
  | { kind: "jwks"; url: string }
  | { kind: "public-key"; key: KeyObject }
  /** A token that the previous secret signed is accepted too. */
  | { kind: "secret"; secret: string; previous?: string };

export interface VerifierConfig {
  /** Required value of `iss`. */
  issuer: string;
  /** Required member of `aud`. */
  audience: string;
  /** Further audiences, any of which is enough. */
  alsoFor?: readonly string[];
  key: VerificationKey;
  /** How long a fetched key set is used before it is fetched again; an unknown key id fetches earlier. */
  jwksMaxAgeMs?: number;
  /** Least time between two fetches of the key set. */
  jwksCooldownMs?: number;
}

/**
 * Verifies a compact JWT: signature with a pinned algorithm, issuer, audience, expiry, and the shape of its claims.
 *
 * @throws DomainError `UNAUTHENTICATED` with a message that is safe to show
 */
export type VerifyToken = (token: string) => Promise<Principal>;

/** The same for the token of a service (contract-3, WEB-1). @throws DomainError `FORBIDDEN` besides, for other tokens */
export type VerifyService = (token: string) => Promise<ServicePrincipal>;

const TOKEN_MAX_LENGTH = 8192;
const JWKS_TIMEOUT_MS = 2_000;
const JWKS_MAX_AGE_MS = 600_000;
const JWKS_COOLDOWN_MS = 30_000;

/** The keys of a configuration, in the order in which they are tried, and the algorithms of all of them. */
function keysAndAlgorithms(config: VerifierConfig): {
  keys: readonly JWTVerifyGetKey[];
  algorithms: readonly string[];
} {
  const { key } = config;
  if (key.kind === "secret") {
    const secrets = [key.secret, key.previous].filter((secret) => secret !== undefined);
    const keys = secrets.map((secret) => importSecret(secret));
    return { keys: keys.map((secret) => async () => secret), algorithms: ["HS256"] };
  }
  if (key.kind === "public-key") {
    return { keys: [async () => key.key], algorithms: algorithmsOf(key.key) };
  }
  const getKey = createRemoteJWKSet(new URL(key.url), {
    timeoutDuration: JWKS_TIMEOUT_MS,
    cacheMaxAge: config.jwksMaxAgeMs ?? JWKS_MAX_AGE_MS,
    cooldownDuration: config.jwksCooldownMs ?? JWKS_COOLDOWN_MS,
  });
  return { keys: [getKey], algorithms: ASYMMETRIC_ALGORITHMS };
}

/** The key of a secret, imported once: jose imports a secret of another form with each token. */
const importSecret = (secret: string) =>
  createSecretKey(Buffer.from(secret)).toCryptoKey({ name: "HMAC", hash: "SHA-256" }, false, ["verify"]);

/**
 * Creates the verifier of one issuer's tokens. A key set that cannot be fetched refuses the token like a bad one;
 * the reason stays in the error's `cause`, for the log.
 *
 * @throws TypeError when the public key's type cannot verify tokens
 */
export const createVerifier = (config: VerifierConfig): VerifyToken => verifierOf(config, claimsToPrincipal);

/**
 * Creates the verifier of the tokens of services, which need no `sub` (contract-3, WEB-1).
 *
 * @throws TypeError when the public key's type cannot verify tokens
 */
export const createServiceVerifier = (config: VerifierConfig): VerifyService =>
  verifierOf(config, claimsToService);

function verifierOf<Caller>(
  config: VerifierConfig,
  callerOf: (claims: JWTPayload) => Caller,
): (token: string) => Promise<Caller> {
  const { keys, algorithms } = keysAndAlgorithms(config);
  const options: JWTVerifyOptions = {
    algorithms: [...algorithms],
    issuer: config.issuer,
    audience: [config.audience, ...(config.alsoFor ?? [])],
    requiredClaims: ["exp"],
  };
  /** Reads a token by the first key that made its signature. */
  async function payloadOf(token: string): Promise<JWTPayload> {
    for (const [at, getKey] of keys.entries()) {
      try {
        return (await jwtVerify(token, getKey, options)).payload;
      } catch (error) {
        const isForged = error instanceof errors.JWSSignatureVerificationFailed;
        if (!isForged || at === keys.length - 1) throw error;
      }
    }
    throw new TypeError("no key to verify tokens with");
  }
  return async (token) => {
    if (token.length > TOKEN_MAX_LENGTH) throw refusalOf(text("person.tokenTooLong"));
    try {
      return callerOf(await payloadOf(token));
    } catch (error) {
      throw error instanceof DomainError ? error : refusalOf(reason(error), error);
    }
  };
}

function refusalOf(message: Text, cause?: unknown): DomainError {
  return new DomainError("UNAUTHENTICATED", message, { cause });
}

/** The text for the caller. All other failures get one sentence, so that nothing about the keys leaks. */
function reason(error: unknown): Text {
  if (error instanceof errors.JWTExpired) return text("person.tokenEnded");
  if (error instanceof errors.JWTClaimValidationFailed)
    return text("person.tokenClaimRefused", { claim: error.claim });
  return text("person.tokenInvalid");
}
