import type { StageRule } from "./stage-rule.ts";

/** How many approvals a stage needs, in the words of a rule. `COUNT` and `MAJORITY` are numbers that people say. */
export type Needed = "ONE" | "ALL" | "MAJORITY" | "COUNT" | "PERCENT" | "PER_GROUP";

/** More than half of up to 49 people, rounded up as the engine does; a stage has seldom more. */
const MAJORITY_PERCENT = 51;

/** The words for the rule of a stage. */
export function neededOf({ approveBy, quorum }: Pick<StageRule, "approveBy" | "quorum">): Needed {
  switch (approveBy) {
    case "ANY":
      return "ONE";
    case "PERCENT":
      return quorum === MAJORITY_PERCENT ? "MAJORITY" : "PERCENT";
    default:
      return approveBy;
  }
}

/** Most numbers to choose from; a greater one is typed. */
const NUMBERS_MAX = 9;
/** To choose from where it is not known how many people a stage asks. */
const NUMBERS_UNKNOWN = 3;

/**
 * The numbers of approvals to choose from: those between one and all.
 *
 * @param size - how many people the stage asks
 */
export function numbersFor(size: number | undefined): number[] {
  const last = size === undefined ? NUMBERS_UNKNOWN : Math.min(size - 1, NUMBERS_MAX);
  return Array.from({ length: Math.max(last - 1, 0) }, (_, index) => index + 2);
}

/** Whether a stage asks more people than there are numbers to choose from. */
export const isLong = (size: number | undefined): boolean => size === undefined || size - 1 > NUMBERS_MAX;

/** A choice of the field "Approvals needed"; `NUMBER` is typed. */
export type NeededChoice = Exclude<Needed, "COUNT"> | `COUNT ${number}` | "NUMBER";

/** The choice that a stage's rule is. */
export function choiceOf(stage: Pick<StageRule, "approveBy" | "quorum">): NeededChoice {
  const neededRule = neededOf(stage);
  return neededRule === "COUNT" ? `COUNT ${Number(stage.quorum)}` : neededRule;
}

/** The rule of a stage by what was chosen. */
export function ruleOf(choice: NeededChoice): Pick<StageRule, "approveBy" | "quorum"> {
  switch (choice) {
    case "ONE":
      return { approveBy: "ANY", quorum: null };
    case "ALL":
      return { approveBy: "ALL", quorum: null };
    case "MAJORITY":
      return { approveBy: "PERCENT", quorum: MAJORITY_PERCENT };
    case "PERCENT":
      return { approveBy: "PERCENT", quorum: 75 };
    case "PER_GROUP":
      return { approveBy: "PER_GROUP", quorum: 1 };
    case "NUMBER":
      return { approveBy: "COUNT", quorum: NUMBERS_MAX + 1 };
    default:
      return { approveBy: "COUNT", quorum: Number(choice.slice("COUNT ".length)) };
  }
}

/** How many of so many people have to approve; undefined where nobody can say. */
export function countOf(
  { approveBy, quorum }: Pick<StageRule, "approveBy" | "quorum">,
  size: number | undefined,
): number | undefined {
  switch (approveBy) {
    case "ANY":
      return 1;
    case "ALL":
      return size;
    case "COUNT":
      return typeof quorum === "number" ? quorum : undefined;
    case "PERCENT":
      return size === undefined || typeof quorum !== "number" ? undefined : Math.ceil((size * quorum) / 100);
    default:
      return undefined;
  }
}
