export {
  approverSource,
  type ApproverSource,
  approversSchema,
  groupsSchema,
  stageApprover,
  type StageApprover,
} from "./approver-source.ts";
export { asSent } from "./as-sent.ts";
export { CLOUD_EVENT_CONTENT_TYPE, cloudEvent, type CloudEventInput, ENGINE_SOURCE } from "./cloud-event.ts";
export { contractOf } from "./contract.ts";
export {
  DIRECTORY_FIELDS,
  DIRECTORY_TYPES,
  directoryActive,
  type DirectoryMadeBy,
  type DirectoryType,
  memberIds,
} from "./directory.ts";
export { approvalDocument, type ApprovalDocument, documentSchema, type StatedBy } from "./document.ts";
export {
  currency,
  decimal,
  decimalText,
  fact,
  type Fact,
  FACT_TYPES,
  type FactType,
  type FactValue,
  KEY,
} from "./fact.ts";
export { amountFact, mainAmount, textFacts } from "./facts.ts";
export { alikeLabel, amount, hexId, LIMITS, line, prose } from "./fields.ts";
export {
  JOURNAL_RPC,
  type JournalConfirmation,
  type JournalRpcName,
  type JournalRpcReply,
  type JournalRpcRequest,
} from "./journal-rpc.ts";
export {
  BUILT_IN_KINDS,
  createKindRegistry,
  documentKinds,
  type Kind,
  KIND_LIMITS,
  type KindRegistry,
  KINDS_BY_OWNER,
  kindName,
  knownKind,
  type Owner,
} from "./kinds.ts";
export { AT_END, duration, ESCALATION_MODES, escalation, ladderFields } from "./ladder.ts";
export {
  type AcceptedData,
  type ChangesData,
  companyData,
  type EventOf,
  type MessageName,
  MESSAGES,
  type NotificationData,
  type OutcomeData,
  type OutcomeOrigin,
} from "./messages.ts";
export { describeOrder } from "./order-document.ts";
export { ContractViolation, MISSING, parseContract, parseRequest, UNKNOWN_ARGUMENT } from "./parse.ts";
export {
  hrSubmission,
  type HrSubmission,
  type HrSubmitted,
  orderSummary,
  RPC,
  type RpcName,
  type RpcParsedRequest,
  type RpcReply,
  type RpcRequest,
  thresholdKind,
} from "./rpc.ts";
export {
  consumersOf,
  type OwnerConsumer,
  ownerConsumers,
  type StreamContract,
  streamOf,
  STREAMS,
} from "./streams.ts";
export {
  answerSubject,
  changesSubject,
  deadLetterSubject,
  FILTERS,
  notificationSubject,
  outcomeSubject,
  SUBJECTS,
} from "./subjects.ts";
export { approveBy, quorum, rejectBy, stageFields } from "./stage.ts";
export {
  STAGES_FAULT,
  amendment,
  type Amendment,
  approverIds,
  cancellation,
  type Cancellation,
  stage,
  type Stage,
  stageSchema,
  stagesOf,
  submission,
  type Submission,
  submissionOf,
  type Submitted,
  type SubmittedBy,
} from "./submission.ts";
export { refuseRepeated } from "./refuse-repeated.ts";
export type { DocumentTable } from "./table.ts";
