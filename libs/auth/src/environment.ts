import { createPublicKey, type KeyObject, type webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { algorithmsOf } from "./algorithms.ts";
import type { VerificationKey, VerifierConfig } from "./verifier.ts";

const SECRET_MIN_BYTES = 32;
const RSA_MIN_BITS = 2048;
const EXPECTED_KEY = "a public key as PEM or JWK, or the path of a file that holds one";

/**
 * Reads a public key from PEM text, JWK JSON or the path of a file with either.
 *
 * @throws Error when the value holds no public key of a supported kind, or a private key
 */
export function parsePublicKey(value: string): KeyObject {
  const inline = value.startsWith("-----BEGIN") || value.startsWith("{");
  const text = (inline ? value : readFileSync(value, "utf8")).trim();
  if (text.includes("PRIVATE KEY")) throw new Error("a private key has no place in a verifying service");
  const key = text.startsWith("{") ? publicKeyFromJwk(text) : createPublicKey(text);
  algorithmsOf(key);
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (bits !== undefined && bits < RSA_MIN_BITS) throw new Error(`RSA keys need ${RSA_MIN_BITS} bits`);
  return key;
}

function publicKeyFromJwk(text: string): KeyObject {
  const key = JSON.parse(text) as webcrypto.JsonWebKey;
  if (key.d !== undefined) throw new Error("a private key has no place in a verifying service");
  return createPublicKey({ key, format: "jwk" });
}

const secretText = z
  .string()
  .refine(
    (value) => Buffer.byteLength(value) >= SECRET_MIN_BYTES,
    `expected at least ${SECRET_MIN_BYTES} bytes`,
  );

/** Environment of the verifier (contract, "Processes"): exactly one of the key sources, issuer and audience. */
export const authEnvironment = {
  AUTH_JWKS_URL: z.url({ protocol: /^https?$/, error: "expected an http(s) URL" }).optional(),
  AUTH_PUBLIC_KEY: z
    .string()
    .transform((value, context): KeyObject => {
      try {
        return parsePublicKey(value);
      } catch {
        context.addIssue({ code: "custom", message: `expected ${EXPECTED_KEY}` });
        return z.NEVER;
      }
    })
    .optional(),
  AUTH_SECRET: secretText.optional(),
  /** Verifies tokens too while the secret is rotated, and never signs any (contract-3, OPS-3). */
  AUTH_SECRET_PREVIOUS: secretText.optional(),
  AUTH_SECRET_FILE: z
    .string()
    .transform((path, context): string => {
      try {
        const secret = readFileSync(path, "utf8").trim();
        if (Buffer.byteLength(secret) >= SECRET_MIN_BYTES) return secret;
      } catch {
        // Reported below, without the path's content.
      }
      const message = `expected the path of a file that holds at least ${SECRET_MIN_BYTES} bytes`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .optional(),
  AUTH_ISSUER: z.string("expected the issuer of the tokens").min(1).max(500),
  AUTH_AUDIENCE: z.string("expected the audience of the tokens").min(1).max(500),
};

/** The checked variables of {@link authEnvironment}. */
export interface AuthEnvironment {
  AUTH_JWKS_URL?: string | undefined;
  AUTH_PUBLIC_KEY?: KeyObject | undefined;
  AUTH_SECRET?: string | undefined;
  AUTH_SECRET_PREVIOUS?: string | undefined;
  /** The file's content. */
  AUTH_SECRET_FILE?: string | undefined;
  AUTH_ISSUER: string;
  AUTH_AUDIENCE: string;
}

/** The verifier's configuration, or `undefined` unless exactly one key source is set; a previous secret is none. */
export function verifierConfig(env: AuthEnvironment): VerifierConfig | undefined {
  const keys: VerificationKey[] = [];
  if (env.AUTH_JWKS_URL !== undefined) keys.push({ kind: "jwks", url: env.AUTH_JWKS_URL });
  if (env.AUTH_PUBLIC_KEY !== undefined) keys.push({ kind: "public-key", key: env.AUTH_PUBLIC_KEY });
  for (const secret of [env.AUTH_SECRET, env.AUTH_SECRET_FILE]) {
    if (secret === undefined) continue;
    const { AUTH_SECRET_PREVIOUS: previous } = env;
    keys.push({ kind: "secret", secret, ...(previous !== undefined && { previous }) });
  }
  const [key, ...otherKeys] = keys;
  if (key === undefined || otherKeys.length > 0) return undefined;
  return { issuer: env.AUTH_ISSUER, audience: env.AUTH_AUDIENCE, key };
}
