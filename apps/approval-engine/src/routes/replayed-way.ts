import type { Id } from "@countersign/domain/approval";
import type { OrderTerms } from "@countersign/domain/inventory";
import {
  type JudgedDocument,
  type RouteStage,
  type RoutedDocument,
  type RoutedVersion,
  chosenRule,
  factFault,
  routeOf,
} from "@countersign/domain/routing";

import { isOrderKind } from "../rules/index.ts";
import type { RunContext } from "../runs/index.ts";
import type { ListedRule } from "../shared/rule-lists.ts";
import { ruleForOrder } from "../thresholds/index.ts";

/** The terms of an order then. */
export interface ReplayedOrder extends OrderTerms {
  isDiscountUnknown?: true;
}

/** A document as it was submitted. */
export interface ReplayedDocument {
  judged: JudgedDocument;
  routed: RoutedDocument;
  /** Of an order: its terms then; absent where they were not known. */
  order?: ReplayedOrder | undefined;
  /** Of a document of human resources, by its beneficiary; absent where the employment is not known. */
  policyVersions?: PolicyVersions | undefined;
}

/** The stages that the HR policy of a kind asks for, before and after a change; undefined: submissions are refused. */
export type PolicyVersions = Readonly<Record<"before" | "after", RoutedVersion | undefined>>;

/** The rules of a kind, and what they ask. */
export interface ReplayedRules {
  /** Those in force, in the order in which they are asked. */
  rules: readonly ListedRule[];
  defaultWorkflowId: Id | undefined;
  /** The setting `approvalThresholdsEnabled`, by which rules of orders are asked. */
  thresholdsEnabled: boolean | undefined;
  /** By workflow; of one that is missing, submissions are refused. */
  definitions: ReadonlyMap<Id, RoutedVersion>;
  /** Of a kind of human resources: which policy it is. */
  policy?: keyof PolicyVersions | undefined;
}

/** A document's way by some rules. */
export interface ReplayedWay {
  /** Whether it depends on something that the document lacks. */
  isUnknown: boolean;
  /** Nothing: nobody is asked. */
  stages: readonly RouteStage[];
}

/** The way of a document by some rules: the one that its submission would take, by the same functions (contract-4, HIST-1). */
export function wayBy(rules: ReplayedRules, document: ReplayedDocument, context: RunContext): ReplayedWay {
  const { workflowId, definition, isUnknown } = definitionFor(rules, document, context);
  if (definition === undefined) return { isUnknown, stages: [] };
  const { people, rules: settings } = context;
  const { stages } = routeOf(definition, { ...document.routed, workflowId }, people, settings, context);
  const factOf = new Map(document.routed.content?.facts.map((fact) => [fact.key, fact]));
  const isLacking =
    stages.some(({ reason }) => reason === "ERROR") ||
    (definition.facts ?? []).some(
      (declaration) => factFault(declaration, factOf.get(declaration.key)) !== undefined,
    );
  return { isUnknown: isUnknown || isLacking, stages };
}

function definitionFor(rules: ReplayedRules, document: ReplayedDocument, context: RunContext) {
  if (rules.policy !== undefined) {
    const { policyVersions } = document;
    const definition = policyVersions?.[rules.policy];
    return { workflowId: undefined, definition, isUnknown: policyVersions === undefined };
  }
  const chosenWorkflow = workflowFor(rules, document, context);
  const { workflowId } = chosenWorkflow;
  return {
    ...chosenWorkflow,
    definition: workflowId === undefined ? undefined : rules.definitions.get(workflowId),
  };
}

function workflowFor(
  { rules, defaultWorkflowId, thresholdsEnabled }: ReplayedRules,
  { judged, order }: ReplayedDocument,
  { conditions }: RunContext,
): { workflowId: Id | undefined; isUnknown: boolean } {
  const { kind } = judged;
  if (isOrderKind(kind)) {
    if (order === undefined) return { workflowId: undefined, isUnknown: true };
    const rule = ruleForOrder(rules, { kind, ...order }, thresholdsEnabled);
    const isUnknown =
      order.isDiscountUnknown === true && rules.some(({ discountAbove }) => discountAbove !== null);
    return { workflowId: rule?.workflowId ?? defaultWorkflowId, isUnknown };
  }
  if (conditions === undefined) throw new Error("Conditions are evaluated where a rule has one");
  const { rule, isUnknown } = chosenRule(rules, judged, conditions);
  return { workflowId: rule?.workflowId ?? defaultWorkflowId, isUnknown };
}

/** The users whom a way asks. */
export const askedOn = ({ stages }: ReplayedWay): Id[] =>
  stages.flatMap((stage) => seatsOf(stage).map(({ approverId }) => approverId));

const seatsOf = ({ namedSeats, addedSeats }: RouteStage) =>
  [...namedSeats, ...addedSeats].filter(({ leftOut }) => leftOut === undefined);

/** Whether two ways ask the same people by the same numbers, in the same order; names, times and bulk are no difference. */
export const isSameWay = (way: ReplayedWay, otherWay: ReplayedWay): boolean =>
  way === otherWay || questionOf(way) === questionOf(otherWay);

const questionOf = ({ stages }: ReplayedWay): string =>
  JSON.stringify(stages.filter(({ included }) => included).map(questionOfStage));

function questionOfStage(stage: RouteStage): unknown[] {
  const { task, isPending, reason } = stage;
  const { approveBy, quorum, rejectBy = "VETO", sources } = task;
  const seats = seatsOf(stage).map(({ approverId, groups = [] }) => [approverId, groups.toSorted()].join());
  const later = [isPending ? sources : [], reason === "DEFERRED" ? stage.stage.when : ""];
  return [approveBy, quorum ?? 0, rejectBy, seats.toSorted(), later];
}
