import { z } from "zod";
import type { TextSchema } from "./approver-source.ts";
import { KEY } from "./fact.ts";
import { LIMITS, normalizeText, alikeLabel, prose } from "./fields.ts";
import { ladderFields } from "./ladder.ts";

/** The rule of a stage. The last three take a `quorum` (contract-2, PPL-4). */
export const approveBy = z.enum(["ANY", "ALL", "COUNT", "PERCENT", "PER_GROUP"]);
/** The effect of a rejection; default `VETO`. */
export const rejectBy = z.enum(["VETO", "UNREACHABLE"]);
/** The number of COUNT, PERCENT and PER_GROUP. The engine refuses those that do not fit the rule. */
export const quorum = z
  .int("must be a whole number")
  .min(1, "must be at least 1")
  .max(LIMITS.approversPerStage, `must be at most ${LIMITS.approversPerStage}`);

/**
 * The fields of a stage but its approvers, each declared once (contract-4, ONE-6): of inline stages, workflows, rules and
 * files.
 */
export const stageFields = (text: TextSchema) => ({
  /** Names the stage; default `stage<n>`. */
  key: KEY,
  name: alikeLabel(text(LIMITS.stageName)),
  order: z.number("must be a finite number"),
  approveBy,
  quorum,
  rejectBy,
  /** `false`: the stage is not decided in bulk (contract-2, CTRL-6). */
  bulk: z.boolean(),
  /** The condition under which the stage is on the document's way (contract-3, ROUTE-3). */
  when: normalizeText(prose(LIMITS.condition)),
  ...ladderFields,
});
