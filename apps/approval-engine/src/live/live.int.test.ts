import { useTestBus, useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { bearerOf, useReplica } from "../../test/graphql-fixture.ts";
import { addressOf, openSubscription } from "../../test/socket-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();

const listening = async (caller: Caller, address: string, query: string) =>
  openSubscription(address, await bearerOf(caller), query);

describe.each([
  ["inside the process", "in-process", []],
  ["over NATS", "nats", ["nats"]],
] as const)("live changes %s", (_, adapter, tags) => {
  const testBus = useTestBus(adapter);

  it(
    "reach those who take part and privileged users, from whichever replica [CON-4]",
    { tags: [...tags] },
    async () => {
      const here = await useReplica(store, await testBus.open());
      const there = await useReplica(store, await testBus.open());
      const address = await addressOf(there.app);
      const company = aCompany();
      const [ann, ben, eve] = [company.user(), company.user(), company.user()];
      const admin = { ...company.user(), privileged: true };
      const stranger = { ...admin, companyId: aCompany().companyId };
      const inbox = await listening(ann, address, "subscription { inboxChanged { refId } }");
      const { refId, tasks } = await submitNew(here.engine, ben, stagesOf([ann]));
      const next = { id: "1", type: "next" };
      expect(await inbox.next()).toMatchObject({ ...next, payload: { data: { inboxChanged: { refId } } } });

      const query = `subscription { runChanged(refId: "${refId}") { refId } }`;
      const watching = async (caller: Caller) => listening(caller, address, query);
      const sockets = {
        ben: await watching(ben),
        admin: await watching(admin),
        eve: await watching(eve),
        stranger: await watching(stranger),
      };
      await here.engine.decideApproval(ann, { taskId: tasks[0]!._id, status: "APPROVED" });
      for (const socket of [sockets.ben, sockets.admin]) {
        expect(await socket.next()).toMatchObject({ ...next, payload: { data: { runChanged: { refId } } } });
      }
      for (const socket of [sockets.eve, sockets.stranger]) {
        socket.send({ type: "ping" });
        expect(await socket.next()).toEqual({ type: "pong" });
      }
    },
  );
});
