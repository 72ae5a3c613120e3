import { startDueWork } from "@countersign/mongo/due-work";
import { silentLogger, useTestStore, waitFor } from "@countersign/testing";
import { toObjectId } from "@countersign/mongo";
import { claimDue } from "@countersign/mongo/due-work";
import { describe, expect, it } from "vitest";

import { useAskWorld } from "../../test/ask-fixture.ts";
import { recordsOf } from "../../test/engine-fixture.ts";
import { requestsIn } from "./requests.ts";
import { expiryWork } from "./expiry-work.ts";

const store = await useTestStore();
const records = recordsOf(store);

/** Does what a timer would do now: ends every request whose time is over. */
async function expireDue({ engine, now }: Awaited<ReturnType<typeof useAskWorld>>): Promise<number> {
  const rows = requestsIn(store);
  for (let ended = 0; ; ended += 1) {
    const row = await claimDue(rows, { now: now(), until: new Date(now().getTime() + 30_000) });
    if (row === undefined) return ended;
    await engine.expireRequest(row);
  }
}

describe("a request whose time is over", () => {
  it("takes no verdict, though no timer has ended it yet [ASK-3]", async () => {
    const world = await useAskWorld(store);
    const id = await world.agentOf(world.nora).ask({ expiresIn: 60 });
    const [task] = await records.tasks(id);
    world.later(60_000);
    await expect(world.decide(id, "APPROVED")).rejects.toThrow("Approval not found or cannot be updated");
    expect((await records.tasks(id))[0]).toMatchObject({ status: task!.status });
    expect(await expireDue(world)).toBeGreaterThan(0);
  });

  it("ends once: archived like a recall, without an actor, and its owner hears why [ASK-3]", async () => {
    const world = await useAskWorld(store);
    const agent = world.agentOf(world.nora);
    const id = await agent.ask({ expiresIn: 60 });
    expect(await expireDue(world)).toBe(0);
    world.later(60_000);
    const due = await requestsIn(store).findOne({ _id: toObjectId(id) });
    await expireDue(world);
    await world.engine.expireRequest(due!);
    const tasks = await records.tasks(id);
    expect(tasks).toMatchObject([
      { status: "ARCHIEVED", archived: true, ref: expect.stringMatching(/^AR-\d{6}$/u) },
    ]);
    const [{ ref = "" } = {}] = tasks;
    const events = (await records.events(id)).filter(({ event }) => event === "EXPIRED");
    expect(events).toMatchObject([{ metadata: { actor: "system" } }]);
    expect(events[0]).not.toHaveProperty("actorId");
    const told = (await records.notifications(id)).filter(({ event }) => event === "EXPIRED");
    expect(new Map(told.map(({ userId, message }) => [userId, message]))).toEqual(
      new Map([world.nora, world.milan].map(({ userId }) => [userId, `${ref} expired`])),
    );
    const outcomes = (await records.outbox(id)).filter(({ subject }) => subject.includes("outcome"));
    expect(outcomes).toMatchObject([
      {
        subject: "approval.outcome.agents.ToolCall.recalled",
        data: { data: { refId: id, reason: "EXPIRED" } },
      },
    ]);
    expect(outcomes[0]!.data).not.toHaveProperty("data.actorId");
    expect((await agent.call("get_approval", { id })).data).toMatchObject({
      status: "EXPIRED",
      decisions: [],
    });
  });

  it("that was decided in time stays decided, but grants nothing any more [ASK-3] [MEET-12]", async () => {
    const world = await useAskWorld(store);
    const agent = world.agentOf(world.nora);
    const id = await agent.ask({ expiresIn: 60 });
    const due = await requestsIn(store).findOne({ _id: toObjectId(id) });
    await world.decide(id, "APPROVED");
    world.later(60_000);
    await world.engine.expireRequest(due!);
    expect(await records.tasks(id)).toMatchObject([{ status: "APPROVED", archived: false }]);
    const { data } = await agent.call("get_approval", { id });
    expect(data).toMatchObject({ status: "EXPIRED", decisions: [{ verdict: "APPROVED" }] });
    expect(data).not.toHaveProperty("grant");
  });

  it("is ended by the replicas' timers, and wakes who waits for it [ASK-3]", async () => {
    const world = await useAskWorld(store);
    const agent = world.agentOf(world.nora);
    const id = await agent.ask({ expiresIn: 60 });
    const waiting = agent.call("wait_for_approval", { id, seconds: 45 });
    world.later(60_000);
    const { expireRequest } = world.engine;
    const { db } = store;
    const works = [expiryWork({ db, expireRequest, logger: silentLogger })];
    const timers = [0, 1].map(() =>
      startDueWork({ db, works, failed: (error) => expect.unreachable(String(error)), clock: world.now }),
    );
    expect((await waiting).data).toMatchObject({ id, status: "EXPIRED" });
    await Promise.all(timers.map((timer) => timer.close()));
    await waitFor(async () => (await records.events(id)).length === 2);
    expect((await records.events(id)).map(({ event }) => event)).toEqual(["TASK_CREATED", "EXPIRED"]);
  });
});
