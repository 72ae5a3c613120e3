import { readFileSync } from "node:fs";

import { defineFeature } from "../shared/feature.ts";
import { createFailedSubmissionReadModel } from "./failed-submission-read-model.ts";
import { failedSubmissionResolvers } from "./failed-submission-resolvers.ts";
import { FAILED_SUBMISSION_INDEXES } from "./records.ts";

/** Orders that need an approval and have no run (contract-3, SAFE-10). */
export const failedSubmissionsFeature = defineFeature({
  name: "failed-submissions",
  uses: [],
  indexes: FAILED_SUBMISSION_INDEXES,
  readModels: ({ db }) => ({ failedSubmissions: createFailedSubmissionReadModel(db) }),
  sdl: readFileSync(new URL("failed-submissions.graphql", import.meta.url), "utf8"),
  resolvers: failedSubmissionResolvers,
});
