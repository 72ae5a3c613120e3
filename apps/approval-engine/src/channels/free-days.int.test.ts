import { WEEKDAYS } from "@countersign/domain/calendar";
import { useTestStore } from "@countersign/testing";
import { beforeEach, describe, expect, it } from "vitest";

import { aCompany, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import { mailsOf, useMailServer } from "../../test/mail-fixture.ts";
import { CHANNEL_ROWS } from "./records.ts";

const store = await useTestStore();
const { engine } = await useReplica(store, useBus());
const { known, sending } = mailsOf(store);
const OFFICE = WEEKDAYS.slice(0, 5).map((day) => ({ day, from: "09:00", to: "17:00" }));

beforeEach(async () => {
  await store.db.collection(CHANNEL_ROWS).deleteMany({});
});

/** A company with a calendar whose submitter has news for a digest. */
async function withNews(calendar: object) {
  const server = await useMailServer();
  const company = aCompany();
  const [ann, ben] = [company.user({ name: "Ann" }), company.user({ name: "Ben" })];
  const admin = company.user({ privileged: true });
  await known({ ...ann, timeZone: "Europe/Vienna" }, ben, admin);
  const { tasks } = await submitNew(engine, ann, stagesOf([ben]), { ref: "E-1" });
  await engine.decideApproval(ben, { taskId: tasks[0]!._id, status: "APPROVED" });
  const choose = async () => {
    const { _id } = await engine.calendars.create(admin, {
      name: "Office",
      timeZone: "Europe/Vienna",
      week: OFFICE,
      ...calendar,
    });
    await engine.updateApprovalSettings(admin, { calendarId: _id });
    return _id;
  };
  return { server, ann, admin, choose, ...sending(server) };
}

describe("a digest by the company's calendar [TIME-5]", () => {
  it("waits over free days for the next working day, however many there are", async () => {
    const days = [
      { date: "2026-04-03", closed: true as const, name: "Good Friday" },
      { date: "2026-04-06", closed: true as const, name: "Easter Monday" },
    ];
    const { server, ann, choose, queue, sendDue } = await withNews({ days });
    await choose();
    await queue(ann, new Date("2026-04-02T12:00:00Z"));
    await sendDue(new Date("2026-04-06T06:00:00Z"));
    expect(server.mails).toEqual([]);
    // Eight in the morning of Tuesday in Vienna, more than three days after the news.
    await sendDue(new Date("2026-04-07T06:00:00Z"));
    expect(server.mails.map(({ subject }) => subject)).toEqual(["1 message since your last digest"]);
  });

  it("is sent on a make-up Saturday", async () => {
    const days = [{ date: "2026-04-11", from: "09:00", to: "13:00" }];
    const { server, ann, choose, queue, sendDue } = await withNews({ days });
    await choose();
    await queue(ann, new Date("2026-04-10T12:00:00Z"));
    await sendDue(new Date("2026-04-11T06:00:00Z"));
    expect(server.mails).toHaveLength(1);
  });

  it("waits where the calendar was chosen after its time was counted, also once it was gathered", async () => {
    const { server, ann, choose, queue, sendDue } = await withNews({});
    await queue(ann, new Date("2026-04-10T12:00:00Z"));
    server.refuse = { code: 451, message: "later" };
    await expect(sendDue(new Date("2026-04-11T06:00:00Z"))).rejects.toThrow("later");
    server.refuse = undefined;
    await choose();
    await sendDue(new Date("2026-04-12T09:00:00Z"));
    expect(server.mails).toEqual([]);
    await sendDue(new Date("2026-04-13T06:00:00Z"));
    expect(server.mails).toHaveLength(1);
  });

  it("is held back by no calendar whose working days are all past", async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, "2026-01-01".length);
    const { server, ann, choose, queue, sendDue } = await withNews({
      week: [],
      days: [{ date: tomorrow, from: "09:00", to: "17:00" }],
    });
    await choose();
    await queue(ann, new Date("2031-04-11T12:00:00Z"));
    await sendDue(new Date("2031-04-12T06:00:00Z"));
    expect(server.mails).toHaveLength(1);
  });
});
