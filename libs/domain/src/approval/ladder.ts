import { text } from "@countersign/texts";

import { assertDuration, type Calendar, type Duration } from "../calendar/index.ts";
import { DomainError } from "../errors/index.ts";
import type { Id } from "./id.ts";

export const ESCALATION_MODES = ["STAND_IN", "REPLACE"] as const;
/** `STAND_IN`: the late approver and the new one have one vote, whoever is first. `REPLACE`: the late one is out. */
export type EscalationMode = (typeof ESCALATION_MODES)[number];

export const AT_END = ["NOTHING", "REJECT", "APPROVE"] as const;
/** The end of a ladder, by what happens to its stage then; the default is `NOTHING`. */
export type AtEnd = (typeof AT_END)[number];

/** The people who are asked because somebody is late: their manager, these users, or a group's members. */
export type EscalationTarget = { manager: true } | { userIds: readonly Id[] } | { groupId: Id };

export interface Escalation {
  /** From asking; of the second and third level, from the level before. */
  after: Duration;
  to: EscalationTarget;
  mode: EscalationMode;
  /** How often; the second time asks the manager of the one who was asked first. Default 1. */
  levels?: number | undefined;
}

/** The effects of time on a stage that nobody decides (contract-3, TIME-3). All durations but `after` are from asking. */
export interface Ladder {
  /** The stage's own calendar; absent: that of the document's kind, else the company's. */
  calendarId?: Id | undefined;
  dueIn?: Duration | undefined;
  remind?: readonly Duration[] | undefined;
  escalate?: Escalation | undefined;
  atEnd?: AtEnd | undefined;
  /** Default: `dueIn`. */
  endAfter?: Duration | undefined;
}

/** The calendars that the ladders of a run may need. */
export interface Calendars {
  byId: ReadonlyMap<Id, Calendar>;
  /** Of stages that name none: that of the document's kind, then the company's. */
  chosenIds?: readonly Id[];
}

/**
 * The calendar by which a stage's times are reckoned: the stage's, else the kind's, else the company's; one that is gone is
 * passed over. Nothing: every hour counts (contract-3, TIME-1).
 */
export function calendarFor(
  { calendarId }: Pick<Ladder, "calendarId">,
  { byId, chosenIds = [] }: Calendars,
): { id: Id; calendar: Calendar } | undefined {
  const ids = calendarId === undefined ? chosenIds : [calendarId, ...chosenIds];
  const id = ids.find((calendarKey) => byId.has(calendarKey));
  return id === undefined ? undefined : { id, calendar: byId.get(id)! };
}

export const MAX_REMINDERS = 10;
export const MAX_LEVELS = 3;
/** Most users whom an escalation names. */
export const MAX_ESCALATION_USERS = 20;

/** When the ladder ends, if it does anything then. */
export const endOf = ({ atEnd = "NOTHING", endAfter, dueIn }: Ladder): Duration | undefined =>
  atEnd === "NOTHING" ? undefined : (endAfter ?? dueIn);

/**
 * Checks a ladder as it is saved: its durations, how many rungs it has, and that they ascend, as far as they have one unit
 * (contract-3, TIME-3).
 *
 * @param field - the path of the stage in the input, such as `stages.0`; empty: the input is the stage
 * @throws DomainError `INVALID_INPUT` that names the field and what was expected
 */
export function assertLadder(ladder: Ladder, field: string): void {
  const at = (name: string) => (field === "" ? name : `${field}.${name}`);
  const { dueIn, remind = [], escalate, endAfter, atEnd = "NOTHING" } = ladder;
  if (dueIn) assertDuration(dueIn, at("dueIn"));
  if (endAfter) assertDuration(endAfter, at("endAfter"));
  for (const [index, reminder] of remind.entries()) assertDuration(reminder, at(`remind.${index}`));
  if (remind.length > MAX_REMINDERS) {
    throw invalid(
      at("remind"),
      text("ladder.tooManyReminders", { field: at("remind"), maximum: MAX_REMINDERS }),
    );
  }
  if (escalate) assertEscalation(escalate, at("escalate"));
  const end = endOf(ladder);
  if (atEnd !== "NOTHING" && end === undefined) {
    throw invalid(at("endAfter"), text("ladder.noEnd", { field: at("endAfter"), atEnd }));
  }
  const rungs: [string, Duration | undefined][] = [
    ...remind.map((reminder, index): [string, Duration] => [at(`remind.${index}`), reminder]),
    [at("escalate.after"), escalate?.after],
    [at(endAfter ? "endAfter" : "dueIn"), end && earlierBy(end, escalate)],
  ];
  assertAscending(rungs);
}

function assertEscalation({ after, to, levels = 1 }: Escalation, field: string): void {
  assertDuration(after, `${field}.after`);
  if (!Number.isInteger(levels) || levels < 1 || levels > MAX_LEVELS) {
    throw invalid(
      `${field}.levels`,
      text("ladder.levels", { field: `${field}.levels`, maximum: MAX_LEVELS }),
    );
  }
  if (levels > 1 && !("manager" in to)) {
    throw invalid(`${field}.levels`, text("ladder.levelsOfManagers", { field: `${field}.levels` }));
  }
  if ("userIds" in to && (to.userIds.length === 0 || to.userIds.length > MAX_ESCALATION_USERS)) {
    const place = `${field}.to.userIds`;
    throw invalid(place, text("ladder.users", { field: place, maximum: MAX_ESCALATION_USERS }));
  }
}

/** The end as the first level of an escalation sees it: the levels after it have to come before the end too. */
function earlierBy(end: Duration, escalate: Escalation | undefined): Duration {
  const further = (escalate?.levels ?? 1) - 1;
  if (escalate === undefined || further === 0) return end;
  const [unit, amount] = unitOf(end);
  const [otherUnit, stepAmount] = unitOf(escalate.after);
  return unit === otherUnit ? ({ [unit]: amount - further * stepAmount } as Duration) : end;
}

/** Rungs with different units are not compared: how they follow each other depends on the calendar. */
function assertAscending(rungs: readonly (readonly [field: string, duration: Duration | undefined])[]): void {
  const latest = new Map<string, readonly [field: string, amount: number]>();
  for (const [field, duration] of rungs) {
    if (duration === undefined) continue;
    const [unit, amount] = unitOf(duration);
    const [before, latestAmount] = latest.get(unit) ?? ["", 0];
    if (before !== "" && amount <= latestAmount)
      throw invalid(field, text("ladder.ascends", { field, before }));
    latest.set(unit, [field, amount]);
  }
}

const unitOf = (duration: Duration): [unit: string, amount: number] => Object.entries(duration)[0]!;

const invalid = (field: string, fault: ReturnType<typeof text>): DomainError =>
  new DomainError("INVALID_INPUT", fault, { field });
