import { text } from "@countersign/texts";
import { DomainError } from "../errors/index.ts";
import { defined } from "../defined.ts";
import { type ConditionalVersion, isConditional } from "../routing/inclusion.ts";
import type { Route } from "../routing/route-of.ts";
import type { RunRoute, RunRouteStage } from "../routing/run-route.ts";
import { stageKeys } from "../routing/stage-keys.ts";
import type { Conditions } from "../routing/conditions.ts";
import type { DecisionContext, SubmitCommand } from "./commands.ts";
import { assertLadder } from "./ladder.ts";
import { quorumFault, tallyOf } from "./quorum.ts";
import type { ApprovalRules } from "./rules.ts";
import { assertSources } from "./sources.ts";
import { groupsCarried, hasApprovers, taskOf } from "./steps.ts";
import type { Run, StageInput } from "./types.ts";

/**
 * The stages of a submission, checked, from either source (specification: "Submit rules").
 *
 * @throws DomainError `INVALID_INPUT` for two sources, more than 100 stages, an order that is not finite or not unique, a condition that cannot
 *   be read, a ladder that does not ascend, and one that approves without leave; `WORKFLOW_NOT_FOUND`, `WORKFLOW_HAS_NO_STAGES`, `STAGE_HAS_NO_APPROVERS`
 */
export function stagesOf(
  command: SubmitCommand,
  { conditions, rules }: Pick<DecisionContext, "conditions" | "rules">,
): readonly StageInput[] {
  if (command.workflowId !== undefined && command.dynamicStages !== undefined) {
    throw new DomainError("INVALID_INPUT", text("run.eitherWorkflowOrStages"), {
      field: "dynamicStages",
    });
  }
  const definition = command.workflowId === undefined ? command.dynamicStages : command.storedStages;
  if (definition === undefined) {
    throw new DomainError("WORKFLOW_NOT_FOUND", text("missing.workflow"), { field: "workflowId" });
  }
  if (definition.length === 0) {
    throw new DomainError("WORKFLOW_HAS_NO_STAGES", text("workflow.noStages"));
  }
  const stages = withStagesBefore(definition, command.stagesBefore);
  assertCount(command, stages);
  assertOrders(command, stages);
  const unattendedIndex = stages.findIndex((stage) => !hasApprovers(stage));
  if (unattendedIndex !== -1) {
    throw new DomainError(
      "STAGE_HAS_NO_APPROVERS",
      text("workflow.stageEmpty", { stage: stages[unattendedIndex]?.name ?? "" }),
      {
        field: fieldOf(command, unattendedIndex, "approverIds"),
      },
    );
  }
  assertSources(stages, (index) => fieldOf(command, index, "sources"));
  assertQuorums(command, stages);
  assertConditions(command, conditions);
  assertLadders(command, stages, rules);
  return stages.some(isConditional) ? withKeys(stages) : stages;
}

/** The stages with others before them, whose orders end below the first one's. */
function withStagesBefore(
  stages: readonly StageInput[],
  before: NonNullable<SubmitCommand["stagesBefore"]> = [],
): readonly StageInput[] {
  const first = Math.min(...stages.map(({ order }) => order)) - before.length;
  return [...before.map((stage, place) => ({ ...stage, order: first + place })), ...stages];
}

/** Amendments know stages by their keys. */
function withKeys(stages: readonly StageInput[]): StageInput[] {
  const keys = stageKeys(stages);
  return stages.map((stage, place) => Object.assign({}, stage, { key: keys[place] }));
}

/** Conditions of a stored workflow were judged when it was published. */
function assertConditions(
  { dynamicStages = [], facts = [] }: SubmitCommand,
  conditions: Conditions | undefined,
) {
  for (const [index, { when }] of dynamicStages.entries()) {
    const fault = when === undefined ? undefined : conditions?.faultOf(when, facts);
    if (fault === undefined) continue;
    const field = `dynamicStages.${index}.when`;
    throw new DomainError("INVALID_INPUT", text("input.invalid", { field, fault }), { field });
  }
}

/**
 * Ladders of a stored workflow were judged when it was published; whether time may approve depends on the kind of the
 * document (contract-3, TIME-3).
 */
function assertLadders(
  command: SubmitCommand,
  stages: readonly StageInput[],
  { allowTimeApproval }: Pick<ApprovalRules, "allowTimeApproval">,
): void {
  const { kind, workflowId } = command;
  for (const [index, { ladder }] of stages.entries()) {
    if (ladder === undefined) continue;
    if (workflowId === undefined) assertLadder(ladder, `dynamicStages.${index}`);
    if (ladder.atEnd !== "APPROVE" || allowTimeApproval.includes(kind)) continue;
    const field = workflowId === undefined ? `dynamicStages.${index}.atEnd` : "workflowId";
    throw new DomainError("INVALID_INPUT", text("ladder.approveNotAllowed", { field, kind }), { field });
  }
}

