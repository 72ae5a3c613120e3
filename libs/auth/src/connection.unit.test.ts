import { DomainError } from "@countersign/domain/errors";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { authenticateConnection, onExpiry } from "./connection.ts";
import type { Principal } from "./principal.ts";

const ADA: Principal = {
  issuer: "https://id.example.com",
  userId: "65f0a1b2c3d4e5f6a7b8c9d0",
  companyId: "65f0a1b2c3d4e5f6a7b8c9d1",
  privileged: false,
  expiresAt: 4_000_000_000,
};

const verify = async (token: string) => {
  if (token === "good") return ADA;
  throw new DomainError("UNAUTHENTICATED", "The token is not valid");
};

describe("connection_init", () => {
  it("authenticates by the payload's authorization [CT-AUTH-12]", async () => {
    await expect(authenticateConnection(verify, { authorization: "Bearer good" })).resolves.toBe(ADA);
  });

  it.each(["Authorization", "AUTHORIZATION", "aUTHORIZATION"])(
    "takes the payload's credential under the name %s [FIX-9]",
    async (name) => {
      await expect(authenticateConnection(verify, { [name]: "Bearer good" })).resolves.toBe(ADA);
      const two = { [name]: "Bearer bad", authorization: "Bearer good" };
      await expect(authenticateConnection(verify, two)).resolves.toBe(ADA);
    },
  );

  it.each([
    undefined,
    null,
    "Bearer good",
    {},
    { authorization: 5 },
    { authorization: "good" },
    { authorization: "Bearer bad" },
  ])("refuses the payload %j [CT-AUTH-07]", async (payload) => {
    await expect(authenticateConnection(verify, payload)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });

  const added = { authorization: "Bearer good", host: "approvals.example.com:8443" };

  it.each([
    ["no origin", added],
    ["the origin of the host", { ...added, origin: "https://approvals.example.com:8443" }],
  ])("may leave the credential to the upgrade's header, with %s [CON-7]", async (_, headers) => {
    await expect(authenticateConnection(verify, {}, headers)).resolves.toBe(ADA);
    await expect(authenticateConnection(verify, undefined, headers)).resolves.toBe(ADA);
  });

  it.each(["https://elsewhere.example.com", "https://approvals.example.com", "null", ""])(
    "takes no header's credential for a page of %j [CON-7]",
    async (origin) => {
      await expect(authenticateConnection(verify, {}, { ...added, origin })).rejects.toMatchObject({
        code: "UNAUTHENTICATED",
      });
    },
  );

  it("refuses the header's credential where it is not of the user whom the payload expects [CON-7]", async () => {
    const mine = { expectedUser: ADA.userId };
    await expect(authenticateConnection(verify, mine, added)).resolves.toBe(ADA);
    const another = { expectedUser: "65f0a1b2c3d4e5f6a7b8c9d9" };
    await expect(authenticateConnection(verify, another, added)).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
  });

  it("goes before the upgrade's header", async () => {
    const payload = { authorization: "Bearer bad" };
    await expect(authenticateConnection(verify, payload, added)).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
  });
});

describe("expiry of a connection's token", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000_000_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const A_DAY_MS = 86_400_000;

  it("calls back when the token expires, also beyond the range of a timer [CT-AUTH-14]", () => {
    const action = vi.fn();
    onExpiry({ expiresAt: 1_000_000_000 + 60 * 86_400 }, action);
    vi.advanceTimersByTime(60 * A_DAY_MS - 1);
    expect(action).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2);
    expect(action).toHaveBeenCalledOnce();
  });

  it("calls back at once for a token that has expired", () => {
    const action = vi.fn();
    onExpiry({ expiresAt: 999_999_999 }, action);
    vi.advanceTimersByTime(1);
    expect(action).toHaveBeenCalledOnce();
  });

  it("does not call back after the connection ended", () => {
    const action = vi.fn();
    const cancel = onExpiry({ expiresAt: 1_000_000_010 }, action);
    cancel();
    vi.advanceTimersByTime(A_DAY_MS);
    expect(action).not.toHaveBeenCalled();
  });
});
