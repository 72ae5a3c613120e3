import { DomainError } from "@countersign/domain/errors";
import { errors } from "jose";
import { describe, expect, it } from "vitest";
import type { Principal } from "./principal.ts";
import { rememberVerified } from "./remember-verified.ts";

const START_MS = 1_000_000;

function remembering({ maxTokens = 10, maxBytes = 1_000_000, expiresInMs = 3_600_000 } = {}) {
  let nowMs = START_MS;
  const asked: string[] = [];
  const verify = async (token: string): Promise<Principal> => {
    asked.push(token);
    if (token.startsWith("bad")) throw new DomainError("UNAUTHENTICATED", "refused");
    if (token.startsWith("old")) {
      const cause = new errors.JWTExpired("expired", {});
      throw new DomainError("UNAUTHENTICATED", "The token has expired", { cause });
    }
    return {
      issuer: "https://issuer.test",
      userId: token,
      companyId: "c",
      privileged: false,
      expiresAt: (START_MS + expiresInMs) / 1000,
    };
  };
  const remembered = rememberVerified(verify, {
    maxAgeMs: 60_000,
    maxTokens,
    maxBytes,
    now: () => nowMs,
  });
  return { asked, verify: remembered, advance: (ms: number) => (nowMs += ms) };
}

describe("remembering verified tokens", () => {
  it("asks once for a token within the time, and again after it", async () => {
    const { asked, verify, advance } = remembering();
    expect(await verify("a")).toMatchObject({ userId: "a" });
    advance(59_999);
    expect(await verify("a")).toMatchObject({ userId: "a" });
    expect(asked).toEqual(["a"]);
    advance(1);
    await verify("a");
    expect(asked).toEqual(["a", "a"]);
  });

  it("takes no token beyond its expiry", async () => {
    const { asked, verify, advance } = remembering({ expiresInMs: 1_000 });
    await verify("a");
    advance(999);
    await verify("a");
    expect(asked).toHaveLength(1);
    advance(1);
    await verify("a");
    expect(asked).toHaveLength(2);
  });

  it("takes no other token, not even one that begins alike", async () => {
    const { asked, verify } = remembering();
    await verify("token");
    await verify("token2");
    expect(asked).toEqual(["token", "token2"]);
  });

  it("remembers the refusal of an expired token for the time, and no other refusal", async () => {
    const { asked, verify, advance } = remembering();
    for (const token of ["bad", "bad", "old", "old", "old2"]) {
      await expect(verify(token)).rejects.toThrow(token === "bad" ? "refused" : "The token has expired");
    }
    expect(asked).toEqual(["bad", "bad", "old", "old2"]);
    advance(60_000);
    await expect(verify("old")).rejects.toThrow("The token has expired");
    expect(asked).toHaveLength(5);
  });

  it("forgets the oldest when there are too many", async () => {
    const { asked, verify } = remembering({ maxTokens: 2 });
    for (const token of ["a", "b", "c", "b", "a"]) await verify(token);
    expect(asked).toEqual(["a", "b", "c", "a"]);
  });

  it("forgets those least used when they take too many bytes", async () => {
    const { asked, verify } = remembering({ maxBytes: 50_000 });
    const tokens = ["a", "b", "c"].map((name) => name.repeat(8_000));
    for (const token of [...tokens, tokens[1]!]) await verify(token);
    expect(asked).toHaveLength(3);
    await verify("d".repeat(8_000));
    await verify(tokens[0]!);
    expect(asked).toHaveLength(5);
  });
});
