import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import type { DirectoryLoaders } from "../shared/directory-loaders.ts";
import type { ApprovalSettingsReadModel } from "./approval-settings-read-model.ts";
import type { SettingsUseCases } from "./update-approval-settings.ts";

/** The part of an operation's context that the resolvers use. */
interface SettingsContext {
  caller: Caller;
  engine: SettingsUseCases;
  readModels: { approvalSettings: ApprovalSettingsReadModel };
  loaders: DirectoryLoaders;
}

/** A company's settings of its approvals (contract-2, "setting"). */
export const approvalSettingsResolvers: Resolvers<SettingsContext> = {
  Query: {
    approvalSettings: (_, __, { caller, readModels }) => readModels.approvalSettings.find(caller.companyId),
  },
  Mutation: {
    updateApprovalSettings: (_, { input, expectedVersion }, { caller, engine }) =>
      engine.updateApprovalSettings(caller, input, expectedVersion),
  },
  ApprovalSettings: {
    fallbackApprovers: async ({ fallbackApproverIds }, _, { loaders }) => {
      const foundUsers = await Promise.all(fallbackApproverIds.map((id) => loaders.user.load(id)));
      return foundUsers.filter((user) => user !== null);
    },
    thresholdsEnabled: (_, __, { caller, readModels }) =>
      readModels.approvalSettings.areThresholdsEnabled(caller.companyId),
  },
};
