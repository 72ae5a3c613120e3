import { assertPerson } from "@countersign/auth";
import type { TakeOverPolicy } from "@countersign/domain/approval";
import type { IndexPlan } from "@countersign/mongo";

import { createUpdateApprovalSettings } from "./approval-settings/index.ts";
import { DEFINITION_INDEXES, createDefinitionUseCases } from "./definitions/index.ts";
import { DOCUMENT_INDEXES } from "./documents/index.ts";
import { FAILED_SUBMISSION_INDEXES } from "./failed-submissions/index.ts";
import { HR_INDEXES, createHrUseCases } from "./hr/index.ts";
import { INBOX_INDEXES } from "./inbox/index.ts";
import { NOTIFICATION_INDEXES, createNotificationUseCases } from "./notifications/index.ts";
import { type OrderSubmissionFailure, createOrderUseCases } from "./orders/index.ts";
import { PEOPLE_INDEXES } from "./people/index.ts";
import { createRunRowUseCases } from "./run-rows/index.ts";
import { RUN_INDEXES, createRunUseCases } from "./runs/index.ts";
import { type Caller, assertPrivileged } from "./shared/caller.ts";
import { RETRY_INDEXES } from "./shared/retry-safe.ts";
import { type TransactDependencies, createTransact } from "./shared/transact.ts";
import {
  SUBSTITUTION_INDEXES,
  createCreateSubstitution,
  createRevokeSubstitution,
} from "./substitutions/index.ts";
import { THRESHOLD_INDEXES, createThresholdUseCases } from "./thresholds/index.ts";

export type { SubmitAnswer } from "./runs/index.ts";
export type { Caller } from "./shared/caller.ts";
export { SERVICE_NAME } from "./shared/service-name.ts";

/** Rules that a deployment may set. */
export interface EngineRules {
  /** Whether a stage that rejected with a return is queued again; off is the specification's literal table. */
  returnRequeue: boolean;
  /** The policy for taking over a pending HR approval of somebody else. */
  hrTakeOver: TakeOverPolicy;
  /** Whether only privileged users may edit definitions, policies and thresholds. */
  definitionsRequirePrivileged: boolean;
}

export interface EngineDependencies extends TransactDependencies {
  rules: EngineRules;
  /** Called with each submission on order creation that failed. */
  submissionFailed: (failure: OrderSubmissionFailure) => void;
}

/** The use case, for people only: agents are refused (contract-3, SAFE-15). */
function byPeople<Rest extends unknown[], Answer>(
  work: (caller: Caller, ...rest: Rest) => Promise<Answer>,
): (caller: Caller, ...rest: Rest) => Promise<Answer> {
  return async (caller, ...rest) => {
    assertPerson(caller);
    return work(caller, ...rest);
  };
}

/**
 * Every use case of the approval engine, by feature. Inputs are checked there, so callers may pass raw input.
 * Each use case is one transaction with its events, notifications, audit and outbox rows; all throw `DomainError`.
 */
export function createEngine({ rules, submissionFailed, ...dependencies }: EngineDependencies) {
  const { kinds } = dependencies;
  const transact = createTransact(dependencies);
  const authorize = (caller: Caller): void => {
    assertPerson(caller);
    // Specification, "Authentication": no static permission gate unless the deployment asks for one.
    if (rules.definitionsRequirePrivileged) assertPrivileged(caller);
  };
  return {
    ...createDefinitionUseCases({ transact, authorize }),
    ...createRunUseCases({ kinds, transact, rules }),
    ...createRunRowUseCases({ transact }),
    ...createHrUseCases({ transact, authorize, rules }),
    ...createOrderUseCases({ transact, rules, submissionFailed }),
    ...createNotificationUseCases({ transact }),
    thresholds: createThresholdUseCases({ transact, authorize }),
    createSubstitution: byPeople(createCreateSubstitution({ kinds, transact })),
    revokeSubstitution: byPeople(createRevokeSubstitution({ transact })),
    updateApprovalSettings: byPeople(createUpdateApprovalSettings({ transact })),
  };
}

export type Engine = ReturnType<typeof createEngine>;

/** Indexes of the collections that the approval engine owns: one for every query of a hot path. */
export const ENGINE_INDEXES: readonly IndexPlan[] = [
  ...DEFINITION_INDEXES,
  ...DOCUMENT_INDEXES,
  ...FAILED_SUBMISSION_INDEXES,
  ...RETRY_INDEXES,
  ...RUN_INDEXES,
  ...INBOX_INDEXES,
  ...NOTIFICATION_INDEXES,
  ...HR_INDEXES,
  ...THRESHOLD_INDEXES,
  ...SUBSTITUTION_INDEXES,
  ...PEOPLE_INDEXES,
];
