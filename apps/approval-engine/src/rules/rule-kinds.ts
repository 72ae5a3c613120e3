import type { Kind, KindRegistry } from "@countersign/contracts";
import { builtInOwnerOf } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { APPROVAL_THRESHOLD_KINDS, type ApprovalThresholdKind } from "@countersign/domain/inventory";
import { text } from "@countersign/texts";

import type { Versioned } from "../definitions/index.ts";

/** Whether the rules of a kind are thresholds of orders or invoices. */
export function isOrderKind(kind: Kind): kind is ApprovalThresholdKind {
  return APPROVAL_THRESHOLD_KINDS.some((candidate) => candidate === kind);
}

/** Whether the only rule of a kind is its HR policy. */
export const isHrKind = (kind: Kind): boolean => builtInOwnerOf(kind) === "hr";

/** The subject of the versions that the rules of a kind have. */
export const versionedBy = (kind: Kind): Versioned => (isHrKind(kind) ? "POLICY" : "WORKFLOW");

/** @throws DomainError `INVALID_INPUT` for a kind that has no rules */
export function assertRuleKind(kinds: KindRegistry, kind: Kind): void {
  if (isOrderKind(kind) || kinds.ownerOf(kind) !== undefined) return;
  throw new DomainError("INVALID_INPUT", text("rule.kindUnknown", { kind }), { field: "kind" });
}

/** The same for kinds whose rules are saved as such. */
export function assertOwnRules(kinds: KindRegistry, kind: Kind): void {
  assertRuleKind(kinds, kind);
  if (isHrKind(kind)) {
    throw new DomainError("INVALID_INPUT", text("rule.policyOnly", { kind }), { field: "kind" });
  }
}
