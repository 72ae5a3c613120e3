import { type Text, render, text } from "@countersign/texts";

import type { PeopleContext } from "../approval/commands.ts";
import { NOBODY_KNOWN, type UserGroup, hasLeft, nameIn } from "../approval/people.ts";
import { quorumFault, tallyOf } from "../approval/quorum.ts";
import type { Resolution } from "../approval/resolve-seats.ts";
import { type ApprovalRules, DEFAULT_RULES } from "../approval/rules.ts";
import { EMPTY_RUN } from "../approval/run.ts";
import { groupsCarried } from "../approval/steps.ts";
import type { Id, Run } from "../approval/types.ts";
import { type Calendar, lacksHolidays } from "../calendar/index.ts";
import { defined } from "../defined.ts";
import type { RuleCondition } from "./applying-rules.ts";
import type { Conditions, FactDeclaration } from "./conditions.ts";
import { worstCasesBefore } from "./consumed-people.ts";
import { DEFINITION_FAULT_CODES, type DefinitionFault, definitionFaults } from "./definition-faults.ts";
import { withMembers } from "./group-members.ts";
import { LADDER_FINDING_CODES, type LadderFinding, ladderFindings } from "./ladder-findings.ts";
import {
  type RouteStage,
  type RoutedDocument,
  type RoutedStage,
  type RoutedVersion,
  routeOf,
} from "./route-of.ts";

export const FINDING_CODES = [
  "NO_STAGES",
  "DUPLICATE_ORDER",
  "NO_APPROVERS",
  "QUORUM_INVALID",
  "QUORUM_UNREACHABLE",
  "NO_GROUPS",
  "GROUP_LEFT",
  "APPROVER_LEFT",
  "NOBODY_LEFT",
  ...DEFINITION_FAULT_CODES,
  ...LADDER_FINDING_CODES,
  "ALL_CONDITIONAL",
  "NO_HOLIDAYS",
  "AMOUNT_SIGN",
  "OTHER_CURRENCIES",
  "RULE_SHADOWED",
  "RULE_NEVER_APPLIES",
  "SUBMITTER_NEVER_DECIDES",
  "SUBMITTER_IS_APPROVER",
  "ONE_PERSON_ONE_STAGE",
  "EXCLUSIVE_GROUPS",
] as const;
/** The faults of a stage. The last four name the setting that may leave it without those whom it needs. */
export type FindingCode = (typeof FINDING_CODES)[number];

/** Something that keeps, or may keep, documents from passing a workflow; of the whole workflow without a stage. */
export interface WorkflowFinding {
  stageId?: Id;
  stageKey?: string;
  stageName?: string;
  code: FindingCode;
  /** In English. */
  message: string;
  /** The message without its words (contract-3, TEXT-1). */
  text: Text;
}

type Context = Pick<PeopleContext, "rules" | "people">;

/** The language of conditions and the groups that stages name; neither is needed where none has a condition or a source. */
interface Organised extends Context {
  conditions?: Pick<Conditions, "faultOf" | "amountsAbove"> | undefined;
  groups?: ReadonlyMap<Id, UserGroup> | undefined;
  /** The company's calendars among those that ladders name; absent: calendars are not judged. */
  calendarIds?: ReadonlySet<Id> | undefined;
}

type Finding = Pick<WorkflowFinding, "code" | "message" | "text">;

const finding = (code: FindingCode, why: Text): Finding => ({ code, message: render(why), text: why });

/** For versions without conditions. */
const withoutLanguage = (): never => {
  throw new Error("A version with conditions is judged by their language");
};
const NO_CONDITIONS = { faultOf: withoutLanguage, amountsAbove: withoutLanguage };

/** A calendar by which the time of stages counts. */
interface NamedCalendar extends Calendar {
  name: string;
}

/** Of the calendars by which the time of a workflow's stages counts, those that nobody filled (contract-3, TIME-1). */
export function calendarFindings(
  calendars: readonly NamedCalendar[],
  now: Temporal.Instant,
): WorkflowFinding[] {
  return calendars
    .filter((calendar) => lacksHolidays(calendar, now))
    .map(({ name }) => finding("NO_HOLIDAYS", text("finding.NO_HOLIDAYS", { calendar: name })));
}

/** When a rule asks a workflow. */
type RuleTerms = Pick<RuleCondition, "currency" | "when" | "facts">;

/**
 * The findings about the rules that ask a workflow: what becomes of other currencies, and of credits (contract-4,
 * MEET-8, MEET-17).
 */
