import { createApprovalSettingsReadModel } from "../approval-settings/index.ts";
import { defineFeature } from "../shared/feature.ts";
import { createSubstitutionReadModel } from "../substitutions/index.ts";
import { createInboxLoaders } from "./inbox-loaders.ts";
import { inboxResolvers } from "./inbox-resolvers.ts";
import { INBOX_INDEXES } from "./indexes.ts";
import { createRunFence } from "./run-fence.ts";
import { createRunReadModel } from "./run-read-model.ts";
import { SDL } from "./sdl.ts";

/** Runs as they are read: lists, search and history (specification, "Run and inbox"). */
export const inboxFeature = defineFeature({
  name: "inbox",
  uses: [
    "approval-settings",
    "definitions",
    "documents",
    "groups",
    "runs",
    "seen",
    "snooze",
    "substitutions",
  ],
  indexes: INBOX_INDEXES,
  readModels: ({ db, kinds, clock, settingsDefaults }) => {
    const settings = createApprovalSettingsReadModel(db, settingsDefaults);
    const substitutions = createSubstitutionReadModel(db, clock, settingsDefaults);
    const grantsOf: typeof substitutions.grantsOf = (caller) => substitutions.grantsOf(caller);
    const fence = createRunFence(db, { settings, grantsOf });
    return { runs: createRunReadModel(db, kinds, grantsOf, fence, { clock }) };
  },
  loaders: createInboxLoaders,
  sdl: SDL,
  resolvers: inboxResolvers,
  lists: ({ kinds }) => ({
    "Query.inboxCounts": kinds.length,
    "Query.pendingApprovalCounts": kinds.length,
  }),
});
