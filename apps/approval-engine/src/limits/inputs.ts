import { type KindRegistry, currency, decimal, hexId, knownKind } from "@countersign/contracts";
import { z } from "zod";

import { documentFields, optional } from "../shared/inputs.ts";
import { pageOf } from "../shared/page-inputs.ts";

/** The amount up to which a limit reaches. */
export const limitAmount = decimal.refine((amount) => !amount.startsWith("-"), "must be at least 0");

/** Either of the two; the use case says so. */
const holder = { userId: optional(hexId), groupId: optional(hexId) };

export function limitInputsOf(registry: KindRegistry) {
  const kind = knownKind(registry);
  return {
    create: z.object({ ...holder, kind, currency, upTo: limitAmount, ...documentFields }),
    update: z.object({
      ...holder,
      kind: optional(kind),
      currency: optional(currency),
      upTo: optional(limitAmount),
      ...documentFields,
    }),
    page: pageOf({ kind: kind.nullish() }),
  };
}
export type LimitInputs = ReturnType<typeof limitInputsOf>;