export function ruleFindings(
  rules: readonly RuleTerms[],
  conditions: Pick<Conditions, "amountsAbove">,
): WorkflowFinding[] {
  const currencies = new Set(rules.flatMap(({ currency }) => currency ?? []));
  const signs = rules.flatMap(({ when, facts = [] }) =>
    when === null ? [] : conditions.amountsAbove(when, facts),
  );
  return [
    ...[...currencies].map((currency) =>
      finding("OTHER_CURRENCIES", text("finding.OTHER_CURRENCIES", { currency })),
    ),
    ...new Set(signs)
      .values()
      .map((part) => finding("AMOUNT_SIGN", text("finding.AMOUNT_SIGN_RULE", { part }))),
  ];
}

/** A rule that asks a workflow, as far as others keep it from being asked. */
export interface RuleReach {
  neverApplies: boolean;
  /** The name of the first rule that is asked about all of its documents; absent without one. */
  shadowedBy?: string | undefined;
}

/** The findings about rules that never apply (contract-4, HIST-2). */
export function shadowFindings(rules: readonly RuleReach[]): WorkflowFinding[] {
  return rules.flatMap(({ neverApplies, shadowedBy: rule }) => {
    if (neverApplies) return [finding("RULE_NEVER_APPLIES", text("finding.RULE_NEVER_APPLIES"))];
    return rule === undefined ? [] : [finding("RULE_SHADOWED", text("finding.RULE_SHADOWED", { rule }))];
  });
}

/** Somebody who approves nothing. */
const SOMEBODY_ELSE = "";
const SUBMITTED: RoutedDocument = { kind: "Document", submitterId: SOMEBODY_ELSE };
/** Names in one message; the others are counted. */
const MAX_NAMES = 3;

/**
 * Looks for stages that submissions will be refused for, or that nobody may be able to complete: without approvers, with
 * an unreachable quorum, with leavers, and those that separation of duties can empty (contract-2, PPL-4 to PPL-6); and for
 * conditions, sources and ladders that cannot do their work (contract-3, SRC-1, ROUTE-3, TIME-3). The members of groups are judged as
 * approvers. Where other sources depend on the document, nothing is said of the people.
 *
 * @returns the findings in the order of the stages, none for a sound workflow
 */
export function* workflowFindings(
  { stages: givenStages, facts = [] }: RoutedVersion,
  { groups = new Map<Id, UserGroup>(), conditions = NO_CONDITIONS, calendarIds, ...context }: Organised,
): Generator<WorkflowFinding> {
  if (givenStages.length === 0) yield finding("NO_STAGES", text("finding.NO_STAGES"));
  else if (givenStages.every(({ when }) => when !== undefined)) {
    yield finding("ALL_CONDITIONAL", text("finding.ALL_CONDITIONAL"));
  }
  const sortedStages = givenStages.toSorted((left, right) => left.order - right.order);
  const faults = Map.groupBy(
    definitionFaults({ stages: sortedStages, facts }, { conditions, groups }),
    ({ place }) => place,
  );
  const membersOfStages = sortedStages.map((stage) => withMembers(stage, groups));
  const version = { stages: membersOfStages.map(({ stage }) => stage) };
  const { stages } = routeOf(version, SUBMITTED, NOBODY_KNOWN, DEFAULT_RULES);
  for (const [place, routedStage] of stages.entries()) {
    const { stageId, key: stageKey, name: stageName } = routedStage.stage;
    const about = {
      routed: routedStage,
      isWhole: membersOfStages[place]?.isWhole ?? true,
      faults: faults.get(place) ?? [],
    };
    const ladderFaults = [...ladderFindings(routedStage.stage, { ...context, groups, calendarIds })];
    const signs = amountsAbove(sortedStages[place], facts, conditions);
    const judgedStage = {
      ...about,
      timed: ladderFaults,
      signs,
      approverIds: sortedStages[place]?.approverIds ?? [],
    };
    for (const stageFinding of findingsOf(judgedStage, stages.slice(0, place), context)) {
      yield defined<WorkflowFinding>({ stageId, stageKey, stageName, ...stageFinding });
    }
  }
}

const amountsAbove = (
  stage: RoutedStage | undefined,
  facts: readonly FactDeclaration[],
  conditions: Pick<Conditions, "amountsAbove">,
) => (stage?.when === undefined ? [] : conditions.amountsAbove(stage.when, facts));

