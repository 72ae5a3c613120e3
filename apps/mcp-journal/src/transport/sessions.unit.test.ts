import type { Principal } from "@countersign/auth";
import { expect, it } from "vitest";
import { jsonAnswer } from "@countersign/mcp";
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
  const sessions = createSessions({
    registry,
    directory,
    logger: { warn: () => undefined },
    onLeaving: () => () => undefined,
  });
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
