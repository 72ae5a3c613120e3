import { connectStore, newId, toObjectId } from "@countersign/mongo";
import { startDueWork } from "@countersign/mongo/due-work";
import { afterwards, silentLogger, useTestStore, waitFor } from "@countersign/testing";
import { describe, expect, it, onTestFinished } from "vitest";

import { changeTasks } from "../../test/change-tasks.ts";
import { daysFrom } from "../../test/days-from.ts";
import { aCompany, countAll, engineOn, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller } from "../engine.ts";
import { snoozesIn } from "./records.ts";
import { snoozeWork } from "./snooze-work.ts";

const store = await useTestStore();
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
let now = Date.now();
const clock = () => new Date(now);
const bus = useBus();
const { as, engine } = await useReplica(store, bus, { clock });
const { uri, dbName } = store;
const otherStore = await connectStore({ uri, dbName, appName: "other-replica" });
afterwards(() => otherStore.close());
const replica = await engineOn(otherStore, { clock });
const records = recordsOf(store);

const LISTS = `query Lists($snoozed: InboxPageInput!) {
  inboxPage { total data { refId } }
  hidden: inboxPage(input: $snoozed) { total data { refId snoozedUntil } }
  inboxCounts { kind count } }`;
interface Lists {
  inboxPage: { total: number; data: { refId: string }[] };
  hidden: { total: number; data: { refId: string; snoozedUntil: string | null }[] };
  inboxCounts: { kind: string; count: number }[];
}

/** The documents that a user's inbox shows, and those that it leaves out, by pages, totals and counts. */
async function listsOf(caller: Caller, input: object = {}): Promise<{ shown: string[]; hidden: string[] }> {
  const lists = await as(caller).get<Lists>(LISTS, { snoozed: { ...input, snoozed: true } });
  const [shown, hidden] = [lists.inboxPage, lists.hidden].map(({ data }) => data.map(({ refId }) => refId));
  expect([lists.inboxPage.total, lists.hidden.total]).toEqual([shown!.length, hidden!.length]);
  expect(lists.inboxCounts.reduce((sum, { count }) => sum + count, 0)).toBe(shown!.length);
  return { shown: shown!, hidden: hidden! };
}

const snoozeCount = async (taskId: string) => snoozesIn(store).countDocuments({ taskId: toObjectId(taskId) });

const inDays = (days: number) => new Date(now + days * DAY_MS);

/** A leave that waits for two approvers. */
async function scene(fields: Parameters<typeof submitNew>[3] = {}) {
  const company = aCompany();
  const [nora, milan, helen] = [company.user(), company.user(), company.user()];
  const stages = [{ approvers: [milan, helen], approveBy: "ALL" as const }, [helen]];
  const { refId, tasks } = await submitNew(engine, nora, stagesOf(...stages), fields);
  return { company, nora, milan, helen, refId, taskId: tasks[0]!._id };
}

const due = async (refId: string, dueAt: Date) =>
  changeTasks(store, { refId: toObjectId(refId) }, (task) =>
    task.orderNo === 1 ? { ...task, dueAt } : task,
  );

/** Ends snoozes whose time has come, with both replicas. */
function bothEnd() {
  const ends = [engine, replica].map(({ endSnooze: end }) =>
    startDueWork({
      db: store.db,
      works: [snoozeWork({ db: store.db, logger: silentLogger, end })],
      failed: (error) => expect.unreachable(String(error)),
      clock,
      pauseMs: 5,
    }),
  );
  onTestFinished(async () => void (await Promise.all(ends.map((one) => one.close()))));
}

