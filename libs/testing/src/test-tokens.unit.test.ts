import { createVerifier } from "@countersign/auth";
import { expect, it } from "vitest";
import { testTokens } from "./test-tokens.ts";

const claims = { sub: "0123456789abcdef01234567", companyId: "76543210fedcba9876543210" };

it("signs tokens that its verifier accepts", async () => {
  const tokens = testTokens();
  const verify = createVerifier(tokens.verifier);
  expect(await verify(await tokens.sign(claims))).toMatchObject({ userId: claims.sub, privileged: false });
  expect(await tokens.bearer(claims)).toMatch(/^Bearer ey/u);
});

it.each([
  { issuer: "https://other.test" },
  { audience: "others" },
  { secret: "another secret of more than 32 bytes" },
])("signs tokens that the default verifier refuses: %o", async (override) => {
  const verify = createVerifier(testTokens().verifier);
  const token = await testTokens(override).sign(claims);
  await expect(verify(token)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});
