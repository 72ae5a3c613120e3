import { BUILT_IN_KINDS } from "@countersign/contracts";
import { connectStore, createUnitOfWork, newId, toObjectId } from "@countersign/mongo";
import { startDueWork } from "@countersign/mongo/due-work";
import { claimDue } from "@countersign/mongo/due-work";
import { afterwards, commandEventsOf, silentLogger, useTestStore, waitFor } from "@countersign/testing";
import { describe, expect, it, onTestFinished } from "vitest";

import { aCompany, engineOn, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { createReadModels } from "../read-models.ts";
import { calendarChangesIn } from "../calendars/index.ts";
import type { Caller, Engine } from "../engine.ts";
import { TIMERS, type TimerRecord } from "./records.ts";
import { createTimersReadModel } from "./timers-read-model.ts";
import { timerWork } from "./timer-work.ts";

const HOUR_MS = 3_600_000;
const START_MS = Date.parse("2026-03-02T08:00:00Z");

/** Timers that ten replicas share: a few in the test command; by hand `TIMERS=10000` and a longer `--testTimeout`. */
const COUNT = Number(process.env["TIMERS"] ?? 60);

const store = await useTestStore({ monitored: true });
const other = await connectStore({ uri: store.uri, dbName: store.dbName, appName: "another-replica" });
afterwards(() => other.close());
const records = recordsOf(store);
const rows = store.db.collection<TimerRecord>(TIMERS);

/** Two engines with one clock, which the test sets. */
let nowMs = START_MS;
const clock = () => new Date(nowMs);
const engine = await engineOn(store, { clock });
const replica = await engineOn(other, { clock });

const moment = (hours: number) => new Date(START_MS + hours * HOUR_MS);

/** Lets the clock stand at a moment until everything that is due then is done, by both replicas. */
async function at(hours: number, replicas: readonly [typeof store.db, Engine][] = BOTH): Promise<void> {
  nowMs = START_MS + hours * HOUR_MS;
  const failures: unknown[] = [];
  const logger = { ...silentLogger, warn: (about: object) => failures.push(about) };
  const working = replicas.map(([db, { fireTimer, moveTimers }]) =>
    startDueWork({
      db,
      works: timerWork({ db, logger: logger as never, fire: fireTimer, move: moveTimers }),
      failed: (error) => failures.push(error),
      clock,
      pauseMs: 5,
    }),
  );
  const due = { claimedUntil: { $lte: clock() } };
  // Claims last half a minute: nothing is claimed any more once none is due even then.
  const untilClaimed = { claimedUntil: { $lte: new Date(nowMs + 30_000) } };
  const claimed = { ...untilClaimed, at: { $lte: clock() } };
  // First: a calendar that has changed may make timers due.
  const changes = store.db.collection("approval_calendar_changes");
  await waitFor(async () => (await changes.countDocuments(untilClaimed)) === 0);
  await waitFor(async () => (await rows.countDocuments({ $or: [due, claimed] })) === 0, {
    timeoutMs: 15_000 + 25 * COUNT,
  });
  await Promise.all(working.map((one) => one.close()));
  expect(failures).toEqual([]);
}
const BOTH = [
  [store.db, engine],
  [other.db, replica],
] as const satisfies [typeof store.db, Engine][];

/** A company with a submitter, an approver and a line of managers above the approver. */
async function aLine() {
  nowMs = START_MS;
  const company = aCompany();
  const companyId = toObjectId(company.companyId);
  const person = async (name: string, above?: { _id: string }) => {
    const caller = company.user({ name });
    const [_id, employeeId] = [toObjectId(caller.userId), newId()];
    await store.db.collection("users").insertOne({ _id, companyId, name });
    await store.db.collection("employees").insertOne({
      _id: toObjectId(employeeId),
      companyId,
      userId: _id,
      ...(above && { reportingTo: toObjectId(above._id) }),
    });
    return { caller, _id: employeeId };
  };
  const chief = await person("Max");
  const manager = await person("Mia", chief);
  const approver = await person("Ann", manager);
  return {
    company,
    admin: company.user({ privileged: true }),
    submitter: company.user({ name: "Eve" }),
    ann: approver.caller,
    mia: manager.caller,
    max: chief.caller,
  };
}

type Stage = ReturnType<typeof stagesOf>[number];
const withLadder = (stage: Stage, ladder: object): Stage => ({ ...stage, ...ladder });

const FULL = {
  dueIn: { hours: 4 },
  remind: [{ hours: 1 }, { hours: 2 }],
  escalate: { after: { hours: 6 }, to: { manager: true }, mode: "STAND_IN" },
  atEnd: "REJECT",
  endAfter: { hours: 10 },
};

const eventsOf = async (refId: string) => (await records.events(refId)).map(({ event }) => event);
const timersOf = async (taskId: string) =>
  (
    await rows
      .find({ taskId: toObjectId(taskId) })
      .sort({ activation: 1, rung: 1 })
      .toArray()
  ).map(({ action, at: due, state }) => `${action} ${(due.getTime() - START_MS) / HOUR_MS} ${state}`);
const approve = (caller: Caller, taskId: string) =>
  engine.decideApproval(caller, { taskId, status: "APPROVED" });
const askedOf = async (taskId: string) =>
  (await records.approvals(taskId))
    .filter(({ status }) => status === "AWAITING_APPROVAL")
    .map(({ approverId }) => approverId);

describe("a stage with a ladder", () => {
  it("reminds, escalates and ends at its times, each once, whichever replica fires [TIME-3] [TIME-4]", async () => {
    const { submitter, ann, mia } = await aLine();
    const [stage] = stagesOf([ann]);
    const { refId, tasks } = await submitNew(engine, submitter, [withLadder(stage!, FULL)], { ref: "LV-1" });
    const taskId = tasks[0]!._id;
    expect((await records.tasks(refId))[0]!.dueAt).toEqual(new Date(START_MS + 4 * HOUR_MS));
    expect(await timersOf(taskId)).toEqual([
      "REMIND 1 WAITING",
      "REMIND 2 WAITING",
      "ESCALATE 6 WAITING",
      "END 10 WAITING",
    ]);
    await at(0.99);
    expect(await eventsOf(refId)).toEqual(["TASK_CREATED"]);
    await at(1);
    await at(2);
    const reminders = (await records.notifications(refId)).filter(({ event }) => event === "REMINDED");
    expect(reminders.map(({ userId, message }) => [userId, message])).toEqual(
      [1, 2].map(() => [ann.userId, "LV-1 still awaits your approval — Stage 1"]),
    );
    await at(6);
    expect(await askedOf(taskId)).toEqual([ann.userId, mia.userId]);
    const escalated = (await records.events(refId)).find(({ event }) => event === "ESCALATED");
    expect(escalated).toMatchObject({
      targetIds: [mia.userId, ann.userId],
      metadata: { actor: "system", userName: "Mia" },
    });
    expect(escalated).not.toHaveProperty("actorId");
    await at(10);
    expect(await eventsOf(refId)).toEqual(["TASK_CREATED", "REMINDED", "REMINDED", "ESCALATED", "TIMED_OUT"]);
    expect((await records.tasks(refId)).map(({ status }) => status)).toEqual(["REJECTED"]);
    expect(await timersOf(taskId)).toEqual([
      "REMIND 1 FIRED",
      "REMIND 2 FIRED",
      "ESCALATE 6 FIRED",
      "END 10 FIRED",
    ]);
    const { subject, data } = (await records.outbox(refId)).find(({ subject: name }) =>
      name.endsWith(".rejected"),
    )!;
    expect(subject).toBe("approval.outcome.hr.Leave.rejected");
    expect(data["data"]).toMatchObject({ rejectedByTime: true });
    expect(data["data"]).not.toHaveProperty("actorId");
    const audited = (await records.audit(taskId)).map(({ action, actorId }) => [action, actorId]);
    expect(audited).toEqual([
      ["remind", undefined],
      ["remind", undefined],
      ["escalate", undefined],
      ["timeOut", undefined],
    ]);
  });

  it("does nothing more once it is left [TIME-4]", async () => {
    const { submitter, ann } = await aLine();
    const [stage] = stagesOf([ann]);
    const { refId, tasks } = await submitNew(engine, submitter, [withLadder(stage!, FULL)]);
    await at(1);
    await approve(ann, tasks[0]!._id);
    expect(await timersOf(tasks[0]!._id)).toEqual([
      "REMIND 1 FIRED",
      "REMIND 2 DROPPED",
      "ESCALATE 6 DROPPED",
      "END 10 DROPPED",
    ]);
    await at(26);
    expect(await eventsOf(refId)).toEqual(["TASK_CREATED", "REMINDED", "APPROVED", "COMPLETED"]);
  });

  it("begins anew when a return asks it again [TIME-4]", async () => {
    const { submitter, ann, mia } = await aLine();
    const [first, second] = stagesOf([ann], [mia]);
    const { refId, tasks } = await submitNew(engine, submitter, [
      withLadder(first!, { remind: [{ hours: 1 }] }),
      second!,
    ]);
    await at(1);
    await approve(ann, tasks[0]!._id);
    nowMs = START_MS + 3 * HOUR_MS;
    await engine.decideApproval(mia, { taskId: tasks[1]!._id, status: "REJECTED" });
    await at(4);
    expect(await timersOf(tasks[0]!._id)).toEqual(["REMIND 1 FIRED", "REMIND 4 FIRED"]);
    expect((await eventsOf(refId)).filter((event) => event === "REMINDED").length).toBe(2);
  });

  it("reminds a new holder anew, and the others as before; the due time stays [TIME-4]", async () => {
    const { submitter, ann, mia, max, admin } = await aLine();
    const [stage] = stagesOf({ approvers: [ann, mia], approveBy: "ALL" });
    const ladder = { dueIn: { hours: 5 }, remind: [{ hours: 3 }] };
    const { refId, tasks } = await submitNew(engine, submitter, [withLadder(stage!, ladder)]);
    const taskId = tasks[0]!._id;
    nowMs = START_MS + HOUR_MS;
    const given = { taskId, fromUserId: ann.userId, toUserId: max.userId, reason: "away" };
    await engine.seats.reassign(admin, given);
    expect((await records.tasks(refId))[0]!.dueAt).toEqual(new Date(START_MS + 5 * HOUR_MS));
    await at(3);
    await at(4);
    const reminded = (await records.events(refId)).filter(({ event }) => event === "REMINDED");
    expect(reminded.map(({ targetIds }) => targetIds)).toEqual([[mia.userId], [max.userId]]);
  });

  it("is approved by time where the company allows it, and its owner hears so [TIME-3]", async () => {
    const { submitter, ann, mia, admin } = await aLine();
    await engine.updateApprovalSettings(admin, { allowTimeApproval: ["Leave"] });
    const [first, second] = stagesOf([ann], [mia]);
    const ladder = { dueIn: { hours: 2 }, atEnd: "APPROVE" };
    const { refId, tasks } = await submitNew(engine, submitter, [withLadder(first!, ladder), second!]);
    await at(2);
    expect(await eventsOf(refId)).toEqual(["TASK_CREATED", "TIMED_OUT", "STAGE_ADVANCED"]);
    await approve(mia, tasks[1]!._id);
    const { data } = (await records.outbox(refId)).find(({ subject }) => subject.endsWith(".completed"))!;
    expect(data["data"]).toMatchObject({ approvedByTime: true, actorId: mia.userId });
  });

  it("after an outage of 26 hours sends the newest reminder alone, and puts the rest off [TIME-4]", async () => {
    const { submitter, ann } = await aLine();
    const [stage] = stagesOf([ann]);
    const { refId, tasks } = await submitNew(engine, submitter, [withLadder(stage!, FULL)]);
    await at(26);
    expect(await eventsOf(refId)).toEqual(["TASK_CREATED", "REMINDED"]);
    expect(await timersOf(tasks[0]!._id)).toEqual([
      "REMIND 1 DROPPED",
      "REMIND 2 FIRED",
      "ESCALATE 30 WAITING",
      "END 34 WAITING",
    ]);
    await at(30);
    await at(34);
    expect(await eventsOf(refId)).toEqual(["TASK_CREATED", "REMINDED", "ESCALATED", "TIMED_OUT"]);
  });

  it("tells its submitter where nobody is found to ask [TIME-3]", async () => {
    const { submitter, max } = await aLine();
    const [stage] = stagesOf([max]);
    const { refId } = await submitNew(engine, submitter, [withLadder(stage!, FULL)], { ref: "LV-2" });
    for (const hours of [1, 2, 6]) await at(hours);
    const told = (await records.notifications(refId)).filter(({ event }) => event === "ESCALATION_FAILED");
    expect(told.map(({ userId, message }) => [userId, message])).toEqual([
      [submitter.userId, "LV-2 could not be escalated — Stage 1"],
    ]);
  });

  it("asks the first fallback approver who has not left where no manager is found [TIME-3]", async () => {
    const { company, submitter, max, ann, admin } = await aLine();
    const gone = company.user({ name: "Gus" });
    const user = { _id: toObjectId(gone.userId), companyId: toObjectId(company.companyId), name: "Gus" };
    await store.db.collection("users").insertOne(user);
    await engine.updateApprovalSettings(admin, { fallbackApproverIds: [gone.userId, ann.userId] });
    await store.db.collection("users").updateOne({ _id: user._id }, { $set: { active: false } });
    const [stage] = stagesOf([max]);
    const { tasks } = await submitNew(engine, submitter, [withLadder(stage!, FULL)]);
    for (const hours of [1, 2, 6]) await at(hours);
    expect(await askedOf(tasks[0]!._id)).toEqual([max.userId, ann.userId]);
  });

  it("asks the members of a group instead [TIME-3] [SRC-2]", async () => {
    const { company, submitter, ann, mia, max } = await aLine();
    const groupId = newId();
    await store.db.collection("user_groups").insertOne({
      _id: toObjectId(groupId),
      companyId: toObjectId(company.companyId),
      name: "Board",
      memberIds: [mia, max].map(({ userId }) => toObjectId(userId)),
      deletedAt: null,
    });
    const [stage] = stagesOf([ann]);
    const escalate = { after: { hours: 1 }, to: { groupId }, mode: "REPLACE" };
    const { refId, tasks } = await submitNew(engine, submitter, [withLadder(stage!, { escalate })]);
    await at(1);
    const taskId = tasks[0]!._id;
    expect(await askedOf(taskId)).toEqual([mia.userId, max.userId]);
    // Whoever was replaced still reads what became of it.
    expect((await records.tasks(refId))[0]!.involvedIds).toContain(ann.userId);
    await expect(approve(ann, taskId)).rejects.toThrow("Approval not found or cannot be updated");
    await approve(max, taskId);
    await expect(approve(mia, taskId)).rejects.toThrow("Already decided by Max");
    expect((await eventsOf(refId)).at(-1)).toBe("COMPLETED");
  });
});

const day = (from: string, to: string) => [
  { day: "MONDAY" as const, from, to },
  { day: "TUESDAY" as const, from, to },
];

/** The company's calendar, of an office that opens at eight. @returns its id */
async function anOffice(admin: Caller, until: string): Promise<string> {
  const calendar = { name: "Office", timeZone: "UTC", week: day("08:00", until) };
  const { _id: calendarId } = await engine.calendars.create(admin, calendar);
  await engine.updateApprovalSettings(admin, { calendarId });
  return calendarId;
}

describe("a calendar that changes", () => {
  it("moves what it reckoned and has not fired, never before now [TIME-4]", async () => {
    const { submitter, ann, admin } = await aLine();
    const _id = await anOffice(admin, "16:00");
    const [stage] = stagesOf([ann]);
    const ladder = { dueIn: { businessHours: 6 }, remind: [{ businessHours: 1 }, { businessHours: 10 }] };
    const { refId, tasks } = await submitNew(engine, submitter, [withLadder(stage!, ladder)]);
    expect((await records.tasks(refId))[0]).toMatchObject({
      calendarId: _id,
      dueAt: new Date(START_MS + 6 * HOUR_MS),
    });
    await at(1);
    await engine.calendars.update(admin, _id, { week: day("08:00", "12:00") });
    await at(2);
    expect((await records.tasks(refId))[0]!.dueAt).toEqual(new Date(START_MS + 26 * HOUR_MS));
    expect(await timersOf(tasks[0]!._id)).toEqual(["REMIND 1 FIRED", `REMIND ${7 * 24 + 2} WAITING`]);
    await engine.calendars.update(admin, _id, { week: day("00:00", "24:00") });
    await at(12);
    expect(await timersOf(tasks[0]!._id)).toEqual(["REMIND 1 FIRED", "REMIND 12 FIRED"]);
  });

  it("is asked again before a rung fires that was due by it as it was [MEET-16]", async () => {
    const { submitter, ann, admin } = await aLine();
    const _id = await anOffice(admin, "16:00");
    const [stage] = stagesOf([ann]);
    const ladder = { dueIn: { businessHours: 6 }, remind: [{ businessHours: 1 }, { businessHours: 2 }] };
    const { tasks } = await submitNew(engine, submitter, [withLadder(stage!, ladder)]);
    const taskId = tasks[0]!._id;
    await at(1);
    nowMs = START_MS + 2 * HOUR_MS;
    // Nobody has moved the timers yet: the reminder is claimed as the old hours have it.
    await engine.calendars.update(admin, _id, { week: day("13:00", "16:00") });
    const waiting = { taskId: toObjectId(taskId), state: "WAITING" as const };
    const claimed = await rows.findOneAndUpdate(
      { ...waiting, at: { $lte: clock() } },
      { $set: { claimedUntil: new Date(nowMs + 30_000) } },
      { returnDocument: "after" },
    );
    await replica.fireTimer(claimed!);
    expect(await timersOf(taskId)).toEqual(["REMIND 1 FIRED", "REMIND 7 WAITING"]);
    await at(6);
    expect(await timersOf(taskId)).toEqual(["REMIND 1 FIRED", "REMIND 7 WAITING"]);
    await at(7);
    expect(await timersOf(taskId)).toEqual(["REMIND 1 FIRED", "REMIND 7 FIRED"]);
  });

  it("moves nothing of a stage that stood still, of which the rest counts [TALK-2] [TIME-4] [MEET-16]", async () => {
    const { submitter, ann, admin } = await aLine();
    const _id = await anOffice(admin, "16:00");
    const [stage] = stagesOf([ann]);
    const { tasks } = await submitNew(engine, submitter, [
      withLadder(stage!, { remind: [{ businessHours: 2 }] }),
    ]);
    const taskId = tasks[0]!._id;
    const questionId = await engine.requestChanges(ann, { taskId, text: "Add the receipt" });
    await at(1);
    await engine.answerQuestion(submitter, { questionId, text: "Done" });
    expect(await timersOf(taskId)).toEqual(["REMIND 3 WAITING"]);
    nowMs = START_MS + 3 * HOUR_MS;
    await engine.calendars.update(admin, _id, { week: day("13:00", "16:00") });
    const claimed = await rows.findOneAndUpdate(
      { taskId: toObjectId(taskId), state: "WAITING" },
      { $set: { claimedUntil: new Date(nowMs + 30_000) } },
      { returnDocument: "after" },
    );
    await replica.fireTimer(claimed!);
    expect(await timersOf(taskId)).toEqual(["REMIND 3 FIRED"]);
  });

  it("wakes a stage for those who would snooze it past its new due time, and for nobody else [TIME-6]", async () => {
    const { submitter, ann, mia, admin } = await aLine();
    const _id = await anOffice(admin, "12:00");
    const [stage] = stagesOf([ann, mia]);
    const { refId, tasks } = await submitNew(engine, submitter, [
      withLadder(stage!, { dueIn: { businessHours: 6 } }),
    ]);
    const taskId = tasks[0]!._id;
    await engine.snoozeTask(ann, { taskId, until: moment(20) });
    await engine.snoozeTask(mia, { taskId, until: moment(6) });
    await engine.calendars.update(admin, _id, { week: day("08:00", "16:00") });
    await at(1);
    expect((await records.tasks(refId))[0]).toMatchObject({ dueAt: moment(6) });
    const { snoozes } = createReadModels({ db: store.db, kinds: BUILT_IN_KINDS, clock });
    expect(await Promise.all([ann, mia].map((one) => snoozes.snoozesOf(one)))).toMatchObject([
      [],
      [{ taskId, until: moment(6) }],
    ]);
  });

  it("moves a stage too that was being asked by it as it was [TIME-4]", async () => {
    const { submitter, ann, admin } = await aLine();
    const _id = await anOffice(admin, "16:00");
    const asked = Promise.withResolvers<void>();
    const changed = Promise.withResolvers<void>();
    const inner = createUnitOfWork(store, (scope) => scope);
    const slow = await engineOn(store, {
      clock,
      unitOfWork: (work, options) =>
        inner(async (scope) => {
          const result = await work(scope);
          asked.resolve();
          await changed.promise;
          return result;
        }, options),
    });
    const [stage] = stagesOf([ann]);
    const submitting = submitNew(slow, submitter, [withLadder(stage!, { dueIn: { businessHours: 6 } })]);
    await asked.promise;
    await engine.calendars.update(admin, _id, { week: day("08:00", "12:00") });
    // A replica that looks at once does not see the stage yet.
    const early = await claimDue(calendarChangesIn(store), { now: clock(), until: new Date(nowMs + 1) });
    if (early) await replica.moveTimers(early);
    changed.resolve();
    const { refId } = await submitting;
    expect((await records.tasks(refId))[0]!.dueAt).toEqual(new Date(START_MS + 6 * HOUR_MS));
    await at(1);
    expect((await records.tasks(refId))[0]!.dueAt).toEqual(new Date(START_MS + 26 * HOUR_MS));
  });
});

describe("the working time that is left", () => {
  it("is that of the stage's calendar, none once it is late, and unknown without a due time [TIME-4]", async () => {
    const readModel = createTimersReadModel({ db: store.db, clock });
    const { submitter, ann, admin, company } = await aLine();
    await anOffice(admin, "16:00");
    const [stage] = stagesOf([ann]);
    const dated = withLadder(stage!, { dueIn: { businessHours: 10 } });
    const { refId } = await submitNew(engine, submitter, [dated, { ...stage!, name: "Later", order: 2 }]);
    const leftAt = async (hours: number) => {
      nowMs = START_MS + hours * HOUR_MS;
      return readModel.hoursLeft(company.companyId, await records.tasks(refId));
    };
    expect(await leftAt(0)).toEqual([10, null]);
    // After closing on Monday: two hours of Tuesday.
    expect(await leftAt(12)).toEqual([2, null]);
    expect(await leftAt(25.25)).toEqual([0.75, null]);
    expect(await leftAt(30)).toEqual([0, null]);
  });

  it("is unknown where no calendar says what working time is [TIME-4] [CON-25]", async () => {
    const readModel = createTimersReadModel({ db: store.db, clock });
    const { submitter, ann, company } = await aLine();
    const [stage] = stagesOf([ann]);
    const { refId } = await submitNew(engine, submitter, [withLadder(stage!, { dueIn: { hours: 247 } })]);
    expect(await readModel.hoursLeft(company.companyId, await records.tasks(refId))).toEqual([null]);
  });
});

describe("timers at scale", () => {
  it("take effect once each, and ten replicas share them [TIME-4]", async () => {
    const { submitter, ann } = await aLine();
    const [stage] = stagesOf([ann]);
    const refIds: string[] = [];
    for (let made = 0; made < COUNT; made += 1) {
      refIds.push(
        (await submitNew(engine, submitter, [withLadder(stage!, { remind: [{ hours: 1 }] })])).refId,
      );
    }
    const shares = new Map<number, number>();
    const replicas = Array.from({ length: 10 }, (_, index): [typeof store.db, Engine] => {
      const counted: Engine["fireTimer"] = async (row) => {
        shares.set(index, (shares.get(index) ?? 0) + 1);
        await (index % 2 === 0 ? engine : replica).fireTimer(row);
      };
      return [index % 2 === 0 ? store.db : other.db, { ...engine, fireTimer: counted }];
    });
    await at(1, replicas);
    for (const refId of refIds) expect(await eventsOf(refId)).toEqual(["TASK_CREATED", "REMINDED"]);
    expect(shares.size).toBeGreaterThan(5);
  });

  it.each([1_200, 5_000])("are found by reading one row each, among %i [TIME-4]", async (count) => {
    const taskId = toObjectId(newId());
    const far = Array.from({ length: count }, (_, index) => ({
      _id: `${count} ${index}`,
      companyId: taskId,
      taskId,
      activation: 1,
      rung: index + 1,
      action: "REMIND" as const,
      step: 0,
      from: new Date(START_MS),
      at: new Date(START_MS + (index + 1) * HOUR_MS),
      state: "WAITING" as const,
      claimedUntil: new Date(START_MS + (index + 1) * HOUR_MS),
    }));
    await rows.insertMany(far);
    onTestFinished(async () => void (await rows.deleteMany({ taskId })));
    const find = { find: TIMERS, filter: { claimedUntil: { $lte: new Date(START_MS + 100 * HOUR_MS) } } };
    const explain = { ...find, sort: { claimedUntil: 1 }, limit: 100 };
    const { executionStats } = await store.db.command({ explain, verbosity: "executionStats" });
    expect(executionStats).toMatchObject({ nReturned: 100 });
    expect(executionStats.totalDocsExamined).toBeLessThanOrEqual(150);
  });

  it("cost a decision nothing on stages without a ladder, and two commands on those with one [TIME-4]", async () => {
    const { submitter, ann, mia } = await aLine();
    const commandsOf = async (ladder: object) => {
      const events = await commandEventsOf(store.client, async () => {
        const [first, second] = stagesOf([ann], [mia]);
        const { tasks } = await submitNew(engine, submitter, [withLadder(first!, ladder), second!]);
        await approve(ann, tasks[0]!._id);
      });
      return events
        .filter(({ command }) => Object.values(command).includes(TIMERS))
        .map(({ commandName }) => commandName);
    };
    expect(await commandsOf({})).toEqual([]);
    expect(await commandsOf(FULL)).toEqual(["update", "update"]);
  });
});
