import { text } from "@countersign/texts";

import type { StoredStage } from "../approval/commands.ts";
import { isOfPrevious } from "../approval/sources.ts";
import type { Id } from "../approval/types.ts";
import { canonicalJson } from "../canonical-json.ts";
import { defined } from "../defined.ts";
import { DomainError } from "../errors/index.ts";
import type { FactDeclaration } from "./conditions.ts";
import { stageKeys } from "./stage-keys.ts";

/** A version of a workflow by which a rule asks. */
export interface RuledDefinition {
  workflowId: Id;
  version: number;
  /** The facts that conditions and sources of the stages read. */
  facts: readonly FactDeclaration[];
  stages: readonly StoredStage[];
  /** Whether the rule asks about the document whatever is true of it. */
  isCertain: boolean;
}

/** The stages of all rules that apply to a document. Workflow and version are the first rule's. */
export type JoinedDefinition = Omit<RuledDefinition, "isCertain">;

/**
 * One definition of all those by which rules ask about a document that nobody vouches for (contract-4, MEET-2): the stages in
 * the order of the rules, equal ones once. A stage that not every such document would pass is marked `unverified`.
 *
 * @param definitions - in the order of their rules; at least one
 * @throws DomainError `WORKFLOW_HAS_NO_STAGES` where one of several asks nobody
 */
export function joinDefinitions(definitions: readonly RuledDefinition[]): JoinedDefinition {
  const [first] = definitions;
  if (first === undefined) throw new Error("A document starts by a rule");
  if (definitions.length > 1 && definitions.some(({ stages }) => stages.length === 0)) {
    throw new DomainError("WORKFLOW_HAS_NO_STAGES", text("workflow.noStages"));
  }
  const { workflowId, version } = first;
  const facts = [
    ...new Map(
      definitions.flatMap((definition) => definition.facts).map((fact) => [fact.key, fact]),
    ).values(),
  ];
  return { workflowId, version, facts, stages: renumberStages(stagesOnce(definitions), first.stages.length) };
}

/** A stage that an earlier rule has is not asked again. */
function stagesOnce(definitions: readonly RuledDefinition[]): StoredStage[] {
  const stages: StoredStage[] = [];
  for (const { stages: ownStages, isCertain } of definitions) {
    const placeOf = new Map(
      stages.flatMap((_stage, place) => [
        [placedQuestion(stages, place, false), place] as const,
        [placedQuestion(stages, place, true), place] as const,
      ]),
    );
    const inOrder = ownStages.toSorted((left, right) => left.order - right.order);
    for (const [index, stage] of inOrder.entries()) {
      const place = placeOf.get(placedQuestion(inOrder, index, readsPrevious(inOrder[index + 1])));
      const present = place === undefined ? undefined : stages[place];
      if (place !== undefined && present !== undefined) stages[place] = stricterOf(present, stage);
      else stages.push(isCertain ? stage : { ...stage, unverified: true });
    }
  }
  return stages;
}

const readsPrevious = (stage: StoredStage | undefined): boolean =>
  stage?.sources?.some(isOfPrevious) === true;

/** The question of a stage at its place: one that asks the managers of those who approved before asks by the stage before. */
function placedQuestion(stages: readonly StoredStage[], place: number, isReadByNext: boolean): string {
  const [before, stage, next] = [stages[place - 1], stages[place], stages[place + 1]];
  const askedStages = [readsPrevious(stage) ? before : undefined, stage, isReadByNext ? next : undefined];
  return canonicalJson(
    askedStages.map((askedStage) => askedStage && questionOf(askedStage)).map((question) => question ?? null),
  );
}

/**
 * The question that a stage asks of its approvers. Two that differ only in when they are due ask the same; one that time may approve does not ask
 * what another asks that waits for a person.
 */
function questionOf(stage: StoredStage): string {
  const {
    name,
    approverIds,
    groups = {},
    sources = [],
    approveBy,
    quorum,
    rejectBy = "VETO",
    ladder,
  } = stage;
  const seats = [...new Set(approverIds)].toSorted().map((id) => [id, (groups[id] ?? []).toSorted()]);
  const sourceKeys = sources.map((source) => canonicalJson(source)).toSorted();
  const isByTime = ladder?.atEnd === "APPROVE";
  return canonicalJson([name, seats, sourceKeys, approveBy, quorum ?? null, rejectBy, isByTime]);
}

/** The first of two equal stages, which is decided one by one, and asked without a condition, if one of them is. */
function stricterOf(first: StoredStage, second: StoredStage): StoredStage {
  const bulk = first.bulk ?? second.bulk;
  return defined<StoredStage>({ ...first, bulk, when: second.when === undefined ? undefined : first.when });
}

/**
 * The first rule's stages keep their places and keys, the others follow. A key that is taken becomes the next free one.
 *
 * @param count - how many stages the first rule has
 */
function renumberStages(stages: readonly StoredStage[], count: number): StoredStage[] {
  const last = Math.max(0, ...stages.slice(0, count).map(({ order }) => order));
  const takenKeys = new Set<string>();
  const unique = stages.map(({ key, ...stage }): StoredStage => {
    if (key === undefined || takenKeys.has(key)) return stage;
    takenKeys.add(key);
    return { ...stage, key };
  });
  const keys = stageKeys(unique);
  return unique.map((stage, place) => {
    const order = place < count ? stage.order : Math.floor(last) + 1 + place - count;
    return defined<StoredStage>({ ...stage, key: keys[place], order });
  });
}
