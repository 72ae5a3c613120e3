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
import type { ApprovalThreshold } from "../thresholds/index.ts";
import type { RuleDraft, RuleTerms } from "./records.ts";
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

const DIFFERENCES_MAX = listLimitOf(LISTS, "ApprovalRuleDraft", "differences");

const NO_TERMS: RuleTerms = {
  order: null,
  amountAbove: null,
  currency: null,
  discountAbove: null,
  when: null,
};

/** The terms of a rule that is in force or switched off; none of one that was never published. */
export function termsInForce({ row, threshold, isDefault }: StoredRule): RuleTerms {
  if (isDefault) return NO_TERMS;
  if (threshold !== undefined) return termsOfThreshold(threshold);
  if (row === undefined || row.state === "DRAFT") return NO_TERMS;
  const { order, amountAbove, currency, discountAbove, when } = row;
  return { order, amountAbove, currency, discountAbove, when };
}

function termsOfThreshold(threshold: ApprovalThreshold): RuleTerms {
  const { order = null, amountThreshold, currency = null, discountPercentageThreshold } = threshold;
  const amountAbove = amountThreshold === null ? null : decimalText(amountThreshold);
  return { order, amountAbove, currency, discountAbove: discountPercentageThreshold, when: null };
}

export function stateOf({ row, threshold, isDefault }: StoredRule): ApprovalRule["state"] {
  if (isDefault) return "IN_FORCE";
  if (threshold !== undefined) return threshold.enabled ? "IN_FORCE" : "OFF";
  return row?.state ?? "DRAFT";
}

function originOf({ row, threshold, isDefault }: StoredRule): ApprovalRule["origin"] {
  if (isDefault) return "DEFAULT";
  const isOnlyThreshold = threshold !== undefined && (row === undefined || row.state === "DRAFT");
  return isOnlyThreshold ? "THRESHOLD" : "RULE";
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
  const { id, kind, workflowId, row } = rule;
  const [state, terms] = [stateOf(rule), termsInForce(rule)];
  const draft = seesEverything(caller) && row?.draft ? draftSeen(rule, row.draft, content) : undefined;
  if (state === "DRAFT" && draft === undefined) return undefined;
  const shown = state === "DRAFT" && draft !== undefined ? { ...termsIn(draft), ...draft } : undefined;
  return {
    id,
    kind,
    origin: originOf(rule),
    version: content?.version ?? 0,
    state,
    name: shown?.name ?? content?.name,
    workflowId,
    sharedBy,
    ...(shown ? termsIn(shown) : terms),
    facts: shown?.facts ?? content?.facts ?? [],
    stages: shown?.stages ?? content?.stages ?? [],
    ...publicationOf(rule, content),
    draft,
  };
}

const termsIn = ({ order, amountAbove, currency, discountAbove, when }: RuleTerms): RuleTerms => ({
  order,
  amountAbove,
  currency,
  discountAbove,
  when,
});

function draftSeen(
  rule: StoredRule,
  draft: RuleDraft,
  content: WorkflowContent | undefined,
): ApprovalRuleDraft {
  const { name, enabled, savedBy, savedAt } = draft;
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
    savedBy,
    savedAt,
  };
}

/** The last change of what is in force: of the workflow, the threshold's limits, or the rule. */
function publicationOf(
  { row, threshold }: StoredRule,
  content: WorkflowContent | undefined,
): Pick<ApprovalRule, "publishedBy" | "publishedAt"> {
  const changes = [
    { by: content?.createdBy, at: content?.createdAt },
    { by: threshold?.updatedBy, at: threshold?.updatedAt },
    { by: row?.publishedBy, at: row?.publishedAt },
  ];
  const dated = changes.flatMap(({ by, at }) => (at === undefined ? [] : [{ by, at }]));
  const last = dated.toSorted((left, right) => right.at.getTime() - left.at.getTime()).at(0);
  return { publishedBy: last?.by ?? dated.find(({ by }) => by !== undefined)?.by, publishedAt: last?.at };
}
