import type { StageRule } from "../company/rule-fields.tsx";
import type {
  WorkflowApproversQuery,
  WorkflowDetailQuery,
  WorkflowStatus,
} from "../graphql/generated/documents.ts";

export interface DraftApprover {
  approverId: string;
  name: string;
  groups: readonly string[];
}

type StoredStage = NonNullable<WorkflowDetailQuery["findWorkflow"]>["stages"][number];

/** An approver whom the stage does not name, as it is stored. */
export interface DraftSource {
  source: NonNullable<StoredStage["approvers"][number]["source"]>;
  groups: readonly string[];
}

/** The ladder of a stage, as it is stored. */
export type DraftLadder = Pick<
  StoredStage,
  "calendarId" | "dueIn" | "remind" | "escalate" | "atEnd" | "endAfter"
>;

export interface DraftStage extends StageRule {
  /** Names the stage in every version of the workflow. */
  key: string;
  name: string;
  approvers: readonly DraftApprover[];
  /** Kept as they are; absent without any. */
  sources?: readonly DraftSource[];
  /** The condition of the stage, kept as it is; absent without one. */
  when?: string;
  /** The effects of time on it, kept as they are; absent without any. */
  ladder?: DraftLadder;
  /** Its position in the stored version; absent in a stage that was not saved yet. */
  order?: number;
}

/** A workflow as it is being edited; the stages in the order in which they are asked. */
export interface WorkflowDraft {
  name: string;
  description: string;
  status: WorkflowStatus;
  /** The facts that conditions and sources read, kept as they are; absent without any. */
  facts?: StoredWorkflow["facts"];
  stages: readonly DraftStage[];
}

type StoredWorkflow = NonNullable<WorkflowDetailQuery["findWorkflow"]>;
type StoredApprover = WorkflowApproversQuery["workflowApproverPage"]["data"][number];

/** The stored version of a workflow. @param approvers - of all its stages, the newest first */
export function storedDraft(workflow: StoredWorkflow, approvers: readonly StoredApprover[]): WorkflowDraft {
  const oldestFirst = approvers.toReversed();
  const approversOf = (id: string): DraftApprover[] =>
    oldestFirst
      .filter(({ stageId }) => stageId === id)
      .map(({ approverId, approver, groups }) => ({
        approverId,
        name: approver?.name ?? approverId,
        groups,
      }));
  const { name, description, status, facts, stages } = workflow;
  const draftOf = ({ _id: id, when, approvers: all, ...fields }: StoredStage): DraftStage => {
    const { calendarId, dueIn, remind, escalate, atEnd, endAfter, ...stage } = fields;
    const sources = all.flatMap(({ source, groups }) => (source ? [{ source, groups }] : []));
    return {
      ...stage,
      key: stage.key ?? id,
      name: stage.name ?? "",
      quorum: stage.quorum ?? null,
      approvers: approversOf(id),
      ...(sources.length > 0 && { sources }),
      ...(when && { when }),
      ...ladderFields({ calendarId, dueIn, remind, escalate, atEnd, endAfter }),
    };
  };
  const orderedStages = stages.toSorted((left, right) => left.order - right.order);
  return {
    name: name ?? "",
    description: description ?? "",
    status,
    ...(facts.length > 0 && { facts }),
    stages: orderedStages.map(draftOf),
  };
}

/** The ladder of a stage that has one. */
function ladderFields(ladder: DraftLadder): Pick<DraftStage, "ladder"> {
  const { calendarId, dueIn, remind, escalate, atEnd, endAfter } = ladder;
  const isEmpty = !calendarId && !dueIn && remind.length === 0 && !escalate && !endAfter;
  return isEmpty && atEnd === "NOTHING" ? {} : { ladder };
}

/** A stage to begin with. */
export function newStage(key: string, name: string): DraftStage {
  return { key, name, approveBy: "ANY", quorum: null, rejectBy: "VETO", bulk: true, approvers: [] };
}

/** A key that no stage has, also none that the draft removes: `stage<n>`. */
export function freshKey(...all: readonly Pick<WorkflowDraft, "stages">[]): string {
  const usedKeys = new Set(all.flatMap(({ stages }) => stages.map(({ key }) => key)));
  let number = usedKeys.size + 1;
  while (usedKeys.has(`stage${number}`)) number += 1;
  return `stage${number}`;
}

/** A fault that must be corrected before a stage can be saved. */
export type StageFault = "NAME_MISSING" | "QUORUM_MISSING" | "PERCENT_RANGE";

const PERCENT_MAX = 100;

/** The fault in a stage's own fields; the engine judges its approvers. */
export function faultOf({ name, approveBy, quorum }: DraftStage): StageFault | undefined {
  if (name.trim() === "") return "NAME_MISSING";
  if (approveBy === "ANY" || approveBy === "ALL") return undefined;
  if (typeof quorum !== "number" || quorum < 1 || !Number.isInteger(quorum)) return "QUORUM_MISSING";
  return approveBy === "PERCENT" && quorum > PERCENT_MAX ? "PERCENT_RANGE" : undefined;
}

/** The keys of as many stored stages as possible that follow each other as their stored positions do. */
export function unmovedKeys(stages: readonly DraftStage[]): ReadonlySet<string> {
  const storedStages = stages.flatMap(({ key, order }) => (order === undefined ? [] : [{ key, order }]));
  // The longest ascending chain that ends at each of them.
  const chains: (typeof storedStages)[] = [];
  for (const stage of storedStages) {
    const before = chains.filter((chain) => chain.at(-1)!.order < stage.order);
    chains.push([...longest(before), stage]);
  }
  return new Set(longest(chains).map(({ key }) => key));
}

const longest = <Entry>(chains: readonly Entry[][]): readonly Entry[] =>
  chains.reduce<readonly Entry[]>((best, chain) => (chain.length > best.length ? chain : best), []);

/**
 * Positions for the stages of a draft. Positions are any numbers; as few stages as possible get new ones, because documents
 * in progress have the old ones.
 */
export function ordersFor(stages: readonly DraftStage[]): number[] {
  const keysInPlace = unmovedKeys(stages);
  const keptOrders = stages.map(({ key, order }) => (keysInPlace.has(key) ? order : undefined));
  const orders: number[] = [];
  for (const [index, order] of keptOrders.entries()) {
    const next = keptOrders.slice(index).find((later) => later !== undefined);
    orders.push(order ?? orderBetween(orders.at(-1), next));
  }
  const isAscending = orders.every((order, index) => index === 0 || order > orders[index - 1]!);
  // Halved too often: numbers have no more room between them.
  return isAscending ? orders : stages.map((_, index) => index + 1);
}

function orderBetween(after: number | undefined, before: number | undefined): number {
  if (before === undefined) return Math.floor(after ?? 0) + 1;
  return after === undefined ? Math.ceil(before) - 1 : (after + before) / 2;
}
