import type { StatedBy } from "@countersign/contracts";
import {
  type Id,
  type Run,
  type WorkflowTaskKind,
  builtInOwnerOf,
  decide,
  isOpen,
} from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { type JoinedDefinition, type RuledDefinition, joinDefinitions } from "@countersign/domain/routing";
import type { Scope } from "@countersign/mongo";
import type { OutboxEntry } from "@countersign/outbox";
import { text } from "@countersign/texts";

import { readVersion } from "../definitions/index.ts";
import { nextRevision } from "../documents/index.ts";
import { dropFailedSubmission, findFailedWorkflow } from "../failed-submissions/index.ts";
import { type StartingDocument, workflowsByRule } from "../rules/index.ts";
import { type Caller, agentOf, nameOf } from "../shared/caller.ts";
import type { PersonRuns } from "../shared/feature.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { type StoredOrder, needsOf } from "../thresholds/index.ts";
import { isAdded, recordUse } from "./added-kinds.ts";
import { countPersonRun } from "./count-person-run.ts";
import { submissionContext } from "./decision-context.ts";
import { contentOf, factsBeside, statedByOf } from "./document-content.ts";
import { replaceRun } from "./open-run.ts";
import { recordDecision } from "./record-decision.ts";
import {
  type RunOrigin,
  type WorkflowRun,
  assertWithinBounds,
  newRunAfter,
  toRun,
  toRunDocument,
} from "./run.ts";
import { createRunsRepository } from "./runs-repository.ts";
import { type Submission, type SubmitAnswer, orderOf, submissionOfOrder, termsOf } from "./submission.ts";

/** How runs start; without `personRuns` a person starts as many as they like. */
export interface StartRules {
  returnRequeue: boolean;
  personRuns?: PersonRuns | undefined;
  /** The message that a submission is accepted; it leaves behind those of its run. */
  acceptedOf?: (answer: SubmitAnswer) => OutboxEntry;
}

/**
 * Starts the run of a document (specification: "Submit rules"). An order is described by its
 * record and submitted by its creator, whoever starts its run (contract-3, SAFE-11).
 *
 * @throws DomainError `TOO_MANY_REQUESTS` as {@link countPersonRun}, as `decide` does for a submission, as {@link followedDefinition}, and as {@link submissionOfOrder}
 */
export async function startRun(...startArguments: Parameters<typeof startRuledRun>): Promise<SubmitAnswer> {
  return (await startRuledRun(...startArguments)).answer;
}

/** A run that was started. */
interface StartedRun {
  answer: SubmitAnswer;
  /** By which it asks; none where its submission chose who is asked. */
  rules: readonly RuleVersion[];
}

