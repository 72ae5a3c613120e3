import { readFileSync } from "node:fs";

import type { Resolvers } from "../graphql/generated/resolver-types.ts";

const resolvers: Resolvers = {
  Query: {
    failedSubmissionPage: (_, { input }, { caller, readModels }) =>
      readModels.failedSubmissions.page(caller, input ?? {}),
  },
};

/** Orders that need an approval and have no run (contract-3, SAFE-10). */
export const failedSubmissionSchema = {
  typeDefs: readFileSync(new URL("failed-submissions.graphql", import.meta.url), "utf8"),
  resolvers,
};
