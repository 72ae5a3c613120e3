import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import type { StoredRule } from "./stored-rules.ts";

/**
 * Refuses a command on a draft that the caller has not seen (contract-4, HIST-2).
 *
 * @param expected - version of the draft that the caller has seen, 0 without one; left out: any
 * @throws DomainError `CONFLICT`
 */
export function assertDraftSeen(
  rule: StoredRule | undefined,
  expected: number | undefined,
  field: "expectedVersion" | "expectedDraft",
): void {
  if (expected === undefined || expected === (rule?.draft?.version ?? 0)) return;
  throw new DomainError("CONFLICT", text("rule.draftChanged"), { field });
}
