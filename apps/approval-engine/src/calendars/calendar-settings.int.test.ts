import { createUnitOfWork, newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller } from "../engine.ts";
import { calendarFor } from "./index.ts";

const store = await useTestStore();
const { as, engine } = await useReplica(store, useBus());
const ROUNDS = 20;

const SETTINGS = `{ approvalSettings {
  calendarId kindCalendars { kind calendarId } allowTimeApproval questionPause { businessDays businessHours hours }
} }`;
const UPDATE = `mutation ($input: UpdateApprovalSettingsInput!) { updateApprovalSettings(input: $input) { version } }`;
const DELETE = "mutation ($id: ID!) { deleteApprovalCalendar(id: $id) }";

const WEEK = [{ day: "MONDAY", from: "09:00", to: "17:00" }] as const;
const made = async (admin: Caller, name: string) =>
  (await engine.calendars.create(admin, { name, timeZone: "UTC", week: [...WEEK] }))._id;

async function anOffice() {
  const company = aCompany();
  const caller = company.user({ privileged: true });
  const [ofStage, ofKind, ofCompany] = [
    await made(caller, "Stage"),
    await made(caller, "Kind"),
    await made(caller, "Company"),
  ];
  const admin = as(caller);
  const set = (input: object) => admin.ask(UPDATE, { input });
  const nameFor = async (kind: string, stageCalendarId?: string | null) =>
    (await calendarFor(store, caller.companyId, { kind, stageCalendarId }))?.name;
  return { caller, admin, set, nameFor, ofStage, ofKind, ofCompany };
}

describe("the settings of working time [TIME-1]", () => {
  it("are none by default, are set and read, and return to the default with null", async () => {
    const { admin, set, ofCompany, ofKind } = await anOffice();
    const byDefault = {
      calendarId: null,
      kindCalendars: [],
      allowTimeApproval: [],
      questionPause: { businessDays: 2, businessHours: null, hours: null },
    };
    expect(await admin.get(SETTINGS)).toEqual({ approvalSettings: byDefault });
    const input = {
      calendarId: ofCompany,
      kindCalendars: [{ kind: "Leave", calendarId: ofKind }],
      allowTimeApproval: ["Leave", "PurchaseOrder"],
      questionPause: { businessHours: 0.5 },
    };
    expect((await set(input)).errors).toBeUndefined();
    expect(await admin.get(SETTINGS)).toEqual({
      approvalSettings: { ...input, questionPause: { businessDays: null, businessHours: 0.5, hours: null } },
    });
    await set({ calendarId: null, kindCalendars: null, allowTimeApproval: null, questionPause: null });
    expect(await admin.get(SETTINGS)).toEqual({ approvalSettings: byDefault });
  });

  const ID = "0123456789abcdef01234567";
  it.each([
    ["calendarId", { calendarId: ID }, `calendarId: the company has no calendar ${ID}`],
    [
      "kindCalendars.0.calendarId",
      { kindCalendars: [{ kind: "Leave", calendarId: ID }] },
      `kindCalendars.0.calendarId: the company has no calendar ${ID}`,
    ],
    [
      "kindCalendars.1.kind",
      {
        kindCalendars: [
          { kind: "Leave", calendarId: ID },
          { kind: "Leave", calendarId: ID },
        ],
      },
      "kindCalendars.1.kind: Leave stands in the list already; expected each kind once",
    ],
    [
      "allowTimeApproval.1",
      { allowTimeApproval: ["Leave", "Leave"] },
      "allowTimeApproval.1: Leave stands in the list already; expected each kind once",
    ],
    [
      "questionPause.businessDays",
      { questionPause: { businessDays: 0 } },
      "questionPause.businessDays: expected a whole number of days from 1 to 366",
    ],
    [
      "questionPause",
      { questionPause: { businessDays: 1, hours: 1 } },
      "questionPause: expected exactly one of businessDays, businessHours and hours",
    ],
  ])("refuse a wrong %s by name, and write nothing [TIME-2]", async (field, input, message) => {
    const { set } = await anOffice();
    const before = await countAll(store);
    const { errors } = await set(input);
    expect(errors).toMatchObject([{ message, extensions: { code: "BAD_USER_INPUT", field } }]);
    expect(await countAll(store)).toBe(before);
  });

  it("take no calendar of another company, and none that was deleted", async () => {
    const { set, admin, ofKind } = await anOffice();
    const other = await anOffice();
    await admin.get(DELETE, { id: ofKind });
    for (const calendarId of [other.ofCompany, ofKind]) {
      expect((await set({ calendarId })).errors).toMatchObject([{ extensions: { field: "calendarId" } }]);
    }
  });

  it("know the kinds of the deployment alone", async () => {
    const { caller } = await anOffice();
    await expect(engine.updateApprovalSettings(caller, { allowTimeApproval: ["Nda"] })).rejects.toMatchObject(
      {
        code: "INVALID_INPUT",
        message: "allowTimeApproval.0: Nda is no kind of documents here",
      },
    );
  });
});

