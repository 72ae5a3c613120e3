import { z } from "zod";
import { LIMITS, hexId } from "./fields.ts";
import { theOne } from "./the-one.ts";

/** A time span: of a calendar, or of the clock (contract-3, TIME-2). */
type Duration = { businessDays: number } | { businessHours: number } | { hours: number };

const amount = z.number("must be a number").optional();

/**
 * A time span as it is sent: exactly one of the fields. How long it may be depends on its unit: the engine refuses others
 * than 1 to 366 whole business days, or hours from one second to 8,784.
 */
export const duration = z
  .object({
    /** Whole working days. */
    businessDays: amount,
    /** Hours of working time. */
    businessHours: amount,
    /** Hours of the clock. */
    hours: amount,
  })
  .transform((givenDuration, context): Duration => {
    const { businessDays, businessHours, hours } = givenDuration;
    const possibleDurations = [
      businessDays === undefined ? undefined : { businessDays },
      businessHours === undefined ? undefined : { businessHours },
      hours === undefined ? undefined : { hours },
    ];
    return theOne<Duration>(possibleDurations, "businessDays, businessHours, hours", givenDuration, context);
  });

export const ESCALATION_MODES = ["STAND_IN", "REPLACE"] as const;
export const AT_END = ["NOTHING", "REJECT", "APPROVE"] as const;

/** Those who are asked in place of somebody who is late. */
type EscalationTarget = { manager: true } | { userIds: string[] } | { groupId: string };

const target = z
  .object({
    /** The manager of the one who is late. */
    manager: z.literal(true, "must be true").optional(),
    userIds: z
      .array(hexId)
      .min(1, "must have at least 1 item")
      .max(LIMITS.escalationUsers, `must have at most ${LIMITS.escalationUsers} items`)
      .optional(),
    /** Every member of a group. */
    groupId: hexId.optional(),
  })
  .transform((givenTarget, context): EscalationTarget => {
    const { manager, userIds, groupId } = givenTarget;
    const possibleTargets = [
      manager && { manager },
      userIds && { userIds: [...new Set(userIds)] },
      groupId === undefined ? undefined : { groupId },
    ];
    return theOne<EscalationTarget>(possibleTargets, "manager, userIds, groupId", givenTarget, context);
  });

/** The people who are asked in place of those who are late, when and how (contract-3, TIME-3). */
export const escalation = z
  .object({
    /** From asking; of the second and third level, from the level before. */
    after: duration,
    to: target,
    /** `STAND_IN`: the late one can still decide. `REPLACE`: they cannot. */
    mode: z.enum(ESCALATION_MODES),
    /** How often: the second time asks the manager of the one who was asked first. Default 1. */
    levels: z
      .int("must be a whole number")
      .min(1, "must be at least 1")
      .max(LIMITS.escalationLevels, `must be at most ${LIMITS.escalationLevels}`)
      .optional(),
  })
  .transform(({ levels, ...givenEscalation }) => ({
    ...givenEscalation,
    ...(levels !== undefined && { levels }),
  }));

/**
 * The ladder of a stage that nobody decides (contract-3, TIME-3), as fields of the stage, each of which may be left out. The
 * engine refuses rungs that do not ascend, and calendars, users and groups that the company does not have.
 */
export const ladderFields = {
  /** The stage's own calendar; absent: that of the document's kind, else the company's. */
  calendarId: hexId,
  /** When the stage is due, from asking. */
  dueIn: duration,
  /** When those who have not decided are reminded, from asking. */
  remind: z.array(duration).max(LIMITS.reminders, `must have at most ${LIMITS.reminders} items`),
  escalate: escalation,
  /** The effect of its end on the stage; default `NOTHING`. */
  atEnd: z.enum(AT_END),
  /** When that is, from asking; default: when it is due. */
  endAfter: duration,
};
