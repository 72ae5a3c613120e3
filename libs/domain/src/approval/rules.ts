import type { Change } from "./people.ts";
import type { Id } from "./types.ts";

export const ON_EMPTY_STAGE = ["REFUSE", "FALLBACK", "UNASSIGNED"] as const;
/**
 * The treatment of a stage whose seats cannot complete it. `REFUSE`: submissions are refused. `FALLBACK`: the fallback
 * approvers are asked. `UNASSIGNED`: the stage waits until a privileged user names somebody, as it does in any case once
 * the run is in progress (contract-3, FIX-1).
 */
export type OnEmptyStage = (typeof ON_EMPTY_STAGE)[number];

export const ON_SUBMITTER_IS_APPROVER = ["ALLOW", "EXCLUDE", "MANAGER"] as const;
/** `EXCLUDE`: the submitter's seat is left out. `MANAGER`: the submitter's manager has it. */
export type OnSubmitterIsApprover = (typeof ON_SUBMITTER_IS_APPROVER)[number];

export const ON_REPEATED_APPROVER = ["ASK", "SKIP_CONSECUTIVE"] as const;
/** `SKIP_CONSECUTIVE`: who approved the stage just before, on the same revision, is not asked again. */
export type OnRepeatedApprover = (typeof ON_REPEATED_APPROVER)[number];

export const RECALL = ["NEVER", "UNTIL_FIRST_VERDICT", "ALWAYS"] as const;
/** When a submitter may recall a document. */
export type Recall = (typeof RECALL)[number];

/** The settings of a company that decide who decides (contract-2, PPL and CTRL-3). */
export interface ApprovalRules {
  onEmptyStage: OnEmptyStage;
  fallbackApproverIds: readonly Id[];
  onSubmitterIsApprover: OnSubmitterIsApprover;
  onRepeatedApprover: OnRepeatedApprover;
  submitterNeverDecides: boolean;
  onePersonOneStage: boolean;
  /** Sets of groups: nobody decides in a run under two of a set. */
  exclusiveGroups: readonly (readonly string[])[];
  agentsMayDecide: boolean;
  /** 1 to 3: how many substitutions may follow each other. */
  substitutionDepth: number;
  recall: Recall;
  /** The kinds of documents of which a stage may be approved by time (contract-3, TIME-3). */
  allowTimeApproval: readonly string[];
  /** How often changes may be wanted in a run (contract-4, TALK-2). */
  maxChanges: number;
  /** The people by whose changes the settings give seats; absent: none. */
  seatChanges?: SeatChanges;
}

/** The persons who made settings give seats, and when (contract-4, MEET-3). */
export interface SeatChanges {
  /** Those who named themselves a fallback approver. */
  ownFallback?: ReadonlyMap<Id, number>;
  /** Everybody who has named others, each with their last time. */
  fallbackGivings?: readonly Change[];
  /** The person who last set FALLBACK. */
  onEmptyStage?: Change;
  /** The person who last changed it: set MANAGER, or let submitters decide. */
  onSubmitterIsApprover?: Change;
  /** The people who last changed these: who switches a duty off stays bound by it. */
  submitterNeverDecides?: Change;
  onePersonOneStage?: Change;
  /** The person who last let more substitutions follow each other. */
  substitutionDepth?: Change;
  /** Those who took sets away, with the sets: they stay bound by them. */
  exclusiveGroups?: readonly GroupsTaking[];
}

/** Sets of exclusive groups that a person took away, in all their changes, and when they last did. */
export interface GroupsTaking extends Change {
  sets: readonly (readonly string[])[];
}

/** The rules of a company that has set nothing. */
export const DEFAULT_RULES: ApprovalRules = {
  onEmptyStage: "REFUSE",
  fallbackApproverIds: [],
  onSubmitterIsApprover: "ALLOW",
  onRepeatedApprover: "ASK",
  submitterNeverDecides: false,
  onePersonOneStage: false,
  exclusiveGroups: [],
  agentsMayDecide: false,
  substitutionDepth: 1,
  recall: "NEVER",
  allowTimeApproval: [],
  maxChanges: 3,
};
