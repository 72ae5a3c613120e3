import { LIMITS, hexId, prose } from "@countersign/contracts";
import { z } from "zod";

import { optional } from "../shared/inputs.ts";
import { objectId } from "../shared/page-inputs.ts";
import { retryFields, seenFields } from "../shared/retry-safe.ts";

const TAKE_MAX = 200;
const TAKE_DEFAULT = 100;

/** The words of a message: kept as they are given, but for blanks around them. */
const message = prose(LIMITS.remark)
  .transform((text) => text.trim())
  .refine((text) => text !== "", "must not be blank");

/** `requestChanges` (contract-4, TALK-2) */
export const requestChangesInput = z.strictObject({ taskId: hexId, text: message, ...seenFields });
export type RequestChangesInput = z.input<typeof requestChangesInput>;

/** `answerQuestion` (contract-4, TALK-1) */
export const answerQuestionInput = z.strictObject({ questionId: hexId, text: message, ...retryFields });
export type AnswerQuestionInput = z.input<typeof answerQuestionInput>;

/** `conversation` */
export const conversationInput = z.strictObject({
  refId: objectId,
  take: optional(z.int("must be a whole number").min(1).max(TAKE_MAX)).transform(
    (take = TAKE_DEFAULT) => take,
  ),
  before: optional(objectId),
});
