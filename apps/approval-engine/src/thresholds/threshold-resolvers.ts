import { readFileSync } from "node:fs";

import type { Resolvers } from "../graphql/generated/resolver-types.ts";

const resolvers: Resolvers = {
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

/** Approval thresholds of orders (specification, "Inventory thresholds"). */
export const thresholdSchema = {
  typeDefs: readFileSync(new URL("thresholds.graphql", import.meta.url), "utf8"),
  resolvers,
};
