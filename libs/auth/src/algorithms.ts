import type { KeyObject } from "node:crypto";

const RSA = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"];
const EDWARDS = ["EdDSA", "Ed25519"];
const BY_CURVE: Readonly<Record<string, string>> = {
  prime256v1: "ES256",
  secp384r1: "ES384",
  secp521r1: "ES512",
};

/** Algorithms whose verification needs no secret; a key set may hold keys for these. */
export const ASYMMETRIC_ALGORITHMS: readonly string[] = [...RSA, ...Object.values(BY_CURVE), ...EDWARDS];

/**
 * The algorithms that this public key can honestly be used with, so that no token can choose another.
 *
 * @throws TypeError when the key's type cannot verify tokens
 */
export function algorithmsOf(key: KeyObject): readonly string[] {
  if (key.type === "public") {
    if (key.asymmetricKeyType === "rsa") return RSA;
    if (key.asymmetricKeyType === "ed25519") return EDWARDS;
    const algorithm = BY_CURVE[key.asymmetricKeyDetails?.namedCurve ?? ""];
    if (algorithm !== undefined) return [algorithm];
  }
  throw new TypeError(`a ${key.type} key of type ${key.asymmetricKeyType} cannot verify tokens`);
}
