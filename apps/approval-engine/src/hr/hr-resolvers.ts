import { type HrTaskKind, hrKindOf, hrStatusOf, isHrTaskKind } from "@countersign/domain/hr";

import type { WorkflowApproval, ShownTask } from "../runs/index.ts";
import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { InboxLoaders } from "../inbox/index.ts";
import { shownLadder } from "../ladders/index.ts";
import type { Caller } from "../shared/caller.ts";
import type { DirectoryLoaders } from "../shared/directory-loaders.ts";
import type { HrReadModel } from "./hr-read-model.ts";
import type { HrUseCases } from "./hr-use-cases.ts";

/** The part of an operation's context that the resolvers use. */
interface HrContext {
  caller: Caller;
  engine: HrUseCases;
  readModels: { hr: HrReadModel };
  loaders: InboxLoaders & DirectoryLoaders;
}

/** The task of an approval row; rows and tasks are written together, so it is always there. */
async function taskOf({ taskId }: WorkflowApproval, { loaders }: HrContext): Promise<ShownTask> {
  const task = await loaders.task.load(taskId);
  if (task === null) throw new Error(`approval row without its task ${taskId}`);
  return task;
}

function hrTaskKindOf({ kind }: WorkflowApproval): HrTaskKind {
  if (!isHrTaskKind(kind)) throw new TypeError(`${kind} is not a kind of HR document`);
  return kind;
}

/** The HR facade and its policies (specification, "HR facade", "HR approval policy"). */
export const hrResolvers: Resolvers<HrContext> = {
  Query: {
    approvalPage: (_, { input }, { caller, readModels }) => readModels.hr.approvalPage(caller, input ?? {}),
    myPendingApprovals: (_, __, { caller, readModels }) => readModels.hr.listPending(caller),
    hrApprovalPolicyPage: (_, { input }, { caller, readModels }) =>
      readModels.hr.policyPage(caller.companyId, input ?? {}),
  },
  Mutation: {
    actionApproval: (_, { taskId, input }, { caller, engine }) =>
      engine.actionApproval(caller, taskId, input),
    createHrApprovalPolicy: (_, { input, ...beside }, { caller, engine }) =>
      engine.policies.create(caller, input, beside),
    updateHrApprovalPolicy: (_, { id, input, ...beside }, { caller, engine }) =>
      engine.policies.update(caller, id, input, beside),
    deleteHrApprovalPolicy: (_, { id, ...beside }, { caller, engine }) =>
      engine.policies.remove(caller, id, beside),
  },
  HrApprovalPolicyLevel: {
    rejectBy: ({ rejectBy = "VETO" }) => rejectBy,
    bulk: ({ bulk = true }) => bulk,
    approvers: ({ approvers = [] }) => approvers,
    ...shownLadder,
  },
  Approval: {
    refId: async (row, _, context) => (await taskOf(row, context)).refId,
    ref: async (row, _, context) => (await taskOf(row, context)).ref,
    kind: (row) => hrKindOf(hrTaskKindOf(row)),
    status: ({ taskStatus }) => hrStatusOf(taskStatus),
    stageName: async (row, _, context) => (await taskOf(row, context)).stageName,
    approver: ({ approverId }, _, { loaders }) => loaders.user.load(approverId),
    submitterId: async (row, _, context) => (await taskOf(row, context)).submitterId,
  },
};
