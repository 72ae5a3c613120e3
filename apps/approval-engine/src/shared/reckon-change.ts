import type { Id } from "@countersign/domain/approval";
import type { FactDeclaration, RoutedStage } from "@countersign/domain/routing";

import type { Caller } from "./caller.ts";
import type { ChangeNote } from "./change-note.ts";
import type { ListedRule } from "./rule-lists.ts";
import type { TransactionScope } from "./transact.ts";

/** A rule as it would be published. */
export interface DraftedRule {
  /** The rule's id; a new one has one of its own. */
  ruleId: Id;
  isNew: boolean;
  /** The workflow that it would have, which others may have too. */
  workflowId: Id;
  facts: readonly FactDeclaration[];
  stages: readonly RoutedStage[];
}

/** The rules of a kind as they are, and as a change would leave them. */
export interface ChangedRules {
  kind: string;
  before: readonly ListedRule[];
  after: readonly ListedRule[];
  /** The company's default workflow of the kind; a draft of it changes its content. */
  defaultWorkflowId: Id | undefined;
  drafted?: DraftedRule | undefined;
  /** Digest of what this was made from. */
  seen: string;
}

/** The effect of a change of rules in figures. */
export interface ReplayFigures extends Omit<ChangeNote, "note" | "days"> {
  seen: string;
}

/**
 * Replays the documents of a kind by the rules before and after a change.
 *
 * @param changeIn - reads the change in the first transaction; undefined: there is nothing to replay
 * @throws DomainError `TOO_MANY_REQUESTS` while this replica has a replay of the company under way
 */
export type ReckonChange = (
  caller: Caller,
  days: number,
  changeIn: (scope: TransactionScope) => Promise<ChangedRules | undefined>,
) => Promise<ReplayFigures | undefined>;
