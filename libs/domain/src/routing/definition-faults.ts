import { type Text, text } from "@countersign/texts";

import { MAX_ASKED_MEMBERS, type UserGroup } from "../approval/people.ts";
import type { ApproverSource, Id, StageInput } from "../approval/types.ts";
import type { ConditionFactType, Conditions, FactDeclaration } from "./conditions.ts";

export const DEFINITION_FAULT_CODES = [
  "CONDITION_INVALID",
  "FACT_NOT_DECLARED",
  "NO_STAGE_BEFORE",
  "GROUP_MISSING",
  "GROUP_INACTIVE",
  "GROUP_EMPTY",
  "GROUP_TOO_LARGE",
] as const;
/** The faults of conditions and sources. `GROUP_EMPTY` and `GROUP_TOO_LARGE` come and go with the members. */
export type DefinitionFaultCode = (typeof DEFINITION_FAULT_CODES)[number];

/** A condition or a source that cannot do its work. */
export interface DefinitionFault {
  /** Index of the stage in the version. */
  place: number;
  /** The source; absent: the condition of the stage. */
  source?: ApproverSource;
  code: DefinitionFaultCode;
  /** Names the stage and the right form. */
  text: Text;
}

/** Stages with conditions and sources, and the facts that these may read. */
export interface JudgedDefinition {
  stages: readonly Pick<StageInput, "name" | "order" | "sources" | "when">[];
  facts: readonly FactDeclaration[];
}

interface Known {
  conditions: Pick<Conditions, "faultOf">;
  /** The company's groups among those that the stages name, also those that are not active. */
  groups: ReadonlyMap<Id, UserGroup>;
}

type Fault = Pick<DefinitionFault, "code" | "text">;

/** The groups that stages name as sources, each once. */
export function groupsNamed(stages: readonly Pick<StageInput, "sources">[]): Id[] {
  const sources = stages.flatMap(({ sources: ownSources = [] }) => ownSources);
  return [...new Set(sources.flatMap(({ source }) => ("groupId" in source ? [source.groupId] : [])))];
}

/** Looks for conditions and sources that cannot do their work (contract-3, SRC-1, ROUTE-3), stage by stage. */
export function* definitionFaults(
  { stages, facts }: JudgedDefinition,
  knownContext: Known,
): Generator<DefinitionFault> {
  const [first] = stages.toSorted((left, right) => left.order - right.order);
  for (const [place, judgedStage] of stages.entries()) {
    const { name: stage, sources = [], when } = judgedStage;
    const why = when === undefined ? undefined : knownContext.conditions.faultOf(when, facts);
    if (why !== undefined) {
      yield { place, code: "CONDITION_INVALID", text: text("finding.CONDITION_INVALID", { stage, why }) };
    }
    for (const { source } of sources) {
      const fault = faultOf(source, { ...knownContext, facts, stage, isFirst: judgedStage === first });
      if (fault !== undefined) yield { place, source, ...fault };
    }
  }
}

interface Judged extends Known {
  facts: readonly FactDeclaration[];
  stage: string;
  isFirst: boolean;
}

function faultOf(source: ApproverSource, judgedStage: Judged): Fault | undefined {
  const { stage, isFirst } = judgedStage;
  if ("groupId" in source) return groupFault(source.groupId, judgedStage);
  if ("fact" in source) return factFault(source.fact, ["PERSON"], judgedStage);
  if ("departmentHead" in source) {
    const { of } = source.departmentHead;
    return of === "SUBMITTER" ? undefined : factFault(of, ["PERSON", "TEXT"], judgedStage);
  }
  if (!("previousApproverManager" in source) || !isFirst) return undefined;
  return { code: "NO_STAGE_BEFORE", text: text("finding.NO_STAGE_BEFORE", { stage }) };
}

function factFault(
  key: string,
  types: readonly ConditionFactType[],
  { facts, stage }: Judged,
): Fault | undefined {
  const declaration = facts.find((fact) => fact.key === key);
  if (declaration !== undefined && types.includes(declaration.type)) return undefined;
  const [last = "", ...otherTypes] = types.toReversed();
  const typeNames =
    otherTypes.length === 0 ? last : text("part.lastOr", { names: otherTypes.join(", "), last });
  const params = { stage, fact: key, types: typeNames };
  return { code: "FACT_NOT_DECLARED", text: text("finding.FACT_NOT_DECLARED", params) };
}

function groupFault(id: Id, { groups, stage }: Judged): Fault | undefined {
  const group = groups.get(id);
  if (group === undefined) {
    return { code: "GROUP_MISSING", text: text("finding.GROUP_MISSING", { stage, id }) };
  }
  const { name, memberIds, active = true } = group;
  if (!active)
    return { code: "GROUP_INACTIVE", text: text("finding.GROUP_INACTIVE", { stage, group: name }) };
  if (memberIds.length === 0) {
    return { code: "GROUP_EMPTY", text: text("finding.GROUP_EMPTY", { stage, group: name }) };
  }
  if (memberIds.length <= MAX_ASKED_MEMBERS) return undefined;
  const params = { stage, group: name, count: memberIds.length, maximum: MAX_ASKED_MEMBERS };
  return { code: "GROUP_TOO_LARGE", text: text("finding.GROUP_TOO_LARGE", params) };
}