describe("the calendar by which time counts [TIME-1]", () => {
  it("is the stage's, else the kind's, else the company's, else none", async () => {
    const { set, nameFor, ofStage, ofKind, ofCompany } = await anOffice();
    expect(await nameFor("Leave")).toBeUndefined();
    await set({ calendarId: ofCompany, kindCalendars: [{ kind: "Leave", calendarId: ofKind }] });
    expect(await nameFor("Claim", null)).toBe("Company");
    expect(await nameFor("Leave")).toBe("Kind");
    expect(await nameFor("Leave", ofStage)).toBe("Stage");
    // One that is gone is passed over.
    expect(await nameFor("Leave", newId())).toBe("Kind");
  });

  it("is read in a transaction as the transaction has it", async () => {
    const { caller, ofStage } = await anOffice();
    const { companyId } = caller;
    const place = { kind: "Leave", stageCalendarId: ofStage };
    await createUnitOfWork(
      store,
      (scope) => scope,
    )(async (scope) => {
      await scope.write({
        update: "approval_calendars",
        updates: [
          {
            q: { _id: toObjectId(ofStage), companyId: toObjectId(companyId) },
            u: { $set: { name: "Mine" } },
          },
        ],
      });
      expect(await calendarFor(scope, companyId, place)).toMatchObject({ _id: ofStage, name: "Mine" });
      expect(await calendarFor(store, companyId, place)).toMatchObject({ name: "Stage" });
    });
  });
});

describe("a calendar that settings name [TIME-1]", () => {
  it("is not deleted, and the refusal says where it is named", async () => {
    const { admin, set, ofKind } = await anOffice();
    const kindCalendars = [
      { kind: "Leave", calendarId: ofKind },
      { kind: "Claim", calendarId: ofKind },
    ];
    await set({ calendarId: ofKind, kindCalendars });
    const before = await countAll(store);
    const { errors } = await admin.ask(DELETE, { id: ofKind });
    expect(errors).toMatchObject([
      {
        message:
          "The calendar is named by calendarId, kindCalendars (Leave, Claim): name another one there first",
        extensions: { code: "CONFLICT", field: "id" },
      },
    ]);
    expect(await countAll(store)).toBe(before);
    await set({ calendarId: null, kindCalendars: null });
    expect((await admin.ask(DELETE, { id: ofKind })).errors).toBeUndefined();
  });

  it(`is never deleted by somebody who acts as it is named, ${ROUNDS} times`, async () => {
    const { caller, nameFor } = await anOffice();
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await made(caller, "Contended");
      await engine.updateApprovalSettings(caller, { calendarId: null });
      const outcomes = await Promise.allSettled([
        engine.updateApprovalSettings(caller, { calendarId: id }),
        engine.calendars.remove(caller, id),
      ]);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const isNamed = outcomes[0].status === "fulfilled";
      expect(await nameFor("Leave")).toBe(isNamed ? "Contended" : undefined);
    }
  });
});
