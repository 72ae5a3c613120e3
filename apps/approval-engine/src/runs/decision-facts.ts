import type { OutcomeOrigin } from "@countersign/contracts";
import {
  type Decision,
  type Id,
  type Run,
  type RunEvent,
  type RunNotification,
  type Substitution,
  type Task,
  builtInOwnerOf,
  notificationsOf,
} from "@countersign/domain/approval";
import { type Loose, defined } from "@countersign/domain/defined";
import { covers, taskKindOfOrder } from "@countersign/domain/inventory";
import type { AuditEntry, Scope } from "@countersign/mongo";
import type { OutboxEntry } from "@countersign/outbox";

import type { UnstoredRevision } from "../documents/index.ts";
import { type Stamp, baseFields } from "../shared/base-fields.ts";
import { type Actor, agentOf, stampOf } from "../shared/caller.ts";
import { ownerOf } from "../shared/owner-of.ts";
import type { Facts } from "../shared/record-facts.ts";
import type { WorkflowEvent, WorkflowNotification } from "../shared/record-of.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { createOrdersRepository, needsOf } from "../thresholds/index.ts";
import { statedByOf } from "./document-content.ts";
import { changesEntry, outcomeEntry } from "./outbox-entries.ts";
import type { WorkflowApproval } from "./records.ts";
import { type RunOrigin, type WorkflowRun, toRun } from "./run.ts";

export interface RecordedDecision {
  /** The run as it was loaded. */
  before: WorkflowRun;
  decision: Decision;
  /** Of those involved; their substitutes hear of the change too. Default: none. */
  substitutions?: readonly Substitution[];
  /** A new revision of the document, see `nextRevision`; every task that the decision writes refers to it. */
  revision?: UnstoredRevision | undefined;
  /** The caller's action and the record that it changed. */
  audit: Pick<AuditEntry, "action" | "entity" | "entityId">;
  /** Further messages, behind those of the decision. */
  messages?: readonly OutboxEntry[];
  /** The row of a seat that the caller added or deleted, as it is then; the audit keeps the row instead of a summary. */
  row?: WorkflowApproval;
}

/** The decision as history, notifications, the message to the document's owner, audit, and change of live lists. */
export async function factsOf(
  scope: TransactionScope,
  caller: Actor,
  { before, decision, substitutions, revision, audit, row, messages = [] }: RecordedDecision,
  at: Date,
): Promise<Facts> {
  const { newId } = scope;
  const { companyId } = caller;
  const stamp = stampOf(caller, at);
  const { runId, run } = decision;
  const events = decision.events.map((decidedEvent): [RunEvent, WorkflowEvent] => {
    const event = { ...decidedEvent, metadata: { ...decidedEvent.metadata, ...agentOf(caller) } };
    return [event, eventRecord(event, newId(), runId, stamp)];
  });
  const completion = events.find(([{ event }]) => event === "COMPLETED")?.[0];
  const notifications = events.flatMap(([event, record]) =>
    notificationRecords(event, record, { submitterId: submitterOf(run), newId, stamp, completion }),
  );
  const outcome = await outcomeOf(scope, before, decision, stamp);
  const wishes = wishesOf(scope, before, decision, stamp);
  return {
    events: events.map(([, record]) => record),
    notifications,
    about: before.origin.document,
    messages: [...wishes, ...(outcome ? [outcome] : []), ...messages],
    audit: [
      {
        companyId,
        actorId: caller.userId,
        ...audit,
        ...sidesOf({ before, decision, row }),
        at,
        details: { runId, ...agentOf(caller), ...(revision && { revision: revision.revision }) },
      },
    ],
    changed: {
      id: newId(),
      companyId,
      refId: refIdOf(run),
      runId,
      userIds: [
        ...new Set([
          ...takingPart(run),
          ...substitutesIn(run, substitutions, scope.now.getTime()),
          ...notifications.map(({ userId }) => userId),
        ]),
      ],
    },
  };
}

/** The run, or the row of the command, before and after the decision, for the audit. */
function sidesOf({
  before,
  decision: { run, changes },
  row,
}: Loose<Pick<RecordedDecision, "before" | "decision" | "row">>): Pick<AuditEntry, "before" | "after"> {
  if (row !== undefined) {
    return row.deletedAt === null
      ? { after: row }
      : { before: before.approvals.find(({ _id }) => _id === row._id) };
  }
  const changedIds = idsOf(...Object.values(changes));
  return { before: summaryOf(toRun(before), changedIds), after: summaryOf(run, changedIds) };
}

/** The messages to the document's owner where somebody begins, or ceases, to want changes (contract-4, TALK-2). */
function wishesOf(
  scope: TransactionScope,
  { changesWanted: earlierChanges, origin: { requestId } }: WorkflowRun,
  { run: { tasks, changesWanted } }: Decision,
  stamp: Stamp,
): OutboxEntry[] {
  const [task] = tasks;
  if (task === undefined || earlierChanges?.id === changesWanted?.id) return [];
  const owner = ownerOf(scope.kinds, task.kind);
  return [
    ...(earlierChanges ? [{ changes: earlierChanges, closed: true }] : []),
    ...(changesWanted ? [{ changes: changesWanted, closed: false }] : []),
  ].map((wish) => changesEntry(scope.newId(), stamp, { owner, task, requestId, ...wish }));
}

