import { createApprovalSettingsReadModel } from "../approval-settings/index.ts";
import { createRunFence } from "../inbox/index.ts";
import { defineFeature } from "../shared/feature.ts";
import { createSubstitutionReadModel } from "../substitutions/index.ts";
import { createHrReadModel } from "./hr-read-model.ts";
import { hrResolvers } from "./hr-resolvers.ts";
import { createHrUseCases } from "./hr-use-cases.ts";
import { HR_INDEXES } from "./policies-repository.ts";
import { SDL } from "./sdl.ts";

/** Approvals of HR documents: who is asked follows from policies (specification, "HR facade", "HR approval policy"). */
export const hrFeature = defineFeature({
  name: "hr",
  uses: ["approval-settings", "definitions", "inbox", "ladders", "runs", "substitutions"],
  indexes: HR_INDEXES,
  useCases: createHrUseCases,
  readModels: ({ db, clock, settingsDefaults }) => {
    const settings = createApprovalSettingsReadModel(db, settingsDefaults);
    const substitutions = createSubstitutionReadModel(db, clock, settingsDefaults);
    const grantsOf: typeof substitutions.grantsOf = (caller) => substitutions.grantsOf(caller);
    return { hr: createHrReadModel(db, grantsOf, createRunFence(db, { settings, grantsOf })) };
  },
  sdl: SDL,
  resolvers: hrResolvers,
});
