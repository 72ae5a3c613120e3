import type { Id } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import type { FactDeclaration } from "@countersign/domain/routing";
import { text } from "@countersign/texts";

import type { Caller } from "../shared/caller.ts";
import type { ListedRule, RuleTerms } from "../shared/rule-lists.ts";
import type { TransactionScope } from "../shared/transact.ts";
import type { RuleDraft } from "./records.ts";
import { isOrderKind } from "./rule-kinds.ts";
import { termsIn } from "./rule-view.ts";
import type { StoredRule } from "./stored-rules.ts";

/** Refuses a draft that could never apply, or that asks nobody. */
export function assertWhole(
  { kind, isDefault }: Pick<StoredRule, "kind" | "isDefault">,
  draft: Pick<RuleDraft, "amountAbove" | "discountAbove"> & { stages: readonly unknown[] },
): void {
  if (draft.stages.length === 0) {
    throw new DomainError("INVALID_INPUT", text("rule.noStages"), { field: "stages" });
  }
  const { amountAbove, discountAbove } = draft;
  if (isOrderKind(kind) && !isDefault && amountAbove === null && discountAbove === null) {
    throw new DomainError("INVALID_INPUT", text("rule.noLimit"), { field: "amountAbove" });
  }
}

/** The rule as the list of its kind has it once the draft is published. */
export function listedAfter(
  { now: publishedAt }: Pick<TransactionScope, "now">,
  { userId: publishedBy }: Pick<Caller, "userId">,
  { id, kind }: Pick<StoredRule, "id" | "kind">,
  {
    draft,
    version: { workflowId, facts },
  }: {
    draft: RuleTerms & { enabled: boolean };
    version: { workflowId: Id; facts?: FactDeclaration[] | undefined };
  },
): ListedRule {
  const { enabled } = draft;
  const terms = termsIn(draft);
  const amountAbove =
    isOrderKind(kind) && terms.amountAbove !== null ? String(Number(terms.amountAbove)) : terms.amountAbove;
  return {
    id,
    workflowId,
    enabled,
    ...terms,
    amountAbove,
    ...(facts && { facts }),
    publishedAt,
    publishedBy,
  };
}
