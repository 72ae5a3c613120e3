export { dropFailedSubmission, findFailedWorkflow, keepFailedSubmission } from "./records.ts";
