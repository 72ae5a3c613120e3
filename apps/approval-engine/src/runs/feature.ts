import { defineFeature } from "../shared/feature.ts";
import { RUN_INDEXES } from "./indexes.ts";
import { LEAVER_INDEXES, leaverWork } from "./leavers.ts";
import { runRecovery } from "./run-recovery.ts";
import { runResolvers } from "./run-resolvers.ts";
import { type RunUseCases, createRunUseCases } from "./run-use-cases.ts";
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
  start: async ({ engine }) => (engine as Pick<RunUseCases, "projector">).projector,
  dueWork: ({ engine, ...parts }) => {
    const { releaseAgain, projector } = engine as Pick<RunUseCases, "releaseAgain" | "projector">;
    return [leaverWork({ ...parts, releaseAgain }), runRecovery({ ...parts, projector })];
  },
});
