import { type Text, render, text } from "@countersign/texts";

import type { PeopleContext } from "../approval/commands.ts";
import { NOBODY_KNOWN, hasLeft, nameIn } from "../approval/people.ts";
import { quorumFault, tallyOf } from "../approval/quorum.ts";
import type { Resolution } from "../approval/resolve-seats.ts";
import { type ApprovalRules, DEFAULT_RULES } from "../approval/rules.ts";
import { EMPTY_RUN } from "../approval/run.ts";
import { groupsCarried, hasApprovers } from "../approval/steps.ts";
import type { Id, Run } from "../approval/types.ts";
import { defined } from "../defined.ts";
import { worstCasesBefore } from "./consumed-people.ts";
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
type Finding = Pick<WorkflowFinding, "code" | "message" | "text">;

const finding = (code: FindingCode, why: Text): Finding => ({ code, message: render(why), text: why });

/** Somebody who approves nothing. */
const SOMEBODY_ELSE = "";
const SUBMITTED: RoutedDocument = { kind: "Document", submitterId: SOMEBODY_ELSE };
/** Names in one message; the others are counted. */
const MAX_NAMES = 3;

/**
 * Looks for stages that submissions will be refused for, or that nobody may be able to complete: without approvers, with
 * an unreachable quorum, with leavers, and those that separation of duties can empty (contract-2, PPL-4 to PPL-6).
 *
 * @returns the findings in the order of the stages, none for a sound workflow
 */
export function* workflowFindings(version: RoutedVersion, context: Context): Generator<WorkflowFinding> {
  if (version.stages.length === 0) yield finding("NO_STAGES", text("finding.NO_STAGES"));
  const { stages } = routeOf(version, SUBMITTED, NOBODY_KNOWN, DEFAULT_RULES);
  for (const [place, named] of stages.entries()) {
    const { stageId, key: stageKey, name: stageName } = named.stage;
    for (const found of findingsOf(named, stages.slice(0, place), context)) {
      yield defined<WorkflowFinding>({ stageId, stageKey, stageName, ...found });
    }
  }
}

function* findingsOf(
  routed: RouteStage,
  earlier: readonly RouteStage[],
  context: Context,
): Generator<Finding> {
  const { stage } = routed;
  const { order, name } = stage;
  if (earlier.some(({ task }) => task.orderNo === order)) {
    yield finding("DUPLICATE_ORDER", text("finding.DUPLICATE_ORDER", { order }));
  }
  if (!hasApprovers(stage)) {
    yield finding("NO_APPROVERS", text("finding.NO_APPROVERS", { stage: name }));
    return;
  }
  yield* leaversOf(stage, context);
  if (stage.sources !== undefined) {
    // Whom sources yield is known once a document is submitted.
    const wrong = quorumFault(stage);
    if (wrong !== undefined) yield finding("QUORUM_INVALID", wrong);
    return;
  }
  const fault = faultOfRule(routed) ?? faultWithoutLeavers(routed, context);
  if (fault === undefined) yield* dutiesAgainst(routed, earlier, context);
  else yield fault;
}

/** The fault of a rule that all of the stage's own approvers together cannot fulfil. */
function faultOfRule({ stage, task, named }: RouteStage): Finding | undefined {
  const fault = quorumFault(stage);
  if (fault !== undefined) return finding("QUORUM_INVALID", fault);
  if (task.approveBy === "PER_GROUP" && task.groups?.length === 0) {
    return finding("NO_GROUPS", text("finding.NO_GROUPS", { stage: stage.name }));
  }
  return tallyOf(task, named).isReachable
    ? undefined
    : finding("QUORUM_UNREACHABLE", text("finding.QUORUM_UNREACHABLE", { stage: task.stageName }));
}

function leaversOf(stage: RoutedStage, { people }: Context): Finding[] {
  const leavers = stage.approverIds.filter((id) => hasLeft(people, id));
  const findings = leavers.map((id) =>
    finding("APPROVER_LEFT", text("finding.APPROVER_LEFT", { name: nameIn(people, id) })),
  );
  if (stage.approveBy !== "PER_GROUP" || leavers.length === 0) return findings;
  const staying = stage.approverIds.filter((id) => !hasLeft(people, id));
  const carried = new Set(groupsCarried({ ...stage, approverIds: staying }));
  const orphans = groupsCarried(stage).filter((group) => !carried.has(group));
  return [...findings, ...orphans.map(groupLeft)];
}

const groupLeft = (group: string): Finding => finding("GROUP_LEFT", text("finding.GROUP_LEFT", { group }));

function faultWithoutLeavers(stage: RouteStage, { rules, people }: Context): Finding | undefined {
  const { stageName } = stage.task;
  const { fault } = resolved(stage, { rules: withoutDuties(rules), people });
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
  const others = withoutDuties(context.rules);
  yield* submitterFinding(stage, context);
  if (onePersonOneStage) {
    const alone = { ...context, rules: { ...others, onePersonOneStage } };
    yield* earlierVerdicts(stage, earlier, "ONE_PERSON_ONE_STAGE", alone);
  }
  if (exclusiveGroups.length > 0) {
    const alone = { ...context, rules: { ...others, exclusiveGroups } };
    yield* earlierVerdicts(stage, earlier, "EXCLUSIVE_GROUPS", alone);
  }
}

/** Whether the stage is short of somebody when one of its approvers submits. */
function* submitterFinding(stage: RouteStage, { rules, people }: Context): Generator<Finding> {
  const { submitterNeverDecides, onSubmitterIsApprover } = rules;
  if (!submitterNeverDecides && onSubmitterIsApprover === "ALLOW") return;
  const judged = { rules: { ...withoutDuties(rules), submitterNeverDecides, onSubmitterIsApprover }, people };
  const isShort = new Map<string, boolean>();
  const short: Id[] = [];
  for (const { approverId, groups } of stage.named) {
    if (hasLeft(people, approverId)) continue;
    const alike = JSON.stringify([groups, people.get(approverId)?.managerId]);
    if (!isShort.has(alike)) {
      isShort.set(alike, resolved(stage, judged, approverId).fault !== undefined);
    }
    if (isShort.get(alike)) short.push(approverId);
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
  if (resolved(stage, context).fault !== undefined) {
    yield finding(code, text("finding.EARLIER", { rule, stage: stageName }));
    return;
  }
  for (const run of worstCasesBefore(stage, earlier, rules)) {
    if (run !== undefined && resolved(stage, context, SOMEBODY_ELSE, run).fault !== undefined) {
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
function resolved(
  { stage }: RouteStage,
  { people, rules }: Context,
  submitterId: Id = SOMEBODY_ELSE,
  decided: Run = EMPTY_RUN,
): Resolution {
  const [alone] = routeOf({ stages: [stage] }, { ...SUBMITTED, submitterId, decided }, people, rules).stages;
  if (alone === undefined) throw new Error("The route has the stage");
  return alone;
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
