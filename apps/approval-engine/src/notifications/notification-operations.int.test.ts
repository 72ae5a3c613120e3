import { newId, toObjectId } from "@countersign/mongo";
import { commandEventsOf, useTestStore } from "@countersign/testing";
import { beforeAll, describe, expect, it } from "vitest";

import { aCompany, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import { costlyAmong, readBy, searchesOf } from "../../test/searches.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore({ monitored: true });
const { as, engine } = await useReplica(store, useBus());

interface Notification {
  _id: string;
  message: string;
  read: boolean;
  event: string;
}
const mine = async (caller: Caller, read?: boolean | null): Promise<Notification[]> =>
  (
    await as(caller).get<{ findMyNotifications: Notification[] }>(
      `query Mine($read: Boolean) { findMyNotifications(read: $read) {
        _id message event read userId eventId taskId refId workflowId kind companyId createdAt } }`,
      { ...(read !== undefined && { read }) },
    )
  ).findMyNotifications;
const titlesOf = async (caller: Caller) =>
  (
    await as(caller).get<{ findMyNotifications: { title: string | null }[] }>(
      "{ findMyNotifications { title } }",
    )
  ).findMyNotifications.map(({ title }) => title);
const PREFER = `mutation Prefer($input: UpdateNotificationPreferencesInput!) {
  updateNotificationPreferences(input: $input) { category } }`;
const MARK = "mutation Mark($id: ID!) { markNotificationRead(id: $id) }";

describe("stored notifications", () => {
  const company = aCompany();
  const [ann, ben] = [company.user(), company.user()];

  // Rules: [AE-NOTIF-19] [AE-NOTIF-01] [AE-NOTIF-02] [AE-NOTIF-03] [AE-NOTIF-05]
  it("are listed for their recipient only, newest first", async () => {
    const first = await submitNew(engine, ben, stagesOf([ann]), { ref: "N-1" });
    await submitNew(engine, ben, stagesOf([ann]), { ref: "N-2", kind: "Loan" });
    const all = await mine(ann);
    expect(all.map(({ message }) => message)).toEqual([
      "N-2 submitted for your approval — Stage 1",
      "N-1 submitted for your approval — Stage 1",
    ]);
    expect(all[1]).toMatchObject({
      userId: ann.userId,
      eventId: expect.stringMatching(/^[0-9a-f]{24}$/u) as string,
      refId: first.refId,
      taskId: first.tasks[0]?._id,
      workflowId: null,
      kind: "Leave",
      read: false,
      companyId: company.companyId,
    });
    expect(await mine(ben)).toEqual([]);
    expect(await mine({ ...ann, companyId: aCompany().companyId })).toEqual([]);
  });

  it("are marked read one by one, by their recipient only [AE-NOTIF-20]", async () => {
    const [newest] = await mine(ann);
    const id = newest?._id;
    for (const other of [ben, { ...ann, companyId: aCompany().companyId }]) {
      const { errors } = await as(other).ask(MARK, { id });
      expect(errors).toMatchObject([{ extensions: { code: "NOT_FOUND" } }]);
    }
    expect((await as(ann).ask(MARK, { id: newId() })).errors).toMatchObject([
      { extensions: { code: "NOT_FOUND" } },
    ]);
    expect((await as(ann).ask(MARK, { id: "1" })).errors).toMatchObject([
      { message: "id: must be 24 hexadecimal characters", extensions: { field: "id" } },
    ]);
    expect(await mine(ann, false)).toHaveLength(2);
    expect(await as(ann).get(MARK, { id })).toEqual({ markNotificationRead: true });
    expect(await as(ann).get(MARK, { id })).toEqual({ markNotificationRead: true });
    expect((await mine(ann, true)).map(({ _id }) => _id)).toEqual([id]);
    expect(await mine(ann, false)).toHaveLength(1);
    expect(await mine(ann, null)).toHaveLength(2);
  });

  it("are marked read all at once, each user's own [AE-NOTIF-21]", async () => {
    await submitNew(engine, ann, stagesOf([ben]), { ref: "N-3" });
    const marked = await as(ann).get("mutation { markAllNotificationsRead }");
    expect(marked).toEqual({ markAllNotificationsRead: true });
    expect(await mine(ann, false)).toEqual([]);
    expect(await mine(ben, false)).toHaveLength(1);
  });
});

const unreadOf = async (caller: Caller) =>
  (await as(caller).get<{ unreadNotifications: number }>("{ unreadNotifications }")).unreadNotifications;

describe("the number of unread notifications", () => {
  it("is that of the recipient's own, and falls as they are read [AE-NOTIF-19]", async () => {
    const company = aCompany();
    const [ann, ben] = [company.user(), company.user()];
    expect(await unreadOf(ann)).toBe(0);
    for (const ref of ["N-1", "N-2", "N-3"]) await submitNew(engine, ben, stagesOf([ann]), { ref });
    expect([await unreadOf(ann), await unreadOf(ben)]).toEqual([3, 0]);
    expect(await unreadOf({ ...ann, companyId: aCompany().companyId })).toBe(0);
    const [newest] = await mine(ann);
    await as(ann).get(MARK, { id: newest!._id });
    expect(await unreadOf(ann)).toBe(2);
    await as(ann).get("mutation { markAllNotificationsRead }");
    expect(await unreadOf(ann)).toBe(0);
  });

  it("has a verdict that completes once: that it was given is read [CON-25]", async () => {
    const company = aCompany();
    const [ann, ben] = [company.user(), company.user()];
    const { tasks } = await submitNew(engine, ann, stagesOf([ben], [ben]), { ref: "N-7" });
    for (const { _id: taskId } of tasks) await engine.decideApproval(ben, { taskId, status: "APPROVED" });
    expect(await unreadOf(ann)).toBe(2);
    const newest = (await mine(ann)).map(({ event, read }) => ({ event, read }));
    expect(newest).toEqual([
      { event: "COMPLETED", read: false },
      { event: "APPROVED", read: true },
      { event: "APPROVED", read: false },
    ]);
  });

  it("leaves out what its reader has switched off, as their list does [TIME-5]", async () => {
    const company = aCompany();
    const [ann, ben] = [company.user(), company.user()];
    await submitNew(engine, ben, stagesOf([ann]));
    const { tasks } = await submitNew(engine, ann, stagesOf([ben]));
    await engine.decideApproval(ben, { taskId: tasks[0]!._id, status: "APPROVED" });
    const counts = async () => [await unreadOf(ann), (await mine(ann, false)).length];
    expect(await counts()).toEqual([2, 2]);
    const preferences = [{ channel: "IN_APP", category: "ASKED", when: "OFF" }];
    await as(ann).get(PREFER, { input: { preferences } });
    expect(await counts()).toEqual([1, 1]);
  });

  it("is counted without reading them, and no further than 5,000 [READ-2]", async () => {
    const company = aCompany();
    const ann = company.user();
    const { tasks } = await submitNew(engine, company.user(), stagesOf([ann]));
    expect(tasks).toHaveLength(1);
    const notifications = store.db.collection("workflow_notifications");
    const one = await notifications.findOne({ userId: toObjectId(ann.userId) });
    const copies = Array.from({ length: 5_010 }, () => ({ ...one, _id: toObjectId(newId()) }));
    await notifications.insertMany(copies);
    const searches = await searchesOf(store, async () => {
      expect(await unreadOf(ann)).toBe(5_000);
    });
    expect(await costlyAmong(store, searches)).toEqual([]);
    const counts = searches.filter((search) => "count" in search);
    expect(await readBy(store, counts)).toMatchObject({ documents: 0 });
    await as(ann).get(PREFER, {
      input: { preferences: [{ channel: "IN_APP", category: "QUESTION", when: "OFF" }] },
    });
    expect(await unreadOf(ann)).toBe(5_000);
  });
});

describe("the text of a notification", () => {
  const TEXTS = `query ($locale: String) { findMyNotifications {
    message event part metadata { actorName } text(locale: $locale) own: text } }`;
  const company = aCompany();
  const [ann, ben] = [company.user({ name: "Ann" }), company.user({ name: "Ben" })];
  /** The newest notification of the user. */
  const newest = async (caller: Caller, locale?: string) =>
    (
      await as(caller).get<{ findMyNotifications: Record<string, unknown>[] }>(TEXTS, {
        ...(locale !== undefined && { locale }),
      })
    ).findMyNotifications[0];
  beforeAll(async () => {
    const user = { _id: toObjectId(ann.userId), companyId: toObjectId(company.companyId), locale: "de-AT" };
    await store.db.collection("users").insertOne(user);
    await submitNew(engine, ben, stagesOf([ann]), { ref: "N-4" });
  });

  it("is in the language asked for, else in the recipient's [TEXT-1]", async () => {
    const german = "N-4 wartet auf Ihre Genehmigung — Stage 1";
    const english = "N-4 submitted for your approval — Stage 1";
    const about = { message: english, event: "TASK_CREATED", part: "ASKED", metadata: { actorName: "Ben" } };
    expect(await newest(ann, "de")).toEqual({ ...about, text: german, own: german });
    expect(await newest(ann, "en-GB")).toEqual({ ...about, text: english, own: german });
    expect(await newest(ann, "fr")).toEqual({ ...about, text: english, own: german });
  });

  it("is English by default, and names the part of the submitter [TEXT-1]", async () => {
    const [{ taskId } = { taskId: "" }] = await recordsOf(store).list<{ taskId: string }>(
      "workflow_notifications",
      { userId: toObjectId(ann.userId) },
    );
    await engine.decideApproval(ann, { taskId, status: "APPROVED" });
    const done = "N-4 has been fully approved";
    const about = { event: "COMPLETED", part: "SUBMITTER" };
    expect(await newest(ben)).toMatchObject({ ...about, message: done, text: done, own: done });
    expect(await newest(ben, "de")).toMatchObject({ text: "N-4 ist vollständig genehmigt", own: done });
  });

  it("of a row from before is its message [TEXT-1]", async () => {
    const { collection, filter } = {
      collection: store.db.collection("workflow_notifications"),
      filter: { userId: toObjectId(ann.userId) },
    };
    await collection.updateMany(filter, { $unset: { text: true, event: true, part: true } });
    const { message, ...shown } = (await newest(ann, "de")) ?? {};
    expect(message).toBe("N-4 submitted for your approval — Stage 1");
    expect(shown).toEqual({ event: null, part: null, metadata: null, text: message, own: message });
  });
});

describe("the title of the document that a notification is about", () => {
  const company = aCompany();
  const [ann, ben, cy] = [company.user(), company.user(), company.user()];
  const admin = company.user({ privileged: true });
  it("is shown with it, and nothing where it has none [CON-19]", async () => {
    await submitNew(engine, ben, stagesOf([ann]), { ref: "T-1", document: { title: "Desks" } });
    await submitNew(engine, ben, stagesOf([ann]), { ref: "T-2" });
    expect(await titlesOf(ann)).toEqual([null, "Desks"]);
  });

  it("is that of the run which it is about [CON-19]", async () => {
    const { refId, tasks } = await submitNew(engine, ben, stagesOf([cy]), { document: { title: "Old" } });
    await engine.decideApproval(cy, { taskId: tasks[0]?._id ?? "", status: "REJECTED" });
    await submitNew(engine, ben, stagesOf([cy]), { refId, document: { title: "New" } });
    expect(await titlesOf(cy)).toEqual(["New", "Old"]);
  });

  it("is not shown to somebody who takes no part any more [CON-19] [FIX-11]", async () => {
    const [di, ed] = [company.user(), company.user()];
    const { tasks } = await submitNew(engine, ben, stagesOf([di]), { document: { title: "Secret" } });
    expect(await titlesOf(di)).toEqual(["Secret"]);
    const seat = { taskId: tasks[0]?._id ?? "", fromUserId: di.userId, toUserId: ed.userId };
    await engine.seats.reassign(admin, { ...seat, reason: "Moved" });
    expect(await titlesOf(ed)).toEqual(["Secret"]);
    expect(new Set(await titlesOf(di))).toEqual(new Set([null]));
  });

  it("costs two reads for many notifications, of as many records [CON-19] [READ-2]", async () => {
    const flo = company.user();
    for (let n = 0; n < 40; n += 1) {
      await submitNew(engine, ben, stagesOf([flo]), { document: { title: `Chair ${n}` } });
    }
    const commands = await commandEventsOf(store.client, async () => {
      expect(new Set(await titlesOf(flo)).size).toBe(40);
    });
    const read = commands
      .filter(({ databaseName }) => databaseName === store.dbName)
      .map(({ command }) => command["find"] as unknown);
    for (const collection of ["workflow_events", "workflow_runs"]) {
      expect(
        read.filter((name) => name === collection),
        collection,
      ).toHaveLength(1);
    }
  });
});

it("a refusal and a finding carry their text without words [TEXT-1]", async () => {
  const privileged = aCompany().user({ privileged: true });
  const id = newId();
  const { errors } = await as(privileged).ask(`{ validateWorkflow(workflowId: "${id}") { code } }`);
  expect(errors).toMatchObject([
    {
      message: "Workflow not found",
      extensions: { reason: "WORKFLOW_NOT_FOUND", textCode: "missing.workflow", params: {} },
    },
  ]);
  const { createWorkflow } = await as(privileged).get<{ createWorkflow: { _id: string } }>(
    'mutation { createWorkflow(input: { name: "Empty" }) { _id } }',
  );
  const found = await as(privileged).get(
    `{ validateWorkflow(workflowId: "${createWorkflow._id}") { code message textCode params } }`,
  );
  const empty = { code: "NO_STAGES", message: "Workflow has no stages", textCode: "finding.NO_STAGES" };
  expect(found).toEqual({ validateWorkflow: [{ ...empty, params: {} }] });
});
