import type { Resolvers } from "../graphql/generated/resolver-types.ts";

/** Approval thresholds of orders (specification, "Inventory thresholds"). */
export const thresholdResolvers: Resolvers = {
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
};
