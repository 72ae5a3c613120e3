import { createInProcessBus } from "@countersign/bus";
import { newId, toObjectId } from "@countersign/mongo";
import { silentLogger, useTestService, useTestStore, waitFor } from "@countersign/testing";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";

import { daysFrom } from "../../test/days-from.ts";
import { aCompany, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { bearerOf, useBus, useReplica } from "../../test/graphql-fixture.ts";
import { addressOf, mailsOf, useMailServer } from "../../test/mail-fixture.ts";
import type { Caller } from "../engine.ts";
import { approvalEngine } from "../service.ts";
import { CHANNEL_ROWS, type ChannelRowRecord } from "../channels/records.ts";

const store = await useTestStore();
const { engine, as } = await useReplica(store, useBus());
const rows = store.db.collection<ChannelRowRecord>(CHANNEL_ROWS);
const users = store.db.collection("users");
const { known, sending } = mailsOf(store);
const HOUR_MS = 3_600_000;

const now = () => new Date();
const after = (ms: number) => new Date(Date.now() + ms);

beforeEach(async () => {
  await rows.deleteMany({});
});

describe("mails of notifications [TIME-5]", () => {
  it("reach somebody who is asked, in their language, with a link that opens the document", async () => {
    const server = await useMailServer();
    const company = aCompany();
    const [ann, ben] = [company.user({ name: "Ann Lee" }), company.user({ name: "Ben Roy" })];
    await known(ann, { ...ben, locale: "de-AT" });
    const { refId, runId } = await submitNew(engine, ann, stagesOf([ben]), {
      ref: "PO-7",
      document: { title: "Desks <b>", amount: "4817.35", currency: "EUR" },
    });
    const { queue, sendDue } = sending(server);
    await queue(ben, now());
    await sendDue(after(61_000));
    const [mail, ...others] = server.mails;
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      subject: expect.stringMatching(/^PO-7 wartet|^PO-7 .* Genehmigung/u),
      to: { text: `"Ben Roy" <${addressOf(ben)}>` },
      from: { text: '"Countersign" <approvals@example.com>' },
      references: `<run.${runId}@approvals.example.com>`,
    });
    expect(mail!.headers.get("auto-submitted")).toBe("auto-generated");
    const link = `https://approvals.example.com/console/inbox/${refId}`;
    expect(mail!.text).toContain(link);
    expect(mail!.text).toContain("Desks <b>");
    expect(mail!.text).not.toContain("4817");
    expect(mail!.html).toContain(`href="${link}"`);
    const preferences = "https://approvals.example.com/console/preferences";
    expect([mail!.text, mail!.html]).toEqual(Array(2).fill(expect.stringContaining(preferences)));
    expect(mail!.html).toContain("Desks &lt;b&gt;");
    expect(String(mail!.html)).not.toMatch(/<(?:script|form|input)|approve|reject/iu);
  });

  it("gather the requests of one minute, and leave out what was decided or read meanwhile", async () => {
    const server = await useMailServer();
    const company = aCompany();
    const [ann, ben] = [company.user({ name: "Ann" }), company.user({ name: "Ben" })];
    await known(ann, ben);
    const refs = ["A-1", "A-2", "A-3", "A-4"];
    const runs = [];
    for (const ref of refs) runs.push(await submitNew(engine, ann, stagesOf([ben]), { ref }));
    const { queue, sendDue } = sending(server);
    await queue(ben, now());
    await engine.decideApproval(ben, { taskId: runs[1]!.tasks[0]!._id, status: "APPROVED" });
    await store.db
      .collection("workflow_notifications")
      .updateOne(
        { userId: toObjectId(ben.userId), refId: toObjectId(runs[2]!.refId) },
        { $set: { read: true } },
      );
    await sendDue(after(61_000));
    expect(server.mails.map(({ subject }) => subject)).toEqual(["2 documents await your approval"]);
    expect(server.mails[0]!.text).toMatch(/A-1 submitted[^]*A-4 submitted/u);
    expect(server.mails[0]!.text).not.toMatch(/A-2|A-3/u);
  });

  it("gather the reminders of one minute, apart from requests [MEET-13]", async () => {
    const server = await useMailServer();
    const company = aCompany();
    const [ann, ben] = [company.user({ name: "Ann" }), company.user({ name: "Ben" })];
    await known(ann, ben);
    const runs = [];
    for (const ref of ["R-1", "R-2", "R-3"])
      runs.push(await submitNew(engine, ann, stagesOf([ben]), { ref }));
    const { queue, sendDue } = sending(server);
    await queue(ben, now());
    await sendDue(after(61_000));
    for (const { refId } of runs) await engine.nudge(ann, { refId });
    await queue(ben, now());
    await sendDue(now());
    expect(server.mails.map(({ subject }) => subject)).toEqual(["3 documents await your approval"]);
    await sendDue(after(61_000));
    expect(server.mails.slice(1).map(({ subject }) => subject)).toEqual(["3 documents await your approval"]);
    for (const ref of ["R-1", "R-2", "R-3"]) expect(server.mails[1]!.text).toContain(ref);
  });

  it("show links that others wrote as text that no mail program makes a link of", async () => {
    const server = await useMailServer();
    const company = aCompany();
    const [ann, ben] = [company.user({ name: "Ann" }), company.user({ name: "Ben" })];
    await known(ann, ben);
    await engine.updateApprovalSettings(company.user({ privileged: true }), { mailFacts: "ALL" });
    await submitNew(engine, ann, stagesOf({ approvers: [ben], name: "www.evil.example" }), {
      ref: "L-1",
      document: {
        title: "Log in at https://evil.example/now or evil.example",
        facts: [{ key: "note", label: "Note", type: "TEXT", value: "HTTP://EVIL.EXAMPLE mail@evil.example" }],
      },
    });
    const { queue, sendDue } = sending(server);
    await queue(ben, now());
    await sendDue(after(61_000));
    const [mail] = server.mails;
    for (const shown of [mail!.subject!, mail!.text!, String(mail!.html)]) {
      expect(shown).not.toMatch(/evil\.example|(?:https?):\/\/(?!approvals\.example\.com)/iu);
      expect(shown.replaceAll("\u2060", "")).toContain("www.evil.example");
    }
    expect(mail!.text!.replaceAll("\u2060", "")).toContain(
      "Log in at https://evil.example/now or evil.example",
    );
    expect(mail!.text!.replaceAll("\u2060", "")).toContain("Note: HTTP://EVIL.EXAMPLE mail@evil.example");
  });

  it("leave out who has decided or given the seat away, and keep who stands in", async () => {
    const server = await useMailServer();
    const company = aCompany();
    const [ann, ben] = [company.user({ name: "Ann" }), company.user({ name: "Ben" })];
    const [cal, sue] = [company.user({ name: "Cal" }), company.user({ name: "Sue" })];
    const dan = company.user({ name: "Dan" });
    await known(ann, ben, cal, sue, dan);
    await engine.createSubstitution(cal, { substituteId: sue.userId, ...daysFrom(-1) });
    const stages = stagesOf({ approvers: [ben, cal], approveBy: "ALL" });
    const decided = await submitNew(engine, ann, stages, { ref: "D-1" });
    const reassignedSubmission = await submitNew(engine, ann, stages, { ref: "G-1" });
    await engine.decideApproval(ben, { taskId: decided.tasks[0]!._id, status: "APPROVED" });
    const reassigned = { taskId: reassignedSubmission.tasks[0]!._id, toUserId: dan.userId, reason: "Away" };
    await engine.seats.reassign(ben, reassigned);
    const { queue, sendDue } = sending(server);
    for (const user of [ben, cal, sue]) await queue(user, now());
    await sendDue(after(61_000));
    const sent = server.mails.filter(({ subject }) => subject === "2 documents await your approval");
    expect(sent.map(({ to }) => [to ?? []].flat()[0]!.value[0]!.name).toSorted()).toEqual(["Cal", "Sue"]);
    expect(server.mails.some(({ to }) => JSON.stringify(to).includes("Ben"))).toBe(false);
  });

  it.each([
    [
      "NONE",
      { subject: "A document awaits your approval", shown: [], hidden: ["X-1", "Chairs", "99", "Ann"] },
    ],
    [
      "TITLE",
      { subject: /^X-1 submitted/u, shown: ["Chairs", "Submitted by: Ann"], hidden: ["99", "Colour"] },
    ],
    [
      "ALL",
      {
        subject: /^X-1 submitted/u,
        shown: ["Chairs", "€99.00", "Submitted by: Ann", "Colour: red"],
        hidden: [],
      },
    ],
  ] as const)("show of a document what the setting allows: %s", async (mailFacts, expected) => {
    const server = await useMailServer();
    const company = aCompany();
    const [ann, ben] = [company.user({ name: "Ann" }), company.user({ name: "Ben" })];
    const admin = company.user({ privileged: true });
    await known(ann, ben, admin);
    await engine.updateApprovalSettings(admin, { mailFacts });
    const facts = [{ key: "colour", label: "Colour", type: "TEXT" as const, value: "red" }];
    await submitNew(engine, ann, stagesOf([ben]), {
      ref: "X-1",
      document: { title: "Chairs", amount: "99", currency: "EUR", facts },
    });
    const { queue, sendDue } = sending(server);
    await queue(ben, now());
    await sendDue(after(61_000));
    const [mail] = server.mails;
    expect(mail!.subject).toMatch(expected.subject);
    for (const words of expected.shown) expect(mail!.text).toContain(words);
    const everything = `${mail!.subject} ${mail!.text} ${String(mail!.html)}`.replaceAll(
      /[0-9a-f]{24}/gu,
      "",
    );
    for (const words of expected.hidden) expect(everything).not.toContain(words);
  });

  it("follow the preferences of their user: at once, in a digest, or not at all", async () => {
    const server = await useMailServer();
    const company = aCompany();
    const [ann, ben] = [company.user({ name: "Ann" }), company.user({ name: "Ben" })];
    await known({ ...ann, timeZone: "Europe/Vienna" }, ben);
    await engine.updateNotificationPreferences(ben, {
      preferences: [{ channel: "EMAIL", category: "ASKED", when: "OFF" }],
    });
    for (const ref of ["D-1", "D-2"]) {
      const { tasks } = await submitNew(engine, ann, stagesOf([ben]), { ref });
      await engine.decideApproval(ben, { taskId: tasks[0]!._id, status: "APPROVED" });
    }
    const { queue, sendDue } = sending(server);
    const monday = new Date("2026-03-02T12:00:00Z");
    await queue(ben, monday);
    await queue(ann, monday);
    await sendDue(new Date("2026-03-03T06:59:59Z"));
    expect(server.mails).toEqual([]);
    // Eight in the morning of Vienna.
    await sendDue(new Date("2026-03-03T07:00:00Z"));
    expect(server.mails.map(({ subject }) => subject)).toEqual(["2 messages since your last digest"]);
    // Another one is due on the next day, though its time was counted before.
    const { tasks } = await submitNew(engine, ann, stagesOf([ben]), { ref: "D-3" });
    await engine.decideApproval(ben, { taskId: tasks[0]!._id, status: "APPROVED" });
    await rows.deleteMany({ sentAt: { $exists: false } });
    await queue(ann, monday);
    await sendDue(new Date("2026-03-03T08:00:00Z"));
    expect(server.mails).toHaveLength(1);
    await sendDue(new Date("2026-03-04T07:00:00Z"));
    expect(server.mails).toHaveLength(2);
  });

  it("tell whoever lost a seat, in their digest and their language [MEET-3]", async () => {
    const server = await useMailServer();
    const company = aCompany();
    const [ann, ben, admin] = [
      company.user({ name: "Ann" }),
      company.user({ name: "Ben" }),
      company.user({ name: "Ada", privileged: true }),
    ];
    await known(ann, { ...ben, locale: "de-DE" }, admin);
    const group = { name: "Board", memberIds: [ben.userId, admin.userId] };
    const { _id: groupId } = await engine.groups.create(admin, group);
    const stage = {
      name: "Review",
      order: 1,
      approveBy: "ANY" as const,
      approvers: [{ source: { groupId } }],
    };
    const submission = { refId: newId(), kind: "Leave", ref: "D-9", submitterId: ann.userId };
    const { tasks } = await engine.submitDocument(ann, { ...submission, dynamicStages: [stage] });
    await engine.groups.update(admin, groupId, { memberIds: [admin.userId] });
    await engine.seats.resolveAgain(admin, { taskId: tasks[0]!._id });
    const { queue, sendDue } = sending(server);
    await queue(ben, new Date("2026-03-02T12:00:00Z"));
    await sendDue(new Date("2026-03-03T12:00:00Z"));
    expect(server.mails.map(({ text }) => text).join("\n")).toContain("D-9 braucht Sie nicht mehr — Review");
  });

  it("are sent again as they were when the process died between the server's word and the mark", async () => {
    const server = await useMailServer();
    const company = aCompany();
    const [ann, ben] = [company.user({ name: "Ann" }), company.user({ name: "Ben" })];
    await known(ann, ben);
    await submitNew(engine, ann, stagesOf([ben]), { ref: "K-1" });
    await submitNew(engine, ann, stagesOf([ben]), { ref: "K-2" });
    const { queue, sendDue } = sending(server);
    await queue(ben, now());
    const before = await rows.find().toArray();
    await sendDue(after(61_000));
    const sent = await rows.find().toArray();
    // As if the mark had never been written: the mail is gathered, and its rows are due.
    for (const { _id, messageId } of sent) {
      const { claimedUntil } = before.find((row) => row._id === _id)!;
      await rows.replaceOne(
        { _id },
        { ...before.find((row) => row._id === _id)!, messageId: messageId!, claimedUntil: claimedUntil! },
      );
    }
    await submitNew(engine, ann, stagesOf([ben]), { ref: "K-3" });
    await queue(ben, now());
    await sendDue(after(61_000));
    const [first, again, other] = server.mails;
    expect([again!.messageId, again!.text]).toEqual([first!.messageId, first!.text]);
    expect(other!.text).toContain("K-3");
    expect(other!.messageId).not.toBe(first!.messageId);
    expect(server.mails).toHaveLength(3);
  });

  it("are one where two replicas find its rows due at once", async () => {
    const server = await useMailServer();
    const company = aCompany();
    const [ann, ben] = [company.user({ name: "Ann" }), company.user({ name: "Ben" })];
    await known(ann, ben);
    for (const ref of ["R-1", "R-2"]) await submitNew(engine, ann, stagesOf([ben]), { ref });
    const { queue, send } = sending(server);
    await queue(ben, now());
    const due = await rows.find().toArray();
    const all = await Promise.allSettled([...due, ...due].map((row) => send(row, after(61_000))));
    for (const result of all) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ name: "UserBusy" });
    }
    expect(server.mails).toHaveLength(1);
  });

  it("mark an address that the server refuses for good, for them and privileged users, until a mail gets through", async () => {
    const server = await useMailServer();
    const company = aCompany();
    const [ann, ben] = [company.user({ name: "Ann" }), company.user({ name: "Ben" })];
    const admin = company.user({ privileged: true });
    await known(ann, ben, admin);
    const failing = async (caller: Caller) =>
      (
        await as(caller).get<{ user: { mailFailing: boolean | null } }>(
          "query ($id: ID!) { user(id: $id) { mailFailing } }",
          { id: ben.userId },
        )
      ).user.mailFailing;
    const { queue, sendDue, results } = sending(server);
    server.refuse = { code: 550, message: "no such user" };
    await submitNew(engine, ann, stagesOf([ben]), { ref: "F-1" });
    await queue(ben, now());
    await sendDue(after(61_000));
    expect(results).toEqual(["refused"]);
    expect([await failing(admin), await failing(ben), await failing(ann)]).toEqual([true, true, null]);
    server.refuse = { code: 451, message: "later" };
    await submitNew(engine, ann, stagesOf([ben]), { ref: "F-2" });
    await queue(ben, now());
    await expect(sendDue(after(61_000))).rejects.toThrow("later");
    server.refuse = undefined;
    await sendDue(after(61_000));
    expect(results).toEqual(["refused", "sent"]);
    expect(await failing(admin)).toBe(false);
  });

  it("go to nobody who has left or has no address, and none after three days", async () => {
    const server = await useMailServer();
    const company = aCompany();
    const [ann, ben, cid, dan] = ["Ann", "Ben", "Cid", "Dan"].map((name) => company.user({ name }));
    await known(ann!, ben!, dan!);
    await submitNew(engine, ann!, stagesOf([ben!, cid!, dan!]), { ref: "L-1" });
    const { queue, sendDue, results } = sending(server);
    for (const one of [ben!, cid!]) await queue(one, now());
    await users.updateOne({ _id: toObjectId(ben!.userId) }, { $set: { active: false } });
    await sendDue(after(61_000));
    await queue(dan!, now());
    await sendDue(after(73 * HOUR_MS));
    expect(results).toEqual(["dropped", "dropped", "dropped"]);
    expect(server.mails).toEqual([]);
  });

  it("are sent by the running engine, from the messages that it publishes", async () => {
    const server = await useMailServer();
    const bus = createInProcessBus({ logger: silentLogger });
    onTestFinished(() => bus.close());
    const service = await useTestService(approvalEngine, store, {
      bus,
      env: {
        SMTP_URL: server.url,
        MAIL_FROM: "approvals@example.com",
        CONSOLE_PUBLIC_URL: "https://approvals.example.com/console",
      },
    });
    const company = aCompany();
    const [ann, ben] = [company.user({ name: "Ann" }), company.user({ name: "Ben" })];
    await known(ann, ben);
    await engine.updateNotificationPreferences(ann, {
      preferences: [{ channel: "EMAIL", category: "OUTCOME", when: "NOW" }],
    });
    const { tasks } = await submitNew(engine, ann, stagesOf([ben]), { ref: "S-1" });
    await engine.decideApproval(ben, { taskId: tasks[0]!._id, status: "APPROVED" });
    await waitFor(() => server.mails.some(({ text = "" }) => text.includes("S-1 has been fully approved")));
    expect(server.mails.every(({ to }) => JSON.stringify(to).includes(addressOf(ann)))).toBe(true);
    const channels = await fetch(`${service.publicUrl}/graphql`, {
      method: "POST",
      headers: { authorization: await bearerOf(ann), "content-type": "application/json" },
      body: JSON.stringify({ query: "{ notificationChannels }" }),
    });
    expect(await channels.json()).toEqual({ data: { notificationChannels: ["IN_APP", "EMAIL"] } });
    const metrics = await (await fetch(`${service.internalUrl}/metrics`)).text();
    expect(metrics).toMatch(/channel_messages_total\{channel="EMAIL",result="sent"[^}]*\} [1-9]/u);
  });
});

