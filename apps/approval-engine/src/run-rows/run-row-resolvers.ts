import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import type { RunRowUseCases } from "./run-row-use-cases.ts";

/** The part of an operation's context that the resolvers use. */
interface RunRowContext {
  caller: Caller;
  engine: RunRowUseCases;
}

/** Changes of a run's single rows (specification, "Run and inbox"). */
export const runRowResolvers: Resolvers<RunRowContext> = {
  Mutation: {
    updateWorkflowTask: (_, { id, input }, { caller, engine }) => engine.tasks.update(caller, id, input),
    deleteWorkflowTask: async (_, { id, ...input }, { caller, engine }) => {
      await engine.tasks.remove(caller, id, input);
      return true;
    },
    createWorkflowApproval: (_, { input }, { caller, engine }) => engine.approvals.create(caller, input),
    updateWorkflowApproval: (_, { id, input }, { caller, engine }) =>
      engine.approvals.update(caller, id, input),
    deleteWorkflowApproval: async (_, { id, ...input }, { caller, engine }) => {
      await engine.approvals.remove(caller, id, input);
      return true;
    },
  },
};
