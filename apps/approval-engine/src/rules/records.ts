import type { ObjectId } from "mongodb";

import type { RecordOf } from "../shared/record-of.ts";
import type { RuleTerms } from "../shared/rule-lists.ts";

/** The name of rules in the audit. */
export const RULES = "approval_rules";

/** `approval_rule_drafts`: the change of a rule that is saved, but not published. */
export interface RuleDraftRecord extends RuleTerms {
  /** Id of the rule; of a default that of its workflow. */
  _id: ObjectId;
  companyId: ObjectId;
  kind: string;
  /** Whether it is of the kind's default. */
  ofDefault?: true;
  /** Greater with each draft of the company. */
  version: number;
  name: string;
  /** Whether the rule is asked once the draft is published; null: as the rule is then, for the draft does not switch it. */
  enabled: boolean | null;
  /** As `publishWorkflow` takes them. */
  facts: readonly object[];
  stages: readonly object[];
  savedBy: ObjectId;
  savedAt: Date;
}

export type RuleDraft = RecordOf<RuleDraftRecord>;

/** A draft as its rule stands now: what the draft leaves to the rule is that of the rule. */
export type PlacedDraft = RuleDraft & { enabled: boolean };
