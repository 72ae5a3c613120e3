import {
  type ApproveCommand,
  type BuiltInOwner,
  type Id,
  type People,
  type RejectCommand,
  type StoredStage,
  type TakeOverPolicy,
  type VerdictDecision,
  builtInOwnerOf,
  decide,
  nameIn,
  verdictOf,
} from "@countersign/domain/approval";
import { DomainError, type ErrorCode, isPassing } from "@countersign/domain/errors";
import { toDomainError } from "@countersign/mongo";
import { type Text, type TextCode, text } from "@countersign/texts";

import type { ApprovalSettings } from "../approval-settings/index.ts";
import { findStoredStage, stageChangers } from "../definitions/index.ts";
import { type Caller, nameOf } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import { batchUnder, onRunOnce } from "../shared/retry-safe.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { type RunContext, decisionContext } from "./decision-context.ts";
import { type DecideInput, type DecideManyInput, decideInput, decideManyInput } from "./inputs.ts";
import { assertReadable, seesVerdicts } from "./readers.ts";
import { recordDecision } from "./record-decision.ts";
import type { WorkflowApproval } from "./records.ts";
import { type WorkflowRun, toRun } from "./run.ts";
import { createRunsRepository } from "./runs-repository.ts";
import type { OneRunDependencies } from "./submit-document.ts";

/** A verdict as it was sent. */
interface Verdict {
  taskId: string;
  status: string;
  remark?: string | undefined;
  returnToStageId?: string | undefined;
  end?: boolean | undefined;
  expectedRevision?: string | undefined;
}

interface VerdictRules {
  returnRequeue: boolean;
  /** Given by the HR facade only. */
  takeOver?: TakeOverPolicy;
  /** Acts on documents that follow this owner's rules only. */
  owner?: BuiltInOwner;
  /** One verdict of many, which a stage may refuse (CTRL-6). */
  inBulk?: boolean;
}

/**
 * Records the caller's verdict on the active task (specification: "Approve and reject").
 *
 * @returns the approval that was decided
 * @throws DomainError `APPROVAL_STATUS_REFUSED`, `APPROVAL_NOT_ACTIONABLE`, `REVISION_CHANGED`, `RETURN_STAGE_NOT_FOUND`,
 *   `CONFLICT` where the stage is not decided in bulk; where somebody has decided it, with {@link withDecided its facts}
 */
export async function recordVerdict(
  scope: TransactionScope,
  caller: Caller,
  { taskId, status, remark, returnToStageId, end, expectedRevision }: Verdict,
  { returnRequeue, takeOver, owner, inBulk = false }: VerdictRules,
): Promise<WorkflowApproval> {
  const { companyId, userId: approverId, privileged } = caller;
  const type = verdictOf(status);
  const taskInRun = await createRunsRepository(scope).ofTask(companyId, taskId);
  if (taskInRun === undefined || (owner !== undefined && builtInOwnerOf(taskInRun.task.kind) !== owner))
    throw missingTask();
  const { run: before, task } = taskInRun;
  let context = await decisionContext(scope, companyId, before, { returnRequeue, actor: caller });
  const isForOthers = takeOver === "anyone" || takeOver === "participants";
  if (!isForOthers) assertReadable(caller, before, context, missingTask);
  if (inBulk && task.bulk === false) {
    throw new DomainError("CONFLICT", text("run.notInBulk", { stage: task.stageName }), {
      field: "taskId",
    });
  }
  const verdict = {
    taskId,
    approverId,
    isAgent: caller.isAgent,
    remark,
    expectedRevision,
    actorName: await nameOf(caller, scope, context.people),
    takeOver: takeOver && {
      policy: takeOver,
      privileged,
    },
  };
  const returnStage =
    type === "reject" && returnToStageId !== undefined && task.workflowId !== undefined
      ? await stageToReturnTo(scope, companyId, returnToStageId, {
          before,
          settings: context.settings,
          workflowId: task.workflowId,
        })
      : undefined;
  const isInRun = before.tasks.some(({ archived, stageId }) => !archived && stageId === returnToStageId);
  if (returnStage !== undefined && !isInRun) {
    context = await decisionContext(scope, companyId, before, { returnRequeue, actor: caller, returnStage });
  }
  const command: ApproveCommand | RejectCommand =
    type === "approve" ? { type, ...verdict } : { type, ...verdict, end, returnToStageId, returnStage };
  let decision: VerdictDecision;
  try {
    decision = decide(command, toRun(before), context);
  } catch (error) {
    throw withDecided(error, { caller, taskId, run: before, context });
  }
  const after = await recordDecision(scope, caller, {
    before,
    decision,
    substitutions: context.substitutions,
    audit: { action: "changeStatus", entity: "workflow_tasks", entityId: taskId },
  });
  return after.approvals.find(({ _id }) => _id === decision.approvalId)!;
}