describe("a snoozed task", () => {
  it("leaves the inbox, its total and its counts for its user alone, and comes back when woken [TIME-6]", async () => {
    const { milan, helen, refId, taskId } = await scene();
    const until = inDays(2);
    await engine.snoozeTask(milan, { taskId, until });
    expect(await listsOf(milan)).toEqual({ shown: [], hidden: [refId] });
    expect(await listsOf(helen)).toEqual({ shown: [refId], hidden: [] });
    const read = `{ inboxPage(input: { snoozed: true, kinds: [Leave] }) { data { snoozedUntil } } }`;
    expect(await as(milan).get(read)).toEqual({
      inboxPage: { data: [{ snoozedUntil: until.toISOString() }] },
    });
    await engine.snoozeTask(milan, { taskId, until: null });
    expect(await listsOf(milan)).toEqual({ shown: [refId], hidden: [] });
    expect(await snoozesIn(store).countDocuments({ taskId: toObjectId(taskId) })).toBe(0);
  });

  it("can still be read and decided [TIME-6]", async () => {
    const { milan, refId, taskId } = await scene();
    await engine.snoozeTask(milan, { taskId, until: inDays(1) });
    const read = `query One($refId: ID!) { runTasks(refId: $refId) { canUpdateStatus } }`;
    const { runTasks } = await as(milan).get<{ runTasks: object[] }>(read, { refId });
    expect(runTasks[0]).toEqual({ canUpdateStatus: true });
    await engine.decideApproval(milan, { taskId, status: "APPROVED" });
    expect(await listsOf(milan)).toEqual({ shown: [], hidden: [] });
  });

  it("comes back when its time comes, once, whichever replica ends it [TIME-6]", async () => {
    const { milan, refId, taskId } = await scene();
    await engine.snoozeTask(milan, { taskId, until: inDays(1) });
    bothEnd();
    expect((await listsOf(milan)).shown).toEqual([]);
    now += DAY_MS + MINUTE_MS;
    await waitFor(async () => (await listsOf(milan)).shown.length === 1);
    expect(await listsOf(milan)).toEqual({ shown: [refId], hidden: [] });
    expect(await snoozesIn(store).countDocuments({ taskId: toObjectId(taskId) })).toBe(0);
  });

  it("stays away where it was snoozed again before its time was worked on [TIME-6]", async () => {
    const { milan, refId, taskId } = await scene();
    await engine.snoozeTask(milan, { taskId, until: inDays(1) });
    const claimed = (await snoozesIn(store).findOne({ taskId: toObjectId(taskId) }))!;
    await engine.snoozeTask(milan, { taskId, until: inDays(2) });
    await replica.endSnooze(claimed);
    expect(await listsOf(milan)).toEqual({ shown: [], hidden: [refId] });
    const [row] = await snoozesIn(store)
      .find({ taskId: toObjectId(taskId) })
      .toArray();
    await Promise.all([engine, replica].map((one) => one.endSnooze(row!)));
    expect(await listsOf(milan)).toEqual({ shown: [refId], hidden: [] });
  });

  it("ends without effect where its task has ended before [TIME-6]", async () => {
    const { nora, milan, refId, taskId } = await scene();
    await engine.snoozeTask(milan, { taskId, until: inDays(1) });
    await engine.cancelDocument(nora, { refId });
    const before = await records.tasks(refId);
    bothEnd();
    now += 2 * DAY_MS;
    await waitFor(async () => (await snoozesIn(store).countDocuments({ taskId: toObjectId(taskId) })) === 0);
    expect((await records.tasks(refId)).map(({ status }) => status)).toEqual(
      before.map(({ status }) => status),
    );
    expect(await listsOf(milan)).toEqual({ shown: [], hidden: [] });
  });

  it.each([1, 2, 3])(
    "survives others' verdicts and seats that change beside it, round %i [TIME-6]",
    async () => {
      const { company, milan, helen, refId, taskId } = await scene();
      const admin = company.user({ privileged: true });
      await Promise.all([
        engine.snoozeTask(milan, { taskId, until: inDays(1) }),
        replica.decideApproval(helen, { taskId, status: "APPROVED" }),
        replica.seats.addApprover(admin, { taskId, userId: newId(), position: "PARALLEL" }),
      ]);
      expect(await listsOf(milan)).toEqual({ shown: [], hidden: [refId] });
      expect(await snoozeCount(taskId)).toBe(1);
    },
  );

  it.each([1, 2, 3])(
    "is decided whoever comes first, the snooze or its own verdict, round %i [TIME-6]",
    async () => {
      const { milan, taskId } = await scene();
      const [snoozed] = await Promise.allSettled([
        engine.snoozeTask(milan, { taskId, until: inDays(1) }),
        replica.decideApproval(milan, { taskId, status: "APPROVED" }),
      ]);
      if (snoozed.status === "rejected") expect(snoozed.reason).toMatchObject({ code: "NOT_FOUND" });
      const approvals = await records.approvals(taskId);
      expect(approvals.filter(({ status }) => status === "APPROVED")).toHaveLength(1);
      expect(await listsOf(milan)).toEqual({ shown: [], hidden: [] });
    },
  );

  it("is snoozed once by a command that is repeated at two replicas [TIME-6]", async () => {
    const { milan, refId, taskId } = await scene();
    const input = { taskId, until: inDays(1), idempotencyKey: "again" };
    await Promise.all([engine, replica, engine].map((one) => one.snoozeTask(milan, input)));
    expect(await listsOf(milan)).toEqual({ shown: [], hidden: [refId] });
    expect(await snoozeCount(taskId)).toBe(1);
    const other = { ...input, until: inDays(2) };
    await expect(engine.snoozeTask(milan, other)).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
  });
});

