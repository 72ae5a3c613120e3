import { LIMITS, prose } from "@countersign/contracts";
import type { Id } from "@countersign/domain/approval";
import { z } from "zod";

import { label, optional } from "./inputs.ts";

/** Characters of a digest. */
const SEEN_MAX = 64;
/** How many days back documents are replayed unless the question says it. */
const DAYS = 90;

/** How many days back documents are replayed. */
export const replayedDays = z
  .int("must be a whole number")
  .min(1, "must be at least 1")
  .max(DAYS, `must be at most ${DAYS}`)
  .nullish()
  .transform((days) => days ?? DAYS);

/** The note that its caller gives with a change of rules (contract-4, HIST-2). */
export const changeNoteInput = z.object({
  note: optional(prose(LIMITS.remark)),
  days: replayedDays,
  seen: optional(label(SEEN_MAX)),
});
export type ChangeNoteInput = z.input<typeof changeNoteInput>;
export type GivenNote = z.output<typeof changeNoteInput>;

/** The note beside a change. */
export const noteFields = { changeNote: optional(changeNoteInput) };

/** The rest of a command on something by which rules ask, beside the change. */
export const notedChange = z.object(noteFields);

/** The figures that are kept with a change, as the engine has reckoned them. */
export interface ChangeNote {
  note?: string;
  days: number;
  documents: number;
  same: number;
  changed: number;
  unknown: number;
  /** Ids of rules, in hexadecimal. */
  neverApplies: Id[];
}