/**
 * Refuses a document that no stage of its definition applies to: it would be approved by nobody (contract-3, ROUTE-4).
 *
 * @throws DomainError `INVALID_INPUT`
 */
export function assertSomeStage({ stages }: Route): void {
  if (stages.some(({ included }) => included)) return;
  throw new DomainError("INVALID_INPUT", text("route.noStage"), { field: "document" });
}

/**
 * A stage whose rule its own approvers can never fulfil is refused before anybody is asked (contract-2, PPL-4); the route
 * judges one with sources.
 */
function assertQuorums(command: SubmitCommand, stages: readonly StageInput[]): void {
  for (const [index, stage] of stages.entries()) {
    const field = fieldOf(command, index, "quorum");
    const fault = quorumFault(stage);
    if (fault !== undefined) throw new DomainError("INVALID_INPUT", fault, { field });
    if (stage.sources !== undefined) continue;
    const groups = stage.approveBy === "PER_GROUP" ? groupsCarried(stage) : [];
    const seats = [...new Set(stage.approverIds)].map((approverId) => ({
      status: "PENDING" as const,
      groups: stage.groups?.[approverId] ?? [],
    }));
    if (!tallyOf({ ...stage, groups }, seats).isReachable)
      throw unreachable("INVALID_INPUT", stage.name, field);
  }
}

/** A stage cannot be asked: its seats cannot complete it. */
function unreachable(code: "INVALID_INPUT" | "CONFLICT", stageName: string, field?: string): DomainError {
  const message = text("workflow.quorumUnreachable", { stage: stageName });
  return new DomainError(code, message, field === undefined ? {} : { field });
}

/** Most stages of a run: the rules of a kind may have more together (contract-4, MEET-2). */
export const MAX_STAGES = 100;

function assertCount(command: SubmitCommand, stages: readonly StageInput[]): void {
  if (stages.length <= MAX_STAGES) return;
  const field = command.workflowId === undefined ? "dynamicStages" : "workflowId";
  throw new DomainError("INVALID_INPUT", text("run.tooManyStages", { maximum: MAX_STAGES }), { field });
}

function assertOrders(command: SubmitCommand, stages: readonly StageInput[]): void {
  const seenOrders = new Set<number>();
  for (const [index, { order }] of stages.entries()) {
    const field = fieldOf(command, index, "order");
    if (!Number.isFinite(order)) {
      throw new DomainError("INVALID_INPUT", text("run.stageOrderNotFinite"), { field });
    }
    if (seenOrders.has(order)) {
      throw new DomainError("INVALID_INPUT", text("workflow.stageOrderTwice", { order }), { field });
    }
    seenOrders.add(order);
  }
}

/** The field at fault: for a stored workflow the field that names it, because the submission holds no stages. */
function fieldOf(command: SubmitCommand, index: number, name: keyof StageInput): string {
  const field = name === "sources" ? "approvers" : name;
  return command.workflowId === undefined ? `dynamicStages.${index}.${field}` : "workflowId";
}

/** The run of a submission, all of whose stages are queued: those that are on its way. */
export function queuedRun(
  command: SubmitCommand,
  { stages }: Route,
  context: Pick<DecisionContext, "newId">,
): Run {
  const { refId, ref, workflowId, document, agentPrincipalIds, expiresAtMs } = command;
  const ownFields = { runId: context.newId(), refId, ref };
  const includedStages = stages.filter((stage) => stage.included);
  const taskParts = includedStages.map(({ stage, task }) => {
    // Only stages of a stored workflow can be named later.
    const stageId = workflowId === undefined ? undefined : stage.stageId;
    const isKeyed = task.stageKey !== undefined;
    return taskOf(
      { ...task, ...ownFields, isKeyed },
      Object.assign({}, stage, { stageId }),
      "PENDING",
      context,
    );
  });
  return defined<Run>({
    tasks: taskParts.map(({ task }) => task),
    approvals: taskParts.flatMap(({ approvals }) => approvals),
    document,
    agentPrincipalIds,
    expiresAtMs,
  });
}

/** The part of its route that a submission keeps; nothing where the definition has neither conditions nor unverified stages. */
export function runRouteOf(
  { facts }: Pick<ConditionalVersion, "facts">,
  { stages }: Route,
): RunRoute | undefined {
  if (!stages.some(({ stage }) => isConditional(stage))) return undefined;
  const keptStages = stages.map(({ stage, included, reason, values, error }) =>
    defined<RunRouteStage>({ stage, included, reason, values, error }),
  );
  return defined<RunRoute>({ facts, stages: keptStages });
}
