import {
  type Audit,
  type Inbox,
  type Numbers,
  type Outbox,
  type Requests,
  type Scope,
  type Writer,
  createAudit,
  createInbox,
  createNumbers,
  createOutbox,
  createRequests,
} from "@countersign/mongo";
import { type SettingsReader, createSettingsReader } from "@countersign/settings";

import { type DirectoryRepository, createDirectoryRepository } from "./directory-repository.ts";
import type {
  ApprovalThresholdDocument,
  HrApprovalPolicyDocument,
  WorkflowApproverDocument,
  WorkflowDocument,
  WorkflowEventDocument,
  WorkflowNotificationDocument,
  WorkflowStageDocument,
} from "./documents.ts";
import { type RecordRepository, createRecordRepository } from "./record-repository.ts";
import { type OrdersRepository, createOrdersRepository } from "../thresholds/orders-repository.ts";
import { type RunsRepository, createRunsRepository } from "../runs/runs-repository.ts";
import { SERVICE_NAME } from "./service-name.ts";

/** Everything the use cases read and write, bound to one transaction. */
export interface Repositories extends Pick<Writer, "together"> {
  workflows: RecordRepository<WorkflowDocument>;
  stages: RecordRepository<WorkflowStageDocument>;
  approvers: RecordRepository<WorkflowApproverDocument>;
  policies: RecordRepository<HrApprovalPolicyDocument>;
  thresholds: RecordRepository<ApprovalThresholdDocument>;
  runs: RunsRepository;
  events: Pick<RecordRepository<WorkflowEventDocument>, "insert">;
  notifications: RecordRepository<WorkflowNotificationDocument>;
  numbers: Numbers;
  requests: Requests;
  directory: DirectoryRepository;
  orders: OrdersRepository;
  settings: SettingsReader;
  audit: Audit;
  outbox: Outbox;
  inbox: Inbox;
}

/** Binds every repository to the transaction's session, so that a forgotten session cannot happen. */
export function bindRepositories(scope: Scope): Repositories {
  const events = createRecordRepository<WorkflowEventDocument>(scope, "workflow_events", [
    "runId",
    "refId",
    "workflowId",
    "taskId",
    "stageId",
    "actorId",
    "targetIds",
    "metadata.fromStageId",
    "metadata.toStageId",
    "metadata.returnToStageId",
    "metadata.reassignedFrom",
    "metadata.reassignedTo",
  ]);
  return {
    together: scope.together,
    workflows: createRecordRepository<WorkflowDocument>(scope, "workflows", []),
    stages: createRecordRepository<WorkflowStageDocument>(scope, "workflow_stages", ["workflowId"]),
    approvers: createRecordRepository<WorkflowApproverDocument>(scope, "workflow_approvers", [
      "stageId",
      "workflowId",
      "approverId",
    ]),
    policies: createRecordRepository<HrApprovalPolicyDocument>(scope, "hr_approval_policies", []),
    thresholds: createRecordRepository<ApprovalThresholdDocument>(scope, "approval_thresholds", [
      "workflowId",
    ]),
    runs: createRunsRepository(scope, events),
    events,
    notifications: createRecordRepository<WorkflowNotificationDocument>(scope, "workflow_notifications", [
      "userId",
      "eventId",
      "workflowId",
      "taskId",
      "refId",
    ]),
    numbers: createNumbers(scope),
    requests: createRequests(scope),
    directory: createDirectoryRepository(scope),
    orders: createOrdersRepository(scope),
    settings: createSettingsReader(scope),
    audit: createAudit(scope),
    outbox: createOutbox(scope, SERVICE_NAME),
    inbox: createInbox(scope),
  };
}