/** The same, with the rules by which the run asks. */
export async function startRuledRun(
  scope: TransactionScope,
  caller: Caller,
  submission: Submission,
  { returnRequeue, personRuns, acceptedOf }: StartRules,
): Promise<StartedRun> {
  if (!submission.byOwner && personRuns !== undefined) await countPersonRun(scope, caller, personRuns);
  const runs = createRunsRepository(scope);
  const { companyId, userId: actorId } = caller;
  const order = await orderOf(scope, companyId, submission);
  const ownSubmission = order === undefined ? submission : submissionOfOrder(caller, submission, order);
  const { document, byOwner, byRule, requestId, named, action, earlierRejections, expiresAt, ...command } =
    ownSubmission;
  const { refId, kind } = command;
  const statedBy = byOwner || order !== undefined ? "OWNER" : "PERSON";
  const definition = await followedDefinition(scope, companyId, ownSubmission);
  const workflowId = definition?.workflowId ?? ownSubmission.workflowId;
  const isRuled = statedBy === "OWNER" && (byRule === true || (definition?.rules ?? []).length > 0);
  let current = await runs.currentOf(companyId, refId);
  if (await isInTheWay(scope, current, { companyId, byOwner, kind, statedBy, order })) {
    await replaceRun(scope, caller, refId);
    current = await runs.currentOf(companyId, refId);
  }
  const stages = definition?.stages ?? command.dynamicStages ?? [];
  const context = await submissionContext(scope, companyId, {
    stages: [...(command.stagesBefore ?? []), ...stages],
    submitterId: command.submitterId,
    kind,
    content: contentOf(document ?? {}, statedBy),
    actor: caller,
    named,
    returnRequeue,
  });
  const last = current.number === 0 ? 0 : current.origin.document?.revision;
  const revision =
    document &&
    (await nextRevision(scope, {
      companyId,
      refId,
      actorId,
      document,
      action,
      earlierRejections: earlierRejections && [...earlierRejections],
      statedBy,
      last,
    }));
  const ofAgents = agentsOf(caller, current, order);
  const decision = decide(
    {
      type: "submit",
      ...command,
      agentPrincipalIds: ofAgents.agentPrincipalIds,
      expiresAtMs: expiresAt?.getTime(),
      document: revision && toRunDocument(revision),
      workflowId,
      storedStages: definition?.stages,
      facts: definition?.facts ?? factsBeside(stages, document),
      ...(order && { actorId }),
      actorName: await nameOf(caller, scope, context.people),
    },
    toRun(current),
    context,
  );
  const { runId } = decision;
  assertWithinBounds(decision.run, "dynamicStages");
  await recordUse(scope, kind);
  const answer = { ...answerOf({ refId, runId, workflowId }, decision.run), revision: revision?.revision };
  await recordDecision(scope, caller, {
    before: {
      ...newRunAfter(current, {
        byOwner,
        ...(byOwner && requestId !== undefined && { requestId }),
        statedBy,
        ...ofAgents,
        ...(expiresAt && { expiresAt }),
        ...termsOf(command, order),
        ...(definition && { workflowVersion: definition.version }),
      }),
      ...(isRuled && { isRuled }),
    },
    decision,
    revision,
    audit: { action: "submit", entity: "document", entityId: refId },
    messages: acceptedOf ? [acceptedOf(answer)] : [],
  });
  if (statedBy === "OWNER" && builtInOwnerOf(kind) === "inventory") {
    await endFailure(scope, companyId, { refId, byOwner, workflowId, order });
  }
  return { answer, rules: definition?.rules ?? [] };
}

/**
 * The program that submits with the caller's token, if one does, and whose agents have submitted the document so far. An
 * order that an agent created is its creator's agent's, whoever starts its run (contract-3, AGT-3).
 */
function agentsOf(
  caller: Caller,
  { origin: { agentPrincipalIds = [] } }: WorkflowRun,
  order: StoredOrder | undefined,
): Pick<RunOrigin, "submittedBy" | "agentPrincipalIds"> {
  const { agent, client } = agentOf(caller);
  const creators = order?.isAgents === true && order.createdBy !== undefined ? [order.createdBy] : [];
  const before = [...new Set([...agentPrincipalIds, ...creators])];
  if (!agent) return before.length > 0 ? { agentPrincipalIds: before } : {};
  return {
    submittedBy: { userId: caller.userId, agent, ...(client !== undefined && { client }) },
    agentPrincipalIds: [...new Set([...before, caller.userId])],
  };
}

/** The answer to the service that submitted a run: its tasks that are not archived, in their order. */
export function answerOf(
  { refId, runId, workflowId }: Pick<SubmitAnswer, "refId" | "runId" | "workflowId">,
  { tasks }: Run,
): SubmitAnswer {
  return {
    refId,
    runId,
    ...(workflowId !== undefined && { workflowId }),
    tasks: tasks
      .filter(({ archived }) => !archived)
      .toSorted((left, right) => left.orderNo - right.orderNo)
      .map(({ id, orderNo, stageName, status }) => ({ _id: id, orderNo, stageName, status })),
  };
}

interface RunStart {
  companyId: Id;
  byOwner: boolean;
  kind: WorkflowTaskKind;
  statedBy: StatedBy;
  order: StoredOrder | undefined;
}

/**
 * Whether a person's run is open that must not keep this one from being started (contract-3, SAFE-11): one that the person
 * describes themselves gives way to the owner's, and to an order's own; and one of an order gives way to its owner's unless
 * it is of the workflow that the order's evaluation names.
 */
