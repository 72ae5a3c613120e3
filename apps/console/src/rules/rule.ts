import type { StageRule } from "./stage-rule.ts";
import type { Typed } from "../design/number-text.ts";
import type { FactType } from "../graphql/generated/documents.ts";
import type { StageTime } from "./stage-time.ts";

/** The roles of an employee whom policies of human resources ask. */
export type Role = "MANAGER" | "HEAD_OF_DEPARTMENT" | "HR";

/** Somebody whom a stage asks: people by name, or the way to find them in the directory (contract-3, SRC-1). */
export type Asked =
  /** The submitter's manager so many levels up; `limit`: the first who may approve the amount. */
  | { by: "manager"; levels: number | "limit" }
  /** The head of a department: the submitter's, or the one in a field of the document. */
  | { by: "head"; of: string }
  | { by: "field"; key: string }
  /** Managers of those who approved the stage before. */
  | { by: "previous" }
  | { by: "group"; id: string; name: string; members: number | undefined }
  | { by: "person"; id: string; name: string }
  | { by: "role"; role: Role };

/** Whose department it is where the document has no say in it. */
export const SUBMITTER = "SUBMITTER";

/** One of those whom a stage asks, with the labels that they carry where its rule counts labels. */
export interface Approver {
  asked: Asked;
  labels: readonly string[];
}

/** A stage of a rule. */
export interface RuleStage extends StageRule {
  /** Names the stage in every version. */
  key?: string | undefined;
  /** Empty: named after those whom it asks. */
  name: string;
  approvers: readonly Approver[];
  /** A condition of the stage alone; empty without one. */
  when: string;
  /** Absent: time has no effect on it. */
  time?: StageTime | undefined;
}

/** When a rule applies: above the amount or above the discount, and under the condition. Without any of them: always. */
export interface RuleConditions {
  amount?: { above: Typed; currency: string | null } | undefined;
  /** In percent. */
  discount?: { above: Typed } | undefined;
  /** An expression of the engine's language of conditions. */
  when?: string | undefined;
}

/** A field of documents that conditions and stages read, as the program that sends them calls it. */
export interface Field {
  key: string;
  type: FactType;
  /** Whether a document without it is refused. */
  required: boolean;
}

/** The form in which a rule is kept; `WORKFLOW` is none: a workflow that documents name themselves. */
export type Origin = "RULE" | "THRESHOLD" | "DEFAULT" | "HR" | "WORKFLOW";

/** The content of a rule. */
export interface Rule extends RuleConditions {
  /** Empty of a workflow without a rule. */
  kind: string;
  origin: Origin;
  /** The name of its workflow; absent: the engine names it. */
  name?: string | undefined;
  /** Those that were declared. */
  fields?: readonly Field[] | undefined;
  stages: readonly RuleStage[];
}

/** A stage to begin with. */
export function newStage(approver: Asked): RuleStage {
  const approvers = [{ asked: approver, labels: [] }];
  return { name: "", approvers, when: "", approveBy: "ANY", quorum: null, rejectBy: "VETO", bulk: true };
}

/** The fields whose people stages ask, or whose heads of department. */
export function fieldsIn(stages: readonly Pick<RuleStage, "approvers">[]): string[] {
  const approvers = stages.flatMap(({ approvers }) => approvers.map((approver) => approver.asked));
  const keys = approvers.flatMap((approver) => {
    if (approver.by === "field") return [approver.key.trim()];
    return approver.by === "head" && approver.of !== SUBMITTER ? [approver.of.trim()] : [];
  });
  return [...new Set(keys.filter((key) => key !== ""))];
}

/** The fields that a rule declares: those that somebody wrote down, and the people whom its stages ask. */
export function fieldsOf({ fields = [], stages }: Pick<Rule, "fields" | "stages">): Field[] {
  const writtenFields = fields
    .filter(({ key }) => key.trim() !== "")
    .map(({ key, type, required }) => ({ key: key.trim(), type, required }));
  const knownKeys = new Set(writtenFields.map(({ key }) => key));
  const people = fieldsIn(stages).filter((key) => !knownKeys.has(key));
  return [...writtenFields, ...people.map((key) => ({ key, type: "PERSON" as const, required: false }))];
}

/** How many people a stage asks, as far as it is known before somebody submits. */
export function sizeOf({ approvers }: Pick<RuleStage, "approvers">): number | undefined {
  let size = 0;
  for (const { asked } of approvers) {
    if (asked.by !== "group") size += 1;
    else if (asked.members === undefined) return undefined;
    else size += asked.members;
  }
  return size;
}