interface JudgedStage {
  /** With the members of its groups among its approvers. */
  routed: RouteStage;
  /** The approvers whom it names itself. */
  approverIds: readonly Id[];
  /** Whether the route has everybody whom the stage asks. */
  isWhole: boolean;
  faults: readonly DefinitionFault[];
  /** Where its condition compares an amount without its mirror. */
  signs: readonly string[];
  /** The findings about its ladder. */
  timed: readonly LadderFinding[];
}

function* findingsOf(
  { routed, approverIds, isWhole, faults, timed, signs }: JudgedStage,
  earlier: readonly RouteStage[],
  context: Context,
): Generator<Finding> {
  const { stage } = routed;
  const { order, name } = stage;
  if (earlier.some(({ task }) => task.orderNo === order)) {
    yield finding("DUPLICATE_ORDER", text("finding.DUPLICATE_ORDER", { order }));
  }
  for (const { code, text: why } of [...faults, ...timed]) yield finding(code, why);
  for (const part of signs) yield finding("AMOUNT_SIGN", text("finding.AMOUNT_SIGN", { stage: name, part }));
  if (isWhole && stage.approverIds.length === 0) {
    yield finding("NO_APPROVERS", text("finding.NO_APPROVERS", { stage: name }));
    return;
  }
  yield* leaversOf(approverIds, context);
  if (!isWhole) {
    const invalid = quorumFault(stage);
    if (invalid !== undefined) yield finding("QUORUM_INVALID", invalid);
    return;
  }
  yield* orphansOf(stage, context);
  const fault = faultOfRule(routed) ?? faultWithoutLeavers(routed, context);
  if (fault === undefined) yield* dutiesAgainst(routed, earlier, context);
  else yield fault;
}

/** The fault of a rule that all of the stage's own approvers together cannot fulfil. */
function faultOfRule({ stage, task, namedSeats }: RouteStage): Finding | undefined {
  const fault = quorumFault(stage);
  if (fault !== undefined) return finding("QUORUM_INVALID", fault);
  if (task.approveBy === "PER_GROUP" && task.groups?.length === 0) {
    return finding("NO_GROUPS", text("finding.NO_GROUPS", { stage: stage.name }));
  }
  return tallyOf(task, namedSeats).isReachable
    ? undefined
    : finding("QUORUM_UNREACHABLE", text("finding.QUORUM_UNREACHABLE", { stage: task.stageName }));
}

function leaversOf(approverIds: readonly Id[], { people }: Context): Finding[] {
  return approverIds
    .filter((id) => hasLeft(people, id))
    .map((id) => finding("APPROVER_LEFT", text("finding.APPROVER_LEFT", { name: nameIn(people, id) })));
}

/** The groups of PER_GROUP that everybody who carries them has left. */
function orphansOf(stage: RoutedStage, { people }: Context): Finding[] {
  const stayingIds = stage.approverIds.filter((id) => !hasLeft(people, id));
  if (stage.approveBy !== "PER_GROUP" || stayingIds.length === stage.approverIds.length) return [];
  const carriedGroups = new Set(groupsCarried({ ...stage, approverIds: stayingIds }));
  const orphans = groupsCarried(stage).filter((group) => !carriedGroups.has(group));
  return orphans.map(groupLeft);
}

const groupLeft = (group: string): Finding => finding("GROUP_LEFT", text("finding.GROUP_LEFT", { group }));

function faultWithoutLeavers(stage: RouteStage, { rules, people }: Context): Finding | undefined {
  const { stageName } = stage.task;
  const { fault } = resolveStage(stage, { rules: withoutDuties(rules), people });
  if (fault === "EMPTY") {
    return finding("NOBODY_LEFT", text("finding.NOBODY_LEFT", { stage: stageName }));
  }
  return (
    fault && finding("QUORUM_UNREACHABLE", text("finding.QUORUM_UNREACHABLE_LEFT", { stage: stageName }))
  );
}

/** The duties that can leave a sound stage without those whom it needs, each judged without the others. */
function* dutiesAgainst(
  stage: RouteStage,
  earlier: readonly RouteStage[],
  context: Context,
): Generator<Finding> {
  const { onePersonOneStage, exclusiveGroups } = context.rules;
  const otherRules = withoutDuties(context.rules);
  yield* submitterFinding(stage, context);
  if (onePersonOneStage) {
    const contextOfRule = { ...context, rules: { ...otherRules, onePersonOneStage } };
    yield* earlierVerdicts(stage, earlier, "ONE_PERSON_ONE_STAGE", contextOfRule);
  }
  if (exclusiveGroups.length > 0) {
    const contextOfRule = { ...context, rules: { ...otherRules, exclusiveGroups } };
    yield* earlierVerdicts(stage, earlier, "EXCLUSIVE_GROUPS", contextOfRule);
  }
}

