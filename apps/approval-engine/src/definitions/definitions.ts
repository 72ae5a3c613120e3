import { LIMITS } from "@countersign/contracts";
import {
  assertLadder,
  ladderChanges,
  ladderFieldsIn,
  ladderIn,
  quorumFault,
} from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import { DomainError } from "@countersign/domain/errors";
import type { DefinitionFault } from "@countersign/domain/routing";
import { text } from "@countersign/texts";
import type { z } from "zod";

import { namedApprovers, refuseUnknown } from "../approval-settings/index.ts";
import { refuseLadders, refuseReferences, refuseTimeApproval, usersEscalatedTo } from "../ladders/index.ts";
import { type Caller, stampOf } from "../shared/caller.ts";
import {
  type OwnFields,
  type RecordDependencies,
  changed,
  createRecordUseCases,
  deleted,
} from "../shared/record-use-cases.ts";
import type { TransactionScope } from "../shared/transact.ts";
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
import { publishVersion } from "./publish-version.ts";
import { type Judgement, fieldAtFault } from "./refuse-faults.ts";
import { labels, refuseStrangers, replaceApprovers } from "./stage-approvers.ts";
import { seatsAmong, usersAmong } from "./stage-seats.ts";
import { workflowExists } from "./stored-stages.ts";
import { createValidateWorkflow } from "./validate-workflow.ts";
import type { VersionStage } from "./versions.ts";

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
      change: (_scope, record, input) => changed(record, input),
      created: async (scope, caller, { _id }) => publishedBy(scope, caller, _id),
      updated: async (scope, caller, { _id }) => publishedBy(scope, caller, _id),
      removed: async (scope, caller, { _id: workflowId }) => {
        const stamp = stampOf(caller, scope.now);
        const [stages, approvers] = [createStages(scope), createApprovers(scope)];
        const ofStages = await stages.list(caller.companyId, { workflowId });
        const ofApprovers = await approvers.list(caller.companyId, { workflowId });
        await stages.replace(ofStages.map((stage) => deleted(stage, stamp)));
        await approvers.replace(ofApprovers.map((row) => deleted(row, stamp)));
      },
    },
  );
}

/** The same for stages: users who approve become rows of `workflow_approvers`, and only sources are kept on the stage. */
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
    createInput: createWorkflowStageInput,
    updateInput: updateWorkflowStageInput,
    build: async (scope, companyId, input) => {
      const { name, workflowId, order, approveBy = "ANY", status = "DRAFT", rejectBy, bulk } = input;
      const quorum = input.quorum ?? undefined;
      assertQuorum(defined<CountRule>({ approveBy, quorum }));
      if (!(await workflowExists(scope, companyId, workflowId))) {
        throw new DomainError("WORKFLOW_NOT_FOUND", text("missing.workflow"), { field: "workflowId" });
      }
      if ((await createStages(scope).list(companyId, { workflowId })).length >= LIMITS.stages) {
        throw new DomainError("INVALID_INPUT", text("workflow.tooManyStages", { maximum: LIMITS.stages }), {
          field: "workflowId",
        });
      }
      const rule = { approveBy, quorum, rejectBy, bulk: bulk === false ? bulk : undefined };
      const own = {
        sources: givenSources(input) ?? undefined,
        when: input.when ?? undefined,
        ...ladderFieldsIn(input),
      };
      const ladders = [{ field: "", ...ladderIn(input) }];
      await refuseLadders(scope, companyId, ladders);
      await refuseTimeApproval(scope, companyId, ladders);
      return defined<OwnFields<WorkflowStage>>({ name, workflowId, order, ...rule, status, ...own });
    },
    change: async (scope, record, { approverIds, approvers, bulk, ...input }) => {
      const { companyId } = record;
      const sources = givenSources({ approverIds, approvers });
      const own = { ...input, ...ladderChanges(input) };
      const after = changed(record, { ...own, bulk: bulk === true ? null : bulk, sources });
      assertQuorum(after);
      assertLadder(after, "");
      const ladders = [{ field: "", ...ladderIn(input) }];
      await refuseReferences(scope, companyId, ladders, usersEscalatedTo([record]));
      await refuseTimeApproval(scope, companyId, ladders);
      return after;
    },
    created: async (scope, caller, stage, input) => {
      await replaceGiven(scope, caller, stage, input);
      await publishedBy(scope, caller, stage.workflowId, judgementOf(stage._id, input));
    },
    updated: async (scope, caller, stage, input) => {
      await replaceGiven(scope, caller, stage, input);
      await publishedBy(scope, caller, stage.workflowId, judgementOf(stage._id, input));
    },
    removed: async (scope, caller, stage) => {
      const rows = await createApprovers(scope).list(caller.companyId, { stageId: stage._id });
      await replaceApprovers(scope, caller, stage, { rows, given: [] });
      await publishedBy(scope, caller, stage.workflowId, { refuses: isOfPlace, fieldOf: () => "id" });
    },
  });
}

