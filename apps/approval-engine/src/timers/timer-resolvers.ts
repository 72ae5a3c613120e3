import DataLoader from "dataloader";

import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import { BATCH_MAX } from "../shared/loader.ts";
import type { AskedStage, DueStage, ShownTimer, TimersReadModel } from "./timers-read-model.ts";

interface TimerLoaders {
  timers: Pick<DataLoader<AskedStage, ShownTimer[]>, "load">;
  hoursLeft: Pick<DataLoader<DueStage, number | null>, "load">;
}

export function createTimerLoaders(
  { companyId }: Caller,
  { timers }: { timers: TimersReadModel },
): TimerLoaders {
  const options = { cache: false, maxBatchSize: BATCH_MAX } as const;
  return {
    timers: new DataLoader(
      async (stages: readonly AskedStage[]) => timers.ofStages(companyId, stages),
      options,
    ),
    hoursLeft: new DataLoader(
      async (stages: readonly DueStage[]) => timers.hoursLeft(companyId, stages),
      options,
    ),
  };
}

/** The timers of stages (contract-3, TIME-4). */
export const timerResolvers: Resolvers<{ loaders: TimerLoaders }> = {
  WorkflowTask: {
    timers: (task, _, { loaders }) => (task.ladder === undefined ? [] : loaders.timers.load(task)),
    businessHoursLeft: (task, _, { loaders }) =>
      task.dueAt === undefined ? null : loaders.hoursLeft.load(task),
  },
};
