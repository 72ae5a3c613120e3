import { LIMITS, line } from "@countersign/contracts";

import { optionalObjectId, pageOf } from "../shared/page-inputs.ts";

export const auditLogPageInput = pageOf({
  entity: line(LIMITS.name).nullish(),
  entityId: optionalObjectId,
  actorId: optionalObjectId,
  action: line(LIMITS.name).nullish(),
});
