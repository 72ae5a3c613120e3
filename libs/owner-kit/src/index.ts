export { type Answer, answerTo, failureOf } from "./answer.ts";
export {
  type AnswerEvent,
  createOwner,
  type OutcomeEvent,
  type OwnerKit,
  type OwnerOptions,
  type OwnerRepositories,
} from "./client.ts";
export { found } from "./found.ts";
export {
  answer,
  createOpenApi,
  dateTime,
  errors,
  hexString,
  idParameter,
  inputSchema,
  json,
  type Json,
  pageOf,
  queryParameters,
  reference,
} from "./openapi.ts";
export { pageFields } from "./page-fields.ts";
export { parseInput } from "@countersign/service-kit";
export {
  defineOwnerService,
  type OwnerDefinition,
  type OwnerParts,
  type OwnerRules,
} from "./define-owner-service.ts";
export { CLAIM_MS } from "./sweeper.ts";
