export {
  FAILED_SUBMISSION_INDEXES,
  dropFailedSubmission,
  findFailedWorkflow,
  keepFailedSubmission,
} from "./records.ts";
export {
  type FailedSubmissionPage,
  type FailedSubmissionReadModel,
  type ListedFailedSubmission,
  createFailedSubmissionReadModel,
} from "./failed-submission-read-model.ts";
export { failedSubmissionSchema } from "./failed-submission-resolvers.ts";
