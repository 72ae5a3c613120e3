import { type StageTask, worstCasesBefore } from "./consumed-people.ts";
import type { PeopleContext, StoredStage } from "./commands.ts";
import { hasLeft, nameIn } from "./people.ts";
import { quorumFault, tallyOf } from "./quorum.ts";
import { type Resolution, resolveSeats } from "./resolve-seats.ts";
import type { ApprovalRules } from "./rules.ts";
import { EMPTY_RUN } from "./run.ts";
import { addTask, groupsCarried } from "./steps.ts";
import type { Id, Run } from "./types.ts";

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
/** What is wrong with a stage. The last four name the setting that may leave it without those whom it needs. */
export type FindingCode = (typeof FINDING_CODES)[number];

/** Something that keeps, or may keep, documents from passing a workflow; of the whole workflow without a stage. */
export interface WorkflowFinding {
  stageId?: Id;
  stageName?: string;
  code: FindingCode;
  message: string;
}

type Context = Pick<PeopleContext, "rules" | "people">;
type Finding = Pick<WorkflowFinding, "code" | "message">;

/** Somebody who approves nothing. */
const SOMEBODY_ELSE = "";
/** Names in one message; the others are counted. */
const MAX_NAMES = 3;

/**
 * Looks for stages that submissions will be refused for, or that nobody may be able to complete: without approvers, with
 * an unreachable quorum, with leavers, and those that separation of duties can empty (contract-2, PPL-4 to PPL-6).
 *
 * @returns the findings in the order of the stages; empty for a sound workflow
 */
export function validateWorkflow(stages: readonly StoredStage[], context: Context): WorkflowFinding[] {
  if (stages.length === 0) return [{ code: "NO_STAGES", message: "Workflow has no stages" }];
  const ordered = stages.toSorted((left, right) => left.order - right.order);
  const before = ordered.map((stage) => asTask(stage, `${stage.stageId} before`));
  return ordered.flatMap((stage, index) =>
    findingsOf(stage, before.slice(0, index), context).map(({ code, message }): WorkflowFinding => ({
      stageId: stage.stageId,
      stageName: stage.name,
      code,
      message,
    })),
  );
}

function findingsOf(stage: StoredStage, earlier: readonly StageTask[], context: Context): Finding[] {
  const { order, name, approverIds } = stage;
  const findings: Finding[] = earlier.some(({ task }) => task.orderNo === order)
    ? [{ code: "DUPLICATE_ORDER", message: `Stage order ${order} is used more than once` }]
    : [];
  if (approverIds.length === 0) {
    return [...findings, { code: "NO_APPROVERS", message: `Stage "${name}" has no approvers` }];
  }
  const fault = faultOfRule(stage);
  findings.push(...leaversOf(stage, context));
  if (fault !== undefined) return [...findings, fault];
  const withoutLeavers = faultWithoutLeavers(stage, context);
  if (withoutLeavers !== undefined) return [...findings, withoutLeavers];
  return [...findings, ...dutiesAgainst(stage, earlier, context)];
}

/** What its own approvers, all of them, cannot fulfil. */
function faultOfRule(stage: StoredStage): Finding | undefined {
  const message = quorumFault(stage);
  if (message !== undefined) return { code: "QUORUM_INVALID", message };
  const { task, approvals } = asTask(stage);
  if (task.approveBy === "PER_GROUP" && task.groups?.length === 0) {
    return { code: "NO_GROUPS", message: `No approver of stage "${stage.name}" carries a group` };
  }
  return tallyOf(task, approvals).isReachable ? undefined : unreachable(stage, "");
}

function leaversOf(stage: StoredStage, { people }: Context): Finding[] {
  const leavers = stage.approverIds.filter((id) => hasLeft(people, id));
  const findings: Finding[] = leavers.map((id) => ({
    code: "APPROVER_LEFT",
    message: `${nameIn(people, id)} has left`,
  }));
  if (stage.approveBy !== "PER_GROUP") return findings;
  const staying = stage.approverIds.filter((id) => !hasLeft(people, id));
  const carried = groupsCarried({ ...stage, approverIds: staying });
  const orphans = groupsCarried(stage).filter((group) => !carried.includes(group));
  return [...findings, ...orphans.map(groupLeft)];
}

const groupLeft = (group: string): Finding => ({
  code: "GROUP_LEFT",
  message: `Everybody who carries the group "${group}" has left`,
});

function faultWithoutLeavers(stage: StoredStage, { rules, people }: Context): Finding | undefined {
  const { fault } = resolved(stage, { rules: withoutDuties(rules), people });
  if (fault === "EMPTY") {
    return { code: "NOBODY_LEFT", message: `All approvers of stage "${stage.name}" have left` };
  }
  return fault && unreachable(stage, " without those who have left");
}

