import type { Ladder } from "@countersign/domain/approval";

/** A ladder as a workflow's content has it, with people, groups and calendars by their ids; null is absent. */
export interface ContentLadder {
  calendarId: string | null;
  dueIn: Duration | null;
  remind: Duration[] | null;
  escalate: NonNullable<Ladder["escalate"]> | null;
  atEnd: "REJECT" | "APPROVE" | null;
  endAfter: Duration | null;
}
type Duration = NonNullable<Ladder["dueIn"]>;

/** A duration as GraphQL answers it: null for the fields that it does not have. */
interface StoredDuration {
  businessDays: number | null;
  businessHours: number | null;
  hours: number | null;
}

/** The ladder of a stage, as the engine answers it. */
export interface StoredLadder {
  calendarId: string | null;
  dueIn: StoredDuration | null;
  remind: StoredDuration[];
  escalate: {
    after: StoredDuration;
    to: {
      manager: boolean | null;
      userIds: string[] | null;
      users: { _id: string; email: string | null }[];
      groupId: string | null;
    };
    mode: NonNullable<Ladder["escalate"]>["mode"];
    levels: number;
  } | null;
  atEnd: NonNullable<Ladder["atEnd"]>;
  endAfter: StoredDuration | null;
}

const DURATION = "{ businessDays businessHours hours }";
/** The fields of {@link StoredLadder}. */
export const LADDER = `calendarId dueIn ${DURATION} remind ${DURATION}
  escalate { after ${DURATION} to { manager userIds users { _id email } groupId } mode levels } atEnd endAfter ${DURATION}`;

/** The fields of a record that have values. */
export const withoutNulls = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));

const durationOf = (storedDuration: StoredDuration): Duration => withoutNulls(storedDuration) as Duration;

/** The content of a ladder that the engine has. */
export function ladderOfStored(storedLadder: StoredLadder): ContentLadder {
  const { calendarId, dueIn, remind, escalate, atEnd, endAfter } = storedLadder;
  return {
    calendarId,
    dueIn: dueIn && durationOf(dueIn),
    remind: remind.length > 0 ? remind.map(durationOf) : null,
    escalate: escalate && escalationOfStored(escalate),
    atEnd: atEnd === "NOTHING" ? null : atEnd,
    endAfter: endAfter && durationOf(endAfter),
  };
}

function escalationOfStored({ after, to, mode, levels }: NonNullable<StoredLadder["escalate"]>) {
  const { users: _users, ...target } = to;
  const givenTarget = withoutNulls(target) as NonNullable<ContentLadder["escalate"]>["to"];
  return { after: durationOf(after), to: givenTarget, mode, ...(levels > 1 && { levels }) };
}
