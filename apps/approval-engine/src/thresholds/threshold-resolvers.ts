import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { DefinitionLoaders } from "../definitions/index.ts";
import type { Caller } from "../shared/caller.ts";
import type { ThresholdReadModel } from "./threshold-read-model.ts";
import type { ThresholdUseCases } from "./thresholds.ts";

/** The part of an operation's context that the resolvers use. */
interface ThresholdContext {
  caller: Caller;
  engine: { thresholds: ThresholdUseCases };
  readModels: { thresholds: ThresholdReadModel };
  loaders: DefinitionLoaders;
}

/** Approval thresholds of orders (specification, "Inventory thresholds"). */
export const thresholdResolvers: Resolvers<ThresholdContext> = {
  Query: {
    approvalThresholdPage: (_, { input }, { caller, readModels }) =>
      readModels.thresholds.thresholdPage(caller.companyId, input ?? {}),
  },
  Mutation: {
    createApprovalThreshold: (_, { input }, { caller, engine }) => engine.thresholds.create(caller, input),
    updateApprovalThreshold: (_, { id, input }, { caller, engine }) =>
      engine.thresholds.update(caller, id, input),
    deleteApprovalThreshold: async (_, { id }, { caller, engine }) => {
      await engine.thresholds.remove(caller, id);
      return true;
    },
  },
  ApprovalThreshold: {
    workflow: ({ workflowId }, _, { loaders }) => loaders.workflow.load(workflowId),
  },
};
