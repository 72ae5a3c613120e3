import type { Typed } from "../design/number-text.ts";
import type { EscalationInput, PublishWorkflowStageInput } from "../graphql/generated/documents.ts";

/** The units of a time span, as the form lists them. */
export const UNITS = ["businessDays", "businessHours", "hours"] as const;
export type Unit = (typeof UNITS)[number];

/** A time span while it is typed; without an amount it is none. */
export interface Span {
  amount: Typed;
  unit: Unit;
}

/** The people who are asked in place of those who are late. */
export type EscalatedTo =
  | { by: "manager" }
  | { by: "group"; id: string; name: string }
  | { by: "people"; people: readonly { id: string; name: string }[] };

export interface EscalationDraft {
  after: Span;
  to: EscalatedTo;
  mode: EscalationInput["mode"];
  /** How often, each time one manager further up; 1 unless the manager is asked. */
  levels: number;
}

export const AT_ENDS = ["NOTHING", "REJECT", "APPROVE"] as const;

/** The effect of time on a stage (contract-3, TIME-3), as the form has it. */
export interface StageTime {
  /** Null: the calendar of the document's kind, else the company's. */
  calendarId: string | null;
  due: Span;
  reminders: readonly Span[];
  /** Absent: nobody is asked in place of those who are late. */
  escalation?: EscalationDraft | undefined;
  atEnd: (typeof AT_ENDS)[number];
  /** Without an amount: when the stage is due. */
  end: Span;
}

export const emptySpan = (): Span => ({ amount: null, unit: "businessDays" });

/** A stage on which time has no effect. */
export const NO_TIME: StageTime = {
  calendarId: null,
  due: emptySpan(),
  reminders: [],
  atEnd: "NOTHING",
  end: emptySpan(),
};

/** An escalation to begin with. */
export const newEscalation = (): EscalationDraft => ({
  after: emptySpan(),
  to: { by: "manager" },
  mode: "STAND_IN",
  levels: 1,
});

/** A duration as the engine has it: one of the units. */
type StoredSpan = { [Name in Unit]?: number | null };

/** The fields of a ladder, as versions and rules have them. */
export interface StoredTime {
  calendarId?: string | null;
  dueIn?: unknown;
  remind?: unknown;
  escalate?: unknown;
  atEnd?: StageTime["atEnd"];
  endAfter?: unknown;
}

interface StoredEscalation {
  after: StoredSpan;
  to: { manager?: boolean | null; userIds?: string[] | null; groupId?: string | null };
  mode: EscalationDraft["mode"];
  levels?: number;
}

/** Names of people and groups by their ids. */
export type NameOf = (kind: "person" | "group", id: string) => string;

/** The effect of time on a stored stage. */
export function timeOf(
  { calendarId = null, dueIn, remind, escalate, atEnd = "NOTHING", endAfter }: StoredTime,
  nameOf: NameOf,
): StageTime {
  return {
    calendarId,
    due: spanOf(dueIn),
    reminders: ((remind ?? []) as StoredSpan[]).map(spanOf),
    ...(escalate != null && { escalation: escalationOf(escalate as StoredEscalation, nameOf) }),
    atEnd,
    end: spanOf(endAfter),
  };
}

function spanOf(storedSpan: unknown): Span {
  const [unit, amount] =
    Object.entries((storedSpan ?? {}) as StoredSpan).find(([, value]) => value != null) ?? [];
  return unit === undefined ? emptySpan() : { amount: amount ?? null, unit: unit as Unit };
}

function escalationOf({ after, to, mode, levels = 1 }: StoredEscalation, nameOf: NameOf): EscalationDraft {
  return { after: spanOf(after), to: targetOf(to, nameOf), mode, levels };
}

function targetOf({ userIds, groupId }: StoredEscalation["to"], nameOf: NameOf): EscalatedTo {
  if (groupId != null) return { by: "group", id: groupId, name: nameOf("group", groupId) };
  if (userIds == null) return { by: "manager" };
  return { by: "people", people: userIds.map((id) => ({ id, name: nameOf("person", id) })) };
}

/** The fields of a stage's ladder, as the engine takes them. */
export function timeToSend({ calendarId, due, reminders, escalation, atEnd, end }: StageTime) {
  return {
    ...(calendarId !== null && { calendarId }),
    ...(isGiven(due) && { dueIn: spanToSend(due) }),
    ...(reminders.length > 0 && { remind: reminders.map(spanToSend) }),
    ...(escalation && { escalate: escalationToSend(escalation) }),
    ...(atEnd !== "NOTHING" && { atEnd }),
    ...(isGiven(end) && { endAfter: spanToSend(end) }),
  } satisfies Partial<PublishWorkflowStageInput>;
}

export const isGiven = ({ amount }: Span): boolean => amount !== null;

const spanToSend = ({ amount, unit }: Span) => ({ [unit]: Number(amount) });

function escalationToSend({ after, to, mode, levels }: EscalationDraft): EscalationInput {
  return {
    after: spanToSend(after),
    to: targetToSend(to),
    mode,
    ...(to.by === "manager" && levels > 1 && { levels }),
  };
}

function targetToSend(to: EscalatedTo): EscalationInput["to"] {
  if (to.by === "manager") return { manager: true };
  return to.by === "group" ? { groupId: to.id } : { userIds: to.people.map(({ id }) => id) };
}

/** Something about time that is missing in a draft, or cannot be. */
export type TimeFault = "SPAN" | "ESCALATED_TO" | "END";

/** The faults of a stage's times, by the fields of the form. */
export function timeFaults({ due, reminders, escalation, atEnd, end }: StageTime): [string, TimeFault][] {
  const faults: [string, TimeFault][] = [];
  if (isGiven(due) && !isSound(due)) faults.push(["dueIn", "SPAN"]);
  for (const [place, reminder] of reminders.entries()) {
    if (!isSound(reminder)) faults.push([`remind.${place}`, "SPAN"]);
  }
  if (escalation !== undefined) {
    if (!isSound(escalation.after)) faults.push(["escalate.after", "SPAN"]);
    if (!isTarget(escalation.to)) faults.push(["escalate.to", "ESCALATED_TO"]);
  }
  if (isGiven(end) && !isSound(end)) faults.push(["endAfter", "SPAN"]);
  else if (atEnd !== "NOTHING" && !isGiven(end) && !isGiven(due)) faults.push(["endAfter", "END"]);
  return faults;
}

function isSound({ amount, unit }: Span): boolean {
  if (typeof amount !== "number" || amount <= 0) return false;
  return unit !== "businessDays" || Number.isInteger(amount);
}

function isTarget(to: EscalatedTo): boolean {
  if (to.by === "manager") return true;
  return to.by === "group" ? to.id !== "" : to.people.every(({ id }) => id !== "");
}
