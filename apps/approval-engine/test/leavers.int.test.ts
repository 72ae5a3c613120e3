import { newId, toObjectId } from "@countersign/mongo";
import { leaveCompany, useTestBus, useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany } from "./engine-fixture.ts";
import { bearerOf, useBus, useReplica } from "./graphql-fixture.ts";
import { addressOf, openSocket, openSubscription } from "./socket-fixture.ts";

const store = await useTestStore();
const { app } = await useReplica(store, useBus());

/** Latest end of what a leaver has open, in milliseconds. */
const END_WITHIN_MS = 5_000;

const LEFT = { statusCode: 403, code: "FORBIDDEN", message: "You have left the company" };

async function aLeaver() {
  const leaver = aCompany().user({ privileged: true });
  await leaveCompany(store, leaver);
  return leaver;
}

describe("whoever has left the company", () => {
  it.each([
    ["POST", "/graphql"],
    ["GET", "/api/workflow/download"],
    ["GET", "/api/workflow/task/download"],
  ] as const)("is refused with 403, whatever the token says: %s %s [FIX-2]", async (method, url) => {
    const authorization = await bearerOf(await aLeaver());
    const payload = { query: "{ approvalSettings { version } }" };
    const answer = await app.inject({
      method,
      url,
      headers: { authorization },
      ...(method === "POST" && { payload }),
    });
    expect(answer.statusCode).toBe(403);
    expect(answer.headers["www-authenticate"]).toBeUndefined();
    expect(answer.json()).toMatchObject(LEFT);
  });

  it("gets no socket: it closes with 4401, so that clients do not come back [FIX-2]", async () => {
    const authorization = await bearerOf(await aLeaver());
    const socket = await openSocket(await addressOf((await useReplica(store, useBus())).app));
    socket.send({ type: "connection_init", payload: { authorization } });
    expect(await socket.closed).toBe(4401);
  });

  it("is somebody whom the company's own directory marks so: unknown people are none [FIX-2]", async () => {
    const company = aCompany();
    const [unknown, other] = [company.user(), company.user()];
    const elsewhere = { _id: toObjectId(other.userId), companyId: toObjectId(newId()), active: false };
    await store.db.collection("users").insertOne(elsewhere);
    for (const caller of [unknown, other]) {
      const headers = { authorization: await bearerOf(caller) };
      const payload = { query: "{ approvalSettings { version } }" };
      expect((await app.inject({ method: "POST", url: "/graphql", headers, payload })).statusCode).toBe(200);
    }
  });
});

describe.each([
  ["inside the process", "in-process", []],
  ["over NATS", "nats", ["nats"]],
] as const)("open sockets, with a bus %s", (_, adapter, tags) => {
  const testBus = useTestBus(adapter);

  it(
    "close at every replica within 5 seconds of their user's leaving, and nobody else's [FIX-2]",
    { tags: [...tags], timeout: 2 * END_WITHIN_MS },
    async () => {
      const addresses = [
        await addressOf((await useReplica(store, await testBus.open())).app),
        await addressOf((await useReplica(store, await testBus.open())).app),
      ];
      const company = aCompany();
      const [leaver, colleague] = [company.user(), company.user()];
      const query = "subscription { inboxChanged { refId } }";
      const open = (caller: typeof leaver) =>
        Promise.all(
          addresses.map(async (address) => openSubscription(address, await bearerOf(caller), query)),
        );
      const theirs = await open(leaver);
      const others = await open(colleague);
      const leftAt = performance.now();
      await leaveCompany(store, leaver);
      expect(await Promise.all(theirs.map(({ closed }) => closed))).toEqual([4401, 4401]);
      expect(performance.now() - leftAt).toBeLessThan(END_WITHIN_MS);
      for (const socket of others) {
        socket.send({ type: "ping" });
        expect(await socket.next()).toEqual({ type: "pong" });
      }
    },
  );
});