describe("a snoozed task wakes", () => {
  it("when time reminds whoever snoozes it [TIME-6]", async () => {
    const { milan, helen, refId, taskId } = await scene();
    const ladder = { remind: [{ hours: 1 }] };
    await changeTasks(store, { refId: toObjectId(refId) }, (task) =>
      task._id === taskId ? { ...task, ladder } : task,
    );
    const row = {
      _id: `${taskId} 1 1`,
      companyId: toObjectId(milan.companyId),
      taskId: toObjectId(taskId),
      activation: 1,
      rung: 1,
      action: "REMIND" as const,
      step: 0,
      from: new Date(now - MINUTE_MS),
      at: new Date(now),
      state: "WAITING" as const,
      claimedUntil: new Date(now + MINUTE_MS),
    };
    await store.db.collection<typeof row>("approval_timers").insertOne(row);
    await engine.decideApproval(helen, { taskId, status: "APPROVED" });
    await engine.snoozeTask(milan, { taskId, until: inDays(1) });
    await Promise.all([engine, replica].map((one) => one.fireTimer(row)));
    expect(await listsOf(milan)).toEqual({ shown: [refId], hidden: [] });
    const reminders = (await records.events(refId)).filter(({ event }) => event === "REMINDED");
    expect(reminders.map(({ targetIds }) => targetIds)).toEqual([[milan.userId]]);
  });

  it("when its submitter nudges [TIME-6]", async () => {
    const { nora, milan, helen, refId, taskId } = await scene();
    for (const one of [milan, helen]) await engine.snoozeTask(one, { taskId, until: inDays(1) });
    await engine.nudge(nora, { refId });
    for (const one of [milan, helen]) expect(await listsOf(one)).toEqual({ shown: [refId], hidden: [] });
    expect(await snoozeCount(taskId)).toBe(0);
  });

  it("when the document is changed, and its verdicts stand [TIME-6]", async () => {
    const { company, nora, milan, helen, refId, taskId } = await scene({ document: { title: "A" } });
    await engine.updateApprovalSettings(company.user({ privileged: true }), { onAmend: "KEEP_VERDICTS" });
    for (const one of [milan, helen]) await engine.snoozeTask(one, { taskId, until: inDays(1) });
    await engine.amendDocument(nora, { refId, document: { title: "B" } });
    for (const one of [milan, helen]) expect(await listsOf(one)).toEqual({ shown: [refId], hidden: [] });
  });

  it("when the stage is asked again after a return [TIME-6]", async () => {
    const company = aCompany();
    const [nora, milan, helen] = [company.user(), company.user(), company.user()];
    const { refId, tasks } = await submitNew(engine, nora, stagesOf([milan], [helen]));
    await engine.decideApproval(milan, { taskId: tasks[0]!._id, status: "APPROVED" });
    await engine.snoozeTask(helen, { taskId: tasks[1]!._id, until: inDays(3) });
    await engine.decideApproval(helen, { taskId: tasks[1]!._id, status: "REJECTED" });
    expect(await listsOf(milan)).toEqual({ shown: [refId], hidden: [] });
    const again = (await records.tasks(refId)).find(({ status }) => status === "AWAITING_APPROVAL");
    await engine.decideApproval(milan, { taskId: again!._id, status: "APPROVED" });
    expect(await listsOf(helen)).toEqual({ shown: [refId], hidden: [] });
  });

  it("when its user's seat is given away and comes back [TIME-6]", async () => {
    const { company, milan, helen, refId, taskId } = await scene();
    const admin = company.user({ privileged: true });
    const people = [milan, helen].map(({ userId }) => ({
      _id: toObjectId(userId),
      companyId: toObjectId(company.companyId),
      name: userId,
    }));
    const ivo = company.user();
    const named = { _id: toObjectId(ivo.userId), companyId: toObjectId(company.companyId), name: "Ivo" };
    await store.db.collection<object>("users").insertMany([...people, named]);
    await engine.snoozeTask(milan, { taskId, until: inDays(1) });
    const give = (from: Caller, to: Caller) =>
      engine.seats.reassign(admin, {
        taskId,
        fromUserId: from.userId,
        toUserId: to.userId,
        reason: "Away",
      });
    await give(milan, ivo);
    expect(await listsOf(milan)).toEqual({ shown: [], hidden: [] });
    await give(ivo, milan);
    expect(await listsOf(milan)).toEqual({ shown: [refId], hidden: [] });
  });
});

/** The same, and somebody who represents one of the two. */
async function represented() {
  const all = await scene();
  const substitute = all.company.user();
  await engine.createSubstitution(all.milan, {
    substituteId: substitute.userId,
    ...daysFrom(-1),
  });
  return { ...all, substitute };
}