const unreachable = ({ name }: StoredStage, why: string): Finding => ({
  code: "QUORUM_UNREACHABLE",
  message: `Stage "${name}" cannot reach its quorum${why}`,
});

/** The duties that can leave a sound stage without those whom it needs, each judged without the others. */
function dutiesAgainst(stage: StoredStage, earlier: readonly StageTask[], context: Context): Finding[] {
  const { rules } = context;
  const others = withoutDuties(rules);
  const findings: (Finding | undefined)[] = [
    submitterFinding(stage, context),
    rules.onePersonOneStage
      ? earlierVerdicts(stage, earlier, "ONE_PERSON_ONE_STAGE", {
          ...context,
          rules: { ...others, onePersonOneStage: true },
        })
      : undefined,
    rules.exclusiveGroups.length > 0
      ? earlierVerdicts(stage, earlier, "EXCLUSIVE_GROUPS", {
          ...context,
          rules: { ...others, exclusiveGroups: rules.exclusiveGroups },
        })
      : undefined,
  ];
  return findings.filter((finding) => finding !== undefined);
}

/** Whether the stage is short of somebody when one of its approvers submits. */
function submitterFinding(stage: StoredStage, { rules, people }: Context): Finding | undefined {
  const { submitterNeverDecides, onSubmitterIsApprover } = rules;
  if (!submitterNeverDecides && onSubmitterIsApprover === "ALLOW") return undefined;
  const judged = { rules: { ...withoutDuties(rules), submitterNeverDecides, onSubmitterIsApprover }, people };
  const isShort = new Map<string, boolean>();
  const short = stage.approverIds.filter((id) => {
    if (hasLeft(people, id)) return false;
    const alike = JSON.stringify([stage.groups?.[id], people.get(id)?.managerId]);
    const known = isShort.get(alike) ?? resolved(stage, judged, id).fault !== undefined;
    isShort.set(alike, known);
    return known;
  });
  if (short.length === 0) return undefined;
  const rule = submitterNeverDecides
    ? "submitterNeverDecides"
    : `onSubmitterIsApprover ${onSubmitterIsApprover}`;
  return {
    code: submitterNeverDecides ? "SUBMITTER_NEVER_DECIDES" : "SUBMITTER_IS_APPROVER",
    message: `${rule}: nobody can complete stage "${stage.name}" when ${namesOf(short, people, "or")} submits`,
  };
}

/** Whether the stage is short of somebody once people of it have decided earlier stages, as many as may. */
function earlierVerdicts(
  stage: StoredStage,
  earlier: readonly StageTask[],
  code: "ONE_PERSON_ONE_STAGE" | "EXCLUSIVE_GROUPS",
  context: Context,
): Finding | undefined {
  const { rules, people } = context;
  const setting = code === "EXCLUSIVE_GROUPS" ? "exclusiveGroups" : "onePersonOneStage";
  if (resolved(stage, context).fault !== undefined) {
    return { code, message: `${setting}: nobody can complete stage "${stage.name}"` };
  }
  const run = worstCasesBefore(asTask(stage), earlier, rules).find(
    (verdicts) => resolved(stage, context, SOMEBODY_ELSE, verdicts).fault !== undefined,
  );
  if (run === undefined) return undefined;
  const deciders = run.approvals.map(({ approverId }) => approverId);
  const names = namesOf(deciders, people, "and");
  return {
    code,
    message: `${setting}: nobody can complete stage "${stage.name}" once ${names} decided earlier stages`,
  };
}

/** The stage as a submission would make it. */
function asTask(stage: StoredStage, taskId = "task", submitterId: Id = SOMEBODY_ELSE): StageTask {
  let made = 0;
  const newId = () => (made++ === 0 ? taskId : `${taskId} ${made}`);
  const origin = { runId: "run", refId: "document", kind: "Document", submitterId };
  const run = addTask(EMPTY_RUN, origin, stage, "PENDING", { newId });
  const [task] = run.tasks;
  if (task === undefined) throw new Error("The run has the task");
  return { task, approvals: run.approvals };
}

function resolved(stage: StoredStage, context: Context, submitterId?: Id, run: Run = EMPTY_RUN): Resolution {
  const { task, approvals } = asTask(stage, "task", submitterId);
  return resolveSeats(task, approvals, run, context);
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
function namesOf(ids: readonly Id[], people: Context["people"], word: "and" | "or"): string {
  const names = ids.slice(0, MAX_NAMES).map((id) => nameIn(people, id));
  if (ids.length > MAX_NAMES) names.push(`${ids.length - MAX_NAMES} others`);
  const last = names.pop() ?? "";
  return names.length === 0 ? last : `${names.join(", ")} ${word} ${last}`;
}