/** The message to the document's owner, once the decision ends the run. */
async function outcomeOf(
  scope: TransactionScope,
  { origin: ofRun }: WorkflowRun,
  decision: Decision,
  stamp: Stamp,
): Promise<OutboxEntry | undefined> {
  if (!decision.outcome) return undefined;
  const { task, run } = decision;
  const byTime = run.tasks.some((stage) => stage.byTime === true);
  const { requestId, document } = ofRun;
  const origin = await outcomeOriginOf(scope, stamp.companyId, task, ofRun);
  const statedBy = statedByOf({ ...ofRun, ...(task.workflowId && { workflowId: task.workflowId }) });
  const owner = ownerOf(scope.kinds, task.kind);
  const ending = { ...decision, owner, origin, statedBy, requestId, decidedOn: document?.revision, byTime };
  return outcomeEntry(scope.newId(), stamp, ending);
}

/** Every stage of a run is about the same document. */
const refIdOf = ({ tasks }: Run): Id => tasks[0]!.refId;
const submitterOf = ({ tasks }: Run): Id => tasks[0]!.submitterId;

/** The submitter and the approvers of a run. */
function takingPart({ tasks, approvals }: Run): Id[] {
  return [...tasks.map(({ submitterId }) => submitterId), ...approvals.map(({ approverId }) => approverId)];
}

/** The active substitutes of approvers, whose inboxes change even where nobody gets a notification. */
function substitutesIn({ approvals }: Run, substitutions: readonly Substitution[] = [], nowMs: number): Id[] {
  const approverIds = new Set(approvals.map(({ approverId }) => approverId));
  return substitutions
    .filter(
      ({ principalId, fromMs, untilMs }) =>
        approverIds.has(principalId) && fromMs <= nowMs && nowMs < untilMs,
    )
    .map(({ substituteId }) => substituteId);
}

/** History is written once: nothing may offer to change it. */
const IMMUTABLE = { canUpdate: false, canDelete: false } as const;

function eventRecord(event: RunEvent, _id: Id, runId: Id, stamp: Stamp): WorkflowEvent {
  const { event: type, targetIds, asked: _asked, metadata, ...fields } = event;
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

interface NotifiedDecision {
  submitterId: Id;
  newId: () => Id;
  stamp: Stamp;
  /** The event by which the decision completes the run. */
  completion: RunEvent | undefined;
}

/** The notifications of an event. That a verdict was given is read by whoever hears that it completed the run (CON-25). */
function notificationRecords(
  event: RunEvent,
  { _id: eventId }: WorkflowEvent,
  { submitterId, newId, stamp, completion }: NotifiedDecision,
): WorkflowNotification[] {
  const { refId, kind, taskId, workflowId, metadata } = event;
  const common = defined<Omit<WorkflowNotification, "_id" | "read" | keyof RunNotification>>({
    ...baseFields(stamp, { ref: metadata.ref, ...IMMUTABLE }),
    eventId,
    event: event.event,
    workflowId,
    taskId,
    refId,
    kind,
  });
  const completionReaderIds = event.event === "APPROVED" ? (completion?.targetIds ?? []) : [];
  return notificationsOf(event, submitterId).map((notification) =>
    Object.assign({ _id: newId() }, common, notification, {
      read: completionReaderIds.includes(notification.userId),
    }),
  );
}

function idsOf(...records: readonly (readonly { id: Id }[])[]): ReadonlySet<Id> {
  return new Set(records.flat().map(({ id }) => id));
}

/** The audit's part of a run: the tasks and approvals that changed, each with its state. */
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

/**
 * The origin that an ended run reports to its document's owner (contract-2, SAFE-1). Where the order's evaluation requires
 * approval, no run but one of the workflow that it names counts, whoever started it (contract-3, SAFE-10).
 */
async function outcomeOriginOf(
  scope: Scope,
  companyId: Id,
  { kind, refId, workflowId }: Pick<Task, "kind" | "refId" | "workflowId">,
  { byOwner, orderUnknown, submittedOrder }: RunOrigin,
): Promise<OutcomeOrigin> {
  // Older runs carry no mark: only a service can submit stages of its own.
  const isByOwner = byOwner ?? workflowId === undefined;
  const starter = isByOwner ? "owner" : "person";
  if (builtInOwnerOf(kind) !== "inventory" || (orderUnknown && !isByOwner)) return starter;
  const order = await createOrdersRepository(scope).find(companyId, refId);
  if (order === undefined || taskKindOfOrder(order.kind) !== kind) return starter;
  const { evaluation, workflowId: namedWorkflowId } = await needsOf(scope, companyId, order);
  if (isByOwner && !evaluation.required) return "owner";
  if (namedWorkflowId !== workflowId || !covers(submittedOrder ?? order, order)) return "person";
  return isByOwner ? "owner" : "evaluation";
}
