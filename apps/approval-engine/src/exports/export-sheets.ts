import { placesOf } from "@countersign/domain/money";

import { agentLabel } from "@countersign/domain/approval";

import {
  type AuditLog,
  type AuditedChange,
  type AuditedDocument,
  codeLabel,
  fieldIn,
} from "../audit/index.ts";
import type { DocumentHit } from "../search/index.ts";
import type { User } from "../shared/directory-read-model.ts";
import type { Workflow } from "../definitions/index.ts";
import type { ShownTask } from "../runs/index.ts";
import {
  DOCUMENT_STATE_LABELS,
  REJECT_LABELS,
  RULE_LABELS,
  TASK_STATUS_LABELS,
  VERDICT_LABELS,
  WORKFLOW_STATUS_LABELS,
  reasonLabel,
} from "./labels.ts";
import { type KindLabels, labelOfKind } from "../shared/kind-labels.ts";
import type { SheetPlan } from "./xlsx-stream.ts";

/** A record and the user that its sheet names. */
export interface WithUser<R> {
  record: R;
  user: User | null;
}

const secondsToDate = (seconds: number | undefined) =>
  seconds === undefined ? undefined : new Date(seconds * 1_000);

export const workflowSheet: SheetPlan<WithUser<Workflow>> = {
  name: "Workflows",
  columns: [
    { title: "Reference", width: 16, kind: "text", read: ({ record }) => record.ref },
    { title: "Name", width: 32, kind: "text", read: ({ record }) => record.name },
    { title: "Description", width: 48, kind: "text", read: ({ record }) => record.description },
    {
      title: "Status",
      width: 14,
      kind: "text",
      read: ({ record }) => WORKFLOW_STATUS_LABELS[record.status],
    },
    {
      title: "Created by",
      width: 24,
      kind: "text",
      read: ({ record, user }) => user?.name ?? record.createdBy,
    },
    { title: "Created", width: 22, kind: "instant", read: ({ record }) => record.createdAt },
    { title: "Updated", width: 22, kind: "instant", read: ({ record }) => record.updatedAt },
  ],
};

/** @param isOverdue - whether a task waits although its due time has passed */
export const taskSheetOf = (
  kindLabels: KindLabels,
  isOverdue: (task: ShownTask) => boolean,
): SheetPlan<WithUser<ShownTask>> => ({
  name: "Tasks",
  columns: [
    { title: "Reference", width: 20, kind: "text", read: ({ record }) => record.ref },
    { title: "Title", width: 36, kind: "text", read: ({ record }) => record.title },
    { title: "Kind", width: 20, kind: "text", read: ({ record }) => labelOfKind(record.kind, kindLabels) },
    { title: "Stage", width: 24, kind: "text", read: ({ record }) => record.stageName },
    { title: "Order", width: 8, kind: "number", read: ({ record }) => record.orderNo },
    { title: "Rule", width: 14, kind: "text", read: ({ record }) => RULE_LABELS[record.approveBy] },
    { title: "Status", width: 18, kind: "text", read: ({ record }) => TASK_STATUS_LABELS[record.status] },
    {
      title: "Submitter",
      width: 24,
      kind: "text",
      read: ({ record, user }) => user?.name ?? record.submitterId,
    },
    { title: "Created", width: 22, kind: "instant", read: ({ record }) => record.createdAt },
    {
      title: "Completed",
      width: 22,
      kind: "instant",
      read: ({ record }) => secondsToDate(record.completionDate),
    },
    { title: "Document id", width: 28, kind: "text", read: ({ record }) => record.refId },
    { title: "Document", width: 36, kind: "text", read: ({ record }) => record.document?.title },
    {
      title: "Amount",
      width: 16,
      kind: "number",
      // Its 15 digits are what a number of a sheet can hold.
      read: ({ record: { document } }) => document?.amount && Number(document.amount),
      places: ({ record: { document } }) => placesOf(document?.amount ?? "", document?.currency),
    },
    { title: "Currency", width: 10, kind: "text", read: ({ record }) => record.document?.currency },
    { title: "Quorum", width: 10, kind: "number", read: ({ record }) => record.quorum },
    {
      title: "Rejected by",
      width: 18,
      kind: "text",
      read: ({ record: { rejectBy } }) => rejectBy && REJECT_LABELS[rejectBy],
    },
    { title: "Due", width: 22, kind: "instant", read: ({ record }) => record.dueAt },
    {
      title: "Overdue",
      width: 10,
      kind: "text",
      read: ({ record }) => (record.dueAt === undefined ? undefined : isOverdue(record) ? "Yes" : "No"),
    },
    {
      title: "Submitted by",
      width: 36,
      kind: "text",
      read: ({ record: { submitterId, submittedBy }, user }) =>
        submittedBy ? agentLabel(user?.name || submitterId, submittedBy.client) : (user?.name ?? submitterId),
    },
  ],
});

/** A change, the document that it is about, and the names in its row. */
export interface AuditRow extends AuditedChange {
  log: AuditLog;
  document: AuditedDocument | null;
  actor: User | null;
  principal: User | null;
  /** The user or group by whom the seat of the verdict was given. */
  giver: string | undefined;
}