describe("a task that waits for somebody who is represented", () => {
  it("stays with the substitute where its approver snoozes it [TIME-6] [PPL-3]", async () => {
    const { milan, substitute, refId, taskId } = await represented();
    await engine.snoozeTask(milan, { taskId, until: inDays(1) });
    expect(await listsOf(milan)).toEqual({ shown: [], hidden: [refId] });
    expect(await listsOf(substitute)).toEqual({ shown: [refId], hidden: [] });
    const page = `{ workflowTaskPage { total data { refId } } }`;
    expect(await as(substitute).get(page)).toEqual({ workflowTaskPage: { total: 1, data: [{ refId }] } });
  });

  it("leaves the substitute's inbox alone where the substitute snoozes it [TIME-6] [PPL-3]", async () => {
    const { company, milan, substitute, refId, taskId } = await represented();
    await submitNew(engine, company.user(), stagesOf([substitute]), { ref: "OWN" });
    await engine.snoozeTask(substitute, { taskId, until: inDays(1) });
    expect((await listsOf(substitute)).shown).toHaveLength(1);
    expect((await listsOf(substitute)).hidden).toEqual([refId]);
    expect((await listsOf(substitute, { forUserIds: [milan.userId] })).hidden).toEqual([refId]);
    expect((await listsOf(milan)).shown).toEqual([refId]);
    await engine.snoozeTask(milan, { taskId, until: inDays(1) });
    expect((await listsOf(substitute)).hidden).toEqual([refId]);
    await engine.snoozeTask(substitute, { taskId, until: null });
    expect((await listsOf(substitute)).shown).toContain(refId);
  });

  it("is not among what a former substitute snoozes [TIME-6] [PPL-3]", async () => {
    const { milan, substitute, taskId } = await represented();
    await engine.snoozeTask(substitute, { taskId, until: inDays(1) });
    const rows = await store.db
      .collection("approval_substitutions")
      .find({ principalId: toObjectId(milan.userId) })
      .toArray();
    await engine.revokeSubstitution(milan, String(rows[0]!["_id"]));
    expect(await listsOf(substitute)).toEqual({ shown: [], hidden: [] });
    const again = engine.snoozeTask(substitute, { taskId, until: null });
    await expect(again).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a snooze is refused", () => {
  it.each([
    ["that lies in the past", () => new Date(now), "until: must lie in the future"],
    ["of more than 30 days", () => inDays(30.01), "until: must lie at most 30 days ahead"],
    ["past the due time", () => inDays(3.01), /^until: must not lie after the due time, 20/u],
  ])("%s, and nothing is written [TIME-6]", async (_what, until, message) => {
    const { milan, refId, taskId } = await scene();
    await due(refId, inDays(3));
    const before = await countAll(store);
    const refused = engine.snoozeTask(milan, { taskId, until: until() });
    const expected = typeof message === "string" ? message : expect.stringMatching(message);
    await expect(refused).rejects.toMatchObject({ code: "INVALID_INPUT", message: expected, field: "until" });
    expect(await countAll(store)).toBe(before);
    expect(await snoozeCount(taskId)).toBe(0);
  });

  it("until any time, once the task is late [TIME-6]", async () => {
    const { milan, refId, taskId } = await scene();
    await due(refId, new Date(now - 1));
    const refused = engine.snoozeTask(milan, { taskId, until: inDays(1) });
    await expect(refused).rejects.toMatchObject({ code: "INVALID_INPUT", field: "until" });
  });

  it("of a task that is not in the caller's own inbox [TIME-6]", async () => {
    const { company, nora, milan, helen, refId, taskId } = await scene();
    const [, second] = await records.tasks(refId);
    const strangers = [
      [nora, taskId],
      [company.user({ privileged: true }), taskId],
      [aCompany().user(), taskId],
      [{ ...aCompany().user(), userId: milan.userId }, taskId],
      [helen, second!._id],
      [milan, newId()],
    ] as const;
    for (const [caller, id] of strangers) {
      for (const until of [inDays(1), null]) {
        const refused = engine.snoozeTask(caller, { taskId: id, until });
        await expect(refused).rejects.toMatchObject({ code: "NOT_FOUND", field: "taskId" });
      }
    }
  });

  it("by name, where an argument is unknown or no time [TIME-6] [FIX-4]", async () => {
    const { milan, taskId } = await scene();
    const unknown = { taskId, until: inDays(1), forever: true };
    await expect(engine.snoozeTask(milan, unknown as never)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    const text = { taskId, until: "tomorrow" };
    await expect(engine.snoozeTask(milan, text as never)).rejects.toMatchObject({ field: "until" });
  });
});
