import { createDevelopmentIssuer, type DevelopmentIssuer, type VerifierConfig } from "@countersign/auth";

const SECRET = "a secret of the tests, longer than 32 bytes";
const ISSUER = "https://issuer.test";
const AUDIENCE = "countersign-test";

export interface TestTokens {
  /** For `createVerifier`. */
  verifier: VerifierConfig;
  /** The same as environment variables. */
  environment: { AUTH_SECRET: string; AUTH_ISSUER: string; AUTH_AUDIENCE: string };
  /** Signs a token that the verifier accepts. Default lifetime: one hour. */
  sign: DevelopmentIssuer["sign"];
  /** The same as the value of an `Authorization` header. */
  bearer: DevelopmentIssuer["sign"];
}

/**
 * An issuer for tests, and what its verifier needs.
 *
 * @param overrides another issuer, audience or secret, for tokens that must be refused
 */
export function testTokens(
  overrides: { secret?: string; issuer?: string; audience?: string } = {},
): TestTokens {
  const { secret = SECRET, issuer = ISSUER, audience = AUDIENCE } = overrides;
  const { sign } = createDevelopmentIssuer({ secret, issuer, audience });
  return {
    verifier: { issuer, audience, key: { kind: "secret", secret } },
    environment: { AUTH_SECRET: secret, AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience },
    sign,
    bearer: async (claims, expiresIn) => `Bearer ${await sign(claims, expiresIn)}`,
  };
}
