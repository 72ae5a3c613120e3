import {
  WORKFLOW_APPROVAL_STATUSES,
  WORKFLOW_TASK_STATUSES,
  type WorkflowApprovalStatus,
  type WorkflowTaskKind,
  type WorkflowTaskStatus,
} from "@countersign/domain/approval";
import { type Filter, ObjectId } from "mongodb";

import type { WorkflowApprovalRecord, WorkflowTaskRecord } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import type { ListSearch } from "../shared/list-page.ts";
import { MAX_MERGED } from "./listed.ts";

/** The filter of `findOneWorkflowTask`. */
export interface TaskFinder {
  _id?: ObjectId;
  refId?: ObjectId;
  runId?: ObjectId;
  workflowId?: ObjectId;
  stageId?: ObjectId;
  kind?: WorkflowTaskKind;
  status?: WorkflowTaskStatus;
  archived?: boolean;
}

/** The filter of `findOneWorkflowApproval` and `findWorkflowApproval`. */
export interface ApprovalFinder {
  _id?: ObjectId;
  taskId?: ObjectId;
  stageId?: ObjectId;
  workflowId?: ObjectId;
  approverId?: ObjectId;
  status?: WorkflowApprovalStatus;
  archived?: boolean;
}

/** Whether a filter names one document, run or task, whose few records an index finds. */
export const namesTask = ({ _id, refId, runId }: TaskFinder): boolean =>
  [_id, refId, runId].some((id) => id !== undefined);
export const namesApproval = ({ _id, taskId }: ApprovalFinder): boolean =>
  [_id, taskId].some((id) => id !== undefined);

/** The list of tasks that no inbox shows: archived and deleted ones. */
const UNLISTED = false;
type List = ObjectId | string | typeof UNLISTED;

/**
 * The company's tasks by kind, status and archive, newest first along an index. It names all values of a field instead of
 * none, and is in parts: each yields the order. For conditions on other fields records are read, in bounded time.
 *
 * @param knownKinds all kinds of the deployment
 * @param options.lists the lists that the tasks are on; default: those of the company
 * @param options.further a further condition
 */
export function tasksLike(
  { companyId }: Pick<Caller, "companyId">,
  { kind, status, archived, ...rest }: TaskFinder,
  knownKinds: readonly WorkflowTaskKind[],
  { lists, further = {} }: { lists?: readonly List[]; further?: Filter<WorkflowTaskRecord> } = {},
): ListSearch<WorkflowTaskRecord> {
  const company = new ObjectId(companyId);
  const ofCompany = archived === undefined ? [company, UNLISTED] : [archived ? UNLISTED : company];
  const index = "listed_by_kind";
  const parts = (lists ?? ofCompany).map((listedFor) => ({
    index,
    exact: {
      listedFor,
      companyId: company,
      status: status ?? { $in: [...WORKFLOW_TASK_STATUSES] },
      kind: kind ?? { $in: [...knownKinds] },
    } as Filter<WorkflowTaskRecord>,
  }));
  return { ...parts[0]!, parts, rest: { ...rest, ...further, deletedAt: null } };
}

/** Ranges of one kind where all statuses are named. */
const STATUSES = WORKFLOW_TASK_STATUSES.length * WORKFLOW_APPROVAL_STATUSES.length;

/** The company's approvals, newest first along an index; of one approver, or of all. See {@link tasksLike}. */
export function approvalsLike(
  { companyId }: Pick<Caller, "companyId">,
  { approverId, status, ...rest }: ApprovalFinder,
  knownKinds: readonly WorkflowTaskKind[],
): ListSearch<WorkflowApprovalRecord> {
  const ofKinds = (kinds: readonly WorkflowTaskKind[]): Filter<WorkflowApprovalRecord> => ({
    listedFor: new ObjectId(companyId),
    kind: { $in: [...kinds] },
    taskStatus: { $in: [...WORKFLOW_TASK_STATUSES] },
  });
  const impliedTerms = { deletedAt: null };
  if (approverId === undefined) {
    const conditions = { ...rest, ...(status !== undefined && { status }) };
    return {
      index: "listed_by_kind",
      exact: ofKinds(knownKinds),
      impliedTerms,
      rest: givenIn(conditions),
    };
  }
  const of = (kinds: readonly WorkflowTaskKind[]) => ({
    ...ofKinds(kinds),
    approverId,
    status: status ?? { $in: [...WORKFLOW_APPROVAL_STATUSES] },
  });
  const size = MAX_MERGED / STATUSES;
  const chunks = Array.from({ length: Math.ceil(knownKinds.length / size) }, (_, at) =>
    knownKinds.slice(at * size, (at + 1) * size),
  );
  const index = "listed_by_approver";
  const search = { index, exact: of(knownKinds), implied: impliedTerms, rest: givenIn(rest) };
  if (chunks.length === 1) return search;
  return { ...search, parts: chunks.map((kinds) => ({ index, exact: of(kinds) })) };
}

const givenIn = <D>(conditions: Filter<D>): Filter<D> | undefined =>
  Object.keys(conditions).length === 0 ? undefined : conditions;
