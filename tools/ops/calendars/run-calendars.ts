import { readFileSync } from "node:fs";
import { basename } from "node:path";

import type { EngineClient } from "../workflows/engine-client.ts";
import { Fault } from "../workflows/fault.ts";
import type { CalendarsCommand } from "./calendars-command.ts";
import type { Holidays } from "./holiday.ts";
import { nationalHolidays } from "./national-holidays.ts";
import { readIcs } from "./read-ics.ts";
import { type StoredCalendar, addHolidays, findCalendar } from "./stored-calendars.ts";

/**
 * Adds holidays to a calendar. Dates that stand in it already stay as they are, whoever wrote them, so that the same
 * command changes nothing the second time.
 *
 * @throws Fault
 */
export async function runCalendars(
  command: CalendarsCommand,
  client: EngineClient,
  say: (line: string) => void,
): Promise<void> {
  const calendar = await findCalendar(client, command.calendar);
  const { days, passedOver } = holidaysOf(command, calendar);
  for (const line of passedOver) say(`  ! ${line}`);
  const present = new Set(calendar.days.map(({ date }) => date));
  const added = days.filter(({ date }) => !present.has(date));
  for (const { date, name } of added) say(`  ${name === undefined ? date : `${date} ${name}`}`);
  const there = `${days.length - added.length} there already`;
  if (added.length > 0 && !command.dryRun) await addHolidays(client, calendar, added);
  say(`${calendar.name}: ${added.length} ${added.length === 1 ? "day" : "days"} added, ${there}`);
  if (command.dryRun) say("dry run: nothing was changed");
}

function holidaysOf(command: CalendarsCommand, { timeZone }: StoredCalendar): Holidays {
  const { years } = command;
  if (command.do === "fill") return nationalHolidays(command.country, years, command.language);
  return readIcs(textOf(command.file), { file: basename(command.file), years, timeZone });
}

/** @throws Fault for a file that cannot be read, or is not UTF-8 */
function textOf(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new Fault(`${file}: cannot be read`, { cause: error });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Fault(`${file}: not an iCalendar file: expected UTF-8`, { cause: error });
  }
}
