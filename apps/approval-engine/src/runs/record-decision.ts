import {
  type Decision,
  type Id,
  type Run,
  type RunEvent,
  notificationsOf,
} from "@countersign/domain/approval";

import { defined } from "@countersign/domain/defined";
import type { AuditEntry, OutboxEntry } from "@countersign/mongo";

import { type Stamp, baseFields } from "../shared/base-fields.ts";
import type { WorkflowEvent, WorkflowNotification } from "../shared/records.ts";
import { type RunRecords, toRun } from "./run-records.ts";
import { type Caller, stampOf } from "../shared/caller.ts";
import { outcomeOriginOf } from "../thresholds/evaluate-order.ts";
import { notificationEntry, outcomeEntry } from "./outbox-entries.ts";
import type { Attempt } from "../shared/transact.ts";

/** History is written once: nothing may offer to change it. */
const IMMUTABLE = { canUpdate: false, canDelete: false } as const;

export interface RecordedDecision {
  /** The run as it was loaded. */
  before: RunRecords;
  decision: Decision;
  /** What the caller did, and to what. */
  audit: Pick<AuditEntry, "action" | "entity" | "entityId">;
}

/**
 * Writes everything that a decision means, in the attempt's transaction: the run, its events and their notifications,
 * the messages to the document's owner, and the audit row.
 */
export async function recordDecision(
  { repositories, newId, now, announce }: Attempt,
  caller: Caller,
  { before, decision, audit }: RecordedDecision,
): Promise<void> {
  const at = afterLastWrite(before, now);
  const stamp = stampOf(caller, at);
  const { run, changes, outcome } = decision;
  const changedIds = idsOf(...Object.values(changes));
  const [task] = run.tasks as [Run["tasks"][number]];
  const { runId } = task;
  const events = decision.events.map((event): [RunEvent, WorkflowEvent] => [
    event,
    eventRecord(event, newId(), runId, stamp),
  ]);
  const notifications = events.flatMap(([event, record]) => notificationRecords(event, record, newId, stamp));
  const [verdict] = decision.events;
  const ending: OutboxEntry[] = [];
  if (outcome && verdict) {
    const origin = await outcomeOriginOf(repositories, caller.companyId, task, before.origin);
    ending.push(outcomeEntry(newId(), stamp, { task, outcome, verdict, origin }));
  }

  await repositories.together(async () => {
    await repositories.runs.save(before, decision, stamp);
    await repositories.events.insert(events.map(([, record]) => record));
    await repositories.notifications.insert(notifications);
    await repositories.outbox.add([...notifications.map(notificationEntry), ...ending]);
    await repositories.audit.record({
      companyId: caller.companyId,
      actorId: caller.userId,
      ...audit,
      before: summaryOf(toRun(before), changedIds),
      after: summaryOf(run, changedIds),
      at,
      details: { runId },
    });
  });
  announce(notifications);
}

/**
 * The time of a transition: later than the one before it. A transaction that had to be repeated began before the one
 * it lost to, and replicas' clocks differ, but a history is read in the order of its times.
 */
function afterLastWrite({ writtenAt }: RunRecords, now: Date): Date {
  return now > writtenAt ? now : new Date(writtenAt.getTime() + 1);
}

function eventRecord(event: RunEvent, _id: Id, runId: Id, stamp: Stamp): WorkflowEvent {
  const { event: type, targetIds, metadata, ...fields } = event;
  return {
    ...baseFields(stamp, { ref: metadata.ref, ...IMMUTABLE }),
    ...fields,
    _id,
    runId,
    event: type,
    targetIds: [...new Set(targetIds)],
    metadata,
  };
}

function notificationRecords(
  event: RunEvent,
  { _id: eventId }: WorkflowEvent,
  newId: () => Id,
  stamp: Stamp,
): WorkflowNotification[] {
  const { refId, kind, taskId, workflowId, metadata } = event;
  const common = defined<Omit<WorkflowNotification, "_id" | "userId" | "message">>({
    ...baseFields(stamp, { ref: metadata.ref, ...IMMUTABLE }),
    eventId,
    workflowId,
    taskId,
    refId,
    kind,
    read: false,
  });
  return notificationsOf(event).map((own) => Object.assign({ _id: newId() }, common, own));
}

function idsOf(...records: readonly (readonly { id: Id }[])[]): ReadonlySet<Id> {
  return new Set(records.flat().map(({ id }) => id));
}

/** What of a run the audit keeps: the tasks and approvals that changed, and where each stands. */
function summaryOf({ tasks, approvals }: Run, changedIds: ReadonlySet<Id>) {
  const isChanged = ({ id }: { id: Id }) => changedIds.has(id);
  return {
    tasks: tasks
      .filter(isChanged)
      .map(({ id, orderNo, status, archived }) => ({ id, orderNo, status, archived })),
    approvals: approvals
      .filter(isChanged)
      .map(({ id, taskId, approverId, status, remark = "" }) => ({ id, taskId, approverId, status, remark })),
  };
}
