import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import {
  aCompany,
  commandsBeforeAnswer,
  countAll,
  recordsOf,
  stagesOf,
  submitNew,
} from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import { dueNotifications } from "../channels/sent-notifications.ts";
import type { Caller } from "../engine.ts";
import type { WorkflowNotificationRecord } from "../shared/records.ts";
import { TIMERS, type TimerRecord } from "../timers/records.ts";
import { createTimersRepository } from "../timers/timers-repository.ts";
import { messagesIn } from "./records.ts";

const store = await useTestStore({ monitored: true });
const records = recordsOf(store);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);
/** The next days of a substitution. */
const days = () => ({ fromDate: dayAt(now), untilDate: dayAt(now + 20 * DAY_MS), timeZone: "UTC" });
let now = Date.parse("2026-03-02T08:00:00Z");
const { as, engine } = await useReplica(store, useBus(), { clock: () => new Date(now) });

const REQUEST = `mutation Request($input: RequestChangesInput!) { requestChanges(input: $input) {
  _id kind text toUserId authorId author { name } questionId closed refId taskId } }`;
const ANSWER = `mutation Answer($input: AnswerQuestionInput!) { answerQuestion(input: $input) { _id kind questionId } }`;
const CONVERSATION = `query Talk($refId: ID!, $take: Int, $before: ID) {
  conversation(refId: $refId, take: $take, before: $before) { _id kind text closed } }`;
const INBOX = `query Inbox($input: InboxPageInput) { inboxPage(input: $input) { total data { _id waitingOnAnswer canUpdateStatus dueAt } }
  inboxCounts { count } }`;
const MINE = `query Mine($tab: SubmissionTab) { mySubmissions(input: { tab: $tab }) {
  needsYou inProgress data { canNudge question { _id text } document { refId } } } }`;

interface Inbox {
  inboxPage: { total: number; data: { _id: string; waitingOnAnswer: boolean; canUpdateStatus: boolean }[] };
  inboxCounts: { count: number }[];
}
interface Mine {
  mySubmissions: {
    needsYou: number;
    inProgress: number;
    data: { canNudge: boolean; question: { _id: string; text: string } | null }[];
  };
}

const DOCUMENT = { title: "Dinner", amount: "950.00", currency: "EUR" };

/** The inbox's total, its tasks, and its counts. */
const inbox = async (who: Caller, input: object = {}) => {
  const { inboxPage, inboxCounts } = await as(who).get<Inbox>(INBOX, { input });
  return [inboxPage.total, inboxPage.data.length, inboxCounts.reduce((sum, { count }) => sum + count, 0)];
};

/** Eve's claim, which Ann and Bob decide, then Cid. */
async function aClaim(ladder: object = {}, settings: object = {}) {
  const company = aCompany();
  const [eve, ann, bob, cid] = ["Eve", "Ann", "Bob", "Cid"].map((name) => company.user({ name })) as [
    Caller,
    Caller,
    Caller,
    Caller,
  ];
  const admin = company.user({ privileged: true });
  await store.db.collection("users").insertMany(
    [eve, ann, bob, cid].map(({ userId, name }) => ({
      _id: toObjectId(userId),
      companyId: toObjectId(company.companyId),
      name,
    })),
  );
  if (Object.keys(settings).length > 0) await engine.updateApprovalSettings(admin, settings);
  const [first, second] = stagesOf({ approvers: [ann, bob], approveBy: "ALL" }, [cid]);
  const service = { ...eve, isService: true as const };
  const { refId, runId, tasks } = await submitNew(engine, service, [{ ...first!, ...ladder }, second!], {
    kind: "Claim",
    ref: "CL-1",
    document: DOCUMENT,
  });
  const taskId = tasks[0]!._id;
  const want = (who: Caller = ann, input: object = {}) =>
    engine.requestChanges(who, { taskId, text: "Add the receipt", ...input });
  const answer = (questionId: string, who: Caller = eve) =>
    engine.answerQuestion(who, { questionId, text: "It is there now" });
  const decide = (who: Caller, status = "APPROVED") => engine.decideApproval(who, { taskId, status });
  const amend = (amount = "900.00") =>
    engine.amendDocument(service, { refId, document: { ...DOCUMENT, amount } });
  const mine = async (tab: string) => (await as(eve).get<Mine>(MINE, { tab })).mySubmissions;
  const wishes = async () =>
    (await records.outbox(refId))
      .filter(({ subject }) => subject.endsWith(".changesRequested"))
      .map(({ data }) => data["data"] as { messageId: string; closed: boolean });
  const run = async () => (await store.db.collection("workflow_runs").findOne({ _id: toObjectId(runId) }))!;
  return {
    company,
    admin,
    eve,
    ann,
    bob,
    cid,
    refId,
    taskId,
    want,
    answer,
    decide,
    amend,
    inbox,
    mine,
    wishes,
    run,
  };
}

