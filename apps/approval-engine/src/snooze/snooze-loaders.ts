import DataLoader from "dataloader";

import type { Caller } from "../shared/caller.ts";
import type { Load } from "../shared/loader.ts";
import type { HeldSnooze, SnoozeReadModel } from "./snooze-read-model.ts";

export interface SnoozeLoaders {
  /** By the caller's own id: what they put off. */
  snoozes: Load<HeldSnooze[]>;
}

export function createSnoozeLoaders(
  caller: Caller,
  { snoozes }: { snoozes: SnoozeReadModel },
): SnoozeLoaders {
  return {
    snoozes: new DataLoader(
      async (userIds: readonly string[]) => {
        const heldSnoozes = await snoozes.snoozesOf(caller);
        return userIds.map(() => heldSnoozes);
      },
      { cache: false },
    ),
  };
}
