import type { Id } from "@countersign/domain/approval";
import type { HrTaskKind, PolicyLevel } from "@countersign/domain/hr";
import type { FactDeclaration, RoutedStage } from "@countersign/domain/routing";

import type { Caller } from "./caller.ts";
import type { ChangeNote, GivenNote } from "./change-note.ts";
import type { OrganisationChange } from "./organisation-change.ts";
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

/** The HR policy of a kind as a change would leave it. */
export interface ChangedPolicy {
  kind: HrTaskKind;
  /** Absent of one that is deleted. */
  levels: readonly PolicyLevel[] | undefined;
}

/** The rules of a kind as they are, and as a change would leave them. */
export interface ChangedRules {
  kind: string;
  before: readonly ListedRule[];
  after: readonly ListedRule[];
  /** The company's default workflow of the kind; a draft of it changes its content. */
  defaultWorkflowId: Id | undefined;
  drafted?: DraftedRule | undefined;
  /** The kind's HR policy after the change; absent where it stays. */
  policy?: ChangedPolicy | undefined;
  /** The group or limit by which sources ask others from then on. */
  organisation?: OrganisationChange | undefined;
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

/** A change of something by which rules ask. */
export interface AskedChange {
  /** Id of the group, limit, calendar or HR policy; absent of a new one. */
  id?: Id | undefined;
  organisation?: OrganisationChange | undefined;
  /** The HR policies of the kinds that it changes. */
  policies?: readonly ChangedPolicy[] | undefined;
  /** The content of a workflow that rules have. */
  workflow?: DraftedRule | undefined;
}

/**
 * The note that is kept with a change, in the transaction that makes it and before anything is written; undefined where its
 * caller gave no note.
 *
 * @throws DomainError `CONFLICT` where the rules are not those that were shown, or reckoned with
 */
export type NoteInForce = (scope: TransactionScope) => Promise<ChangeNote | undefined>;

/**
 * Reckons, before the transaction of a command, what a change of something by which rules ask would have done, over all kinds
 * whose rules do (contract-4, HIST-2). Without a note nothing is reckoned.
 *
 * @param changeIn - reads the change; undefined: the command refuses it
 */
export type NoteChange = (
  caller: Caller,
  givenNote: GivenNote | undefined,
  changeIn: (scope: TransactionScope) => Promise<AskedChange | undefined>,
) => Promise<NoteInForce>;
