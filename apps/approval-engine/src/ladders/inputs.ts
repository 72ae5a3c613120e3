import { AT_END, duration, escalation, hexId, ladderFields } from "@countersign/contracts";
import { z } from "zod";

import { clearable, optional } from "../shared/inputs.ts";

// GraphQL's types have null for every field that may be left out; the schemas of the contract read it as absent.
const calendarId = hexId;
const span = z.unknown().pipe(duration);
const remind = z.unknown().pipe(ladderFields.remind.unwrap());
const escalate = z.unknown().pipe(escalation);
const atEnd = z.enum(AT_END);

/** The fields of a ladder (contract-3, TIME-3), where null is absent. */
export const optionalLadder = {
  calendarId: optional(calendarId),
  dueIn: optional(span),
  remind: optional(remind),
  escalate: optional(escalate),
  atEnd: optional(atEnd),
  endAfter: optional(span),
};

/** The same of an update, where null removes the field. */
export const clearableLadder = {
  calendarId: clearable(calendarId),
  dueIn: clearable(span),
  remind: clearable(remind),
  escalate: clearable(escalate),
  atEnd: clearable(atEnd),
  endAfter: clearable(span),
};
