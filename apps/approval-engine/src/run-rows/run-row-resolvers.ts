import { readFileSync } from "node:fs";

import type { Resolvers } from "../graphql/generated/resolver-types.ts";

const resolvers: Resolvers = {
  Mutation: {
    updateWorkflowTask: (_, { id, input }, { caller, engine }) => engine.tasks.update(caller, id, input),
    deleteWorkflowTask: async (_, { id, ...seen }, { caller, engine }) => {
      await engine.tasks.remove(caller, id, seen);
      return true;
    },
    createWorkflowApproval: (_, { input }, { caller, engine }) => engine.approvals.create(caller, input),
    updateWorkflowApproval: (_, { id, input }, { caller, engine }) =>
      engine.approvals.update(caller, id, input),
    deleteWorkflowApproval: async (_, { id, ...seen }, { caller, engine }) => {
      await engine.approvals.remove(caller, id, seen);
      return true;
    },
  },
};

/** Changes of a run's single rows (specification, "Run and inbox"). */
export const runRowSchema = {
  typeDefs: readFileSync(new URL("run-rows.graphql", import.meta.url), "utf8"),
  resolvers,
};
