import { placesOf } from "@countersign/domain/money";

import { agentLabel } from "@countersign/domain/approval";

import type { User } from "../shared/directory-read-model.ts";
import type { Workflow } from "../definitions/index.ts";
import type { ShownTask } from "../runs/index.ts";
import { REJECT_LABELS, RULE_LABELS, TASK_STATUS_LABELS, WORKFLOW_STATUS_LABELS } from "./labels.ts";
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

export const taskSheetOf = (kindLabels: KindLabels): SheetPlan<WithUser<ShownTask>> => ({
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
      title: "Submitted by",
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
    {
      title: "Submitted by",
      width: 36,
      kind: "text",
      read: ({ record: { submitterId, submittedBy }, user }) =>
        submittedBy ? agentLabel(user?.name || submitterId, submittedBy.client) : (user?.name ?? submitterId),
    },
  ],
});
