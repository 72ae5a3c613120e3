import { readFileSync } from "node:fs";

import { builtInOwnerOf, canUpdateStatus } from "@countersign/domain/approval";

import type { Resolvers } from "../graphql/generated/resolver-types.ts";

const resolvers: Resolvers = {
  Query: {
    workflowTaskPage: (_, { input }, { caller, readModels }) => readModels.runs.taskPage(caller, input ?? {}),
    findMySubmissions: (_, { input }, { caller, readModels }) =>
      readModels.runs.submissionPage(caller, input ?? {}),
    findOneWorkflowTask: (_, { input }, { caller, readModels }) =>
      readModels.runs.findTask(caller.companyId, input),
    findOneWorkflowApproval: (_, { input }, { caller, readModels }) =>
      readModels.runs.findApproval(caller.companyId, input),
    findWorkflowApproval: (_, { input }, { caller, readModels }) =>
      readModels.runs.listApprovals(caller.companyId, input),
    workflowEvents: (_, { refId }, { caller, readModels }) =>
      readModels.runs.listEvents(caller.companyId, refId),
    pendingApprovalCounts: (_, __, { caller, readModels }) => readModels.runs.pendingCounts(caller.companyId),
  },
  Mutation: {
    newWorkflowTask: async (_, { input }, { caller, engine }) => {
      await engine.submitDocument(caller, { ...input, submitterId: caller.userId });
      return true;
    },
    updateWorkflowTask: (_, { id, input }, { caller, engine }) => engine.tasks.update(caller, id, input),
    deleteWorkflowTask: async (_, { id }, { caller, engine }) => {
      await engine.tasks.remove(caller, id);
      return true;
    },
    updateWorkflowApprovalStatus: async (_, { input }, { caller, engine }) => {
      await engine.decideApproval(caller, input);
      return true;
    },
    createWorkflowApproval: (_, { input }, { caller, engine }) => engine.approvals.create(caller, input),
    updateWorkflowApproval: (_, { id, input }, { caller, engine }) =>
      engine.approvals.update(caller, id, input),
    deleteWorkflowApproval: async (_, { id }, { caller, engine }) => {
      await engine.approvals.remove(caller, id);
      return true;
    },
  },
  WorkflowTask: {
    stage: ({ stageId }, _, { loaders }) => (stageId === undefined ? null : loaders.stage.load(stageId)),
    workflow: ({ workflowId }, _, { loaders }) =>
      workflowId === undefined ? null : loaders.workflow.load(workflowId),
    approvals: ({ _id }, _, { loaders }) => loaders.approvalsOfTask.load(_id),
    order: ({ kind, refId }, _, { loaders }) =>
      builtInOwnerOf(kind) === "inventory" ? loaders.order.load(refId) : null,
    canUpdateStatus: async (task, _, { caller, loaders }) => {
      const approvals = await loaders.approvalsOfTask.load(task._id);
      return canUpdateStatus({ ...task, id: task._id }, approvals, caller.userId);
    },
  },
  WorkflowApproval: {
    approver: ({ approverId }, _, { loaders }) => loaders.user.load(approverId),
  },
};

/** Runs, inboxes and verdicts (specification, "Run and inbox", "Approve and reject"). */
export const runSchema = {
  typeDefs: readFileSync(new URL("runs.graphql", import.meta.url), "utf8"),
  resolvers,
};
