import { newId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, recordsOf } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";

const store = await useTestStore();
const { as } = await useReplica(store, useBus());
const records = recordsOf(store);

const CREATE = `mutation ($input: CreateApprovalCalendarInput!) { createApprovalCalendar(input: $input) { _id } }`;
const UPDATE = `mutation ($id: ID!, $input: UpdateApprovalCalendarInput!) {
  updateApprovalCalendar(id: $id, input: $input) { name days { date closed } }
}`;
const PAGE = `{ approvalCalendarPage { total data {
  name timeZone week { day from to } days { date closed from to name }
} } }`;
const DUE = "query ($input: DueAfterInput!) { dueAfter(input: $input) }";

const OFFICE = {
  name: "Office",
  timeZone: "Europe/Berlin",
  week: ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY"].map((day) => ({
    day,
    from: "09:00",
    to: "17:00",
  })),
  days: [
    { date: "2026-12-24", from: "09:00", to: "12:00" },
    { date: "2026-12-25", closed: true, name: "Christmas" },
  ],
};

/** A company with a privileged user, a member and a calendar. */
async function anOffice() {
  const company = aCompany();
  const admin = as(company.user({ privileged: true }));
  const { createApprovalCalendar } = await admin.get<{ createApprovalCalendar: { _id: string } }>(CREATE, {
    input: OFFICE,
  });
  return { admin, member: as(company.user()), id: createApprovalCalendar._id };
}

describe("a calendar [TIME-1]", () => {
  it("is made by people alone, not by an agent with a privileged token [SAFE-15]", async () => {
    const agent = as(aCompany().user({ privileged: true, isAgent: true }));
    const { errors } = await agent.ask(CREATE, { input: OFFICE });
    expect(errors).toMatchObject([{ message: "Separation of duties: agent" }]);
  });

  it("is read by everybody of its company as it was written, and by nobody else", async () => {
    const { member } = await anOffice();
    const page = await member.get(PAGE);
    expect(page).toEqual({
      approvalCalendarPage: {
        total: 1,
        data: [
          {
            ...OFFICE,
            days: [
              { date: "2026-12-24", closed: false, from: "09:00", to: "12:00", name: null },
              { date: "2026-12-25", closed: true, from: null, to: null, name: "Christmas" },
            ],
          },
        ],
      },
    });
    expect(await as(aCompany().user()).get(PAGE)).toEqual({ approvalCalendarPage: { total: 0, data: [] } });
  });

  it("is changed field by field, audited, and gone once it is deleted", async () => {
    const { admin, id } = await anOffice();
    const days = [{ date: "2027-01-01" }];
    expect(await admin.get(UPDATE, { id, input: { days } })).toEqual({
      updateApprovalCalendar: { name: "Office", days: [{ date: "2027-01-01", closed: true }] },
    });
    await admin.get("mutation ($id: ID!) { deleteApprovalCalendar(id: $id) }", { id });
    expect(await admin.get(PAGE)).toMatchObject({ approvalCalendarPage: { total: 0 } });
    const { errors } = await admin.ask(UPDATE, { id, input: { name: "Other" } });
    expect(errors).toMatchObject([{ message: "Approval calendar not found" }]);
    const audited = await records.audit(id);
    expect(audited.map(({ action }) => action)).toEqual(["create", "update", "delete"]);
  });

  it.each([
    [
      "hours that overlap",
      { week: [OFFICE.week[0], { day: "MONDAY", from: "16:00", to: "18:00" }] },
      "week.1.from",
    ],
    ["a zone that does not exist", { timeZone: "Mars/Base" }, "timeZone"],
    ["no working time", { week: [], days: [] }, "week"],
    ["a day that is closed and has hours", { days: [{ ...OFFICE.days[0], closed: true }] }, "days.0"],
    ["a day that is open at no hours", { days: [{ date: "2026-12-24", closed: false }] }, "days.0"],
    ["hours without an end", { days: [{ date: "2026-12-24", from: "09:00" }] }, "days.0"],
    ["too many days", { days: Array.from({ length: 501 }, () => OFFICE.days[1]) }, "days"],
  ])("is refused with %s, created or changed, and nothing is written", async (_, wrong, field) => {
    const { admin, id } = await anOffice();
    const before = await countAll(store);
    for (const [query, variables] of [
      [CREATE, { input: { ...OFFICE, ...wrong } }],
      [UPDATE, { id, input: wrong }],
    ] as const) {
      const { errors } = await admin.ask(query, variables);
      expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT", field } }]);
    }
    expect(await countAll(store)).toBe(before);
  });
});

describe("when a duration ends [TIME-2]", () => {
  // A Thursday at ten in Berlin, before a half day and a holiday.
  const from = "2026-12-24T09:00:00.000Z";

  it.each([
    [{ businessDays: 1 }, "2026-12-28T16:00:00.000Z"],
    [{ businessHours: 3 }, "2026-12-28T09:00:00.000Z"],
    [{ hours: 3 }, "2026-12-24T12:00:00.000Z"],
  ])("is answered by a calendar: %j", async (duration, end) => {
    const { member, id } = await anOffice();
    const due = { dueAfter: end };
    expect(await member.get(DUE, { input: { calendarId: id, from, duration } })).toEqual(due);
    // Any notation of the same instant.
    const same = { calendarId: id, from: "2026-12-24T10:00:00+01:00", duration };
    expect(await member.get(DUE, { input: same })).toEqual(due);
  });

  it("counts every hour without a calendar", async () => {
    const member = as(aCompany().user());
    const ends = { dueAfter: "2026-12-26T09:00:00.000Z" };
    for (const duration of [{ businessDays: 2 }, { businessHours: 48 }, { hours: 48 }]) {
      expect(await member.get(DUE, { input: { from, duration } })).toEqual(ends);
    }
  });

  it.each([
    ["no unit", { duration: {} }, "duration"],
    ["two units", { duration: { hours: 1, businessDays: 1 } }, "duration"],
    ["too long a duration", { duration: { hours: 8_785 } }, "duration.hours"],
    ["an instant before 1970", { from: "1969-12-31T23:59:59Z", duration: { hours: 1 } }, "from"],
    ["an instant at the end of time", { from: "+275760-09-13T00:00:00Z", duration: { hours: 1 } }, "from"],
  ])("is refused for %s", async (_, wrong, field) => {
    const { errors } = await as(aCompany().user()).ask(DUE, { input: { from, ...wrong } });
    expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT", field } }]);
  });

  it("is refused for another company's calendar, and for what is no instant", async () => {
    const { id } = await anOffice();
    const stranger = as(aCompany().user());
    const duration = { hours: 1 };
    const { errors } = await stranger.ask(DUE, { input: { calendarId: id, from, duration } });
    expect(errors).toMatchObject([
      { message: "Approval calendar not found", extensions: { code: "NOT_FOUND" } },
    ]);
    for (const input of [
      { calendarId: newId(), from, duration },
      { from: "2026-12-24", duration },
      { from: "tomorrow", duration },
    ]) {
      expect((await stranger.ask(DUE, { input })).errors).toHaveLength(1);
    }
  });
});
