import type { FactDeclaration } from "@countersign/domain/routing";
import type { ObjectId } from "mongodb";

import type { BaseRecord } from "../shared/records.ts";
import type { RecordOf } from "../shared/record-of.ts";

export const RULES = "approval_rules";

/** When a rule applies, and its place among the others of its kind; null where something does not matter. */
export interface RuleTerms {
  order: number | null;
  /** Decimal text. */
  amountAbove: string | null;
  /** ISO 4217 code. */
  currency: string | null;
  /** In percent. */
  discountAbove: number | null;
  /** A condition in CEL. */
  when: string | null;
}

/** The draft of a rule. */
export interface RuleDraftRecord extends RuleTerms {
  name: string;
  /** Whether the rule is asked once the draft is published. */
  enabled: boolean;
  /** As `publishWorkflow` takes them. */
  facts: readonly object[];
  stages: readonly object[];
  savedBy: ObjectId;
  savedAt: Date;
}

/**
 * `approval_rules`: the rules of added kinds, and the drafts of all. A rule of an order kind that was published has its
 * terms in its threshold alone (`thresholdId`), the draft of a default workflow stands under the workflow's own id.
 */
export interface ApprovalRuleRecord extends BaseRecord, RuleTerms {
  kind: string;
  /** DRAFT until it is published. */
  state: "DRAFT" | "IN_FORCE" | "OFF";
  workflowId?: ObjectId;
  /** Of an order kind. */
  thresholdId?: ObjectId;
  draft?: RuleDraftRecord;
  /** The version of its workflow that it was last published with; 0 before. */
  version: number;
  /** Of an added kind: the facts that `when` reads. */
  facts?: FactDeclaration[];
  publishedBy?: ObjectId;
  publishedAt?: Date;
}

export type RuleRow = RecordOf<ApprovalRuleRecord>;
export type RuleDraft = RecordOf<RuleDraftRecord>;
