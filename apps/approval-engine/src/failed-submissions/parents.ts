// The values that resolvers get for types of the SDL, under the types' names.
export type {
  FailedSubmissionPage as FailedSubmissionPageResult,
  ListedFailedSubmission as FailedSubmission,
} from "./failed-submission-read-model.ts";
