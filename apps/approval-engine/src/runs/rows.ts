import type { Id } from "@countersign/domain/approval";
import { toObjectId } from "@countersign/mongo";
import type { Document, ObjectId } from "mongodb";

import { changedFields } from "../shared/changed-fields.ts";
import { storedFormOf } from "../shared/record-repository.ts";
import type {
  WorkflowApproval,
  WorkflowApprovalRecord,
  WorkflowTask,
  WorkflowTaskRecord,
} from "./records.ts";
import type { WorkflowRun } from "./run.ts";
import { askedTexts } from "./viewers.ts";

/** A task in stored form. */
export const storedTask = storedFormOf<WorkflowTaskRecord>([
  "runId",
  "refId",
  "parentId",
  "stageId",
  "workflowId",
  "submitterId",
  "beneficiaryId",
  "submittedBy.userId",
  "agentPrincipalIds",
  "document.id",
  "document.editorIds",
  "involvedIds",
  "askedIds",
  "calendarId",
  "changerIds",
  "waitsOnAnswer.askerId",
  "waitsOnAnswer.principalId",
]);

/** A seat in stored form. */
export const storedSeat = storedFormOf<WorkflowApprovalRecord>([
  "runId",
  "taskId",
  "stageId",
  "workflowId",
  "approverId",
  "reasonUserId",
  "reasonGroupId",
  "givenByIds",
  "sourcedFor",
  "decidedBy",
  "takenFrom",
  "standsInFor",
]);

/** The row of a task, without the version that writes it. */
export function taskRow(task: WorkflowTask): Document {
  const storedFields = storedTask(task) as WorkflowTaskRecord;
  return { ...storedFields, ...listsOfTask(storedFields) };
}

/** The row of a seat, likewise. */
export function approvalRow(seat: WorkflowApproval): Document {
  const storedFields = storedSeat(seat) as WorkflowApprovalRecord;
  return { ...storedFields, ...listsOfSeat(storedFields) };
}

/** The tasks and seats whose rows a command changes. */
export function changedRowIds(before: WorkflowRun, after: WorkflowRun): ObjectId[] {
  return [
    ...changedIds(before.tasks, after.tasks, taskRow),
    ...changedIds(seatsOf(before), seatsOf(after), approvalRow),
  ];
}

function changedIds<R extends { _id: Id }>(
  before: readonly R[],
  after: readonly R[],
  rowOf: (record: R) => Document,
): ObjectId[] {
  const earlier = new Map(before.map((record) => [record._id, record]));
  const isChanged = (record: R): boolean => {
    const earlierRecord = earlier.get(record._id);
    return earlierRecord === undefined || changedFields(rowOf(earlierRecord), rowOf(record)) !== undefined;
  };
  return after.filter(isChanged).map(({ _id }) => toObjectId(_id));
}

/** Rows of a run, whole, as a version writes them (contract-4, ONE-4). */
export function rowsOf(
  run: WorkflowRun,
  rowIds: readonly ObjectId[],
  version: number,
): { tasks: Document[]; approvals: Document[] } {
  const ids = new Set(rowIds.map(String));
  const isWritten = ({ _id }: { _id: Id }) => ids.has(_id);
  return {
    tasks: run.tasks.filter(isWritten).map((task) => Object.assign(taskRow(task), { version })),
    approvals: seatsOf(run)
      .filter(isWritten)
      .map((seat) => Object.assign(approvalRow(seat), { version })),
  };
}

const seatsOf = ({ approvals, deletedApprovals }: WorkflowRun) => [...approvals, ...deletedApprovals];

/**
 * The lists that show a task: the inboxes of everybody involved, of the substitutes of those asked ({@link askedTexts})
 * and, under the company's own id, of privileged users, unless it is archived or deleted; and its creator's submissions,
 * unless it is deleted. A total is then a count of index keys; a filter `deletedAt: null` would read records, because
 * null also matches missing fields.
 */
export const listsOfTask = ({
  companyId,
  involvedIds,
  askedIds = [],
  kind,
  createdBy,
  archived,
  deletedAt,
}: WorkflowTaskRecord): Pick<WorkflowTaskRecord, "listedFor" | "submissionOf"> => ({
  listedFor:
    archived || deletedAt !== null
      ? false
      : [...involvedIds, companyId, ...askedIds.flatMap((id) => askedTexts(id, kind))],
  ...(createdBy !== undefined && deletedAt === null && { submissionOf: createdBy }),
});

/**
 * Whether the lists of its company show an approval: unless it is deleted; and the user who decided on the seat, if
 * somebody did themselves.
 */
export const listsOfSeat = ({
  companyId,
  deletedAt,
  status,
  skipped,
  decidedBy,
  approverId,
}: WorkflowApprovalRecord): Pick<WorkflowApprovalRecord, "listedFor" | "deciderId"> => {
  const isDecided = deletedAt === null && !skipped && (status === "APPROVED" || status === "REJECTED");
  return {
    listedFor: deletedAt === null && companyId,
    ...(isDecided && { deciderId: decidedBy ?? approverId }),
  };
};
