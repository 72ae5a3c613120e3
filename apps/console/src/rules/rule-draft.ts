import { moveEntry } from "../company/moved.ts";
import { countOf, ruleOf } from "./needed.ts";
import {
  type Approver,
  type Asked,
  type Field,
  type RuleConditions,
  type RuleStage,
  newStage,
  sizeOf,
} from "./rule.ts";
import { type TimeFault, timeFaults } from "./stage-time.ts";

/** A stage as it is being edited. */
export interface DraftStage extends RuleStage {
  /** Tells it from the others of the draft while it moves. */
  id: string;
}

/** A rule as it is being edited: it is kept as JSON. */
export interface RuleDraft extends RuleConditions {
  /** The name of its workflow; empty: as it is, or given by the engine. */
  name?: string | undefined;
  /** Fields of the document that conditions read. */
  fields: readonly Field[];
  stages: readonly DraftStage[];
}

/** The name of a condition. */
export type ConditionName = keyof RuleConditions;

/** Everything that the form does to a draft. */
export type DraftAction =
  | { type: "condition"; change: RuleConditions }
  | { type: "name"; name: string }
  | { type: "fields"; fields: readonly Field[] }
  | { type: "addStage"; asked: Asked; takenKeys?: readonly string[] }
  | { type: "stage"; index: number; change: Partial<RuleStage> }
  | { type: "moveStage"; index: number; to: number }
  | { type: "removeStage"; index: number }
  | { type: "addApprover"; index: number; asked: Asked }
  | { type: "approver"; index: number; place: number; change: Partial<Approver> }
  | { type: "removeApprover"; index: number; place: number };

/** The id of the next stage that is added: no stage of the draft has it. */
export function freshId(stages: readonly DraftStage[]): string {
  const numbers = stages.map(({ id }) => Number(id.replace("new", "")) || 0);
  return `new${Math.max(0, ...numbers) + 1}`;
}

/**
 * The key of the next stage that is added, `stage<n>`. A stage that is sent without one is known by its place, so that one
 * put between others would take the next one's identity.
 *
 * @param takenKeys - of stages that the draft removes
 */
function freshKey(stages: readonly DraftStage[], takenKeys: readonly string[] = []): string {
  const keys = [...stages.flatMap(({ key = [] }) => key), ...takenKeys];
  const numbers = keys.map((key) => Number(/^stage(\d+)$/u.exec(key)?.[1] ?? 0));
  return `stage${Math.max(0, ...numbers) + 1}`;
}

/** The draft after an action. */
export function changeDraft<Draft extends RuleDraft>(draft: Draft, action: DraftAction): Draft {
  const { stages } = draft;
  if (action.type === "condition") return { ...draft, ...action.change };
  if (action.type === "name") return { ...draft, name: action.name };
  if (action.type === "fields") return { ...draft, fields: action.fields };
  if (action.type === "addStage") {
    const ownKeys = { key: freshKey(stages, action.takenKeys), id: freshId(stages) };
    // Of a group, one alone rarely speaks for all.
    const neededCount = action.asked.by === "group" ? ruleOf("MAJORITY") : {};
    return { ...draft, stages: [...stages, { ...newStage(action.asked), ...neededCount, ...ownKeys }] };
  }
  const { index } = action;
  const stage = stages[index];
  if (stage === undefined) return draft;
  const withStage = (change: Partial<RuleStage>): Draft => ({
    ...draft,
    stages: stages.with(index, { ...stage, ...change }),
  });
  const { approvers } = stage;
  switch (action.type) {
    case "stage":
      return withStage(action.change);
    case "moveStage":
      return { ...draft, stages: moveEntry(stages, index, action.to) };
    case "removeStage":
      return { ...draft, stages: stages.toSpliced(index, 1) };
    case "addApprover":
      return withStage({ approvers: [...approvers, { asked: action.asked, labels: [] }] });
    case "approver": {
      const approver = approvers[action.place];
      if (approver === undefined) return draft;
      return withStage({ approvers: approvers.with(action.place, { ...approver, ...action.change }) });
    }
    case "removeApprover":
      return withStage({ approvers: approvers.toSpliced(action.place, 1) });
    default:
      return action satisfies never;
  }
}

