import {
  type AmendCommand,
  type ApprovalRules,
  type ApproveBy,
  type ApproveCommand,
  DEFAULT_RULES,
  type Decision,
  type DecisionContext,
  EMPTY_RUN,
  type Id,
  NOBODY_KNOWN,
  type Person,
  type RejectCommand,
  type Run,
  type RunEvent,
  type StageInput,
  type StoredStage,
  type SubmitCommand,
  type Task,
  type VerdictDecision,
  activeTask,
  decide,
} from "../src/approval/index.ts";

// Ids are opaque to the rules, so tests use names.

/** 2026-01-01T00:00:00.999Z; the fraction of a second must never show. */
export const NOW_MS = Date.UTC(2026, 0, 1, 0, 0, 0, 999);
export const NOW_SECONDS = Date.UTC(2026, 0, 1) / 1000;

let madeIds = 0;

function newId(): Id {
  madeIds += 1;
  return `id-${madeIds}`;
}

/** A context whose ids are unique within the test file. */
export function context(overrides: Partial<DecisionContext> = {}): DecisionContext {
  return {
    nowMs: NOW_MS,
    newId,
    returnRequeue: true,
    rules: DEFAULT_RULES,
    people: NOBODY_KNOWN,
    substitutions: [],
    ...overrides,
  };
}

/** A context with these settings and people. */
export function givenContext(
  rules: Partial<ApprovalRules> = {},
  people: Readonly<Record<Id, Person>> = {},
): DecisionContext {
  return context({ rules: { ...DEFAULT_RULES, ...rules }, people: new Map(Object.entries(people)) });
}

/** A stage such as `stage(1, "Manager", ["ann"])`, with the rule `ANY` by default. */
export function stage(
  order: number,
  name: string,
  approverIds: readonly Id[],
  approveBy: StageInput["approveBy"] = "ANY",
): StageInput {
  return { order, name, approverIds, approveBy };
}

/** The stages of a stored workflow; their ids are `stage-<name>`. */
export function storedStages(stages: readonly StageInput[]): StoredStage[] {
  return stages.map((stage) => ({ ...stage, stageId: `stage-${stage.name}`, workflowId: "workflow" }));
}

export function submission(overrides: Partial<SubmitCommand> = {}): SubmitCommand {
  return {
    type: "submit",
    refId: "leave",
    kind: "Leave",
    ref: "LV-1",
    submitterId: "eve",
    actorName: "Eve",
    ...overrides,
  };
}

/** Submits the stages inline. */
export function dynamicRun(...dynamicStages: StageInput[]): Run {
  return decide(submission({ dynamicStages }), EMPTY_RUN, context()).run;
}

/** Submits the stages as a stored workflow. */
export function storedRun(...stages: StageInput[]): Run {
  return decide(
    submission({ workflowId: "workflow", storedStages: storedStages(stages) }),
    EMPTY_RUN,
    context(),
  ).run;
}

/** The task of the run's active stage. */
export function active(run: Run): Task {
  const task = activeTask(run);
  if (task === undefined) {
    throw new Error("The run has ended");
  }
  return task;
}

type Extra<C> = Partial<Omit<C, "type" | "taskId" | "approverId">>;

/** The approver's approval of the active stage. */
export function approve(run: Run, approverId: Id, extra: Extra<ApproveCommand> = {}): VerdictDecision {
  return decide({ type: "approve", taskId: active(run).id, approverId, ...extra }, run, context());
}

/** The approver's rejection of the active stage. */
export function reject(
  run: Run,
  approverId: Id,
  extra: Extra<RejectCommand> = {},
  overrides: Partial<DecisionContext> = {},
): VerdictDecision {
  return decide({ type: "reject", taskId: active(run).id, approverId, ...extra }, run, context(overrides));
}

/** The run's document changed to its second revision. */
export function amend(
  run: Run,
  policy: AmendCommand["policy"],
  extra: Partial<Omit<AmendCommand, "type" | "policy">> = {},
): Decision {
  return decide({ type: "amend", policy, revision: 2, actorId: "eve", ...extra }, run, context());
}

/** The run after the approvals of these users, in their order. */
export function approvedBy(run: Run, ...approverIds: Id[]): Run {
  return approverIds.reduce((current, approverId) => approve(current, approverId).run, run);
}

/** A run as lines such as `1 Manager APPROVED: ann APPROVED`, oldest task first; archived ones end in `†`. */
export function stateOf(run: Run): string[] {
  return run.tasks.map((task) => {
    const approvals = run.approvals
      .filter((approval) => approval.taskId === task.id)
      .map((approval) => `${approval.approverId} ${approval.status}${approval.archived ? "†" : ""}`);
    const { orderNo, stageName, status, archived } = task;
    return `${orderNo} ${stageName} ${status}${archived ? "†" : ""}: ${approvals.join(", ")}`;
  });
}

/** Events as lines such as `APPROVED by ann to eve`. */
export function linesOf(events: readonly RunEvent[]): string[] {
  return events.map(({ event, actorId, targetIds }) => `${event} by ${actorId} to ${targetIds.join(", ")}`);
}

/** The decision of a submission of these stages. */
export function submitStages(
  dynamicStages: readonly StageInput[],
  circumstances: DecisionContext,
  extra: Partial<SubmitCommand> = {},
): Decision {
  return decide(submission({ dynamicStages, ...extra }), EMPTY_RUN, circumstances);
}

/** The live task of the stage. */
export function taskIn(run: Run, stageName: string): Id {
  return run.tasks.find((task) => task.stageName === stageName && !task.archived)?.id ?? "";
}

/** A privileged user who takes no part. */
export const chief = { actorId: "chief", privileged: true } as const;

/** The user for themselves. */
export const ownActor = (actorId: Id) => ({ actorId, privileged: false });

/** A stage of each rule. */
export const BOARD: Readonly<Record<ApproveBy, StageInput>> = {
  ANY: stage(1, "Board", ["ann", "bob", "cid"]),
  ALL: stage(1, "Board", ["ann", "bob", "cid"], "ALL"),
  COUNT: { ...stage(1, "Board", ["ann", "bob", "cid"], "COUNT"), quorum: 2 },
  PERCENT: { ...stage(1, "Board", ["ann", "bob", "cid"], "PERCENT"), quorum: 60 },
  PER_GROUP: {
    ...stage(1, "Board", ["ann", "bob", "cid"], "PER_GROUP"),
    groups: { ann: ["FIN"], bob: ["LAW"], cid: ["LAW"] },
  },
};
/** The approvers who together complete it. */
export const NEEDED: Readonly<Record<ApproveBy, readonly string[]>> = {
  ANY: ["ann"],
  ALL: ["ann", "bob", "cid"],
  COUNT: ["ann", "bob"],
  PERCENT: ["ann", "bob"],
  PER_GROUP: ["ann", "bob"],
};