async function isInTheWay(
  scope: Scope,
  current: WorkflowRun,
  { companyId, byOwner, kind, statedBy, order }: RunStart,
): Promise<boolean> {
  const [task] = current.tasks;
  if (task?.byOwner !== false || !isOpen(toRun(current))) return false;
  if (statedByOf(task) === "PERSON") return statedBy === "OWNER";
  if (!byOwner || order === undefined) return false;
  return task.kind !== kind || task.workflowId !== (await needsOf(scope, companyId, order)).workflowId;
}

/** Removes an order from the list of failed submissions once the run that it needs is started (SAFE-10). */
async function endFailure(
  scope: Scope,
  companyId: Id,
  {
    refId,
    byOwner,
    workflowId,
    order,
  }: Pick<RunStart, "byOwner" | "order"> & {
    refId: Id;
    workflowId: Id | undefined;
  },
): Promise<void> {
  const failedWorkflowId = await findFailedWorkflow(scope, companyId, refId);
  if (failedWorkflowId === undefined) return;
  const namedWorkflowId = order && (await needsOf(scope, companyId, order)).workflowId;
  if (byOwner || workflowId === failedWorkflowId || workflowId === namedWorkflowId) {
    await dropFailedSubmission(scope, companyId, refId);
  }
}

/** Whether the rules of an added kind, or the company's default, decide who is asked about a document. */
export async function isRuled(
  scope: TransactionScope,
  companyId: Id,
  submission: StartingDocument,
): Promise<boolean> {
  return (await workflowsByRule(scope, companyId, submission)).length > 0;
}

type DefinedSubmission = Pick<
  Submission,
  "kind" | "workflowId" | "dynamicStages" | "submitterId" | "byOwner" | "document"
>;

/** A version of a workflow. */
export interface RuleVersion {
  workflowId: Id;
  version: number;
}

/** A definition that a document follows. */
interface FollowedDefinition extends JoinedDefinition {
  /** The workflows by which rules of an added kind, or its default, ask; none where the submission chose its own. */
  rules: RuleVersion[];
}

/**
 * The stored definition that a document follows: the workflow that its submission names; of an added kind, where it names
 * neither a workflow nor stages, what the rules of the kind ask, or the company's default. Where a person names a workflow of
 * an added kind, its rules ask besides: who asks does not choose who answers (contract-4, MEET-1).
 *
 * @returns nothing where the submission brings its stages along, names a workflow that is not there, or has to name one
 * @throws DomainError `INVALID_INPUT` without a rule and a default; `WORKFLOW_NOT_FOUND` for a rule whose workflow was
 *   deleted; `WORKFLOW_HAS_NO_STAGES`
 */
export async function followedDefinition(
  scope: TransactionScope,
  companyId: Id,
  submission: DefinedSubmission,
): Promise<FollowedDefinition | undefined> {
  const { kind, workflowId: namedId, dynamicStages, byOwner } = submission;
  if (dynamicStages !== undefined) return undefined;
  let ownChoice: RuledDefinition | undefined;
  if (namedId !== undefined) {
    const version = await readVersion(scope, companyId, { workflowId: namedId });
    if (version === undefined) return undefined;
    ownChoice = { workflowId: namedId, ...version, isCertain: true };
  }
  if (!isAdded(kind) || (ownChoice && byOwner)) return ownChoice && { ...ownChoice, rules: [] };
  const ruledDefinitions: RuledDefinition[] = [];
  for (const { workflowId, isCertain } of await workflowsByRule(scope, companyId, submission)) {
    const version = workflowId && (await readVersion(scope, companyId, { workflowId }));
    if (!workflowId || !version) {
      throw new DomainError("WORKFLOW_NOT_FOUND", text("missing.workflow"), { field: "workflowId" });
    }
    ruledDefinitions.push({ workflowId, ...version, isCertain });
  }
  const further = ruledDefinitions.filter(({ workflowId }) => workflowId !== namedId);
  const definitions = [...(ownChoice ? [ownChoice] : []), ...further];
  if (definitions.length === 0) {
    throw new DomainError("INVALID_INPUT", text("run.noDefaultWorkflow", { kind }), { field: "workflowId" });
  }
  const rules = ruledDefinitions.map(({ workflowId, version }) => ({ workflowId, version }));
  return { ...joinDefinitions(definitions), rules };
}