describe("changes that an approver wants", () => {
  it("are asked of the submitter, and take the task out of the inboxes [TALK-2]", async () => {
    const { eve, ann, bob, cid, refId, taskId, mine } = await aClaim();
    const { requestChanges } = await as(ann).get<{ requestChanges: { _id: string } }>(REQUEST, {
      input: { taskId, text: "  Add the receipt\n" },
    });
    expect(requestChanges).toEqual({
      _id: expect.any(String),
      kind: "CHANGES",
      text: "Add the receipt",
      toUserId: eve.userId,
      authorId: ann.userId,
      author: { name: "Ann" },
      questionId: null,
      closed: false,
      refId,
      taskId,
    });
    for (const approver of [ann, bob]) {
      expect(await inbox(approver)).toEqual([0, 0, 0]);
      expect(await inbox(approver, { waitingOnAnswer: true })).toEqual([1, 1, 0]);
    }
    expect(await as(ann).get("{ myPendingApprovals { ref } }")).toEqual({ myPendingApprovals: [] });
    await engine.createSubstitution(bob, { substituteId: cid.userId, ...days() });
    const beginnings = await records.list<{ message: string }>("workflow_notifications", {
      userId: toObjectId(cid.userId),
    });
    expect(beginnings.map(({ message }) => message)).toEqual([expect.stringContaining("0 tasks are open")]);
    const until = new Date(now + HOUR_MS);
    await expect(engine.snoozeTask(bob, { taskId, until })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const notifications = store.db.collection<WorkflowNotificationRecord>("workflow_notifications");
    const rows = await notifications.find({ userId: toObjectId(bob.userId), part: "ASKED" }).toArray();
    expect(rows).toHaveLength(1);
    expect(await dueNotifications(store.db, rows, "NONE", { language: "en", grants: [] })).toEqual([]);
    const page = `{ workflowTaskPage { data { _id status waitingOnAnswer canUpdateStatus } } }`;
    const shown = (decides: boolean) => ({
      workflowTaskPage: {
        data: expect.arrayContaining([
          { _id: taskId, status: "AWAITING_APPROVAL", waitingOnAnswer: true, canUpdateStatus: decides },
        ]),
      },
    });
    expect(await as(ann).get(page)).toEqual(shown(true));
    expect(await as(bob).get(page)).toEqual(shown(false));
    const { needsYou, inProgress, data } = await mine("NEEDS_YOU");
    expect([needsYou, inProgress]).toEqual([1, 0]);
    expect(data).toMatchObject([
      { canNudge: false, question: { _id: requestChanges._id, text: "Add the receipt" } },
    ]);
    const sentNotifications = (await records.notifications(refId)).filter(
      ({ event }) => event === "CHANGES_WANTED",
    );
    expect(sentNotifications).toMatchObject([
      { userId: eve.userId, part: "SUBMITTER", message: "CL-1: Ann wants changes: Add the receipt" },
    ]);
    expect((await records.audit(taskId)).at(-1)).toMatchObject({
      action: "requestChanges",
      actorId: ann.userId,
    });
  });

  it("reach the owner when they begin and when they end [TALK-2]", async () => {
    const { eve, ann, refId, want, answer, wishes, run } = await aClaim();
    const messageId = await want();
    const { _id: runId, companyId } = await run();
    const wish = {
      companyId: companyId.toHexString(),
      refId,
      ref: "CL-1",
      kind: "Claim",
      runId: runId.toHexString(),
      messageId,
      text: "Add the receipt",
      by: ann.userId,
    };
    expect(await wishes()).toEqual([{ ...wish, closed: false }]);
    await answer(messageId, eve);
    expect(await wishes()).toEqual([
      { ...wish, closed: false },
      { ...wish, closed: true },
    ]);
    const subjects = (await records.outbox(refId)).map(({ subject }) => subject);
    expect(subjects).toContain("approval.request.hr.Claim.changesRequested");
    expect(subjects.filter((subject) => subject.startsWith("approval.outcome"))).toEqual([]);
  });

  it("bring the document back with its differences by an amendment, whatever onAmend says [TALK-2] [DOC-3]", async () => {
    const { ann, bob, refId, taskId, want, amend, decide, mine, run } = await aClaim();
    await expect(amend()).rejects.toThrow("Document cannot be changed while its approval is in progress");
    await want();
    await expect(decide(bob)).rejects.toThrow("Changes are wanted from Eve: nobody else decides until they");
    now += HOUR_MS;
    await amend();
    expect(await inbox(ann)).toEqual([1, 1, 1]);
    expect((await run())["askedAt"]).toEqual(new Date(now));
    expect((await mine("NEEDS_YOU")).needsYou).toBe(0);
    const revisions = `query Of($refId: ID!) { documentRevisions(refId: $refId) { revision changes { label before after } } }`;
    const { documentRevisions } = await as(ann).get<{ documentRevisions: unknown[] }>(revisions, { refId });
    expect(documentRevisions.at(-1)).toMatchObject({
      revision: 2,
      changes: [expect.objectContaining({ after: "900.00" })],
    });
    const again = (await records.tasks(refId)).find(({ status }) => status === "AWAITING_APPROVAL")!;
    expect(again._id).toBe(taskId);
    await decide(bob);
    await decide(ann);
    await expect(amend("800.00")).rejects.toThrow("Document cannot be changed");
  });

  it("keep verdicts where the company keeps them, and can be wanted three times a run [TALK-2]", async () => {
    const { ann, bob, want, answer, decide, amend } = await aClaim({}, { onAmend: "KEEP_VERDICTS" });
    await decide(bob);
    for (const amount of ["90", "80", undefined]) {
      const messageId = await want();
      await expect(want()).rejects.toMatchObject({ code: "CONFLICT", message: "Changes are wanted already" });
      await (amount ? amend(amount) : answer(messageId));
    }
    const before = await countAll(store);
    await expect(want()).rejects.toMatchObject({
      code: "CONFLICT",
      message: "Changes may be wanted 3 times in a run",
    });
    expect(await countAll(store)).toBe(before);
    await decide(ann);
    await expect(want(bob)).rejects.toThrow("Approval not found or cannot be updated");
  });

  it("are answered by the submitter alone, once [TALK-1] [TALK-2]", async () => {
    const { company, admin, ann, bob, refId, want, answer, decide } = await aClaim();
    const messageId = await want();
    const before = await countAll(store);
    for (const [who, message] of [
      [bob, "Only who is asked answers"],
      [admin, "Message not found"],
      [company.user(), "Message not found"],
      [aCompany().user(), "Message not found"],
    ] as const) {
      await expect(answer(messageId, who)).rejects.toThrow(message);
    }
    await expect(answer(newId())).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await countAll(store)).toBe(before);
    await answer(messageId);
    await expect(answer(messageId)).rejects.toMatchObject({
      code: "CONFLICT",
      message: "This question is closed",
    });
    expect(await inbox(bob)).toEqual([1, 1, 1]);
    const sentNotifications = (await records.notifications(refId)).filter(
      ({ event }) => event === "QUESTION_ANSWERED",
    );
    expect(sentNotifications.map(({ userId }) => userId).toSorted()).toEqual(
      [ann.userId, bob.userId].toSorted(),
    );
    expect(sentNotifications[0]!.message).toBe(
      "CL-1: Eve answered: It is there now — awaiting your approval again",
    );
    await decide(bob);
  });

  it("stop the timers, which count on with the time that was left [TALK-2] [TIME-4]", async () => {
    const ladder = { dueIn: { hours: 4 }, remind: [{ hours: 1 }], atEnd: "REJECT" };
    const { refId, taskId, want, answer } = await aClaim(ladder);
    const timers = store.db.collection<TimerRecord>(TIMERS);
    const rows = async () =>
      (
        await timers
          .find({ taskId: toObjectId(taskId) })
          .sort({ rung: 1 })
          .toArray()
      ).map(({ action, at, state, claimedUntil }) => [
        action,
        at.getTime() - start,
        state,
        claimedUntil?.getTime() === at.getTime(),
      ]);
    const start = now;
    now += HOUR_MS / 2;
    const due = await timers.findOne({ taskId: toObjectId(taskId), rung: 1 });
    const messageId = await want();
    expect((await records.tasks(refId))[0]).not.toHaveProperty("dueAt");
    expect(await rows()).toEqual([
      ["REMIND", HOUR_MS, "PAUSED", false],
      ["END", 4 * HOUR_MS, "PAUSED", false],
    ]);
    now += 5 * DAY_MS;
    // A rung that was claimed just before changes nothing.
    await engine.fireTimer(due!);
    expect((await records.events(refId)).map(({ event }) => event)).not.toContain("REMINDED");
    await answer(messageId);
    expect(await rows()).toEqual([
      ["REMIND", now - start + HOUR_MS / 2, "WAITING", true],
      ["END", now - start + 3.5 * HOUR_MS, "WAITING", true],
    ]);
    const [task] = await records.list<{ dueAt: Date }>("workflow_tasks", { _id: toObjectId(taskId) });
    expect(task!.dueAt).toEqual(new Date(now + 3.5 * HOUR_MS));
  });

  it("leave no timer that stands still behind, and stop none again that runs [TALK-2] [TIME-4] [ONE-3]", async () => {
    const timers = store.db.collection<TimerRecord>(TIMERS);
    const { ann, bob, cid, taskId, want, answer, decide } = await aClaim({
      dueIn: { hours: 4 },
      remind: [{ hours: 1 }],
    });
    const rows = async () =>
      timers
        .find({ taskId: toObjectId(taskId) })
        .sort({ rung: 1 })
        .toArray();
    const states = async () => (await rows()).map(({ state }) => state);
    const first = await want();
    const stopped = await rows();
    await answer(first);
    expect(await states()).toEqual(["WAITING"]);
    // A replica that was slow writes once more what another has written long ago.
    await createTimersRepository(store).turn(stopped);
    expect(await states()).toEqual(["WAITING"]);
    await want();
    await engine.seats.reassign(bob, { taskId, toUserId: cid.userId, reason: "away" });
    expect(await states()).toEqual(["PAUSED", "PAUSED"]);
    await decide(ann);
    expect(await states()).toEqual(["WAITING", "WAITING"]);
    await engine.seats.withdraw(ann, { taskId });
    await want();
    await decide(ann, "REJECTED");
    expect(await states()).toEqual(["DROPPED", "DROPPED"]);
  });

  it("end by themselves after thirty days, and where a substitute stands in no more [TALK-1] [TALK-2]", async () => {
    const { ann, bob, cid, want, wishes } = await aClaim();
    const rows = messagesIn(store);
    const row = async (messageId: string) => (await rows.findOne({ _id: toObjectId(messageId) }))!;
    const first = await want();
    expect((await row(first)).claimedUntil).toEqual(new Date(now + 30 * DAY_MS));
    now += 30 * DAY_MS;
    await engine.lookAtChanges(await row(first));
    expect(await inbox(bob)).toEqual([1, 1, 1]);
    expect((await wishes()).map(({ closed }) => closed)).toEqual([false, true]);
    expect(await row(first)).toMatchObject({ closed: true });
    expect((await row(first)).claimedUntil).toBeUndefined();

    const substitution = await engine.createSubstitution(ann, {
      substituteId: cid.userId,
      ...days(),
    });
    const second = await want(cid);
    now += DAY_MS / 96;
    await engine.lookAtChanges(await row(second));
    expect(await inbox(bob)).toEqual([0, 0, 0]);
    await engine.revokeSubstitution(ann, substitution._id);
    now += DAY_MS / 96;
    await engine.lookAtChanges(await row(second));
    expect(await inbox(bob)).toEqual([1, 1, 1]);
    expect(await row(second)).toMatchObject({ closed: true });
  });

  it("end when the run is recalled, and when approver or submitter leave [TALK-1] [FIX-2]", async () => {
    const recalled = await aClaim({}, { recall: "ALWAYS" });
    await recalled.want();
    await engine.recallDocument(recalled.eve, { refId: recalled.refId, reason: "a mistake" });
    expect((await recalled.wishes()).at(-1)).toMatchObject({ closed: true });
    expect(await recalled.run()).not.toHaveProperty("askedIds");
    expect((await recalled.mine("DONE")).data).toMatchObject([{ question: null }]);
    for (const who of ["ann", "eve", "cid"] as const) {
      const claim = await aClaim();
      // Cid wants them in Ann's place.
      if (who === "cid")
        await engine.createSubstitution(claim.ann, { substituteId: claim.cid.userId, ...days() });
      await claim.want(who === "cid" ? claim.cid : claim.ann);
      const { companyId } = claim.company;
      await store.db
        .collection("users")
        .updateOne({ _id: toObjectId(claim[who].userId) }, { $set: { active: false } });
      await engine.releaseLeaver(companyId, claim[who].userId);
      expect(await claim.run()).not.toHaveProperty("changesWanted");
      expect((await inbox(claim.bob))[0]).toBe(1);
      expect((await claim.wishes()).at(-1)).toMatchObject({ closed: true });
    }
  });

  it("are done once for each key, and refused at another revision or with bad input [CTRL-1] [CTRL-2] [SAFE-7]", async () => {
    const { ann, eve, refId, want, wishes } = await aClaim();
    const keyed = { idempotencyKey: "one" };
    const [first, second] = await Promise.all([want(ann, keyed), want(ann, keyed)]);
    expect(second).toBe(first);
    expect(await wishes()).toHaveLength(1);
    await expect(want(ann, { ...keyed, text: "Another" })).rejects.toMatchObject({
      code: "IDEMPOTENCY_KEY_REUSED",
    });
    const before = await countAll(store);
    for (const [input, message] of [
      [{ text: " \n" }, "text: must not be blank"],
      [{ text: "x".repeat(10_240) }, "text: must have at most 2000 characters"],
      [{ text: "x\u0000y" }, "text: must not contain control characters"],
      [{ taskId: "x" }, "taskId: must be 24 hexadecimal characters"],
      [{ expectedRevision: "0.9" }, "changed"],
      [{ taskId: newId() }, "Approval not found or cannot be updated"],
    ] as const) {
      await expect(want(ann, input)).rejects.toThrow(message);
    }
    expect(await countAll(store)).toBe(before);
    const { data } = await as(eve).ask(ANSWER, { input: { questionId: first, text: "safe \u202Etxt.exe" } });
    expect(data).toMatchObject({ answerQuestion: { kind: "ANSWER", questionId: first } });
    const sentNotification = (await records.notifications(refId)).find(
      ({ event }) => event === "QUESTION_ANSWERED",
    );
    expect(sentNotification!.message).toContain("safe [U+202E]txt.exe");
  });

  it("are read by those who take part, a page at a time [TALK-1] [FIX-11]", async () => {
    const { company, admin, eve, bob, refId, want, answer } = await aClaim();
    const question = await want();
    await answer(question);
    const talk = async (who: Caller, page: object = {}) =>
      (
        await as(who).get<{ conversation: { _id: string; kind: string; closed: boolean }[] }>(CONVERSATION, {
          refId,
          ...page,
        })
      ).conversation;
    for (const reader of [eve, bob, admin]) {
      expect((await talk(reader)).map(({ kind, closed }) => [kind, closed])).toEqual([
        ["CHANGES", true],
        ["ANSWER", false],
      ]);
    }
    const [newest] = await talk(eve, { take: 1 });
    expect(newest).toMatchObject({ kind: "ANSWER" });
    expect(await talk(eve, { before: newest!._id })).toMatchObject([{ _id: question }]);
    for (const stranger of [company.user(), aCompany().user({ privileged: true })]) {
      expect(await talk(stranger)).toEqual([]);
    }
  });

  it("cost as many commands as a verdict, and a verdict none more [TALK-2] [ONE-2]", async () => {
    const plain = await aClaim();
    const verdict = await commandsBeforeAnswer(store, () => plain.decide(plain.ann));
    const { ann, want, decide } = await aClaim();
    const wish = await commandsBeforeAnswer(store, () => want());
    expect(wish).toHaveLength(verdict.length);
    const meanwhile = await commandsBeforeAnswer(store, () => decide(ann));
    // Only a verdict that ends a wish writes one more: that its message waits for nothing any more.
    expect(meanwhile).toEqual([...verdict, "update workflow_messages"]);
  });
});