const missingTask = () =>
  new DomainError("APPROVAL_NOT_ACTIONABLE", text("run.notActionable"), { field: "taskId" });

/**
 * The stage that a return names: of the version that the run follows, or of the workflow as it is now where the company says
 * so, and for runs that brought their stages along (contract-3, ROUTE-1). Whoever changed it since the run began has no seat
 * there (contract-4, MEET-3).
 */
async function stageToReturnTo(
  scope: TransactionScope,
  companyId: Id,
  stageId: Id,
  { before, settings, workflowId }: ReturningRun,
): Promise<StoredStage | undefined> {
  const { workflowVersion: version } = before.origin;
  const isCurrent = settings.returnUsesCurrentDefinition || version === undefined;
  const definition = isCurrent ? { workflowId } : { workflowId, version };
  const stage = await findStoredStage(scope, companyId, stageId, definition);
  if (stage === undefined || !isCurrent) return stage;
  const followedVersion = { workflowId, version, submittedAt: before.submittedAt };
  const changerIds = await stageChangers(scope, companyId, stageId, followedVersion);
  return changerIds.length === 0 ? stage : { ...stage, changerIds };
}

interface ReturningRun {
  before: WorkflowRun;
  settings: Pick<ApprovalSettings, "returnUsesCurrentDefinition">;
  workflowId: Id;
}

/**
 * `updateWorkflowApprovalStatus`: the caller approves or rejects the active task.
 *
 * @throws DomainError `INVALID_INPUT`, `IDEMPOTENCY_KEY_REUSED`, and as {@link recordVerdict} does
 */
export function createDecideApproval({ runs, rules }: OneRunDependencies) {
  return async (caller: Caller, input: DecideInput): Promise<void> => {
    const verdict = parseInput(decideInput, input);
    const { taskId: inTurn } = verdict;
    const command = { caller, operation: "decide", command: verdict, inTurn, isVerdict: true };
    await onRunOnce(runs, command, async (scope) => {
      await recordVerdict(scope, caller, verdict, rules);
    });
  };
}

/** The result of one item of a batch. */
interface DecideManyResult {
  taskId: string;
  /** `REPLAYED`: an earlier batch with the same key has done it. */
  result: "DONE" | "REPLAYED" | "FAILED";
  /** Why it failed: the code and text with which a single verdict would be refused. */
  code?: string;
  message?: string;
  textCode?: TextCode;
  params?: Text["params"];
  /** The decision before it, as the details of a single verdict's refusal would say. */
  decided?: EarlierDecision;
}

/**
 * `decideMany`: verdicts on many tasks, each by itself, in their order (contract-2, CTRL-6). What is
 * refused keeps no other item from being decided. With a key, a repeated batch does only what no earlier one has done.
 *
 * @returns the results in the order of the items; after a passing failure the rest is not tried
 * @throws DomainError `INVALID_INPUT`, `IDEMPOTENCY_KEY_REUSED`: then nothing is decided
 */