/** Whether the stage is short of somebody when one of its approvers submits. */
function* submitterFinding(stage: RouteStage, { rules, people }: Context): Generator<Finding> {
  const { submitterNeverDecides, onSubmitterIsApprover } = rules;
  if (!submitterNeverDecides && onSubmitterIsApprover === "ALLOW") return;
  const judgedContext = {
    rules: { ...withoutDuties(rules), submitterNeverDecides, onSubmitterIsApprover },
    people,
  };
  const isShort = new Map<string, boolean>();
  const short: Id[] = [];
  for (const { approverId, groups } of stage.namedSeats) {
    if (hasLeft(people, approverId)) continue;
    const likeness = JSON.stringify([groups, people.get(approverId)?.managerId]);
    if (!isShort.has(likeness)) {
      isShort.set(likeness, resolveStage(stage, judgedContext, approverId).fault !== undefined);
    }
    if (isShort.get(likeness)) short.push(approverId);
  }
  if (short.length === 0) return;
  const rule = submitterNeverDecides
    ? "submitterNeverDecides"
    : `onSubmitterIsApprover ${onSubmitterIsApprover}`;
  const { stageName } = stage.task;
  yield finding(
    submitterNeverDecides ? "SUBMITTER_NEVER_DECIDES" : "SUBMITTER_IS_APPROVER",
    text("finding.SUBMITTER", { rule, stage: stageName, names: namesOf(short, people, "or") }),
  );
}

/** Whether the stage is short of somebody once people of it have decided earlier stages, as many as may. */
function* earlierVerdicts(
  stage: RouteStage,
  earlier: readonly RouteStage[],
  code: "ONE_PERSON_ONE_STAGE" | "EXCLUSIVE_GROUPS",
  context: Context,
): Generator<Finding> {
  const { rules, people } = context;
  const rule = code === "EXCLUSIVE_GROUPS" ? "exclusiveGroups" : "onePersonOneStage";
  const { stageName } = stage.task;
  if (resolveStage(stage, context).fault !== undefined) {
    yield finding(code, text("finding.EARLIER", { rule, stage: stageName }));
    return;
  }
  for (const run of worstCasesBefore(stage, earlier, rules)) {
    if (run !== undefined && resolveStage(stage, context, SOMEBODY_ELSE, run).fault !== undefined) {
      const names = namesOf(
        run.approvals.map(({ approverId }) => approverId),
        people,
        "and",
      );
      yield finding(code, text("finding.EARLIER_ONCE", { rule, stage: stageName, names }));
      return;
    }
  }
}

/** The stage alone, submitted by this user after those verdicts. */
function resolveStage(
  { stage }: RouteStage,
  { people, rules }: Context,
  submitterId: Id = SOMEBODY_ELSE,
  decidedRun: Run = EMPTY_RUN,
): Resolution {
  const [onlyStage] = routeOf(
    { stages: [stage] },
    { ...SUBMITTED, submitterId, decided: decidedRun },
    people,
    rules,
  ).stages;
  if (onlyStage === undefined) throw new Error("The route has the stage");
  return onlyStage;
}

/** The settings without those that keep people from deciding. */
function withoutDuties(rules: ApprovalRules): ApprovalRules {
  return {
    ...rules,
    onSubmitterIsApprover: "ALLOW",
    submitterNeverDecides: false,
    onePersonOneStage: false,
    exclusiveGroups: [],
  };
}

/** Such as `Ann, Bob or Cid`, or `Ann, Bob, Cid or 4 others`. */
function namesOf(ids: readonly Id[], people: Context["people"], word: "and" | "or"): string | Text {
  const all = ids.slice(0, MAX_NAMES).map((id) => nameIn(people, id));
  const isAll = ids.length <= MAX_NAMES;
  const last = isAll ? (all.at(-1) ?? "") : text("part.others", { count: ids.length - MAX_NAMES });
  const names = (isAll ? all.slice(0, -1) : all).join(", ");
  if (names === "") return last;
  return word === "or" ? text("part.lastOr", { names, last }) : text("part.lastAnd", { names, last });
}
