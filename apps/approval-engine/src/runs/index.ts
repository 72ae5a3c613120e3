export { expireRun } from "./expire-run.ts";
export { recordKinds } from "./added-kinds.ts";
export { assertInvolved } from "./assert-involved.ts";
export { assertKnown } from "./assert-known.ts";
export { assertReadable, takesPart } from "./assert-readable.ts";
export { type RunContext, decisionContext, submissionContext } from "./decision-context.ts";
export { contentOf } from "./document-content.ts";
export { factsBeside } from "./facts-beside.ts";
export { peopleNamed, verdictFields } from "./inputs.ts";
export {
  GENERATION,
  TASK_LISTS,
  UNASSIGNED,
  aboutText,
  asideText,
  askedText,
  snoozedText,
  sortAmountOf,
  withSnoozed,
} from "./lists.ts";
export { type OrderRun, findOrderRun, stateOfRun } from "./order-runs.ts";
export { recordDecision } from "./record-decision.ts";
export { approvalOf, recordVerdict } from "./record-verdict.ts";
export {
  type ShownTask,
  type ShownTaskRecord,
  type SortAmount,
  type SubmittedBy,
  UNSHOWN_OF_TASK,
  type WorkflowApproval,
  type WorkflowApprovalRecord,
  type WorkflowTask,
  type WorkflowTaskRecord,
} from "./records.ts";
export { refuseStageLadders } from "./refuse-stage-ladders.ts";
export { type RunRecords, askedIdsOf, involvedIdsOf, toRun, toRunDocument } from "./run-records.ts";
export { representedTexts } from "./represented-texts.ts";
export { findRunRoute } from "./run-routes.ts";
export { type RunsRepository, createRunsRepository } from "./runs-repository.ts";
export { refreshSearchRow } from "./keep-search-row.ts";
export { rebuildSearchRows } from "./rebuild-search-rows.ts";
export { findRare } from "./find-rare.ts";
export { waitingRunsWith } from "./waiting-runs.ts";
export { waitsFor } from "./waits-for.ts";
export { type Viewer, sees, viewerOf } from "./viewers.ts";
export { startRun } from "./start-run.ts";
export {
  DOCUMENT_STATES,
  type DocumentState,
  RUN_SEARCH,
  type RunSearchRecord,
  documentWords,
} from "./search-row.ts";
export { withdrawRun } from "./withdraw-run.ts";
export { statedByOf } from "./stated-by.ts";
export type { Submission, SubmitAnswer } from "./submission.ts";
export { type RunDependencies, answerOnce } from "./submit-document.ts";
