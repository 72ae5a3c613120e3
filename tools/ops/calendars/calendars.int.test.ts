import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { approvalEngine } from "@countersign/approval-engine";
import { newId } from "@countersign/mongo";
import { testTokens, useTestService, useTestStore } from "@countersign/testing";
import { afterAll, describe, expect, it } from "vitest";
import { runCommand } from "../../test/run-command.ts";
import { UsageError } from "../../usage.ts";
import { createEngineClient } from "../workflows/engine-client.ts";
import { Fault } from "../workflows/fault.ts";
import { parseCalendarsArguments } from "./calendars-command.ts";
import { runCalendars } from "./run-calendars.ts";

const store = await useTestStore();
const engine = await useTestService(approvalEngine, store);
const folder = mkdtempSync(join(tmpdir(), "countersign-calendars-"));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let files = 0;
const aFile = (content: string | Uint8Array): string => {
  const file = join(folder, `${(files += 1)}.ics`);
  writeFileSync(file, content);
  return file;
};
const icsOf = (...dates: string[]): string =>
  `BEGIN:VCALENDAR\nVERSION:2.0\n${dates
    .map((date) => `BEGIN:VEVENT\nUID:${date}\nSUMMARY:Day ${date}\nDTSTART;VALUE=DATE:${date}\nEND:VEVENT\n`)
    .join("")}END:VCALENDAR\n`;

const CREATE = `mutation ($name: String!, $days: [CalendarDayInput!]) { createApprovalCalendar(input: {
  name: $name, timeZone: "Europe/Berlin", week: [{ day: MONDAY, from: "09:00", to: "17:00" }], days: $days
}) { _id } }`;
const DAYS = `{ approvalCalendarPage { data { name days { date closed from name } } } }`;

/** A company with calendars of these names, and somebody who keeps them. */
async function aCompany(...names: string[]) {
  const sign = (privileged: boolean) => testTokens().sign({ sub: newId(), companyId, privileged });
  const companyId = newId();
  const token = await sign(true);
  const client = createEngineClient(engine.publicUrl, token);
  const ids: string[] = [];
  const half = [{ date: "2026-12-24", from: "09:00", to: "12:00", name: "Half a day" }];
  for (const name of names) {
    const { createApprovalCalendar } = await client.ask<{ createApprovalCalendar: { _id: string } }>(CREATE, {
      name,
      days: half,
    });
    ids.push(createApprovalCalendar._id);
  }
  const run = async (args: string[], as = client) => {
    const said: string[] = [];
    try {
      await runCalendars(parseCalendarsArguments(args, 2026), as, (line) => said.push(`${line}\n`));
      return { code: 0, output: said.join("") };
    } catch (error) {
      if (!(error instanceof Fault || error instanceof UsageError)) throw error;
      return { code: 1, output: `${error.message}\n` };
    }
  };
  const daysOf = async (name: string) => {
    type Page = { approvalCalendarPage: { data: { name: string; days: { date: string }[] }[] } };
    const { data } = (await client.ask<Page>(DAYS)).approvalCalendarPage;
    return data.find((one) => one.name === name)?.days;
  };
  const aMember = async () => createEngineClient(engine.publicUrl, await sign(false));
  return { run, daysOf, ids, token, aMember };
}

