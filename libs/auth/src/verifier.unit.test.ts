import { createPublicKey } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from "jose";
import { afterEach, describe, expect, it } from "vitest";
import { createServiceVerifier, createVerifier, type VerificationKey } from "./verifier.ts";

const ISSUER = "https://id.example.com";
const AUDIENCE = "countersign";
const SECRET = "a development secret of 32 bytes!";
const CLAIMS = { sub: "65f0a1b2c3d4e5f6a7b8c9d0", companyId: "65f0a1b2c3d4e5f6a7b8c9d1" };
const IN_AN_HOUR = () => Math.floor(Date.now() / 1000) + 3600;

const verifierWith = (key: VerificationKey, options: { jwksCooldownMs?: number } = {}) =>
  createVerifier({ issuer: ISSUER, audience: AUDIENCE, key, ...options });
const verifySecret = verifierWith({ kind: "secret", secret: SECRET });

/** Claims of a good token, changed; `undefined` leaves a claim out. */
function payload(changes: Record<string, unknown> = {}) {
  const all = { iss: ISSUER, aud: AUDIENCE, exp: IN_AN_HOUR(), ...CLAIMS, ...changes };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

const signWithSecret = (changes: Record<string, unknown> = {}, secret = SECRET) =>
  new SignJWT(payload(changes)).setProtectedHeader({ alg: "HS256" }).sign(Buffer.from(secret));

const refusal = (message: string | RegExp) =>
  expect.objectContaining({ code: "UNAUTHENTICATED", message: expect.stringMatching(message) as string });

describe("a token with all claims", () => {
  it("becomes the principal [CT-AUTH-02] [CT-AUTH-11]", async () => {
    const exp = IN_AN_HOUR();
    const token = await signWithSecret({
      exp,
      branchId: "65F0A1B2C3D4E5F6A7B8C9D2",
      name: "Ada",
      privileged: true,
    });

    await expect(verifySecret(token)).resolves.toEqual({
      issuer: ISSUER,
      userId: CLAIMS.sub,
      companyId: CLAIMS.companyId,
      branchId: "65f0a1b2c3d4e5f6a7b8c9d2",
      name: "Ada",
      privileged: true,
      expiresAt: exp,
    });
  });

  it.each<[object, object]>([
    [{ agent: true }, { isAgent: true }],
    [{ agent: false }, {}],
    [{ act: { sub: "claude" } }, { isAgent: true }],
    [
      { act: { sub: "claude", name: "Claude Desktop", iss: "x" } },
      { isAgent: true, client: "Claude Desktop" },
    ],
    [{ agent: false, act: { sub: "claude" } }, { isAgent: true }],
  ])("is an agent's where it says so: %j [AGT-2] [AGT-3]", async (claims, expected) => {
    const { isAgent, client } = await verifySecret(await signWithSecret({ ...claims }));
    expect({ isAgent, client }).toEqual({ isAgent: undefined, client: undefined, ...expected });
  });

  it.each([{ act: "claude" }, { act: {} }, { act: { sub: "claude", name: 5 } }, { agent: "yes" }])(
    "is refused where nobody can tell whether it is an agent's: %j [AGT-2]",
    async (claims) => {
      await expect(verifySecret(await signWithSecret(claims))).rejects.toEqual(
        refusal(/^The token's "(act|agent)[a-z.]*" is missing or malformed$/u),
      );
    },
  );

  it("is not privileged unless it says so [CT-AUTH-11]", async () => {
    await expect(verifySecret(await signWithSecret())).resolves.toMatchObject({ privileged: false });
  });
});

describe("a service's token [WEB-1]", () => {
  const verifyService = createServiceVerifier({
    issuer: ISSUER,
    audience: AUDIENCE,
    key: { kind: "secret", secret: SECRET },
  });

  it("names the owner of its documents, and needs no user", async () => {
    const exp = IN_AN_HOUR();
    const token = await signWithSecret({ exp, owner: "legal", sub: undefined });
    const service = { issuer: ISSUER, owner: "legal", companyId: CLAIMS.companyId, expiresAt: exp };
    await expect(verifyService(token)).resolves.toEqual(service);
    const { companyId: _any, ...ofAnyCompany } = service;
    const withoutCompany = await signWithSecret({ exp, owner: "legal", companyId: undefined });
    await expect(verifyService(withoutCompany)).resolves.toEqual(ofAnyCompany);
  });

  it.each([{}, { privileged: true }, { sub: undefined }, { owner: "" }, { owner: 5 }, { owner: null }])(
    "is refused where people act: %j",
    async (claims) => {
      const token = await signWithSecret({ owner: "legal", ...claims });
      const error = { code: "FORBIDDEN", message: "This token is a service's: it acts under /api/v1 alone" };
      await expect(verifySecret(token)).rejects.toMatchObject(error);
    },
  );

  it.each<[string, object, string]>([
    ["a person's", {}, "FORBIDDEN"],
    ["a privileged person's", { privileged: true }, "FORBIDDEN"],
    ["an agent's", { agent: true, owner: "legal" }, "FORBIDDEN"],
    ["an auditor's", { auditor: true, owner: "legal" }, "FORBIDDEN"],
    ["a program's", { act: { sub: "claude" }, owner: "legal" }, "FORBIDDEN"],
    ["of no owner", { owner: "" }, "UNAUTHENTICATED"],
    ["of a number", { owner: 5 }, "UNAUTHENTICATED"],
    ["of a malformed company", { owner: "legal", companyId: "acme" }, "UNAUTHENTICATED"],
    ["expired", { owner: "legal", exp: 1 }, "UNAUTHENTICATED"],
    ["without an end", { owner: "legal", exp: undefined }, "UNAUTHENTICATED"],
    ["of another issuer", { owner: "legal", iss: "https://other.test" }, "UNAUTHENTICATED"],
    ["for another audience", { owner: "legal", aud: "countersign-gate" }, "UNAUTHENTICATED"],
  ])("%s is refused where services act", async (_, claims, code) => {
    await expect(verifyService(await signWithSecret({ ...claims }))).rejects.toMatchObject({ code });
  });
});

describe("a token is refused", () => {
  const aSecondAgo = Math.floor(Date.now() / 1000) - 1;

  it.each([
    ["expired", { exp: aSecondAgo }, /expired/],
    ["without expiry", { exp: undefined }, /"exp"/],
    ["of another issuer", { iss: "https://id.elsewhere.com" }, /"iss"/],
    ["for another audience", { aud: "somebody-else" }, /"aud"/],
    ["without audience", { aud: undefined }, /"aud"/],
    ["not valid yet", { nbf: IN_AN_HOUR() }, /"nbf"/],
  ])("when %s [CT-AUTH-03]", async (_case, changes, message) => {
    await expect(verifySecret(await signWithSecret(changes))).rejects.toEqual(refusal(message));
  });

  it.each([
    ["sub", undefined],
    ["sub", "42"],
    ["companyId", undefined],
    ["companyId", "65f0a1b2c3d4e5f6a7b8c9dg"],
    ["companyId", { $ne: null }],
    ["branchId", "main"],
    ["privileged", "yes"],
    ["name", "x".repeat(201)],
  ])("when its %s is %j [CT-AUTH-02]", async (claim, value) => {
    await expect(verifySecret(await signWithSecret({ [claim]: value }))).rejects.toEqual(
      refusal(`"${claim}"`),
    );
  });

  it("when another secret signed it [CT-AUTH-03]", async () => {
    const token = await signWithSecret({}, "another secret of at least 32 bytes");
    await expect(verifySecret(token)).rejects.toEqual(refusal(/^The token is not valid$/));
  });

  it("when its algorithm is none [CT-AUTH-03]", async () => {
    await expect(verifySecret(new UnsecuredJWT(payload()).encode())).rejects.toEqual(refusal(/not valid/));
  });

  it("when it is signed with an algorithm that is not pinned [CT-AUTH-03]", async () => {
    const token = await new SignJWT(payload())
      .setProtectedHeader({ alg: "HS512" })
      .sign(Buffer.from(SECRET.repeat(2)));
    await expect(verifierWith({ kind: "secret", secret: SECRET.repeat(2) })(token)).rejects.toEqual(
      refusal(/not valid/),
    );
  });

  it.each(["", "x", "a.b.c", "..", "é".repeat(10), "x".repeat(9000)])(
    "when it is garbage (%#)",
    async (token) => {
      await expect(verifySecret(token)).rejects.toEqual(refusal(/not valid|too long/));
    },
  );
});

describe("with a public key", () => {
  it("accepts what the private key signed [CT-AUTH-03]", async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    const key = createPublicKey(await exportSPKI(publicKey));
    const token = await new SignJWT(payload()).setProtectedHeader({ alg: "ES256" }).sign(privateKey);

    await expect(verifierWith({ kind: "public-key", key })(token)).resolves.toMatchObject({
      userId: CLAIMS.sub,
    });
  });

  it("refuses an HS256 token whose secret is the public key [CT-AUTH-03]", async () => {
    const { publicKey } = await generateKeyPair("RS256", { extractable: true });
    const pem = await exportSPKI(publicKey);
    const token = await signWithSecret({}, pem);

    await expect(verifierWith({ kind: "public-key", key: createPublicKey(pem) })(token)).rejects.toEqual(
      refusal(/not valid/),
    );
  });
});

async function signer(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" };
  const sign = () => new SignJWT(payload()).setProtectedHeader({ alg: "RS256", kid }).sign(privateKey);
  return { jwk, sign };
}

describe("with a key set", () => {
  const stops: (() => void)[] = [];
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
  });

  /** Serves keys that the test exchanges; counts how often they are fetched. */
  async function serveKeySet(initial: JWK[]) {
    const state = { keys: initial, status: 200, fetches: 0 };
    const server = createServer((_request, response) => {
      state.fetches += 1;
      response.writeHead(state.status, { "content-type": "application/json" });
      response.end(JSON.stringify({ keys: state.keys }));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    stops.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    return { state, key: { kind: "jwks", url: `http://127.0.0.1:${port}/jwks` } as const };
  }

  it("accepts a token of a key that was rotated in, and refuses one that was rotated out [CT-ENV-07]", async () => {
    const [first, second] = [await signer("first"), await signer("second")];
    const { state, key } = await serveKeySet([first.jwk]);
    const verify = verifierWith(key, { jwksCooldownMs: 0 });
    await expect(verify(await first.sign())).resolves.toMatchObject({ userId: CLAIMS.sub });

    state.keys = [second.jwk];

    await expect(verify(await second.sign())).resolves.toMatchObject({ userId: CLAIMS.sub });
    await expect(verify(await first.sign())).rejects.toEqual(refusal(/not valid/));
  });

  it("fetches the set once for many tokens, and not for every unknown key id", async () => {
    const [known, unknown] = [await signer("known"), await signer("unknown")];
    const { state, key } = await serveKeySet([known.jwk]);
    const verify = verifierWith(key);

    for (const token of [await known.sign(), await known.sign()]) await verify(token);
    for (const token of [await unknown.sign(), await unknown.sign()]) {
      await expect(verify(token)).rejects.toEqual(refusal(/not valid/));
    }

    expect(state.fetches).toBe(1);
  });

  it("refuses an HS256 token whose secret is the published key [CT-AUTH-03]", async () => {
    const { jwk } = await signer("first");
    const { key } = await serveKeySet([jwk]);
    const token = await signWithSecret({}, JSON.stringify(jwk));
    await expect(verifierWith(key)(token)).rejects.toEqual(refusal(/not valid/));
  });

  it("refuses tokens, without internals, while the set cannot be fetched [CT-PROC-09] [CT-AUTH-04]", async () => {
    const { jwk, sign } = await signer("first");
    const { state, key } = await serveKeySet([jwk]);
    state.status = 500;
    await expect(verifierWith(key)(await sign())).rejects.toEqual(refusal(/^The token is not valid$/));
  });
});

describe("a secret that is being rotated", () => {
  const PREVIOUS = "the secret before it, of 32 bytes!";
  const verify = verifierWith({ kind: "secret", secret: SECRET, previous: PREVIOUS });

  it.each([SECRET, PREVIOUS])(
    "verifies tokens of the new and of the previous one [OPS-3]",
    async (secret) => {
      await expect(verify(await signWithSecret({}, secret))).resolves.toMatchObject({ userId: CLAIMS.sub });
    },
  );

  it("says of a previous token what is wrong with it, and refuses those of others [OPS-3]", async () => {
    const expired = await signWithSecret({ exp: 1_000 }, PREVIOUS);
    await expect(verify(expired)).rejects.toEqual(refusal("The token has expired"));
    const forged = await signWithSecret({}, "another secret of at least 32 bytes");
    await expect(verify(forged)).rejects.toEqual(refusal("The token is not valid"));
    await expect(verifySecret(await signWithSecret({}, PREVIOUS))).rejects.toEqual(
      refusal("The token is not valid"),
    );
  });
});
