import { type KindRegistry, LIMITS, hexId, knownKind, line, prose } from "@countersign/contracts";
import { z } from "zod";

import { optional } from "../shared/inputs.ts";
import { optionalObjectId, pageOf } from "../shared/page-inputs.ts";

/** Latest moment that a date can hold, in milliseconds since 1970. */
const MAX_DATE_MS = 8.64e15;

/** `createSubstitution`; the rule reads days and zone, and refuses them by name. */
export function createSubstitutionInputOf(registry: KindRegistry) {
  const { length } = registry.kinds;
  return z.object({
    principalId: optional(hexId),
    substituteId: hexId,
    kinds: optional(z.array(knownKind(registry)).max(length, `must have at most ${length} items`)),
    fromDate: line(LIMITS.name),
    untilDate: line(LIMITS.name),
    timeZone: line(LIMITS.timeZone),
    reason: optional(prose(LIMITS.remark)),
  });
}
export type CreateSubstitutionInput = z.input<ReturnType<typeof createSubstitutionInputOf>>;

export const substitutionPageInput = pageOf({
  userId: optionalObjectId,
  activeAt: z
    .int("must be whole milliseconds")
    .min(0)
    .max(MAX_DATE_MS)
    .transform((ms) => new Date(ms))
    .nullish(),
});
