import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import { shownLadder } from "../ladders/index.ts";
import type { Caller } from "../shared/caller.ts";
import { namedUsers } from "./named-users.ts";
import type { DirectoryLoaders } from "../shared/directory-loaders.ts";
import type { DefinitionLoaders } from "./definition-loaders.ts";
import type { DefinitionReadModel } from "./definition-read-model.ts";
import type { DefinitionUseCases } from "./definitions.ts";
import { eachOnce } from "./stage-seats.ts";

/** The part of an operation's context that the resolvers use. */
interface DefinitionContext {
  caller: Caller;
  engine: DefinitionUseCases;
  readModels: { definitions: DefinitionReadModel };
  loaders: DefinitionLoaders & DirectoryLoaders;
}

/** Workflows, their stages and approvers (specification, "Definition CRUD"). */
export const definitionResolvers: Resolvers<DefinitionContext> = {
  Query: {
    workflowPage: (_, { input }, { caller, readModels }) =>
      readModels.definitions.workflowPage(caller.companyId, input ?? {}),
    findWorkflow: (_, { input }, { caller, readModels }) =>
      readModels.definitions.findWorkflow(caller.companyId, input),
    workflowStagePage: (_, { input }, { caller, readModels }) =>
      readModels.definitions.stagePage(caller.companyId, input ?? {}),
    findWorkflowStage: (_, { input }, { caller, readModels }) =>
      readModels.definitions.findStage(caller.companyId, input),
    workflowApproverPage: (_, { input }, { caller, readModels }) =>
      readModels.definitions.approverPage(caller.companyId, input ?? {}),
    findWorkflowApprover: (_, { input }, { caller, readModels }) =>
      readModels.definitions.findApprover(caller.companyId, input),
    validateWorkflow: (_, { workflowId, stages, facts }, { caller, engine }) =>
      engine.validateWorkflow(caller, workflowId, { stages, facts }),
    workflowVersions: (_, input, { caller, readModels }) =>
      readModels.definitions.listVersions(caller.companyId, input),
    workflowDiff: (_, input, { caller, readModels }) =>
      readModels.definitions.diffVersions(caller.companyId, input),
  },
  Mutation: {
    publishWorkflow: (_, { input, ...beside }, { caller, engine }) =>
      engine.publishWorkflow(caller, input, beside),
    createWorkflow: (_, { input }, { caller, engine }) => engine.workflows.create(caller, input),
    updateWorkflow: (_, { id, input }, { caller, engine }) => engine.workflows.update(caller, id, input),
    deleteWorkflow: async (_, { id }, { caller, engine }) => {
      await engine.workflows.remove(caller, id);
      return true;
    },
    createWorkflowStage: (_, { input }, { caller, engine }) => engine.stages.create(caller, input),
    updateWorkflowStage: (_, { id, input }, { caller, engine }) => engine.stages.update(caller, id, input),
    deleteWorkflowStage: async (_, { id }, { caller, engine }) => {
      await engine.stages.remove(caller, id);
      return true;
    },
    createWorkflowApprover: (_, { input }, { caller, engine }) => engine.approvers.create(caller, input),
    updateWorkflowApprover: (_, { id, input }, { caller, engine }) =>
      engine.approvers.update(caller, id, input),
    deleteWorkflowApprover: async (_, { id }, { caller, engine }) => {
      await engine.approvers.remove(caller, id);
      return true;
    },
  },
  Workflow: {
    version: async ({ _id }, _, { loaders }) => (await loaders.newestVersion.load(_id))?.version ?? 0,
    facts: ({ facts = [] }) => facts,
    stages: ({ _id }, _, { loaders }) => loaders.stagesOfWorkflow.load(_id),
    creator: ({ createdBy }, _, { loaders }) =>
      createdBy === undefined ? null : loaders.user.load(createdBy),
  },
  WorkflowStage: {
    key: async ({ _id, workflowId }, _, { loaders }) => {
      const newest = await loaders.newestVersion.load(workflowId);
      return newest?.keys.get(_id);
    },
    approverIds: () => [],
    approvers: async ({ _id, sources = [] }, _, { loaders }) => [
      ...eachOnce(await loaders.approversOfStage.load(_id)),
      ...sources,
    ],
    rejectBy: ({ rejectBy = "VETO" }) => rejectBy,
    bulk: ({ bulk = true }) => bulk,
    ...shownLadder,
  },
  StageApprover: {
    groups: ({ groups = [] }) => [...groups],
    approver: (seat, _, { loaders }) => ("approverId" in seat ? loaders.user.load(seat.approverId) : null),
  },
  ApproverSource: {
    groupId: (source) => ("groupId" in source ? source.groupId : null),
    submitterManager: (source) => ("submitterManager" in source ? source.submitterManager : null),
    departmentHead: (source) => ("departmentHead" in source ? source.departmentHead : null),
    fact: (source) => ("fact" in source ? source.fact : null),
    previousApproverManager: (source) => ("previousApproverManager" in source ? true : null),
  },
  WorkflowApprover: {
    groups: ({ groups = [] }) => groups,
    approver: ({ approverId }, _, { loaders }) => loaders.user.load(approverId),
  },
  WorkflowFinding: {
    textCode: ({ text }) => text.code,
    params: ({ text }) => text.params,
  },
  WorkflowVersion: {
    people: (version, _, { caller, loaders }) => namedUsers(version, caller, loaders),
    facts: ({ facts = [] }) => facts,
    creator: ({ createdBy }, _, { loaders }) =>
      createdBy === undefined ? null : loaders.user.load(createdBy),
  },
  WorkflowVersionStage: {
    rejectBy: ({ rejectBy = "VETO" }) => rejectBy,
    bulk: ({ bulk = true }) => bulk,
    approvers: ({ approvers, sources = [] }) => [...approvers, ...sources],
    ...shownLadder,
  },
  FactDeclaration: {
    required: ({ required = false }) => required,
  },
};
