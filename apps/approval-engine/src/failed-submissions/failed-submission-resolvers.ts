import { languageOf, render } from "@countersign/texts";

import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import type { FailedSubmissionReadModel } from "./failed-submission-read-model.ts";

/** The part of an operation's context that the resolvers use. */
interface FailedSubmissionContext {
  caller: Caller;
  readModels: { failedSubmissions: FailedSubmissionReadModel };
}

/** Orders that need an approval and have no run (contract-3, SAFE-10). */
export const failedSubmissionResolvers: Resolvers<FailedSubmissionContext> = {
  Query: {
    failedSubmissionPage: (_, { input }, { caller, readModels }) =>
      readModels.failedSubmissions.page(caller, input ?? {}),
  },
  FailedSubmission: {
    reason: ({ reason, text }, { locale }) => (text ? render(text, languageOf(locale)) : reason),
  },
};