export function createDecideMany({ runs, rules }: OneRunDependencies) {
  return async (caller: Caller, input: DecideManyInput): Promise<DecideManyResult[]> => {
    const batch = parseInput(decideManyInput, input);
    const once = batchUnder(caller, "decideMany", batch);

    const decideItem = async (item: Verdict): Promise<DecideManyResult> => {
      const { taskId, remark = batch.remark } = item;
      const isRepeated = await once(runs, taskId, async (scope) => {
        await recordVerdict(scope, caller, { ...item, remark }, { ...rules, inBulk: true });
      });
      return { taskId, result: isRepeated ? "REPLAYED" : "DONE" };
    };

    const results: DecideManyResult[] = [];
    let outage: ErrorCode | undefined;
    for (const item of batch.items) {
      if (outage !== undefined) {
        results.push(failedResult(item, new DomainError(outage, text("passing.notTried"))));
        continue;
      }
      try {
        results.push(await decideItem(item));
      } catch (error) {
        const refusal = toDomainError(error);
        if (refusal === undefined || refusal.code === "IDEMPOTENCY_KEY_REUSED") throw error;
        if (isPassing(refusal)) outage = refusal.code;
        results.push(failedResult(item, refusal));
      }
    }
    return results;
  };
}

function failedResult(
  { taskId }: Verdict,
  { code, message, text: why, details }: DomainError,
): DecideManyResult {
  const words = why && { textCode: why.code, params: why.params };
  const earlierDecision = details?.["decided"] as EarlierDecision | undefined;
  return {
    taskId,
    result: "FAILED",
    code,
    message,
    ...words,
    ...(earlierDecision && { decided: earlierDecision }),
  };
}

/** A person in the facts about a refusal. */
interface Decider {
  _id: string;
  name: string;
}

/** The decision that took a stage from the caller (contract-3, CON-12). */
interface EarlierDecision {
  status: "APPROVED" | "REJECTED";
  at: Date;
  by: Decider;
  /** In whose place, where it was a substitute. */
  for?: Decider;
  stageName: string;
}

const SECOND_MS = 1_000;

/**
 * A refused verdict, with who decided what and when, for callers who may see the document. Other errors, and refusals on
 * a stage that nobody has decided, stay as they are.
 *
 * @param context - the one in which the verdict was refused
 */
function withDecided(
  error: unknown,
  { caller, taskId, run, context }: { caller: Caller; taskId: string; run: WorkflowRun; context: RunContext },
): unknown {
  if (!(error instanceof DomainError) || !isAboutState(error)) return error;
  if (!seesVerdicts(caller, run, context)) return error;
  const earlierDecision = decidedOf(run, { taskId, userId: caller.userId, people: context.people });
  if (earlierDecision === undefined) return error;
  const { code, message, text, field, details, cause } = error;
  return new DomainError(code, text ?? message, {
    ...(field !== undefined && { field }),
    details: { ...details, decided: earlierDecision },
    cause,
  });
}

const isAboutState = ({ code, text }: DomainError) =>
  code === "APPROVAL_NOT_ACTIONABLE" || text?.code === "run.alreadyDecided";

/** The verdict that took the stage from the caller: the one on their own seat, else the last. */
function decidedOf(
  { tasks, approvals }: WorkflowRun,
  { taskId, userId, people }: { taskId: string; userId: string; people: People },
): EarlierDecision | undefined {
  const task = tasks.find(({ _id }) => _id === taskId);
  const verdicts = approvals.flatMap((row) =>
    row.taskId === taskId && (row.status === "APPROVED" || row.status === "REJECTED") && row.statusUpdateDate
      ? [{ ...row, status: row.status, at: row.statusUpdateDate }]
      : [],
  );
  const row =
    verdicts.find(({ approverId }) => approverId === userId) ??
    verdicts.toSorted((left, right) => left.at - right.at).at(-1);
  if (task === undefined || row === undefined) return undefined;
  const person = (id: string) => ({ _id: id, name: nameIn(people, id) });
  return {
    status: row.status,
    at: new Date(row.at * SECOND_MS),
    by: person(row.decidedBy ?? row.approverId),
    ...(row.decidedBy !== undefined && { for: person(row.approverId) }),
    stageName: task.stageName,
  };
}
