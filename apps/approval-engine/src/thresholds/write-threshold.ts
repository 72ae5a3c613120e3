import type { Id } from "@countersign/domain/approval";
import { assertThreshold } from "@countersign/domain/inventory";

import { baseFields, touched } from "../shared/base-fields.ts";
import { type Caller, stampOf } from "../shared/caller.ts";
import {
  type OwnFields,
  auditWrite,
  changed,
  deleted,
  nextRefs,
  numbered,
} from "../shared/record-use-cases.ts";
import type { TransactionScope } from "../shared/transact.ts";
import type { ApprovalThreshold } from "./records.ts";
import { createThresholds } from "./repositories.ts";

export const THRESHOLD_SERIES = "AT";
export const THRESHOLDS = "approval_thresholds";

/** A threshold's own fields; null removes one. */
type ThresholdFields = {
  [Field in keyof Required<OwnFields<ApprovalThreshold>>]: NonNullable<ApprovalThreshold[Field]> | null;
} & Pick<ApprovalThreshold, "kind" | "workflowId" | "enabled">;

/**
 * Creates a threshold with the id, or changes the present one, as a part of a transaction and by a caller who may do it.
 *
 * @throws DomainError `INVALID_INPUT` for limits that make no sense
 */
export async function writeThreshold(
  scope: TransactionScope,
  caller: Caller,
  before: ApprovalThreshold | undefined,
  { _id, ...fields }: ThresholdFields & { _id: Id },
): Promise<ApprovalThreshold> {
  assertThreshold(fields);
  const stamp = stampOf(caller, scope.now);
  const store = createThresholds(scope);
  const { amountThreshold, discountPercentageThreshold } = fields;
  const limits = { amountThreshold, discountPercentageThreshold };
  const entity = THRESHOLDS;
  if (before !== undefined) {
    const after = { ...changed(before, fields), ...limits, ...touched(stamp) };
    await store.replace([after]);
    await auditWrite(scope, caller, { entity, action: "update", before, after });
    return after;
  }
  const [ref = ""] = await nextRefs(scope, caller.companyId, THRESHOLD_SERIES, 1);
  const base = { ...baseFields(stamp, numbered(THRESHOLD_SERIES, ref)), _id };
  const created = { ...changed(base as ApprovalThreshold, fields), ...limits };
  await store.insert([created]);
  await auditWrite(scope, caller, { entity, action: "create", after: created });
  return created;
}

/** Deletes a threshold in the same way. */
export async function deleteThreshold(
  scope: TransactionScope,
  caller: Caller,
  before: ApprovalThreshold,
): Promise<void> {
  await createThresholds(scope).replace([deleted(before, stampOf(caller, scope.now))]);
  await auditWrite(scope, caller, { entity: THRESHOLDS, action: "delete", before });
}