/** Something that is missing in a draft, or cannot be. */
export type DraftFault =
  | "NAME"
  | "LIMIT"
  | "AMOUNT"
  | "CURRENCY"
  | "DISCOUNT"
  | "WHEN"
  | "STAGES"
  | "APPROVERS"
  | "ASKED"
  | "QUORUM"
  | "UNREACHABLE"
  | TimeFault;

/** A fault and its place, such as `stages.0.approvers.1`. */
export interface PlacedFault {
  fault: DraftFault;
  field: string;
}

/** Faults that keep the engine from reading a draft's stages; of the others it says itself what they lead to. */
const UNREADABLE = new Set<DraftFault>(["ASKED", "QUORUM", "SPAN", "ESCALATED_TO", "END"]);

/** Whether the engine can judge a draft with these faults. */
export const isJudgeable = (faults: readonly PlacedFault[]): boolean =>
  faults.every(({ fault }) => !UNREADABLE.has(fault));

/** Whether a draft has conditions in the engine's language, which may read fields. */
export const hasExpressions = ({ when, stages }: RuleDraft): boolean =>
  when !== undefined || stages.some((stage) => stage.when !== "");

const PERCENT_MAX = 100;

/**
 * Everything without which a draft cannot be published, in the order of the form.
 *
 * @param needsLimit - whether the rule would never apply without one
 */
export function faultsOf(draft: RuleDraft, needsLimit = false): PlacedFault[] {
  const { amount, discount, when, stages } = draft;
  const faults: PlacedFault[] = [];
  const note = (isFault: boolean, fault: DraftFault, field: string) => {
    if (isFault) faults.push({ fault, field });
  };
  note(needsLimit && amount === undefined && discount === undefined, "LIMIT", "limits");
  note(amount !== undefined && typeof amount.above !== "number", "AMOUNT", "amountAbove");
  note(amount !== undefined && amount.currency === null, "CURRENCY", "currency");
  note(discount !== undefined && typeof discount.above !== "number", "DISCOUNT", "discountAbove");
  note(when?.trim() === "", "WHEN", "when");
  note(stages.length === 0, "STAGES", "stages");
  return [...faults, ...stages.flatMap((stage, index) => faultsAt(`stages.${index}`, stage))];
}

const faultsAt = (field: string, stage: RuleStage): PlacedFault[] => [
  ...stageFaults(stage, field),
  ...timeFaultsOf(stage, field),
];

function timeFaultsOf({ time }: RuleStage, field: string): PlacedFault[] {
  return time === undefined
    ? []
    : timeFaults(time).map(([name, fault]) => ({ fault, field: `${field}.${name}` }));
}

function stageFaults(stage: RuleStage, field: string): PlacedFault[] {
  const { approvers, approveBy, quorum } = stage;
  if (approvers.length === 0) return [{ fault: "APPROVERS", field: `${field}.approvers` }];
  const faults: PlacedFault[] = approvers.flatMap(({ asked }, place) =>
    isNamed(asked) ? [] : [{ fault: "ASKED", field: `${field}.approvers.${place}` } as const],
  );
  if (approveBy === "ANY" || approveBy === "ALL") return faults;
  const isNumber = typeof quorum === "number" && Number.isInteger(quorum) && quorum >= 1;
  if (!isNumber || (approveBy === "PERCENT" && quorum > PERCENT_MAX)) {
    return [...faults, { fault: "QUORUM", field: `${field}.quorum` }];
  }
  const size = sizeOf(stage);
  const count = countOf(stage, size);
  const isUnreachable = size !== undefined && count !== undefined && count > size;
  return isUnreachable ? [...faults, { fault: "UNREACHABLE", field: `${field}.quorum` }] : faults;
}

/** Whether it is said who is meant. */
function isNamed(approver: Asked): boolean {
  switch (approver.by) {
    case "group":
    case "person":
      return approver.id !== "";
    case "field":
      return approver.key.trim() !== "";
    case "head":
      return approver.of.trim() !== "";
    default:
      return true;
  }
}
