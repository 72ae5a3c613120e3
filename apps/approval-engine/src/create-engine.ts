import type { TakeOverPolicy } from "@countersign/domain/approval";

import { createActionApproval } from "./hr/action-approval.ts";
import { createApprovalUseCases } from "./runs/approval-use-cases.ts";
import { createCancelDocument } from "./runs/cancel-document.ts";
import { createAssertPostable } from "./orders/assert-postable.ts";
import { assertPrivileged } from "./shared/caller.ts";
import { createDecideApproval } from "./runs/decide-approval.ts";
import {
  createApproverUseCases,
  createStageUseCases,
  createWorkflowUseCases,
} from "./definitions/definitions.ts";
import type { Engine } from "./engine.ts";
import { createHandleCancelCommand, createHandleSubmitCommand } from "./runs/handle-commands.ts";
import {
  createMarkAllNotificationsRead,
  createMarkNotificationRead,
} from "./notifications/mark-notifications.ts";
import { type OrderSubmissionFailure, createEvaluateOrder, createOrderCreated } from "./orders/orders.ts";
import { createPolicyUseCases } from "./hr/policies.ts";
import { createSeedCompany } from "./hr/seed-company.ts";
import { createSubmitDocument } from "./runs/submit-document.ts";
import { createSubmitHr } from "./hr/submit-hr.ts";
import { createTaskUseCases } from "./runs/task-use-cases.ts";
import { createThresholdUseCases } from "./thresholds/thresholds.ts";
import { type TransactDependencies, createTransact } from "./shared/transact.ts";

/** What a deployment decides about the engine's rules. */
export interface EngineRules {
  /** Whether a stage that rejected with a return is queued again; off is the specification's literal table. */
  returnRequeue: boolean;
  /** Who may take over a pending HR approval of somebody else. */
  hrTakeOver: TakeOverPolicy;
  /** Whether only privileged users may edit definitions, policies and thresholds. */
  definitionsRequirePrivileged: boolean;
}

export interface EngineDependencies extends TransactDependencies {
  rules: EngineRules;
  /** Told about each submission on order creation that failed. */
  submissionFailed: (failure: OrderSubmissionFailure) => void;
}

/** Specification, "Authentication": no static permission gate. */
function allowAnyone(): void {}

/** Composes every use case of the engine. */
export function createEngine({ rules, submissionFailed, ...dependencies }: EngineDependencies): Engine {
  const transact = createTransact(dependencies);
  const authorize = rules.definitionsRequirePrivileged ? assertPrivileged : allowAnyone;
  const definitions = { transact, authorize };
  return {
    submitDocument: createSubmitDocument({ transact, rules }),
    submitHr: createSubmitHr({ transact, rules }),
    decideApproval: createDecideApproval({ transact, rules }),
    actionApproval: createActionApproval({ transact, rules }),
    cancelDocument: createCancelDocument({ transact }),
    workflows: createWorkflowUseCases(definitions),
    stages: createStageUseCases(definitions),
    approvers: createApproverUseCases(definitions),
    tasks: createTaskUseCases({ transact }),
    approvals: createApprovalUseCases({ transact }),
    policies: createPolicyUseCases(definitions),
    thresholds: createThresholdUseCases(definitions),
    markNotificationRead: createMarkNotificationRead({ transact }),
    markAllNotificationsRead: createMarkAllNotificationsRead({ transact }),
    seedCompany: createSeedCompany({ transact }),
    evaluateOrder: createEvaluateOrder({ transact }),
    orderCreated: createOrderCreated({ transact, rules, submissionFailed }),
    assertPostable: createAssertPostable({ transact }),
    handleSubmitCommand: createHandleSubmitCommand({ transact, rules }),
    handleCancelCommand: createHandleCancelCommand({ transact }),
  };
}
