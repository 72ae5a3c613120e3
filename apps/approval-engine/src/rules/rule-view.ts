import { listLimitOf } from "@countersign/graphql";
import { decimalText } from "@countersign/contracts";
import type { Id } from "@countersign/domain/approval";
import type { PolicyLevel } from "@countersign/domain/hr";
import {
  type FactDeclaration,
  type VersionDifference,
  versionDifferences,
} from "@countersign/domain/routing";

import { type WorkflowContent, draftContent, readPublication } from "../definitions/index.ts";
import { type Caller, seesEverything } from "../shared/caller.ts";
import { NO_TERMS, type RuleTerms } from "../shared/rule-lists.ts";
import type { PlacedDraft } from "./records.ts";
import { isHrKind, isOrderKind } from "./rule-kinds.ts";
import { LISTS } from "./sdl.ts";
import type { StoredRule } from "./stored-rules.ts";

/** A stage of a rule, as a version of its workflow has it; of an HR policy with a role in place of approvers. */
export type ApprovalRuleStage = Pick<
  WorkflowContent["stages"][number],
  "key" | "name" | "order" | "approveBy"
> &
  Partial<WorkflowContent["stages"][number]> & { role?: PolicyLevel["role"] };

/** The draft of a rule as people see it. */
export interface ApprovalRuleDraft extends RuleTerms {
  name: string;
  enabled: boolean;
  facts: readonly FactDeclaration[];
  stages: readonly ApprovalRuleStage[];
  differences: readonly VersionDifference[];
  version: number;
  savedBy: Id;
  savedAt: Date;
}

/** A rule as people see it (contract-3, CON-17). */
export interface ApprovalRule extends RuleTerms {
  id: Id;
  kind: string;
  origin: "RULE" | "THRESHOLD" | "DEFAULT" | "HR";
  version: number;
  state: "DRAFT" | "IN_FORCE" | "OFF";
  /** Absent once its workflow is deleted. */
  name?: string | undefined;
  workflowId?: Id | undefined;
  /** How many other rules have the same workflow. */
  sharedBy: number;
  facts: readonly FactDeclaration[];
  stages: readonly ApprovalRuleStage[];
  publishedBy?: Id | undefined;
  publishedAt?: Date | undefined;
  draft?: ApprovalRuleDraft | undefined;
}

/** The terms of a rule with whether it is asked; null of one that no list has. */
export type ApprovalRuleTerms = RuleTerms & { enabled: boolean | null };

const DIFFERENCES_MAX = listLimitOf(LISTS, "ApprovalRuleDraft", "differences");

/** The terms of a rule that is in force or switched off; none of one that was never published. */
export function termsInForce({ kind, listed }: StoredRule): RuleTerms {
  if (listed === undefined) return NO_TERMS;
  const terms = termsIn(listed);
  const { amountAbove } = terms;
  // Those of orders are numbers, as thresholds have them.
  if (!isOrderKind(kind) || amountAbove === null) return terms;
  return { ...terms, amountAbove: decimalText(Number(amountAbove)) };
}

export function stateOf({ listed, isDefault }: StoredRule): ApprovalRule["state"] {
  if (isDefault) return "IN_FORCE";
  if (listed === undefined) return "DRAFT";
  return listed.enabled ? "IN_FORCE" : "OFF";
}

function originOf({ kind, listed, isDefault }: StoredRule): ApprovalRule["origin"] {
  if (isHrKind(kind)) return "HR";
  if (isDefault) return "DEFAULT";
  return listed?.byRow === true ? "THRESHOLD" : "RULE";
}

/**
 * A rule as the caller may see it; nothing of one that is only a draft, unless the caller sees everything.
 *
 * @param content - its workflow as it is now
 */
export function ruleSeenBy(
  caller: Caller,
  rule: StoredRule,
  { content, sharedBy }: { content: WorkflowContent | undefined; sharedBy: number },
): ApprovalRule | undefined {
  const { id, kind } = rule;
  const workflowId = isHrKind(kind) ? undefined : rule.workflowId;
  const [state, terms] = [stateOf(rule), termsInForce(rule)];
  const draft = seesEverything(caller) && rule.draft ? draftSeen(rule, rule.draft, content) : undefined;
  if (state === "DRAFT" && draft === undefined) return undefined;
  const shownDraft = state === "DRAFT" && draft !== undefined ? { ...termsIn(draft), ...draft } : undefined;
  return {
    id,
    kind,
    origin: originOf(rule),
    version: content?.version ?? 0,
    state,
    name: shownDraft?.name ?? content?.name,
    workflowId,
    sharedBy,
    ...(shownDraft ? termsIn(shownDraft) : terms),
    facts: shownDraft?.facts ?? content?.facts ?? [],
    stages: shownDraft?.stages ?? (content?.stages ?? []).toSorted((left, right) => left.order - right.order),
    ...publicationOf(rule, content),
    draft,
  };
}

export const termsIn = ({ order, amountAbove, currency, discountAbove, when }: RuleTerms): RuleTerms => ({
  order,
  amountAbove,
  currency,
  discountAbove,
  when,
});

function draftSeen(
  rule: StoredRule,
  draft: PlacedDraft,
  content: WorkflowContent | undefined,
): ApprovalRuleDraft {
  const { name, enabled, version, savedBy, savedAt } = draft;
  const terms = termsIn(draft);
  const after = draftContent(readPublication({ name, facts: draft.facts, stages: draft.stages }), content);
  const isNew = stateOf(rule) === "DRAFT";
  const before = { ...termsInForce(rule), enabled: isNew ? null : stateOf(rule) !== "OFF" };
  const ofTerms = Object.entries({ ...terms, enabled }).flatMap(([path, value]): VersionDifference[] => {
    const earlier = before[path as keyof typeof before];
    return earlier === value ? [] : [{ path, before: earlier, after: value }];
  });
  const ofContent = versionDifferences(content ?? { name: null, stages: [] }, after);
  return {
    name,
    ...terms,
    enabled,
    facts: after.facts ?? [],
    stages: after.stages,
    differences: [...ofTerms, ...ofContent].slice(0, DIFFERENCES_MAX),
    version,
    savedBy,
    savedAt,
  };
}

/** The publication of the version that is in force, by whom and when: another place for the rule leaves it as it is. */
function publicationOf(
  { listed }: StoredRule,
  content: WorkflowContent | undefined,
): Pick<ApprovalRule, "publishedBy" | "publishedAt"> {
  return {
    publishedBy: content?.createdBy ?? listed?.publishedBy,
    publishedAt: content?.createdAt ?? listed?.publishedAt,
  };
}
