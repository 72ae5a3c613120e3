import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import type { SnoozeLoaders } from "./snooze-loaders.ts";
import type { SnoozeUseCases } from "./snooze-use-cases.ts";

/** The part of an operation's context that the resolvers use. */
interface SnoozeContext {
  caller: Caller;
  engine: SnoozeUseCases;
  loaders: SnoozeLoaders;
}

/** Tasks that users put off (contract-3, TIME-6). */
export const snoozeResolvers: Resolvers<SnoozeContext> = {
  Mutation: {
    snoozeTask: async (_, { input }, { caller, engine }) => {
      await engine.snoozeTask(caller, input);
      return true;
    },
  },
  WorkflowTask: {
    snoozedUntil: async ({ _id, snoozedUntil }, _, { caller, loaders }) => {
      if (snoozedUntil !== undefined) return snoozedUntil;
      const snoozes = await loaders.snoozes.load(caller.userId);
      return snoozes.find(({ taskId }) => taskId === _id)?.until ?? null;
    },
  },
};
