import { readFileSync } from "node:fs";
import { basename } from "node:path";

import type { EngineClient } from "../workflows/engine-client.ts";
import { Fault } from "../workflows/fault.ts";
import type { CalendarsCommand } from "./calendars-command.ts";
import { type Holiday, type Holidays, oncePerDate } from "./holiday.ts";
import { nationalHolidays } from "./national-holidays.ts";
import { readIcs } from "./read-ics.ts";
import { type StoredCalendar, addHolidays, findCalendar } from "./stored-calendars.ts";

/** Characters of a description that a dry run shows. */
const DESCRIPTION_MAX = 80;

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
  const { days: foundDays, passedOver } = holidaysOf(command, calendar);
  for (const line of passedOver) say(`  ! ${line}`);
  const days = oncePerDate(withoutSkipped(foundDays, command.skip, say));
  const present = new Set(calendar.days.map(({ date }) => date));
  const addedDays = days.filter(({ date }) => !present.has(date));
  for (const day of addedDays) say(`  ${lineOf(day, command.dryRun)}`);
  const there = `${days.length - addedDays.length} there already`;
  if (addedDays.length > 0 && !command.dryRun) await addHolidays(client, calendar, addedDays);
  say(`${calendar.name}: ${addedDays.length} ${addedDays.length === 1 ? "day" : "days"} added, ${there}`);
  if (command.dryRun) say("dry run: nothing was changed");
}

/** Leaves out the days whose name or description has one of the texts. */
function withoutSkipped(
  days: readonly Holiday[],
  texts: readonly string[],
  say: (line: string) => void,
): readonly Holiday[] {
  for (const text of texts) {
    const count = days.filter((day) => hasText(day, text)).length;
    if (count === 0) say(`  ! --skip ${text}: no day has this text in its name or description`);
    else say(`  --skip ${text}: ${count} left out`);
  }
  return days.filter((day) => !texts.some((text) => hasText(day, text)));
}

const hasText = ({ name = "", description = "" }: Holiday, text: string): boolean =>
  `${name}\n${description}`.normalize().toLowerCase().includes(text.normalize().toLowerCase());

/** A day as it is reported; a dry run also says what its source says about it. */
function lineOf({ date, name, description }: Holiday, isDryRun: boolean): string {
  const day = name === undefined ? date : `${date} ${name}`;
  if (!isDryRun || description === undefined) return day;
  return `${day} (${description.length > DESCRIPTION_MAX ? `${description.slice(0, DESCRIPTION_MAX)}…` : description})`;
}

function holidaysOf(command: CalendarsCommand, { timeZone }: StoredCalendar): Holidays {
  const { years } = command;
  if (command.do === "fill") return nationalHolidays(command.country, years, command.language);
  return readIcs(bytesOf(command.file), { file: basename(command.file), years, timeZone });
}

/** @throws Fault for a file that cannot be read */
function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Fault(`${file}: cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
}