describe("preferences about notifications [TIME-5]", () => {
  it("are of use in the application alone where the deployment has no mail server", async () => {
    const { notificationChannels } = await as(aCompany().user()).get<{ notificationChannels: string[] }>(
      "{ notificationChannels }",
    );
    expect(notificationChannels).toEqual(["IN_APP"]);
  });

  it("are eight, with mails at once for whoever is asked, and a digest of outcomes", async () => {
    const ann = aCompany().user();
    const { notificationPreferences } = await as(ann).get<{ notificationPreferences: unknown[] }>(
      "{ notificationPreferences { channel category when } }",
    );
    expect(notificationPreferences).toEqual([
      ...["ASKED", "REMINDER", "OUTCOME", "QUESTION"].map((category) => ({
        channel: "IN_APP",
        category,
        when: "NOW",
      })),
      { channel: "EMAIL", category: "ASKED", when: "NOW" },
      { channel: "EMAIL", category: "REMINDER", when: "NOW" },
      { channel: "EMAIL", category: "OUTCOME", when: "DIGEST" },
      { channel: "EMAIL", category: "QUESTION", when: "NOW" },
    ]);
  });

  it("keep notifications of a category that is off out of the application", async () => {
    const company = aCompany();
    const [ann, ben] = [company.user({ name: "Ann" }), company.user({ name: "Ben" })];
    const mine = async () =>
      (
        await as(ben).get<{ findMyNotifications: { message: string }[] }>(
          "{ findMyNotifications { message } }",
        )
      ).findMyNotifications.length;
    await submitNew(engine, ann, stagesOf([ben]), { ref: "I-1" });
    expect(await mine()).toBe(1);
    for (const [when, count] of [
      ["OFF", 0],
      ["NOW", 1],
    ] as const) {
      await engine.updateNotificationPreferences(ben, {
        preferences: [{ channel: "IN_APP", category: "ASKED", when }],
      });
      expect(await mine()).toBe(count);
    }
  });

  it.each([
    [[], "preferences: must have at least 1 item"],
    [
      [{ channel: "IN_APP", category: "ASKED", when: "DIGEST" }],
      "preferences.0.when: must be NOW or OFF in the application",
    ],
  ])("refuse %o", async (preferences, message) => {
    const ann = aCompany().user();
    const change = engine.updateNotificationPreferences(ann, { preferences } as never);
    await expect(change).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining(message.split(": ")[1]!),
    });
    expect(
      await store.db
        .collection("notification_preferences")
        .countDocuments({ userId: toObjectId(ann.userId) }),
    ).toBe(0);
  });
});
