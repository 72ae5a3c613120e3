import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { fillDay, pickPerson, sidewaysOn } from "./layout.ts";

const { admin, employee } = DEMO_PEOPLE;
const CALENDARS = `{ approvalCalendarPage { data { _id name timeZone lacksHolidays week { day from to }
  days { date closed from to name } } } }`;
const SETTINGS = "{ approvalSettings { calendarId kindCalendars { kind calendarId } } }";
const THIS_YEAR = new Date().getFullYear();
const NEXT_YEAR = THIS_YEAR + 1;

interface Calendar {
  _id: string;
  name: string;
  timeZone: string;
  lacksHolidays: boolean;
  week: { day: string; from: string; to: string }[];
  days: { date: string; closed: boolean; from: string | null; to: string | null; name: string | null }[];
}

const entry = (...lines: string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"];

describe("the page of calendars", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let page: Page;
  beforeAll(async () => {
    page = await world.openAs(admin, { locale: "en-GB", timezoneId: "Europe/Oslo" }, "calendars");
  });
  afterAll(() => page.context().close());
  const button = (name: RegExp | string) => page.getByRole("button", { name, exact: true });
  const card = (name: string, on = page) =>
    on
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: on.getByRole("heading", { name, exact: true }) });
  const stored = async () =>
    (await world.ask<{ approvalCalendarPage: { data: Calendar[] } }>(admin, CALENDARS)).approvalCalendarPage
      .data;
  const settings = async () =>
    (await world.ask<{ approvalSettings: object }>(admin, SETTINGS)).approvalSettings;
  const choose = async (label: RegExp | string, option: string) => {
    await button(label).click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  const isSound = async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOn(page), colorScheme).toEqual([]);
    }
  };
  /** The nth day of the form. */
  const day = (name: string) => page.getByRole("group", { name, exact: true });

  it("makes a calendar, in the reader's zone and with the hours of an office [TIME-1]", async () => {
    await page.getByText("Every hour counts until a calendar says when people work.").waitFor();
    await button("New calendar").click();
    await page.getByLabel("Name", { exact: true }).fill("Office");
    await button(/^Remove 09:00–17:00 on Friday/u).click();
    await page.getByLabel("Thursday, to").fill("9:30");
    await button("Add hours on Thursday").click();
    await page.getByLabel("Thursday, from").nth(1).fill("13:00");
    await page.getByLabel("Thursday, to").nth(1).fill("18:00");
    await isSound();
    await button("Save").click();
    await card("Office").getByText("Europe/Oslo. Nothing counts by it").waitFor();
    const office = ["MONDAY", "TUESDAY", "WEDNESDAY"].map((name) => ({
      day: name,
      from: "09:00",
      to: "17:00",
    }));
    expect(await stored()).toMatchObject([
      {
        name: "Office",
        timeZone: "Europe/Oslo",
        week: [
          ...office,
          { day: "THURSDAY", from: "09:00", to: "09:30" },
          { day: "THURSDAY", from: "13:00", to: "18:00" },
        ],
        days: [],
      },
    ]);
  });

  it("warns of a calendar without holidays until it has one, and shows a year with its names [TIME-1]", async () => {
    const warning = card("Office").getByText("No holiday stands in it for the coming 12 months.");
    await warning.waitFor();
    await button("Edit the calendar Office").click();
    await button(`Holidays and other days: show ${NEXT_YEAR}`).click();
    await page.getByText(`No such days in ${NEXT_YEAR}.`).waitFor();
    await button("Add a day").click();
    await fillDay(day("New day"), "Date", `${NEXT_YEAR}-01-01`);
    await day(`${NEXT_YEAR}-01-01`).getByLabel("Name of the day").fill("New Year");
    await button("Add a day").click();
    await fillDay(day("New day"), "Date", `${NEXT_YEAR}-12-24`);
    const eve = day(`${NEXT_YEAR}-12-24`);
    await eve.getByRole("button", { name: "Holiday What the day is" }).click();
    await page.getByRole("option", { name: "Hours of its own" }).click();
    await eve.getByLabel(`${NEXT_YEAR}-12-24, to`).fill("11:00");
    await isSound();
    await button("Save").click();
    await warning.waitFor({ state: "detached" });
    expect((await stored())[0]?.days).toEqual([
      { date: `${NEXT_YEAR}-01-01`, closed: true, from: null, to: null, name: "New Year" },
      { date: `${NEXT_YEAR}-12-24`, closed: false, from: "09:00", to: "11:00", name: null },
    ]);
    await button(`Office: show ${NEXT_YEAR}`).click();
    const office = card("Office");
    expect(await office.getByRole("table").count()).toBe(12);
    // Its title for those who point at it, its text for those who listen.
    await office
      .getByRole("cell", { name: "1 New Year – Holiday" })
      .and(page.getByTitle("New Year – Holiday"))
      .waitFor();
    await office.getByRole("cell", { name: "24 09:00–11:00" }).waitFor();
    await office
      .getByRole("list", { name: "Holidays and other days" })
      .getByText("New Year – Holiday")
      .waitFor();
    await isSound();
  });

  it("imports the holidays of an iCalendar file, and says what it passed over [TIME-1]", async () => {
    const lines = [
      "BEGIN:VCALENDAR",
      ...entry(`DTSTART;VALUE=DATE:${NEXT_YEAR}0101`, "SUMMARY:There already"),
      ...entry(`DTSTART;VALUE=DATE:${NEXT_YEAR}0517`, "SUMMARY:Grunnlovsdag"),
      ...entry(`DTSTART:${NEXT_YEAR}1224T120000Z`, "SUMMARY:Half a day"),
      "END:VCALENDAR",
    ];
    await button("Edit the calendar Office").click();
    const choose = async (name: string, text: string) => {
      const chooser = page.waitForEvent("filechooser");
      await button("Import .ics …").click();
      await (await chooser).setFiles({ name, mimeType: "text/calendar", buffer: Buffer.from(text) });
    };
    await choose("notes.ics", "hello");
    await page.getByText("notes.ics is not an iCalendar file, or has no entry.").waitFor();
    await choose("norway.ics", lines.join("\r\n"));
    await page.getByText(`1 day added for ${THIS_YEAR} and ${NEXT_YEAR}. 1 entry was passed over`).waitFor();
    await isSound();
    await button("Save").click();
    await button("Edit the calendar Office").waitFor();
    expect((await stored())[0]?.days.map(({ date, closed, name }) => [date, closed, name])).toEqual([
      [`${NEXT_YEAR}-01-01`, true, "New Year"],
      [`${NEXT_YEAR}-12-24`, false, null],
      [`${NEXT_YEAR}-05-17`, true, "Grunnlovsdag"],
    ]);
    await page.evaluate("document.activeElement?.blur()");
  });

  it("adds the holidays of a country, and leaves the dates that stand there [TIME-1]", async () => {
    await button("Edit the calendar Office").click();
    await button("Add holidays …").click();
    await pickPerson(page, "Country", "bayern", { name: "Germany: Bayern" });
    // 01-01 and 17 May of the next year stand there already, the latter unless Whit Monday is another day.
    const status = page.getByRole("status").filter({ hasText: `added for ${THIS_YEAR} and ${NEXT_YEAR}.` });
    await status.waitFor();
    await day(`${NEXT_YEAR}-01-06 Heilige Drei Könige`).waitFor();
    await day(`${NEXT_YEAR}-01-01 New Year`).waitFor();
    expect(await day(`${NEXT_YEAR}-01-01 Neujahr`).count()).toBe(0);
    await isSound();
    await button("Discard").click();
  });

  it("keeps a date in the list while it is typed key by key, and the focus in it [TIME-1] [CON-2]", async () => {
    await button("Edit the calendar Office").click();
    await button("Add a day").click();
    // The year is taken after its first digit: 0002, 0020, 0202.
    await fillDay(day("New day"), "Date", `${THIS_YEAR}-12-26`);
    const typed = day(`${THIS_YEAR}-12-26`).locator("[data-type=year]");
    await typed.and(page.locator(":focus")).waitFor();
    await button(`Holidays and other days: show ${THIS_YEAR}`).click();
    await typed.waitFor();
    await button("Discard").click();
  });

  it("keeps what was typed, and says beside the field what the engine refuses [TIME-1] [CON-2]", async () => {
    await button("Edit the calendar Office").click();
    await page.getByLabel("Monday, to").fill("08:00");
    await page.reload();
    await button("Save").click();
    await page.getByText("must be a time after 09:00").waitFor();
    expect(await page.getByLabel("Monday, from").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Monday, to").fill("17:00");
    await button("Add a day").click();
    await button("Save").click();
    await day("New day").getByText("must be a date such as 2026-12-24").waitFor();
    await button("Remove New day").click();
    await button("Discard").click();
  });

  it("chooses the calendar of the company and those of kinds [TIME-1]", async () => {
    await choose("None: every hour counts The company", "Office");
    await card("Office").getByText("Counts for the company").waitFor();
    await button("Add a kind").click();
    await choose("– Kind", "Leave");
    await choose("– Calendar", "Office");
    await page.getByText("Leave: Office").waitFor();
    await card("Office").getByText("Counts for the company, Leave").waitFor();
    const [office] = await stored();
    const ids = { calendarId: office?._id, kindCalendars: [{ kind: "Leave", calendarId: office?._id }] };
    expect(await settings()).toEqual(ids);
    await isSound();
  });

  it("does not delete a calendar that counts somewhere, and says where; then it does [TIME-1]", async () => {
    await button("Edit the calendar Office").click();
    await button("Delete …").click();
    await button("Delete").press("Enter");
    await page.getByText("The calendar is named by calendarId, kindCalendars (Leave)").waitFor();
    await button("Remove Leave").click();
    await page.getByText("Leave: Office").waitFor({ state: "detached" });
    await choose("Office The company", "None: every hour counts");
    await card("Office").getByText("Nothing counts by it").waitFor();
    expect(await settings()).toEqual({ calendarId: null, kindCalendars: [] });
    // The form still asks whether to delete.
    await button("Delete").press("Enter");
    await page.getByText("There are no calendars").waitFor();
    expect(await stored()).toEqual([]);
  });

  it("fits 320 pixels in German, also with an open form, and lets others only read [TIME-1] [CON-6]", async () => {
    const create =
      "mutation ($input: CreateApprovalCalendarInput!) { createApprovalCalendar(input: $input) { _id } }";
    const days = [
      { date: `${THIS_YEAR}-12-25`, closed: true, name: "Christmas in a company with long names" },
    ];
    const week = [{ day: "MONDAY", from: "09:00", to: "17:00" }];
    await world.ask(admin, create, { input: { name: "Lager", timeZone: "Europe/Berlin", week, days } });
    const german = await world.openAs(admin, { locale: "de-DE" }, "calendars?locale=de");
    await german.setViewportSize({ width: 320, height: 720 });
    await german.getByRole("table", { name: "Dezember" }).waitFor();
    expect(await sidewaysOn(german)).toEqual([]);
    await german.getByRole("button", { name: "Kalender Lager bearbeiten" }).click();
    await german.getByRole("button", { name: "Tag hinzufügen", exact: true }).click();
    expect(await sidewaysOn(german)).toEqual([]);
    expect(await violationsOn(german)).toEqual([]);
    await german.context().close();
    const nora = await world.openAs(employee, { locale: "en-GB" }, "calendars");
    await card("Lager", nora).getByRole("table", { name: "December" }).waitFor();
    expect(
      await nora.getByRole("button", { name: /Edit|New calendar|Add a kind|The company/u }).count(),
    ).toBe(0);
    await nora.context().close();
  });
});
