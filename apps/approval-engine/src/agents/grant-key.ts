import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { calculateJwkThumbprint, exportJWK, type JWK } from "jose";

/** Key that signs grants, and what verifies them. */
export interface GrantKey {
  key: KeyObject;
  /** The thumbprint (RFC 7638), by which verifiers find the key. */
  kid: string;
  /** The published key set (RFC 7517). */
  jwks: { keys: JWK[] };
}

/** The bytes before the 32 of an Ed25519 key in PKCS8 (RFC 8410). */
const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");
const SEED_BYTES = 32;

/**
 * Reads an Ed25519 private key in PKCS8, as PEM or as base64 of DER, or from the file at an absolute path.
 *
 * @throws Error for anything else
 */
export function parseGrantKey(givenKey: string): KeyObject {
  const value = givenKey.startsWith("/") ? readFileSync(givenKey, "utf8").trim() : givenKey;
  const key = value.includes("-----BEGIN")
    ? createPrivateKey(value)
    : createPrivateKey({ key: Buffer.from(value, "base64"), format: "der", type: "pkcs8" });
  if (key.asymmetricKeyType !== "ed25519") throw new Error("grants are signed by Ed25519");
  return key;
}

/** The key of development, the same on every replica: derived from the secret of tokens. */
export function derivedGrantKey(secret: string): KeyObject {
  const seed = Buffer.from(hkdfSync("sha256", secret, "", "countersign grants", SEED_BYTES));
  return createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: "der", type: "pkcs8" });
}

/** The key with its id and its published form. */
export async function grantKeyOf(key: KeyObject): Promise<GrantKey> {
  const jwk = await exportJWK(createPublicKey(key));
  const kid = await calculateJwkThumbprint(jwk);
  return { key, kid, jwks: { keys: [{ ...jwk, kid, alg: "EdDSA", use: "sig" }] } };
}
