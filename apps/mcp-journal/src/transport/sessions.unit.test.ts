import type { Principal } from "@countersign/auth";
import { expect, it } from "vitest";
import { jsonAnswer } from "./session.ts";
import type { RemoteSession } from "./session-directory.ts";
import { createSessionRegistry } from "./session-registry.ts";
import { createSessions } from "./sessions.ts";

const handle = async () => jsonAnswer(200, {});
const settled = async () => undefined;
const principalOf = (userId: string) => ({ issuer: "https://one.test", userId }) as Principal;

it("asks the other replicas for sessions that are not here, not for another user's that is [MJ-SESSION-05]", async () => {
  const registry = createSessionRegistry({
    limits: { maxSessions: 10, maxSessionsPerUser: 10, idleMs: 60_000 },
  });
  const asked: string[] = [];
  const remote: RemoteSession = { handle };
  const directory = {
    announce: async () => ({ close: async () => undefined }),
    locate: async (id: string) => (asked.push(id), remote),
  };
  const sessions = createSessions({ registry, directory, logger: { warn: () => undefined } });
  const [nora, olaf] = [principalOf("nora"), principalOf("olaf")];
  await sessions.open(nora, async ({ onOpen }) => {
    await onOpen({ id: "here", kind: "sse", owner: nora, handle, settled, close: settled });
  });

  expect(await sessions.find("here", nora)).toMatchObject({ id: "here" });
  expect(await sessions.find("here", olaf)).toBeUndefined();
  expect(asked).toEqual([]);
  expect(await sessions.find("elsewhere", olaf)).toBe(remote);
  expect(asked).toEqual(["elsewhere"]);
});

it("opens few sessions of a user in one turn of the event loop, and another user's in the next", async () => {
  const registry = createSessionRegistry({
    limits: { maxSessions: 600, maxSessionsPerUser: 500, idleMs: 60_000 },
  });
  const directory = {
    announce: async () => ({ close: async () => undefined }),
    locate: async () => undefined,
  };
  const sessions = createSessions({ registry, directory, logger: { warn: () => undefined } });
  let turn = 0;
  let counting = true;
  const count = () => {
    turn++;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  const openedIn: number[] = [];
  const openOne = (owner: Principal) =>
    sessions.open(owner, async ({ onOpen }) => {
      const id = `${owner.userId} ${openedIn.length}`;
      openedIn.push(turn);
      await onOpen({ id, kind: "sse", owner, handle, settled, close: settled });
      return turn;
    });
  const nora = principalOf("nora");
  const many = Array.from({ length: 500 }, () => openOne(nora));
  const olafOpenedIn = await openOne(principalOf("olaf"));
  await Promise.all(many);
  counting = false;

  const perTurn = Object.values(Object.groupBy(openedIn, (at) => at)).map((opened) => opened!.length);
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(20);
  expect(olafOpenedIn).toBeLessThanOrEqual(3);
});