describe("npm run calendars [TIME-1]", () => {
  it("imports a file into the company's only calendar, and changes nothing the second time", async () => {
    const { run, daysOf } = await aCompany("Office");
    const file = aFile(icsOf("20261225", "20261224", "20270101"));
    const year = ["--year", "2026-2027"];
    const tried = await run(["import", file, ...year, "--dry-run"]);
    expect(tried).toMatchObject({ code: 0, output: expect.stringContaining("dry run: nothing was changed") });
    expect(await daysOf("Office")).toHaveLength(1);
    expect(await run(["import", file, ...year])).toEqual({
      code: 0,
      output: "  2026-12-25 Day 20261225\n  2027-01-01 Day 20270101\nOffice: 2 days added, 1 there already\n",
    });
    const days = await daysOf("Office");
    expect(days).toEqual([
      // Whoever wrote the hours of this day keeps them.
      { date: "2026-12-24", closed: false, from: "09:00", name: "Half a day" },
      { date: "2026-12-25", closed: true, from: null, name: "Day 20261225" },
      { date: "2027-01-01", closed: true, from: null, name: "Day 20270101" },
    ]);
    const again = await run(["import", file, ...year]);
    expect(again).toEqual({ code: 0, output: "Office: 0 days added, 3 there already\n" });
    expect(await daysOf("Office")).toEqual(days);
  });

  it("fills a calendar, by its name or id, with the public holidays of a region", async () => {
    const { run, daysOf, ids } = await aCompany("Office", "Factory");
    const filled = await run([
      "fill",
      "DE-BY",
      "--year",
      "2027",
      "--calendar",
      "Factory",
      "--language",
      "en",
    ]);
    expect(filled).toMatchObject({
      code: 0,
      output: expect.stringContaining("Factory: 12 days added, 0 there"),
    });
    const days = await daysOf("Factory");
    expect(days).toContainEqual({ date: "2027-01-06", closed: true, from: null, name: "Epiphany" });
    expect(days).toContainEqual({ date: "2027-03-26", closed: true, from: null, name: "Good Friday" });
    expect(await daysOf("Office")).toHaveLength(1);
    const byId = await run(["fill", "DE-BY", "--year", "2027", "--calendar", ids[1]!]);
    expect(byId).toEqual({ code: 0, output: "Factory: 0 days added, 12 there already\n" });
  });

  it("lists descriptions in a dry run, and leaves out what --skip names", async () => {
    const { run, daysOf } = await aCompany("Office");
    const described = icsOf("20261225", "20261206")
      .replace("SUMMARY:Day 20261225", "SUMMARY:Christmas\nDESCRIPTION:Public holiday")
      .replace(
        "SUMMARY:Day 20261206",
        "SUMMARY:Saint Nicholas\nDESCRIPTION:Observance\\nTo hide it: Settings",
      );
    const args = ["import", aFile(described), "--year", "2026"];
    const all = await run([...args, "--dry-run"]);
    expect(all.output).toContain("  2026-12-06 Saint Nicholas (Observance To hide it: Settings)\n");
    expect(all.output).toContain("  2026-12-25 Christmas (Public holiday)\n");
    expect(await run([...args, "--skip", "observance", "--skip", "Obsevrance"])).toEqual({
      code: 0,
      output: [
        "  --skip observance: 1 left out",
        "  ! --skip Obsevrance: no day has this text in its name or description",
        "  2026-12-25 Christmas",
        "Office: 1 day added, 0 there already\n",
      ].join("\n"),
    });
    expect(await daysOf("Office")).toHaveLength(2);
  });

  it("passes over public holidays of a part of a day, and says so", async () => {
    const { run } = await aCompany("Reykjavik");
    const { output } = await run(["fill", "IS", "--year", "2026", "--language", "en", "--dry-run"]);
    expect(output).toContain(
      "! 2026-12-31 from 13:00, New Year's Eve: not a whole day, set its hours by hand",
    );
  });

  it.each([
    [["import", "nowhere.ics"], "nowhere.ics: cannot be read"],
    [["fill", "XX", "--year", "2027"], "XX: expected one of "],
    [["fill", "DE-XX", "--year", "2027"], "DE-XX: expected one of BB, BE,"],
    [["fill", "DE", "--year", "2027", "--language", "xx"], "--language xx: expected one of de"],
    [
      ["fill", "DE", "--year", "2027", "--calendar", "Mars"],
      "--calendar Mars: expected the name or id of one",
    ],
    [["fill", "DE"], "fill: expected --year"],
    [["fill", "DE", "--year", "99"], "--year 99: expected a year from 2000 to 2100"],
    [["fill", "DE", "--year", "2030-2027"], "--year 2030-2027: expected a year from 2000"],
    [["import", "a.ics", "--language", "en"], "import does not take --language"],
    [["import"], "expected one file"],
    [["import", "a.ics", "--skip", " "], "--skip: expected a text"],
    [["empty"], "expected import or fill"],
  ])("ends with code 1 and says why: %j", async (args, fault) => {
    const { run, daysOf } = await aCompany("Office");
    const { code, output } = await run(args);
    expect(output).toContain(fault);
    expect(code).toBe(1);
    expect(await daysOf("Office")).toHaveLength(1);
  });

  it("ends with code 1 for a file that is no calendar, and for callers who may not change one", async () => {
    const { run, aMember, daysOf } = await aCompany("Office");
    const broken = await run(["import", aFile("hello"), "--year", "2026"]);
    expect(broken).toMatchObject({ code: 1, output: expect.stringContaining("not an iCalendar file") });
    const binary = await run(["import", aFile(new Uint8Array([0xff, 0xfe, 0x41]))]);
    expect(binary).toMatchObject({ code: 1, output: expect.stringContaining("expected UTF-8") });
    const refused = await run(["import", aFile(icsOf("20261225")), "--year", "2026"], await aMember());
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringContaining("Only a privileged user may do this"),
    });
    expect(await daysOf("Office")).toHaveLength(1);
  });

  it("wants a name where there are several calendars, and one calendar at least", async () => {
    const several = await aCompany("Office", "Factory");
    const args = ["fill", "DE", "--year", "2027"];
    expect(await several.run(args)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^expected --calendar with one of Factory \([0-9a-f]{24}\), Office/u),
    });
    const none = await aCompany();
    expect(await none.run(args)).toEqual({
      code: 1,
      output: "the company has no calendar: create one in the console, on the page Calendars\n",
    });
  });

  it("is a command with an exit code", async () => {
    const { token, daysOf } = await aCompany("Office");
    const ended = async (...args: string[]) => {
      const env = { COUNTERSIGN_TOKEN: token, ENGINE_URL: engine.publicUrl };
      const process = runCommand("ops/calendars", args, env);
      return { code: await process.ended, output: process.output() };
    };
    const [help, wrong, imported] = await Promise.all([
      ended("--help"),
      ended("fill", "DE"),
      ended("import", aFile(icsOf("20261225")), "--year", "2026"),
    ]);
    expect(help).toMatchObject({ code: 0, output: expect.stringMatching(/^Adds holidays to a calendar/u) });
    expect(wrong).toMatchObject({
      code: 2,
      output: expect.stringMatching(/^fill: expected --year\n\nAdds/u),
    });
    expect(imported).toMatchObject({ code: 0, output: expect.stringContaining("Office: 1 day added") });
    expect(await daysOf("Office")).toHaveLength(2);
  });
});
