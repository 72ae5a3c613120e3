import { defineFeature } from "../shared/feature.ts";
import { RUN_INDEXES } from "./indexes.ts";
import { LEAVER_INDEXES, type ReleaseAgain, workLeavers } from "./leavers.ts";
import { runResolvers } from "./run-resolvers.ts";
import { createRunUseCases } from "./run-use-cases.ts";
import { SDL } from "./sdl.ts";

/** Everything that happens in a run: start, decide, seats, amend, recall, archive (specification, "Approve and reject"). */
export const runsFeature = defineFeature({
  name: "runs",
  uses: [
    "approval-settings",
    "calendars",
    "definitions",
    "documents",
    "failed-submissions",
    "groups",
    "ladders",
    "limits",
    "rules",
    "substitutions",
    "thresholds",
  ],
  indexes: [...RUN_INDEXES, ...LEAVER_INDEXES],
  useCases: createRunUseCases,
  sdl: SDL,
  resolvers: runResolvers,
  timers: async ({ engine, ...parts }) => {
    const { releaseAgain } = engine as { releaseAgain: ReleaseAgain };
    return workLeavers({ ...parts, releaseAgain });
  },
});
