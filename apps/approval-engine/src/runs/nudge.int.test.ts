import { newId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";

const store = await useTestStore();
const records = recordsOf(store);
const HOUR_MS = 3_600_000;
let now = Date.now();
const { as, engine } = await useReplica(store, useBus(), { clock: () => new Date(now) });

const NUDGE = `mutation Nudge($input: NudgeInput!) { nudge(input: $input) }`;
const MINE = `{ mySubmissions { data { canNudge nudgeAgainAt document { refId } } } }`;
interface Mine {
  mySubmissions: { data: { canNudge: boolean; nudgeAgainAt: string | null }[] };
}

async function scene() {
  const company = aCompany();
  const [nora, milan, helen] = [company.user({ name: "Nora Lind" }), company.user(), company.user()];
  const { refId, tasks } = await submitNew(engine, nora, stagesOf([milan, helen], [helen]), { ref: "LV-1" });
  const canNudge = async () => {
    const { data } = (await as(nora).get<Mine>(MINE)).mySubmissions;
    return [data[0]!.canNudge, data[0]!.nudgeAgainAt];
  };
  const remindersOf = async () => (await records.events(refId)).filter(({ event }) => event === "REMINDED");
  return { company, nora, milan, helen, refId, taskId: tasks[0]!._id, canNudge, remindersOf };
}

describe("a nudge", () => {
  it("reminds those who are asked, and is in history and audit [TIME-4]", async () => {
    const { nora, milan, helen, refId, remindersOf } = await scene();
    expect(await as(nora).get(NUDGE, { input: { refId } })).toEqual({ nudge: true });
    const [reminder] = await remindersOf();
    expect(reminder).toMatchObject({ actorId: nora.userId, metadata: { actorName: "Nora Lind" } });
    expect(reminder!.targetIds.toSorted()).toEqual([milan.userId, helen.userId].toSorted());
    const sent = (await records.notifications(refId)).filter(({ event }) => event === "REMINDED");
    expect(sent.map(({ message }) => message)).toEqual(
      Array(2).fill("LV-1 still awaits your approval — Stage 1 (Nora Lind asks)"),
    );
    const [, audited] = await records.audit(refId);
    expect(audited).toMatchObject({ action: "nudge", entity: "document", actorId: nora.userId });
  });

  it("is possible once in four hours, and says when again [TIME-4] [CON-16]", async () => {
    const { nora, refId, canNudge, remindersOf } = await scene();
    expect(await canNudge()).toEqual([true, null]);
    await engine.nudge(nora, { refId });
    const again = new Date(now + 4 * HOUR_MS).toISOString();
    expect(await canNudge()).toEqual([false, again]);
    now += 4 * HOUR_MS - 1;
    const before = await countAll(store);
    const { errors } = await as(nora).ask(NUDGE, { input: { refId } });
    expect(errors?.[0]).toMatchObject({ message: "Already nudged", extensions: { code: "CONFLICT" } });
    expect([await countAll(store), await canNudge()]).toEqual([before, [false, again]]);
    now += 1;
    expect(await canNudge()).toEqual([true, null]);
    await engine.nudge(nora, { refId });
    expect(await remindersOf()).toHaveLength(2);
  });

  it("is possible again when another stage is asked, and no more once the run has ended [TIME-4] [CON-16]", async () => {
    const { nora, milan, helen, refId, taskId, canNudge } = await scene();
    await engine.nudge(nora, { refId });
    await engine.decideApproval(milan, { taskId, status: "APPROVED" });
    expect(await canNudge()).toEqual([true, null]);
    const [, second] = await records.tasks(refId);
    await engine.nudge(nora, { refId });
    await engine.decideApproval(helen, { taskId: second!._id, status: "APPROVED" });
    const done = `{ mySubmissions(input: { tab: DONE }) { data { canNudge nudgeAgainAt } } }`;
    const { mySubmissions } = await as(nora).get<Mine>(done);
    expect(mySubmissions.data).toEqual([{ canNudge: false, nudgeAgainAt: null }]);
    await expect(engine.nudge(nora, { refId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("is the submitter's alone [TIME-4]", async () => {
    const { company, milan, refId } = await scene();
    const before = await countAll(store);
    for (const other of [milan, company.user(), company.user({ privileged: true })]) {
      await expect(engine.nudge(other, { refId })).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    await expect(engine.nudge(aCompany().user(), { refId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(engine.nudge(milan, { refId: newId() })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await countAll(store)).toBe(before);
  });

  it("is one where it is sent several times at once, with a key and without [TIME-4] [CTRL-1]", async () => {
    const { nora, refId, remindersOf } = await scene();
    const keyed = { refId, idempotencyKey: "once" };
    await Promise.all([engine.nudge(nora, keyed), engine.nudge(nora, keyed)]);
    const others = await Promise.allSettled([engine.nudge(nora, { refId }), engine.nudge(nora, { refId })]);
    expect(others.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await remindersOf()).toHaveLength(1);
  });
});
