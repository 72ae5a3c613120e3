import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import type { RunUseCases } from "./run-use-cases.ts";

/** The part of an operation's context that the resolvers use. */
interface RunContext {
  caller: Caller;
  engine: RunUseCases;
}

/** Changes of a run: submission, verdicts, seats (specification, "Approve and reject"). */
export const runResolvers: Resolvers<RunContext> = {
  Mutation: {
    newWorkflowTask: async (_, { input }, { caller, engine }) => {
      await engine.submitDocument(caller, { ...input, submitterId: caller.userId });
      return true;
    },
    updateWorkflowApprovalStatus: async (_, { input }, { caller, engine }) => {
      await engine.decideApproval(caller, input);
      return true;
    },
    decideMany: (_, { input }, { caller, engine }) => engine.decideMany(caller, input),
    reassignApproval: async (_, { input }, { caller, engine }) => {
      await engine.seats.reassign(caller, input);
      return true;
    },
    addApprover: async (_, { input }, { caller, engine }) => {
      await engine.seats.addApprover(caller, input);
      return true;
    },
    withdrawVerdict: async (_, { input }, { caller, engine }) => {
      await engine.seats.withdraw(caller, input);
      return true;
    },
    resolveAgain: async (_, input, { caller, engine }) => {
      await engine.seats.resolveAgain(caller, input);
      return true;
    },
    recallDocument: async (_, { input }, { caller, engine }) => {
      await engine.recallDocument(caller, input);
      return true;
    },
    nudge: async (_, { input }, { caller, engine }) => {
      await engine.nudge(caller, input);
      return true;
    },
  },
};
