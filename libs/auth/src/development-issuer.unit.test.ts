import { describe, expect, it } from "vitest";
import { createDevelopmentIssuer } from "./development-issuer.ts";
import { createVerifier } from "./verifier.ts";

const secret = "a development secret of 32 bytes!";
const config = { secret, issuer: "development", audience: "countersign" };
const issuer = createDevelopmentIssuer(config);
const verify = createVerifier({ ...config, key: { kind: "secret", secret } });
const CLAIMS = { sub: "65f0a1b2c3d4e5f6a7b8c9d0", companyId: "65f0a1b2c3d4e5f6a7b8c9d1" };

describe("a development token", () => {
  it.each([
    ["1h", 3600],
    ["45s", 45],
    ["30m", 1800],
    ["7d", 604_800],
  ])("lives %s when asked for that", async (expiresIn, lifetime) => {
    const signedAt = Math.floor(Date.now() / 1000);
    const { expiresAt } = await verify(await issuer.sign(CLAIMS, expiresIn));
    expect(expiresAt - signedAt).toBeOneOf([lifetime, lifetime + 1]);
  });

  it("lives an hour by default [CT-AUTH-16]", async () => {
    const signedAt = Math.floor(Date.now() / 1000);
    const { expiresAt } = await verify(await issuer.sign(CLAIMS));
    expect(expiresAt - signedAt).toBeOneOf([3600, 3601]);
  });

  it("carries the claims that were asked for", async () => {
    const claims = { ...CLAIMS, branchId: "65f0a1b2c3d4e5f6a7b8c9d2", name: "Ada", privileged: true };
    await expect(verify(await issuer.sign(claims))).resolves.toMatchObject({
      userId: CLAIMS.sub,
      branchId: claims.branchId,
      name: "Ada",
      privileged: true,
    });
  });
});

it.each(["", "1", "h", "-1h", "0s", "1w", "1.5h", "1h1m"])("refuses to live %j", async (expiresIn) => {
  await expect(issuer.sign(CLAIMS, expiresIn)).rejects.toMatchObject({
    code: "INVALID_INPUT",
    field: "expires",
  });
});

it("refuses to sign claims that no service would accept", async () => {
  await expect(issuer.sign({ ...CLAIMS, companyId: "acme" })).rejects.toMatchObject({
    code: "INVALID_INPUT",
    message: expect.stringContaining('"companyId"') as string,
  });
});
