import { LIMITS } from "@countersign/contracts";
import { type Id, assertLadder, ladderChanges, ladderIn, quorumFault } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import { DomainError } from "@countersign/domain/errors";
import type { DefinitionFault } from "@countersign/domain/routing";
import { text } from "@countersign/texts";
import type { z } from "zod";

import { namedApprovers, refuseUnknown } from "../approval-settings/index.ts";
import { refuseLadders, refuseReferences, refuseTimeApproval, usersEscalatedTo } from "../ladders/index.ts";
import type { Caller } from "../shared/caller.ts";
import {
  type AlsoAudited,
  type OwnFields,
  type RecordDependencies,
  withChanges,
  createRecordUseCases,
} from "../shared/record-use-cases.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { assertMayChangeWorkflow } from "../shared/workflows-in-force.ts";
import {
  type ShownStage,
  type UnplacedStage,
  type VersionApprover,
  keptFields,
  stageFieldsOf,
} from "./content.ts";
import { findApprover, findStage, findWorkflow } from "./find-rows.ts";
import type { Workflow, WorkflowApprover, WorkflowStage } from "./records.ts";
import {
  createWorkflowApproverInput,
  createWorkflowInput,
  createWorkflowStageInput,
  updateWorkflowApproverInput,
  updateWorkflowInput,
  updateWorkflowStageInput,
} from "./inputs.ts";
import { createApprovers, createStages, createWorkflows } from "./repositories.ts";
import { createPublishWorkflow } from "./publish-workflow.ts";
import { publishContent } from "./publish-content.ts";
import { type Judgement, fieldAtFault } from "./refuse-faults.ts";
import { labels, refuseStrangers, replaceApprovers } from "./stage-approvers.ts";
import { type StageApprover, seatsAmong, usersAmong } from "./stage-seats.ts";
import { createValidateWorkflow } from "./validate-workflow.ts";
import { type WorkflowVersion, endVersion, findNewestVersion, insertNext } from "./versions.ts";
import { writeRows } from "./write-rows.ts";

/** `createWorkflow`, `updateWorkflow`, `deleteWorkflow`: a deleted workflow takes its stages and approvers along. */
function createWorkflowUseCases(dependencies: RecordDependencies) {
  return createRecordUseCases<Workflow, typeof createWorkflowInput, typeof updateWorkflowInput>(
    dependencies,
    {
      missingText: "missing.workflow",
      collection: "workflows",
      series: "WF",
      missing: "WORKFLOW_NOT_FOUND",
      storeOf: createWorkflows,
      createInput: createWorkflowInput,
      updateInput: updateWorkflowInput,
      build: (_scope, _companyId, { name, description, stageId, status = "DRAFT" }) =>
        defined<OwnFields<Workflow>>({
          name,
          status,
          description: description ?? undefined,
          stageId: stageId ?? undefined,
        }),
      fence: async (scope, caller, { before }) => {
        if (before !== undefined) await assertMayChangeWorkflow(scope, caller, before._id);
      },
      change: (_scope, record, input) => withChanges(record, input),
      find: findWorkflow,
      save: async (scope, caller, { record, created }) => {
        const { companyId, userId: createdBy } = caller;
        const { _id: workflowId, name, deletedAt } = record;
        const workflows = createWorkflows(scope);
        await (created ? workflows.insert([record]) : workflows.replace([record]));
        const before = created ? undefined : await newestVersion(scope, companyId, workflowId);
        if (before !== undefined && deletedAt !== null) {
          await endVersion(scope, before);
          await writeRows(scope, caller, { workflowId, before, after: undefined });
          return;
        }
        const content = { stages: [], ...before, name };
        await insertNext(scope, before, { companyId, workflowId, createdBy, content });
      },
    },
  );
}

/** The newest version of a workflow that was just found. */
async function newestVersion(
  scope: TransactionScope,
  companyId: Id,
  workflowId: Id,
): Promise<WorkflowVersion> {
  const newest = await findNewestVersion(scope, companyId, workflowId);
  if (newest === undefined) throw new Error(`workflow ${workflowId} has no version`);
  return newest;
}

