import { createHash, randomUUID } from "node:crypto";
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { type Action, canonicalJson, createGrantCheck } from "./check-grant.ts";

const ISSUER = "https://approvals.example.com";
const ACTION: Action = { tool: "delete_record", arguments: { name: "customers-2019" } };
const NOW = new Date("2026-11-26T10:00:00Z");
const NOW_S = NOW.getTime() / 1_000;

const { privateKey, publicKey } = await generateKeyPair("EdDSA");
const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), alg: "EdDSA" }] });

interface Grant {
  /** `null`: the grant names no action. */
  action?: Action | null;
  audience?: string;
  issuer?: string;
  jti?: string;
  signedBy?: CryptoKey;
  typ?: string;
  /** The agent chose all approvers. */
  named?: boolean;
}

const grantOf = async (fields: Grant = {}) => {
  const { action = ACTION, audience = "guarded-tools", issuer = ISSUER, jti = randomUUID() } = fields;
  const { signedBy = privateKey, typ = "grant+jwt", named } = fields;
  const actionSha256 = createHash("sha256").update(canonicalJson(action)).digest("hex");
  return new SignJWT({
    requestId: "a".repeat(24),
    ...(action && { actionSha256 }),
    ...(named !== undefined && { named }),
  })
    .setProtectedHeader({ alg: "EdDSA", typ })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(NOW_S)
    .setExpirationTime(NOW_S + 600)
    .setJti(jti)
    .sign(signedBy);
};

function aCheck(more: { allowNamed?: boolean } = {}) {
  let now = NOW;
  const options = { keys, issuer: ISSUER, audience: "guarded-tools", clock: () => now, ...more };
  const check = createGrantCheck(options);
  return { check, at: (seconds: number) => void (now = new Date((NOW_S + seconds) * 1_000)) };
}

describe("the dangerous tool [ASK-4]", () => {
  it("runs with a grant for exactly its arguments, in whatever order they are written", async () => {
    const { check } = aCheck();
    const action = { arguments: { name: "customers-2019" }, tool: "delete_record" };
    await expect(check(await grantOf({ action }), ACTION)).resolves.toBeUndefined();
  });

  it("says without a grant what to ask people for", async () => {
    await expect(aCheck().check(undefined, ACTION)).rejects.toThrow(
      'call request_approval with the action {"arguments":{"name":"customers-2019"},"tool":"delete_record"}',
    );
  });

  it("refuses a grant whose approvers the agent chose, without using it up [MEET-1]", async () => {
    const grant = await grantOf({ named: true });
    for (const options of [{}, { allowNamed: false }]) {
      await expect(aCheck(options).check(grant, ACTION)).rejects.toThrow(
        "The agent chose who approved this: pass allowNamed to accept it",
      );
    }
    const { check } = aCheck({ allowNamed: true });
    await expect(check(grant, ACTION)).resolves.toBeUndefined();
    await expect(check(grant, ACTION)).rejects.toThrow("The grant was used already");
  });

  it("refuses a grant that is used a second time, also at the same moment", async () => {
    const { check } = aCheck();
    const grant = await grantOf();
    const both = await Promise.allSettled([check(grant, ACTION), check(grant, ACTION)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a.localeCompare(b))).toEqual([
      "fulfilled",
      "rejected",
    ]);
    await expect(check(grant, ACTION)).rejects.toThrow("The grant was used already");
  });

  it("refuses a grant for other arguments or another tool, and does not use it up", async () => {
    const { check } = aCheck();
    const grant = await grantOf();
    for (const other of [
      { ...ACTION, arguments: { name: "customers-2026" } },
      { ...ACTION, arguments: { ...ACTION.arguments, force: true } },
      { ...ACTION, tool: "delete_table" },
    ]) {
      await expect(check(grant, other)).rejects.toThrow("The grant is for another call");
    }
    await expect(check(grant, ACTION)).resolves.toBeUndefined();
  });

  it("refuses a grant a second late", async () => {
    const { check, at } = aCheck();
    const [first, second] = [await grantOf(), await grantOf()];
    at(599);
    await expect(check(first, ACTION)).resolves.toBeUndefined();
    at(600);
    await expect(check(second, ACTION)).rejects.toThrow("The grant has expired: ask anew");
  });

  it("refuses a grant for another tool server, of another engine, with another key, without an action, or a token of a person", async () => {
    const { check } = aCheck();
    const other = await generateKeyPair("EdDSA");
    const grants: [Grant, string][] = [
      [{ audience: "other-tools" }, "The grant is not for this tool server (aud)"],
      [{ issuer: "https://elsewhere.example" }, "The grant is not for this tool server (iss)"],
      [{ action: null }, "The grant is not for this tool server (actionSha256)"],
      [{ typ: "JWT" }, "The grant is not for this tool server (typ)"],
      [{ signedBy: other.privateKey }, "The grant is not valid"],
    ];
    for (const [fields, text] of grants) {
      await expect(check(await grantOf(fields), ACTION)).rejects.toThrow(text);
    }
    await expect(check("nonsense", ACTION)).rejects.toThrow("The grant is not valid");
  });
});
