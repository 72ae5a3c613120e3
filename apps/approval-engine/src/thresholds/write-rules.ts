import type { ApprovalThresholdKind } from "@countersign/domain/inventory";
import { defined } from "@countersign/domain/defined";
import type { Id } from "@countersign/domain/approval";

import type { Caller } from "../shared/caller.ts";
import { type DerivedRow, projectRows, rowChanges, withoutFields } from "../shared/project-rows.ts";
import { type ListedRule, type RuleListChange, insertNextList } from "../shared/rule-lists.ts";
import type { OwnFields } from "../shared/record-use-cases.ts";
import type { TransactionScope } from "../shared/transact.ts";
import type { ApprovalThreshold } from "./records.ts";
import { createThresholds } from "./repositories.ts";

export const THRESHOLD_SERIES = "AT";
export const THRESHOLDS = "approval_thresholds";

type ThresholdFields = OwnFields<ApprovalThreshold>;

/** A rule of orders as a threshold. */
export function thresholdOf(kind: ApprovalThresholdKind, rule: ListedRule): DerivedRow<ThresholdFields> {
  const { id: _id, workflowId, amountAbove, discountAbove, currency, order, enabled } = rule;
  return defined<DerivedRow<ThresholdFields>>({
    _id,
    kind,
    workflowId,
    amountThreshold: amountAbove === null ? null : Number(amountAbove),
    discountPercentageThreshold: discountAbove,
    currency: currency ?? undefined,
    order: order ?? undefined,
    enabled,
  });
}

/** A command's own part in the rows of thresholds that follow from its change. */
interface OwnRow {
  /** The row that it names, with its own fields and those that it derives. */
  threshold?: ApprovalThreshold;
  /** The rule that it names, whether or not it changes its terms. */
  namedId?: Id | undefined;
}

/** Puts rules of orders in force, and writes the rows of thresholds that follow, in one transaction (contract-4, ONE-6). */
export async function writeOrderRules(
  scope: TransactionScope,
  caller: Caller,
  changes: readonly (RuleListChange & { kind: ApprovalThresholdKind })[],
  { threshold, namedId }: OwnRow = {},
): Promise<void> {
  for (const change of changes) await insertNextList(scope, caller, change);
  const rowsOf = (side: "before" | "after") =>
    changes.flatMap(({ kind, before, rules }) =>
      (side === "before" ? (before?.rules ?? []) : rules).map((rule) => thresholdOf(kind, rule)),
    );
  await projectRows<ApprovalThreshold, ThresholdFields>(scope, caller, {
    store: createThresholds(scope),
    series: THRESHOLD_SERIES,
    changes: rowChanges(rowsOf("before"), rowsOf("after")),
    among: {},
    namedRow: threshold,
    rowAfter: (base, fields) => ({ ...withoutFields(base, ["currency", "order"]), ...fields }),
    isNamed: ({ _id }) => _id === namedId,
  });
}