/** The same for stages: users who approve have rows of `workflow_approvers`, and only sources are on the stage's row. */
function createStageUseCases(dependencies: RecordDependencies) {
  return createRecordUseCases<
    WorkflowStage,
    typeof createWorkflowStageInput,
    typeof updateWorkflowStageInput
  >(dependencies, {
    missingText: "missing.stage",
    collection: "workflow_stages",
    series: "WS",
    storeOf: createStages,
    fence: ofWorkflow,
    createInput: createWorkflowStageInput,
    updateInput: updateWorkflowStageInput,
    build: async (scope, companyId, input) => {
      const { workflowId, approveBy = "ANY", status = "DRAFT" } = input;
      const fields = keptFields({ ...input, approveBy, sources: givenSources(input) });
      assertQuorum(fields);
      const newest = await findNewestVersion(scope, companyId, workflowId);
      if (newest === undefined) {
        throw new DomainError("WORKFLOW_NOT_FOUND", text("missing.workflow"), { field: "workflowId" });
      }
      if (newest.stages.length >= LIMITS.stages) {
        throw new DomainError("INVALID_INPUT", text("run.tooManyStages", { maximum: LIMITS.stages }), {
          field: "workflowId",
        });
      }
      const ladders = [{ field: "", ...ladderIn(input) }];
      await refuseLadders(scope, companyId, ladders);
      await refuseTimeApproval(scope, companyId, ladders);
      return { workflowId, status, ...fields };
    },
    change: async (scope, record, { approverIds, approvers, bulk, ...input }) => {
      const { companyId } = record;
      const sources = givenSources({ approverIds, approvers });
      const stageInput = { ...input, ...ladderChanges(input) };
      const after = withChanges(record, { ...stageInput, bulk: bulk === true ? null : bulk, sources });
      assertQuorum(after);
      assertLadder(after, "");
      const ladders = [{ field: "", ...ladderIn(input) }];
      await refuseReferences(scope, companyId, ladders, usersEscalatedTo([record]));
      await refuseTimeApproval(scope, companyId, ladders);
      return after;
    },
    find: findStage,
    save: async (scope, caller, { record, input }) => saveStage(scope, caller, record, input),
  });
}

/**
 * Publishes a workflow with a stage as it is now, and with the approvers that the input gives it; or without a deleted one.
 *
 * @returns the approvers before and after, where the command gives or deletes them
 */
async function saveStage(
  scope: TransactionScope,
  caller: Caller,
  record: WorkflowStage,
  input: (GivenApprovers & { when?: string | null | undefined }) | undefined,
): Promise<AlsoAudited | undefined> {
  const { _id: stageId, workflowId } = record;
  const before = await newestVersion(scope, caller.companyId, workflowId);
  const present = before.stages.find((stage) => stage.stageId === stageId);
  const otherStages = before.stages.filter((stage) => stage !== present);
  if (input === undefined) {
    const judgement: Judgement = { refuses: isOfPlace, fieldOf: () => "id" };
    const after = { ...before, stages: otherStages };
    await publishContent(scope, caller, { workflowId, before, after, judgement });
    return { before: { approvers: seatsAmong(present?.approvers ?? []) } };
  }
  const { key, approvers: presentApprovers = [] } = present ?? {};
  const givenUsers = givenUsersIn(input);
  if (givenUsers !== undefined) {
    await refuseStrangers(scope, caller, presentApprovers, namedApprovers("", input));
  }
  const replacedApprovers = givenUsers && replaceApprovers(scope, presentApprovers, givenUsers);
  const { approvers = presentApprovers, namedApproverIds } = replacedApprovers ?? {};
  const stage = defined<UnplacedStage>({ key, stageId, ...stageFieldsOf(record), approvers });
  await publishContent(scope, caller, {
    workflowId,
    before,
    after: { ...before, stages: [...otherStages, stage] },
    judgement: judgementOf(stageId, input),
    rows: { stage: record, ...(namedApproverIds && { namedApproverIds }) },
  });
  if (replacedApprovers === undefined) return undefined;
  return {
    before: { approvers: seatsAmong(presentApprovers) },
    after: { approvers: seatsAmong(replacedApprovers.users) },
  };
}

/** A part of a workflow is changed by whoever may change the workflow (contract-4, MEET-4). */
async function ofWorkflow(
  scope: TransactionScope,
  caller: Caller,
  { before, after }: { before?: PartOfWorkflow; after?: PartOfWorkflow },
): Promise<void> {
  const workflowId = before?.workflowId ?? after?.workflowId;
  if (workflowId !== undefined) await assertMayChangeWorkflow(scope, caller, workflowId);
}

type PartOfWorkflow = Pick<WorkflowStage, "workflowId">;

type GivenApprovers = Pick<z.output<typeof createWorkflowStageInput>, "approverIds" | "approvers">;

/** The sources that a stage is given, null for none: a list of users alone replaces them too. */
function givenSources({ approverIds, approvers }: GivenApprovers): WorkflowStage["sources"] | null {
  if (approvers === undefined) return approverIds && null;
  return seatsAmong(approvers).sources ?? null;
}

const isOfPlace = ({ code }: DefinitionFault) => code === "NO_STAGE_BEFORE";

/** A change of one stage answers for what it gives, and for the places of all. */
function judgementOf(id: string, input: GivenApprovers & { when?: string | null | undefined }): Judgement {
  const isGiven = ({ source }: DefinitionFault, { stageId }: ShownStage) =>
    stageId === id && (source === undefined ? typeof input.when === "string" : input.approvers !== undefined);
  return {
    refuses: (fault, stage) => isOfPlace(fault) || isGiven(fault, stage),
    fieldOf: (fault, stage) => (isGiven(fault, stage) ? fieldAtFault(fault, input) : "order"),
  };
}

