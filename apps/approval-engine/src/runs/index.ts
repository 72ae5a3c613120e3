export { recordKinds } from "./added-kinds.ts";
export type {
  ShownTask,
  SubmittedBy,
  WorkflowApproval,
  WorkflowApprovalRecord,
  WorkflowEvent,
  WorkflowTask,
} from "./records.ts";
export { RUN_INDEXES } from "./indexes.ts";
export { verdictFields } from "./inputs.ts";
export { keepListed } from "./keep-listed.ts";
export { type OrderRun, findOrderRun, stateOfRun } from "./order-runs.ts";
export { approvalOf, recordVerdict } from "./record-verdict.ts";
export type { ShownRevision } from "./run-documents.ts";
export { type RunFence, createRunFence } from "./run-fence.ts";
export {
  type RunReadModel,
  type ShownApproval,
  type TaskRecord,
  type WorkflowTaskPage,
  createRunReadModel,
} from "./run-read-model.ts";
export { runSchema } from "./run-resolvers.ts";
export { createRunUseCases } from "./run-use-cases.ts";
export { type Submission, type SubmitAnswer, startRun } from "./start-run.ts";
export { type RunDependencies, answerOnce } from "./submit-document.ts";
