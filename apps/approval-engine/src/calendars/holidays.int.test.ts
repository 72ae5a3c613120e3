import { createMetrics } from "@countersign/service-kit";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import { createEngineMetrics } from "../engine-metrics.ts";
import { countWithoutHolidays } from "./index.ts";

const store = await useTestStore();
const { as, engine } = await useReplica(store, useBus());

const VALIDATE = `query ($workflowId: ID!) { validateWorkflow(workflowId: $workflowId) { stageKey code message } }`;
const WEEK = [{ day: "MONDAY", from: "09:00", to: "17:00" }] as const;
const IN_A_MONTH = Temporal.Now.plainDateISO("UTC").add({ months: 1 }).toString();
const HOLIDAY = { date: IN_A_MONTH, closed: true, name: "Founders' day" };

const backlog = async () => ({ rows: 0, oldestAgeMs: 0 });
const finding = (name: string) => ({
  stageKey: null,
  code: "NO_HOLIDAYS",
  message: `The calendar "${name}" has no closed day in the coming 12 months`,
});
const count = () => countWithoutHolidays(store.db, new Date());

/** A company whose settings name a calendar of its own and one of leave, both without holidays. */
async function aForgetfulCompany() {
  const company = aCompany();
  const caller = company.user({ privileged: true });
  const calendarNamed = async (name: string) =>
    (await engine.calendars.create(caller, { name, timeZone: "UTC", week: [...WEEK] }))._id;
  const [office, leave] = [await calendarNamed("Office"), await calendarNamed("Leave")];
  // One that nothing names counts nowhere.
  await calendarNamed("Unused");
  const kindCalendars = [{ kind: "Leave", calendarId: leave }];
  await engine.updateApprovalSettings(caller, { calendarId: office, kindCalendars });
  return {
    caller,
    office,
    leave,
    close: (id: string) => engine.calendars.update(caller, id, { days: [HOLIDAY] }),
  };
}

describe("a calendar that is used and has no holiday in the coming 12 months [TIME-1]", () => {
  it("is a finding of a workflow until it has one", async () => {
    const { caller, office, leave, close } = await aForgetfulCompany();
    const { _id: workflowId } = await engine.workflows.create(caller, { name: "Contracts" });
    const approvers = [{ approverId: caller.userId }];
    await engine.stages.create(caller, { workflowId, name: "Boss", order: 1, approvers });
    const found = () => as(caller).get(VALIDATE, { workflowId });
    expect(await found()).toEqual({ validateWorkflow: [finding("Office"), finding("Leave")] });
    await close(office);
    expect(await found()).toEqual({ validateWorkflow: [finding("Leave")] });
    await close(leave);
    expect(await found()).toEqual({ validateWorkflow: [] });
  });

  it("is a finding of a workflow whose stage names it, and of no other", async () => {
    const caller = aCompany().user({ privileged: true });
    const calendar = { name: "Factory", timeZone: "UTC", week: [...WEEK] };
    const { _id: calendarId } = await engine.calendars.create(caller, calendar);
    const approvers = [{ approverId: caller.userId }];
    const findingsWith = async (ladder: object) => {
      const { _id: workflowId } = await engine.workflows.create(caller, { name: "Contracts" });
      await engine.stages.create(caller, { workflowId, name: "Boss", order: 1, approvers, ...ladder });
      return as(caller).get(VALIDATE, { workflowId });
    };
    const dueIn = { businessDays: 2 };
    expect(await findingsWith({ dueIn })).toEqual({ validateWorkflow: [] });
    expect(await findingsWith({ dueIn, calendarId })).toEqual({ validateWorkflow: [finding("Factory")] });
  });

  it("says so itself", async () => {
    const { caller, office, close } = await aForgetfulCompany();
    await close(office);
    const page = await as(caller).get("{ approvalCalendarPage { data { name lacksHolidays } } }");
    expect(page).toEqual({
      approvalCalendarPage: {
        data: [
          { name: "Unused", lacksHolidays: true },
          { name: "Leave", lacksHolidays: true },
          { name: "Office", lacksHolidays: false },
        ],
      },
    });
  });

  it("is counted over all companies, a half day is no holiday, and those that nothing names do not count", async () => {
    const before = await count();
    const { caller, office, leave, close } = await aForgetfulCompany();
    const other = await aForgetfulCompany();
    expect(await count()).toBe(before + 4);
    await close(office);
    await other.close(other.leave);
    expect(await count()).toBe(before + 2);
    await engine.calendars.update(caller, leave, {
      days: [{ date: IN_A_MONTH, from: "09:00", to: "12:00" }],
    });
    expect(await count()).toBe(before + 2);
    await engine.updateApprovalSettings(caller, { calendarId: null, kindCalendars: null });
    expect(await count()).toBe(before + 1);
  });

  it("is a metric, which looks at the settings once for many scrapes", async () => {
    const metrics = createMetrics({ service: "test" });
    let looks = 0;
    createEngineMetrics(metrics, { backlog }, async () => (looks += 1) + 2);
    for (let scrape = 0; scrape < 3; scrape += 1) {
      expect(await metrics.registry.metrics()).toMatch(
        /^approval_calendars_without_holidays(?:\{[^}]*\})? 3$/mu,
      );
    }
    expect(looks).toBe(1);
  });
});
