import { defineFeature } from "../shared/feature.ts";
import { createApprovalSettingsReadModel } from "./approval-settings-read-model.ts";
import { approvalSettingsResolvers } from "./approval-settings-resolvers.ts";
import { SDL } from "./sdl.ts";
import { createSettingsUseCases } from "./update-approval-settings.ts";

/** A company's settings of its approvals (contract-2, "setting"). */
export const approvalSettingsFeature = defineFeature({
  name: "approval-settings",
  uses: ["calendars"],
  useCases: createSettingsUseCases,
  readModels: ({ db, settingsDefaults }) => ({
    approvalSettings: createApprovalSettingsReadModel(db, settingsDefaults),
  }),
  sdl: SDL,
  resolvers: approvalSettingsResolvers,
});
