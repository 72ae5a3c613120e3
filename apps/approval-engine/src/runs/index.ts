export { cancelRun, expireRun, withdrawRun } from "./open-run.ts";
export { recordKinds } from "./added-kinds.ts";
export { type WaitingTask, assertInvolved, assertReadable, takesPart, waitsFor } from "./readers.ts";
export { assertKnown } from "./seats.ts";
export {
  type RunContext,
  decisionContext,
  submissionContext,
  submissionsContext,
} from "./decision-context.ts";
export { contentOf, factsBeside, statedByOf } from "./document-content.ts";
export {
  type RuleVersion,
  type StartRules,
  followedDefinition,
  isRuled,
  startRuledRun,
  startRun,
} from "./start-run.ts";
export { peopleNamed, refuseEnd, submitInputOf, verdictFields } from "./inputs.ts";
export { type Viewer, askedText, concerns, representedTexts, sees, viewerOf } from "./viewers.ts";
export { documentWords, sortAmountOf } from "./list-fields.ts";
export {
  type OrderRun,
  type RunsRepository,
  type SeatInRun,
  type TaskInRun,
  createRunsRepository,
  findOrderRun,
  findRun,
  runsIn,
} from "./runs-repository.ts";
export { type ProjectorOptions, createProjector } from "./project.ts";
export { recordDecision } from "./record-decision.ts";
export { recordVerdict } from "./verdict.ts";
export {
  DOCUMENT_STATES,
  type DocumentState,
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
export {
  type OneRunDependencies,
  type RunDependencies,
  type SubmitDependencies,
  answerOnce,
  refuseStageLadders,
} from "./submit-document.ts";
export {
  type WorkflowRun,
  afterLastWrite,
  assertWithinBounds,
  seatFields,
  toRun,
  toRunDocument,
  withApprovals,
  withTask,
} from "./run.ts";
export { runOf, seatsOf, taskOf } from "./stored-run.ts";
export { type AskedId, type RunRecord, UNLISTED_OF_RUN, askedNow, heldText } from "./run-record.ts";
export {
  LISTED_RUN,
  type ListedRun,
  type RuledRun,
  findRare,
  listedRunsIn,
  ruledRuns,
  waitingRunsWith,
  waitingStageOf,
} from "./listed-runs.ts";
export { countFinishedRuns } from "./run-recovery.ts";
export type { Submission, SubmitAnswer } from "./submission.ts";
export { amendRun } from "./amend-document.ts";
export { acceptedEntry } from "./outbox-entries.ts";
