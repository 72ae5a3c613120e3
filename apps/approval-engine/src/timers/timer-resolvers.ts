import DataLoader from "dataloader";

import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import { BATCH_MAX } from "../shared/loader.ts";
import type { AskedStage, ShownTimer, TimersReadModel } from "./timers-read-model.ts";

interface TimerLoaders {
  timers: Pick<DataLoader<AskedStage, ShownTimer[]>, "load">;
}

export function createTimerLoaders(
  { companyId }: Caller,
  { timers }: { timers: TimersReadModel },
): TimerLoaders {
  const load = async (stages: readonly AskedStage[]) => timers.ofStages(companyId, stages);
  return { timers: new DataLoader(load, { cache: false, maxBatchSize: BATCH_MAX }) };
}

/** The timers of stages (contract-3, TIME-4). */
export const timerResolvers: Resolvers<{ loaders: TimerLoaders }> = {
  WorkflowTask: {
    timers: (task, _, { loaders }) => (task.ladder === undefined ? [] : loaders.timers.load(task)),
  },
};
