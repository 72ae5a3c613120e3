import type { Principal } from "@countersign/auth";
import { MongoNetworkError, MongoServerSelectionError } from "mongodb";
import { describe, expect, it } from "vitest";

import { verifyMember } from "./leavers.ts";

const principal = {
  companyId: "65f0a1b2c3d4e5f6a7b8c901",
  userId: "65f0a1b2c3d4e5f6a7b8c902",
} as Principal;

/** The error of a pool whose connections are all in use; the driver does not export its class. */
function poolTimeout(): Error {
  const error = new MongoNetworkError("Timed out while checking out a connection");
  Object.defineProperty(error, "name", { value: "MongoWaitQueueTimeoutError" });
  return error;
}

/** A directory whose look-ups end so. */
const verifyOn = (findOne: () => Promise<unknown>) =>
  verifyMember(async () => principal, { collection: () => ({ findOne }) } as never);

describe("a token, judged by the directory", () => {
  it("is refused for a leaver [FIX-2]", async () => {
    const verify = verifyOn(async () => ({ _id: 1 }));
    await expect(verify("token")).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: "You have left the company",
    });
  });

  it.each([
    ["cannot be reached", new MongoNetworkError("connect ECONNREFUSED")],
    ["has no primary", new MongoServerSelectionError("no primary", {} as never)],
  ])("goes on while the store %s, so that its handler says so [FIX-2]", async (_case, error) => {
    expect(await verifyOn(() => Promise.reject(error))("token")).toBe(principal);
  });

  it("is refused where a flood leaves no connection for the look-up [FIX-2]", async () => {
    const error = poolTimeout();
    await expect(verifyOn(() => Promise.reject(error))("token")).rejects.toBe(error);
  });
});
