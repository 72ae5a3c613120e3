import { newId, toObjectId } from "@countersign/mongo";
import { leaveCompany, useTestBus, useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, recordsOf, stagesOf, submitNew } from "./engine-fixture.ts";
import { serviceCaller } from "../src/shared/caller.ts";
import { bearerOf, useBus, useReplica } from "./graphql-fixture.ts";
import { addressOf, openSocket, openSubscription } from "./socket-fixture.ts";

const store = await useTestStore();
const { app, engine } = await useReplica(store, useBus());
const records = recordsOf(store);

/** Latest end of what a leaver has open, in milliseconds. */
const END_WITHIN_MS = 5_000;

const LEFT = { statusCode: 403, code: "FORBIDDEN", message: "You have left the company" };

async function aLeaver() {
  const leaver = aCompany().user({ privileged: true });
  await leaveCompany(store, leaver);
  return leaver;
}

describe("a user who has left the company", () => {
  it.each([
    ["POST", "/graphql"],
    ["GET", "/api/workflow/download"],
    ["GET", "/api/workflow/task/download"],
    ["GET", "/api/audit/download"],
    ["GET", "/api/documents/download"],
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
    expect(await socket.closeCode).toBe(4401);
  });

  it("is marked so in the company's own directory; unknown people have not left [FIX-2]", async () => {
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

/** A leaver's document in approval, and a further submission of theirs. */
async function aScene() {
  const company = aCompany();
  const helen = company.user({ name: "Helen Ortiz" });
  const admin = company.user({ privileged: true });
  await engine.updateApprovalSettings(admin, { onAmend: "KEEP_VERDICTS" });
  const { refId } = await submitNew(engine, helen, stagesOf([company.user()]));
  await leaveCompany(store, helen);
  const { companyId, userId } = helen;
  const caller = serviceCaller({ companyId }, userId);
  const dynamicStages = stagesOf([company.user()]);
  const submission = { refId: newId(), kind: "Leave", submitterId: userId, dynamicStages } as const;
  return { caller, companyId, userId, refId, submission };
}
const commandOf = (type: "submit" | "amend", data: object) =>
  ({ specversion: "1.0", id: newId(), source: "/test", type: `approval.command.${type}`, data }) as never;

describe("a command of a business service for somebody who has left", () => {
  const HAS_LEFT = { code: "FORBIDDEN", message: "Helen Ortiz has left" };

  it("is refused with the name: no submission, no amendment, and nothing is written [FIX-2]", async () => {
    const { caller, refId, submission } = await aScene();
    const before = await countAll(store);
    await expect(engine.submitDocument(caller, submission)).rejects.toMatchObject(HAS_LEFT);
    const amendment = { refId, document: { title: "Longer" } };
    await expect(engine.amendDocument(caller, amendment)).rejects.toMatchObject(HAS_LEFT);
    expect(await countAll(store)).toBe(before);
  });

  it("is answered as refused where the message is durable [FIX-2]", async () => {
    const { companyId, userId, refId, submission } = await aScene();
    await engine.handleSubmitCommand(commandOf("submit", { companyId, ...submission }));
    const document = { title: "Longer" };
    await engine.handleAmendCommand(commandOf("amend", { companyId, refId, actorId: userId, document }));
    for (const id of [submission.refId, refId]) {
      expect((await records.outbox(id)).at(-1)).toMatchObject({
        subject: "approval.request.hr.Leave.refused",
        data: { data: { code: 403, error: HAS_LEFT.message } },
      });
    }
  });

  it("may cancel, because the document is gone in any case [FIX-2]", async () => {
    const { caller, refId } = await aScene();
    expect(await engine.cancelDocument(caller, { refId })).toBe(1);
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
      expect(await Promise.all(theirs.map(({ closeCode }) => closeCode))).toEqual([4401, 4401]);
      expect(performance.now() - leftAt).toBeLessThan(END_WITHIN_MS);
      for (const socket of others) {
        socket.send({ type: "ping" });
        expect(await socket.next()).toEqual({ type: "pong" });
      }
    },
  );
});