/** Every change of a row publishes the next version of its workflow, in its transaction (contract-3, ROUTE-1). */
async function publishedBy(
  scope: TransactionScope,
  { companyId, userId: createdBy }: Caller,
  workflowId: string,
  judgement?: Judgement,
): Promise<void> {
  await publishVersion(scope, { companyId, workflowId, createdBy, judgement });
}

type GivenApprovers = Pick<z.output<typeof createWorkflowStageInput>, "approverIds" | "approvers">;

/** The sources that a stage is given, null for none: a list of users alone replaces them too. */
function givenSources({ approverIds, approvers }: GivenApprovers): WorkflowStage["sources"] | null {
  if (approvers === undefined) return approverIds && null;
  return seatsAmong(approvers).sources ?? null;
}

const isOfPlace = ({ code }: DefinitionFault) => code === "NO_STAGE_BEFORE";

/** A change of one stage answers for what it gives, and for the places of all. */
function judgementOf(id: string, input: GivenApprovers & { when?: string | null | undefined }): Judgement {
  const isGiven = ({ source }: DefinitionFault, { stageId }: VersionStage) =>
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

/** Replaces the users who approve with the given ones. Those present given by their ids alone keep their groups. */
async function replaceGiven(
  scope: TransactionScope,
  caller: Caller,
  stage: WorkflowStage,
  { approverIds, approvers }: GivenApprovers,
): Promise<void> {
  const users = approvers && usersAmong(approvers);
  const named = users?.map(({ approverId, groups = [] }) => ({ approverId, groups }));
  const given = named ?? approverIds?.map((approverId) => ({ approverId }));
  if (given === undefined) return;
  const rows = await createApprovers(scope).list(caller.companyId, { stageId: stage._id });
  await refuseStrangers(scope, caller, rows, namedApprovers("", { approverIds, approvers }));
  await replaceApprovers(scope, caller, stage, { rows, given });
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
      return changed(record, { ...input, groups: groups && (labels(groups).groups ?? null) });
    },
    created: async (scope, caller, { workflowId }) => publishedBy(scope, caller, workflowId),
    updated: async (scope, caller, { workflowId }) => publishedBy(scope, caller, workflowId),
    removed: async (scope, caller, { workflowId }) => publishedBy(scope, caller, workflowId),
  });
}

async function stageWithRoom(
  scope: TransactionScope,
  companyId: string,
  stageId: string,
): Promise<WorkflowStage> {
  const stage = await createStages(scope).find(companyId, stageId);
  if (stage === undefined) {
    throw new DomainError("NOT_FOUND", text("missing.stage"), { field: "stageId" });
  }
  const { sources = [] } = stage;
  const rows = await createApprovers(scope).list(companyId, { stageId });
  if (rows.length + sources.length >= LIMITS.approversPerStage) {
    throw new DomainError(
      "INVALID_INPUT",
      text("workflow.tooManyApprovers", { maximum: LIMITS.approversPerStage }),
      {
        field: "stageId",
      },
    );
  }
  return stage;
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
