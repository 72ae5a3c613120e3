import type { Duration } from "../calendar/index.ts";
import { defined } from "../defined.ts";
import type { AtEnd, Escalation, EscalationMode, EscalationTarget, Ladder } from "./ladder.ts";
import type { Id } from "./types.ts";

/** A ladder as a stage's definition keeps it, beside its other fields: what says the same as nothing is left out. */
export interface LadderFields {
  calendarId?: Id;
  dueIn?: Duration;
  remind?: Duration[];
  escalate?: EscalationFields;
  atEnd?: AtEnd;
  endAfter?: Duration;
}

interface EscalationFields {
  after: Duration;
  to: { manager: true } | { userIds: Id[] } | { groupId: Id };
  mode: EscalationMode;
  levels?: number;
}

export const LADDER_FIELDS = [
  "calendarId",
  "dueIn",
  "remind",
  "escalate",
  "atEnd",
  "endAfter",
] as const satisfies readonly (keyof Ladder)[];

/** The fields of a ladder of a stage that has none. */
export const NO_LADDER = {
  calendarId: null,
  dueIn: null,
  remind: null,
  escalate: null,
  atEnd: null,
  endAfter: null,
} as const satisfies Record<keyof Ladder, null>;

/** Some fields of a ladder, as a command gives them: null is absent. */
type Given = { [Field in keyof Ladder]?: Ladder[Field] | null | undefined };

/** The fields of a stage's ladder, in the form in which they are kept. */
export function ladderFieldsIn(input: Given): LadderFields {
  const { calendarId, dueIn, remind, escalate, atEnd, endAfter } = input;
  return defined<LadderFields>({
    calendarId: calendarId ?? undefined,
    dueIn: dueIn ?? undefined,
    remind: remind && remind.length > 0 ? [...remind] : undefined,
    escalate: escalate ? escalationIn(escalate) : undefined,
    atEnd: atEnd === "NOTHING" ? undefined : (atEnd ?? undefined),
    endAfter: endAfter ?? undefined,
  });
}

/**
 * The changes that an update makes to the fields of a ladder: undefined leaves a field as it is, null removes it, and so
 * does what says the same as nothing.
 */
export function ladderChanges(input: Given): { [Field in keyof LadderFields]?: LadderFields[Field] | null } {
  const fields = ladderFieldsIn(input);
  const namedFields = LADDER_FIELDS.filter((field) => input[field] !== undefined);
  return Object.fromEntries(namedFields.map((field) => [field, fields[field] ?? null]));
}

/** The ladder of a stage, from the fields of its definition; nothing where it has none of them. */
export function ladderIn(input: Given): { ladder?: Ladder } {
  const ladder = ladderFieldsIn(input);
  return Object.keys(ladder).length > 0 ? { ladder } : {};
}

/** A stage with its ladder in place of the ladder's fields. */
export function withLadder<S extends Given>(stage: S): Omit<S, keyof Ladder> & { ladder?: Ladder } {
  const { calendarId, dueIn, remind, escalate, atEnd, endAfter, ...fields } = stage;
  return { ...fields, ...ladderIn({ calendarId, dueIn, remind, escalate, atEnd, endAfter }) };
}

const escalationIn = ({ after, to, mode, levels = 1 }: Escalation): EscalationFields =>
  defined<EscalationFields>({ after, to: targetIn(to), mode, levels: levels > 1 ? levels : undefined });

const targetIn = (to: EscalationTarget): EscalationFields["to"] =>
  "userIds" in to ? { userIds: [...to.userIds] } : to;
