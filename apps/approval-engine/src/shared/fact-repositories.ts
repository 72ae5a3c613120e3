import type { Scope } from "@countersign/mongo";

import { createRecordRepository } from "./record-repository.ts";
import type { WorkflowEventRecord, WorkflowNotificationRecord } from "./records.ts";

/** Everything that happened to documents. */
export const createEvents = (scope: Scope) =>
  createRecordRepository<WorkflowEventRecord>(scope, "workflow_events", [
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
    "metadata.principalId",
    "metadata.userId",
  ]);

export const createNotifications = (scope: Scope) =>
  createRecordRepository<WorkflowNotificationRecord>(scope, "workflow_notifications", [
    "userId",
    "eventId",
    "workflowId",
    "taskId",
    "refId",
  ]);
