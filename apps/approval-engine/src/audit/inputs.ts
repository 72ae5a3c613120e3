import { LIMITS, line } from "@countersign/contracts";
import { z } from "zod";

import type { Present } from "../shared/filters.ts";
import { optionalObjectId, pageOf } from "../shared/page-inputs.ts";
import { after } from "../shared/place.ts";

export const auditLogPageInput = pageOf({
  entity: line(LIMITS.name).nullish(),
  entityId: optionalObjectId,
  actorId: optionalObjectId,
  action: line(LIMITS.name).nullish(),
  after,
  ref: line(LIMITS.ref).nullish(),
  from: z.date().nullish(),
  until: z.date().nullish(),
}).refine(({ skip, after: place }) => skip == null || place == null, {
  path: ["after"],
  error: "cannot be given with skip",
});

/** The filters of the audit trail, and where a page of it begins. */
export type AuditFilter = Present<Omit<z.output<typeof auditLogPageInput>, "skip" | "take">>;
