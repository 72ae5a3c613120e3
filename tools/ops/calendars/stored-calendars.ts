import type { EngineClient } from "../workflows/engine-client.ts";
import { Fault } from "../workflows/fault.ts";
import type { Holiday } from "./holiday.ts";

/** A dated day as the engine answers it and takes it. */
interface StoredDay {
  date: string;
  closed: boolean;
  from: string | null;
  to: string | null;
  name: string | null;
}

export interface StoredCalendar {
  _id: string;
  name: string;
  timeZone: string;
  days: StoredDay[];
}

const TAKE = 100;
const PAGE = `query ($skip: Int!) { approvalCalendarPage(input: { skip: $skip, take: ${TAKE} }) {
  total data { _id name timeZone days { date closed from to name } }
} }`;
const UPDATE = `mutation ($id: ID!, $days: [CalendarDayInput!]!) {
  updateApprovalCalendar(id: $id, input: { days: $days }) { _id }
}`;

/**
 * The company's calendar of a name or an id; without either its only one.
 *
 * @throws Fault that names the calendars that there are
 */
export async function findCalendar(
  client: EngineClient,
  wantedCalendar: string | undefined,
): Promise<StoredCalendar> {
  const all = await listCalendars(client);
  const foundCalendars =
    wantedCalendar === undefined
      ? all
      : all.filter(({ _id, name }) => _id === wantedCalendar.toLowerCase() || name === wantedCalendar);
  const [only] = foundCalendars;
  if (only !== undefined && foundCalendars.length === 1) return only;
  const names = (foundCalendars.length > 0 ? foundCalendars : all)
    .map(({ _id, name }) => `${name} (${_id})`)
    .join(", ");
  if (all.length === 0)
    throw new Fault("the company has no calendar: create one in the console, on the page Calendars");
  throw new Fault(
    wantedCalendar === undefined
      ? `expected --calendar with one of ${names}`
      : `--calendar ${wantedCalendar}: expected the name or id of one calendar, of ${names}`,
  );
}

async function listCalendars(client: EngineClient): Promise<StoredCalendar[]> {
  const all: StoredCalendar[] = [];
  for (;;) {
    const { approvalCalendarPage } = await client.ask<{
      approvalCalendarPage: { total: number; data: StoredCalendar[] };
    }>(PAGE, { skip: all.length });
    all.push(...approvalCalendarPage.data);
    if (approvalCalendarPage.data.length === 0 || all.length >= approvalCalendarPage.total) return all;
  }
}

/** Adds closed days to a calendar, whose other days stay. */
export async function addHolidays(
  client: EngineClient,
  { _id: id, days }: StoredCalendar,
  holidays: readonly Holiday[],
): Promise<void> {
  const addedDays = holidays.map(({ date, name }) => ({ date, closed: true, name }));
  const all = [...days, ...addedDays].toSorted((left, right) => (left.date < right.date ? -1 : 1));
  await client.ask(UPDATE, { id, days: all });
}
