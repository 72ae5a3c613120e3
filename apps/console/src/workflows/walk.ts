import type { WorkflowDetailQuery } from "../graphql/generated/documents.ts";
import { type DraftApprover, type DraftStage, quorumOf } from "./workflow-draft.ts";

/** The settings that decide whom a stage asks. */
export type WalkRules = Pick<
  WorkflowDetailQuery["approvalSettings"],
  "onEmptyStage" | "onSubmitterIsApprover" | "submitterNeverDecides"
>;

/** One stage on a document's way. */
export interface Step {
  /** The seats of the stage; the submitter's manager replaces the submitter if the settings say so. */
  seats: readonly { approver: DraftApprover; place: "ASKED" | "LEFT_OUT" | "MANAGER" }[];
  /** Approvals that complete the stage. */
  needed: number;
  /** Rejections that reject it; undefined where that depends on who rejects. */
  rejections: number | undefined;
  /** The groups of PER_GROUP. */
  groups: readonly string[];
  /** Why the approvers cannot complete it. */
  problem: "NOBODY_NAMED" | "NOBODY_LEFT" | "TOO_FEW" | "NO_GROUPS" | undefined;
}

const PERCENT = 100;

/**
 * How a stage would be asked. The engine's `validateWorkflow` judges people and duties as well; this shows what is being
 * edited, before it is saved.
 *
 * @param submitterId - one of the approvers; undefined: somebody else submits
 */
export function stepOf(stage: DraftStage, rules: WalkRules, submitterId?: string): Step {
  const placeOf = ({ approverId }: DraftApprover) => {
    if (approverId !== submitterId) return "ASKED";
    if (rules.onSubmitterIsApprover === "MANAGER") return "MANAGER";
    return rules.submitterNeverDecides || rules.onSubmitterIsApprover === "EXCLUDE" ? "LEFT_OUT" : "ASKED";
  };
  const seats = stage.approvers.map((approver) => ({ approver, place: placeOf(approver) }) as const);
  const counting = seats.filter(({ place }) => place !== "LEFT_OUT").map(({ approver }) => approver);
  const groups = [...new Set(stage.approvers.flatMap((approver) => approver.groups))].toSorted();
  const needed = neededOf(stage, counting.length, groups.length);
  const isShort =
    needed > counting.length ||
    (stage.approveBy === "PER_GROUP" &&
      groups.some((group) => carriersOf(group, counting) < quorumOf(stage, 1)));
  const problemOf = (): Step["problem"] => {
    if (stage.approvers.length === 0) return "NOBODY_NAMED";
    if (counting.length === 0) return "NOBODY_LEFT";
    if (stage.approveBy === "PER_GROUP" && groups.length === 0) return "NO_GROUPS";
    return isShort ? "TOO_FEW" : undefined;
  };
  const isCounted = stage.rejectBy === "UNREACHABLE";
  const countable = stage.approveBy === "PER_GROUP" ? undefined : counting.length - needed + 1;
  return { seats, needed, rejections: isCounted ? countable : 1, groups, problem: problemOf() };
}

const carriersOf = (group: string, approvers: readonly DraftApprover[]) =>
  approvers.filter(({ groups }) => groups.includes(group)).length;

function neededOf(stage: DraftStage, seats: number, groups: number): number {
  switch (stage.approveBy) {
    case "ANY":
      return 1;
    case "ALL":
      return seats;
    case "COUNT":
      return quorumOf(stage, 1);
    case "PERCENT":
      return Math.ceil((seats * quorumOf(stage, PERCENT)) / PERCENT);
    default:
      return groups * quorumOf(stage, 1);
  }
}