type CountRule = Pick<WorkflowStage, "approveBy" | "quorum">;

/** Whether the seats reach the number is another question: approvers may come later (`validateWorkflow`). */
function assertQuorum(rule: CountRule): void {
  const fault = quorumFault(rule);
  if (fault !== undefined) throw new DomainError("INVALID_INPUT", fault, { field: "quorum" });
}

/** The users whom a stage is given. Those given by their ids alone keep the groups that they have. */
function givenUsersIn({ approverIds, approvers }: GivenApprovers): StageApprover[] | undefined {
  if (approvers === undefined) return approverIds?.map((approverId) => ({ approverId }));
  return usersAmong(approvers).map(({ approverId, groups = [] }) => ({ approverId, groups }));
}

/** The same for single approvers of a stage. */
function createApproverUseCases(dependencies: RecordDependencies) {
  return createRecordUseCases<
    WorkflowApprover,
    typeof createWorkflowApproverInput,
    typeof updateWorkflowApproverInput
  >(dependencies, {
    missingText: "missing.approver",
    collection: "workflow_approvers",
    series: "WA",
    storeOf: createApprovers,
    fence: ofWorkflow,
    createInput: createWorkflowApproverInput,
    updateInput: updateWorkflowApproverInput,
    build: async (scope, companyId, { stageId, workflowId, approverId, groups }) => {
      const stage = await stageWithRoom(scope, companyId, stageId);
      if (workflowId !== undefined && workflowId !== stage.workflowId) {
        throw new DomainError("INVALID_INPUT", text("workflow.stageOfAnother"), {
          field: "workflowId",
        });
      }
      await refuseUnknown(scope, companyId, [{ field: "approverId", userId: approverId }]);
      return { stageId, workflowId: stage.workflowId, approverId, ...labels(groups) };
    },
    change: async (scope, record, { groups, ...input }) => {
      const { companyId, approverId: before } = record;
      const { approverId = before } = input;
      if (approverId !== before) {
        await refuseUnknown(scope, companyId, [{ field: "approverId", userId: approverId }]);
      }
      return withChanges(record, { ...input, groups: groups && (labels(groups).groups ?? null) });
    },
    find: findApprover,
    save: async (scope, caller, { record }) => saveApprover(scope, caller, record),
  });
}

/** Publishes a workflow with an approver as it is now, or without a deleted one. */
async function saveApprover(
  scope: TransactionScope,
  caller: Caller,
  record: WorkflowApprover,
): Promise<void> {
  const { _id: id, workflowId, approverId, groups, deletedAt } = record;
  const before = await newestVersion(scope, caller.companyId, workflowId);
  const savedApprover = defined<VersionApprover>({ id, approverId, groups });
  const stages = before.stages.map((stage) => {
    if (stage.stageId !== record.stageId) return stage;
    const isPresent = stage.approvers.some((approver) => approver.id === id);
    const presentApprovers = isPresent ? stage.approvers : [...stage.approvers, savedApprover];
    const approvers = presentApprovers.flatMap((approver) => {
      if (approver.id !== id) return [approver];
      return deletedAt === null ? [savedApprover] : [];
    });
    return { ...stage, approvers };
  });
  const rows = deletedAt === null ? { approver: record } : {};
  await publishContent(scope, caller, { workflowId, before, after: { ...before, stages }, rows });
}

async function stageWithRoom(
  scope: TransactionScope,
  companyId: string,
  stageId: string,
): Promise<WorkflowStage> {
  const row = await findStage(scope, companyId, stageId);
  if (row === undefined) {
    throw new DomainError("NOT_FOUND", text("missing.stage"), { field: "stageId" });
  }
  const { stages } = await newestVersion(scope, companyId, row.workflowId);
  const { approvers = [], sources = [] } = stages.find((stage) => stage.stageId === stageId) ?? {};
  if (approvers.length + sources.length >= LIMITS.approversPerStage) {
    throw new DomainError(
      "INVALID_INPUT",
      text("workflow.tooManyApprovers", { maximum: LIMITS.approversPerStage }),
      {
        field: "stageId",
      },
    );
  }
  return row;
}

/** Every change of a company's workflow definitions, and whether documents can pass them. */
export function createDefinitionUseCases(dependencies: RecordDependencies) {
  return {
    workflows: createWorkflowUseCases(dependencies),
    stages: createStageUseCases(dependencies),
    approvers: createApproverUseCases(dependencies),
    publishWorkflow: createPublishWorkflow(dependencies),
    validateWorkflow: createValidateWorkflow(dependencies),
  };
}

export type DefinitionUseCases = ReturnType<typeof createDefinitionUseCases>;
