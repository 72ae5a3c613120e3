import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportJWK, exportPKCS8, exportSPKI, generateKeyPair } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { authEnvironment, verifierConfig } from "./environment.ts";

const schema = z.object(authEnvironment);
const ISSUED = { AUTH_ISSUER: "https://id.example.com", AUTH_AUDIENCE: "countersign" };
const folder = mkdtempSync(join(tmpdir(), "auth-environment-"));
let pem: string;
let jwk: string;
let privatePem: string;
let privateJwk: string;

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  pem = await exportSPKI(publicKey);
  jwk = JSON.stringify(await exportJWK(publicKey));
  privatePem = await exportPKCS8(privateKey);
  privateJwk = JSON.stringify(await exportJWK(privateKey));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Writes a key file and returns its path. */
function file(text: string): string {
  const path = join(folder, "key");
  writeFileSync(path, text);
  return path;
}

const issuesOfSecret = (AUTH_SECRET: string) => schema.safeParse({ ...ISSUED, AUTH_SECRET }).error?.issues;

describe("AUTH_PUBLIC_KEY", () => {
  it.each([
    ["PEM text", () => pem],
    ["a JWK", () => jwk],
    ["the path of a PEM file", () => file(pem)],
    ["the path of a JWK file", () => file(jwk)],
  ])("may be %s [CT-ENV-07]", (_case, value) => {
    const config = verifierConfig(schema.parse({ ...ISSUED, AUTH_PUBLIC_KEY: value() }));
    expect(config).toMatchObject({
      issuer: ISSUED.AUTH_ISSUER,
      key: { kind: "public-key", key: { type: "public" } },
    });
  });

  it.each([
    ["a private key", () => privatePem],
    ["a private JWK", () => privateJwk],
    ["the path of a private key", () => file(privatePem)],
    ["a path without a file", () => join(folder, "nothing")],
    ["a broken PEM", () => "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"],
    ["a JWK of a secret", () => JSON.stringify({ kty: "oct", k: "c2VjcmV0" })],
  ])("may not be %s [CT-ENV-01]", (_case, value) => {
    const { error } = schema.safeParse({ ...ISSUED, AUTH_PUBLIC_KEY: value() });
    expect(error?.issues).toMatchObject([{ path: ["AUTH_PUBLIC_KEY"], message: /expected a public key/ }]);
  });
});

it("a secret has at least 32 bytes [CT-ENV-07]", () => {
  expect(issuesOfSecret("x".repeat(31))).toMatchObject([
    { path: ["AUTH_SECRET"], message: "expected at least 32 bytes" },
  ]);
  expect(issuesOfSecret("é".repeat(16))).toBeUndefined();
});

it("a secret may be in a file [CT-ENV-07]", () => {
  const secret = "x".repeat(32);
  const config = verifierConfig(schema.parse({ ...ISSUED, AUTH_SECRET_FILE: file(`${secret}\n`) }));
  expect(config?.key).toEqual({ kind: "secret", secret });
  for (const AUTH_SECRET_FILE of [file("x".repeat(31)), join(folder, "nothing")]) {
    const { error } = schema.safeParse({ ...ISSUED, AUTH_SECRET_FILE });
    expect(error?.issues).toMatchObject([{ path: ["AUTH_SECRET_FILE"], message: /at least 32 bytes/ }]);
  }
});

it("exactly one key source makes a configuration [CT-ENV-07]", () => {
  const AUTH_SECRET = "x".repeat(32);
  const AUTH_JWKS_URL = "https://id.example.com/jwks";
  expect(verifierConfig(ISSUED)).toBeUndefined();
  expect(verifierConfig({ ...ISSUED, AUTH_SECRET, AUTH_JWKS_URL })).toBeUndefined();
  expect(verifierConfig({ ...ISSUED, AUTH_JWKS_URL })?.key).toEqual({ kind: "jwks", url: AUTH_JWKS_URL });
});

it("a previous secret goes with a secret, and is no key source of its own [OPS-3]", () => {
  const [AUTH_SECRET, AUTH_SECRET_PREVIOUS] = ["x".repeat(32), "y".repeat(32)];
  const config = verifierConfig(schema.parse({ ...ISSUED, AUTH_SECRET, AUTH_SECRET_PREVIOUS }));
  expect(config?.key).toEqual({ kind: "secret", secret: AUTH_SECRET, previous: AUTH_SECRET_PREVIOUS });
  expect(verifierConfig({ ...ISSUED, AUTH_SECRET_PREVIOUS })).toBeUndefined();
  const { error } = schema.safeParse({ ...ISSUED, AUTH_SECRET, AUTH_SECRET_PREVIOUS: "short" });
  expect(error?.issues).toMatchObject([
    { path: ["AUTH_SECRET_PREVIOUS"], message: "expected at least 32 bytes" },
  ]);
});
