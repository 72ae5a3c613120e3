import { readFileSync } from "node:fs";

import type { Resolvers } from "../graphql/generated/resolver-types.ts";

const resolvers: Resolvers = {
  Query: {
    approvalSettings: (_, __, { caller, readModels }) => readModels.approvalSettings.find(caller.companyId),
  },
  Mutation: {
    updateApprovalSettings: (_, { input, expectedVersion }, { caller, engine }) =>
      engine.updateApprovalSettings(caller, input, expectedVersion),
  },
  ApprovalSettings: {
    fallbackApprovers: async ({ fallbackApproverIds }, _, { loaders }) => {
      const found = await Promise.all(fallbackApproverIds.map((id) => loaders.user.load(id)));
      return found.filter((user) => user !== null);
    },
    thresholdsEnabled: (_, __, { caller, readModels }) =>
      readModels.approvalSettings.areThresholdsEnabled(caller.companyId),
  },
};

/** A company's settings of its approvals (contract-2, "setting"). */
export const approvalSettingsSchema = {
  typeDefs: readFileSync(new URL("approval-settings.graphql", import.meta.url), "utf8"),
  resolvers,
};
