import type { Principal } from "@countersign/auth";
import { toObjectId } from "@countersign/mongo";
import { type Document, MongoNetworkError, MongoServerSelectionError } from "mongodb";
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

/** The records of a leaver, as a look finds them. */
const LEFT = [{ _id: toObjectId(principal.userId), companyId: toObjectId(principal.companyId) }];

/** A directory whose looks end so. */
const verifyOn = (look: (filter: Document) => Promise<readonly object[]>) =>
  verifyMember(async (token) => ({ ...principal, ...(JSON.parse(token) as object) }), {
    collection: () => ({ find: (filter: Document) => ({ toArray: () => look(filter) }) }),
  } as never);

/** A directory whose looks the test answers. */
function steppedLooks() {
  const looks: PromiseWithResolvers<readonly object[]>[] = [];
  const verify = verifyOn(() => {
    const look = Promise.withResolvers<readonly object[]>();
    looks.push(look);
    return look.promise;
  });
  return { looks, verify };
}

/** Lets settled promises reach everybody who waits for them. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("a token, judged by the directory", () => {
  it("is refused for a leaver [FIX-2]", async () => {
    const verify = verifyOn(async () => LEFT);
    await expect(verify("{}")).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: "You have left the company",
    });
  });

  it.each([
    ["cannot be reached", new MongoNetworkError("connect ECONNREFUSED")],
    ["has no primary", new MongoServerSelectionError("no primary", {} as never)],
  ])("goes on while the store %s, so that its handler says so [FIX-2]", async (_case, error) => {
    expect(await verifyOn(() => Promise.reject(error))("{}")).toEqual(principal);
  });

  it("is refused where a flood leaves no connection for the look-up [FIX-2]", async () => {
    const error = poolTimeout();
    await expect(verifyOn(() => Promise.reject(error))("{}")).rejects.toBe(error);
  });
});

describe("requests that wait for the directory", () => {
  it("share a look that begins after all of them [FIX-2]", async () => {
    const { looks, verify } = steppedLooks();
    const first = verify("{}");
    await settled();
    const others = [verify("{}"), verify("{}"), verify(`{"companyId":"65f0a1b2c3d4e5f6a7b8c9ff"}`)];
    await settled();
    expect(looks).toHaveLength(1);
    // They leave once the first look is on its way: who came before does not hear of it, who came later does.
    looks[0]!.resolve([]);
    await settled();
    expect(looks).toHaveLength(2);
    looks[1]!.resolve(LEFT);
    const outcomes = await Promise.allSettled([first, ...others]);
    // The leaver's id in another company is somebody else.
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
  });

  it("share its failure, and the next one looks again [FIX-2]", async () => {
    const { looks, verify } = steppedLooks();
    const waiting = [verify("{}")];
    await settled();
    waiting.push(verify("{}"), verify("{}"));
    await settled();
    looks[0]!.reject(poolTimeout());
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(looks).toHaveLength(1);
    const next = verify("{}");
    await settled();
    looks[1]!.resolve(LEFT);
    await expect(next).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});