/** The trail in words, without ids (contract-4, CON-23). */
export const auditSheet: SheetPlan<AuditRow> = {
  name: "Audit",
  columns: [
    { title: "Time", width: 22, kind: "instant", read: ({ log }) => log.at },
    { title: "User", width: 24, kind: "text", read: ({ log, actor }) => nameOf(actor, log.actorId) },
    {
      title: "For",
      width: 24,
      kind: "text",
      read: ({ document, principal }) => nameOf(principal, document?.forUserId),
    },
    { title: "Action", width: 18, kind: "text", read: ({ log }) => codeLabel("action", log.action) },
    {
      title: "Decision",
      width: 12,
      kind: "text",
      read: ({ verdict }) => verdict && VERDICT_LABELS[verdict.status],
    },
    { title: "Record", width: 24, kind: "text", read: ({ log }) => codeLabel("entity", log.entity) },
    { title: "Number", width: 20, kind: "text", read: ({ document }) => document?.ref },
    { title: "Document", width: 36, kind: "text", read: ({ document }) => document?.title },
    { title: "Stage", width: 24, kind: "text", read: ({ document }) => document?.stageName },
    {
      title: "Why",
      width: 36,
      kind: "text",
      read: ({ seat, giver }) => seat && reasonLabel(seat.reason, giver),
    },
    {
      title: "Amount",
      width: 16,
      kind: "number",
      read: ({ amount }) => amount && Number(amount),
      places: ({ amount = "", currency }) => placesOf(amount, currency),
    },
    { title: "Currency", width: 10, kind: "text", read: ({ currency }) => currency },
    { title: "Note", width: 48, kind: "text", read: ({ verdict, log }) => verdict?.remark || noteOf(log) },
  ],
};

/** The records behind it, as they are stored. */
export const auditRecordSheet: SheetPlan<AuditLog> = {
  name: "Records",
  columns: [
    { title: "Time", width: 22, kind: "instant", read: ({ at }) => at },
    { title: "User id", width: 28, kind: "text", read: ({ actorId }) => actorId },
    { title: "Action", width: 18, kind: "text", read: ({ action }) => action },
    { title: "Record", width: 24, kind: "text", read: ({ entity }) => entity },
    { title: "Record id", width: 28, kind: "text", read: ({ entityId }) => entityId },
    { title: "Before", width: 48, kind: "text", read: ({ before }) => jsonOf(before) },
    { title: "After", width: 48, kind: "text", read: ({ after }) => jsonOf(after) },
    { title: "Details", width: 36, kind: "text", read: ({ details }) => jsonOf(details) },
    { title: "Change id", width: 28, kind: "text", read: ({ _id }) => _id },
  ],
};

/** Without ids: a user whom the directory does not know is "Unknown". */
const nameOf = (user: User | null, userId: string | undefined): string | undefined =>
  userId === undefined ? undefined : user?.name || "Unknown";

/** The words that somebody gave with a change that is no verdict. */
function noteOf({ after, details }: AuditLog): string | undefined {
  const writtenNotes = [fieldIn(details, "reason"), fieldIn(after, "reason"), fieldIn(after, "note")];
  return writtenNotes.find((note) => typeof note === "string");
}

const jsonOf = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : JSON.stringify(value);

/** A document, and the users that its row names. */
export interface DocumentRow {
  hit: DocumentHit;
  submitter: User | null;
  holders: readonly string[];
}

export const documentSheetOf = (kindLabels: KindLabels): SheetPlan<DocumentRow> => ({
  name: "Documents",
  columns: [
    { title: "Number", width: 20, kind: "text", read: ({ hit }) => hit.ref },
    { title: "Document", width: 36, kind: "text", read: ({ hit }) => hit.document?.title },
    { title: "Kind", width: 20, kind: "text", read: ({ hit }) => labelOfKind(hit.kind, kindLabels) },
    {
      title: "Amount",
      width: 16,
      kind: "number",
      read: ({ hit: { document } }) => document?.amount && Number(document.amount),
      places: ({ hit: { document } }) => placesOf(document?.amount ?? "", document?.currency),
    },
    { title: "Currency", width: 10, kind: "text", read: ({ hit }) => hit.document?.currency },
    { title: "State", width: 16, kind: "text", read: ({ hit }) => DOCUMENT_STATE_LABELS[hit.state] },
    { title: "Stage", width: 24, kind: "text", read: ({ hit }) => hit.stageName },
    { title: "Waits for", width: 36, kind: "text", read: ({ holders }) => holders.join(", ") || undefined },
    {
      title: "Submitted by",
      width: 24,
      kind: "text",
      read: ({ hit, submitter }) => submitter?.name ?? hit.submitterId,
    },
    { title: "Submitted", width: 22, kind: "instant", read: ({ hit }) => hit.submittedAt },
    { title: "Ended", width: 22, kind: "instant", read: ({ hit }) => hit.endedAt },
    { title: "Document id", width: 28, kind: "text", read: ({ hit }) => hit.refId },
  ],
});
