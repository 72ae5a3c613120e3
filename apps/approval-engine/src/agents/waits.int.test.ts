import { commandEventsOf, heapInUse, useTestStore, waitFor } from "@countersign/testing";
import type { CommandStartedEvent } from "mongodb";
import { describe, expect, it } from "vitest";

import { useAskWorld } from "../../test/ask-fixture.ts";

const PRINCIPALS = 20;
const WAITS_EACH = 50;
const MB = 1_000_000;

const store = await useTestStore({ monitored: true });

/** The reads of requests among commands. */
const readsIn = (events: readonly CommandStartedEvent[]) =>
  events.filter(({ commandName, command }) => commandName === "find" && command["find"] === "agent_requests");

const world = await useAskWorld(store);
const agents = Array.from({ length: PRINCIPALS }, () => world.agentOf(world.company.user()));
const ids = await Promise.all(agents.map((agent) => agent.ask()));
const before = await heapInUse();
const waiting: Promise<unknown>[] = [];
const started: CommandStartedEvent[] = [];
const note = (event: CommandStartedEvent) => void started.push(event);
store.client.on("commandStarted", note);
// In rounds: the engine sheds load that comes all at once.
for (const [at, agent] of agents.entries()) {
  for (let n = 0; n < WAITS_EACH; n += 1) {
    const answer = agent.call("wait_for_approval", { id: ids[at], seconds: 45 });
    // Those that nobody decides end with the replica.
    waiting.push(answer.then(({ data }) => data["status"]).catch(() => "ENDED"));
  }
  await waitFor(() => readsIn(started).length === waiting.length);
}
store.client.off("commandStarted", note);

/** Decides a request; all who wait for it hear. */
async function decideFor(at: number, verdict: "APPROVED" | "REJECTED"): Promise<void> {
  await world.decide(ids[at]!, verdict);
  const answers = await Promise.all(waiting.slice(at * WAITS_EACH, (at + 1) * WAITS_EACH));
  expect(answers).toEqual(Array.from({ length: WAITS_EACH }, () => verdict));
}

describe("a thousand waiting agents", () => {
  it("cost less than 100 MB, and have read their requests once [ASK-3]", async () => {
    expect((await heapInUse()) - before).toBeLessThan(100 * MB);
    expect(readsIn(started)).toHaveLength(PRINCIPALS * WAITS_EACH);
  });

  it("read nothing more when others' requests are decided [ASK-3]", async () => {
    const other = await world.agentOf(world.nora).ask();
    const meanwhile = await commandEventsOf(store.client, () => world.decide(other, "APPROVED"));
    expect(meanwhile.length).toBeGreaterThan(0);
    expect(readsIn(meanwhile)).toEqual([]);
  });

  it("are answered at the verdict, all that wait for it [ASK-3]", async () => {
    await decideFor(0, "APPROVED");
    // It is the same call: none of its requests is granted any more once one was rejected (contract-4, MEET-6).
    await decideFor(1, "REJECTED");
  });
});
