export { type Answer, answerTo, failureOf } from "./answer.ts";
export { CLAIM_MS } from "./claim.ts";
export {
  type AnswerEvent,
  type ChangesEvent,
  createOwner,
  NotApplied,
  type OutcomeEvent,
  type OwnerKit,
  type OwnerOptions,
  type OwnerRepositories,
} from "./client.ts";
export type { Principal } from "@countersign/auth";
export {
  amountFact,
  type ApprovalDocument,
  decimal,
  hexId,
  LIMITS,
  line,
  mainAmount,
  prose,
  textFacts,
} from "@countersign/contracts";
export { DomainError } from "@countersign/domain/errors";
export { requireDocument } from "./require-document.ts";
export { isAbout, type KeptSubmission } from "./is-about.ts";
export { errors, pageOf, recordParams, shownId } from "./openapi.ts";
export { pageFields } from "./page-fields.ts";
export {
  createInbox,
  createNumbers,
  type IndexPlan,
  type OpenScope,
  randomId,
  type Scope,
  sessionOption,
  type Store,
  toHex,
  toObjectId,
} from "@countersign/mongo";
export { createOutbox, type Outbox, type OutboxSender } from "@countersign/outbox";
export { jsonAnswer as answer, parseInput, runMain, type ZodApp } from "@countersign/service-kit";
export { type OwnerConfig, ownerConfig, ownerVariables } from "./config.ts";
export { defineOwnerService, type OwnerDefinition, type OwnerRules } from "./define-owner-service.ts";
export { type OwnerHandlers, type OwnerParts, type OwnerSetup, startOwner } from "./start-owner.ts";
export { submittedByOf } from "./submitted-by.ts";
