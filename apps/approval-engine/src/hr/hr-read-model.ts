import {
  WORKFLOW_APPROVAL_STATUSES,
  WORKFLOW_TASK_STATUSES,
  type WorkflowTaskKind,
} from "@countersign/domain/approval";
import { HR_APPROVAL_KINDS, taskKindOf, taskStatusesOf } from "@countersign/domain/hr";
import { type Db, ObjectId } from "mongodb";

import type { WorkflowApproval, WorkflowApprovalRecord } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import { splitPaging } from "../shared/filters.ts";
import { LIST_MAXIMA } from "../shared/list-maxima.ts";
import { createListReader } from "../shared/list-page.ts";
import { type Page, createRecordReader } from "../shared/record-reader.ts";
import type { HrApprovalPolicy, HrApprovalPolicyRecord } from "./records.ts";
import { approvalPageInput, hrApprovalPolicyPageInput } from "./inputs.ts";

/** The HR facade (specification, "HR facade"): approval rows on HR documents. */
export interface HrReadModel {
  /** Archived rows included. */
  approvalPage(companyId: string, input: unknown): Page<WorkflowApproval>;
  /** The caller's waiting rows on active tasks. */
  listPending(caller: Caller): Promise<WorkflowApproval[]>;
  policyPage(companyId: string, input: unknown): Page<HrApprovalPolicy>;
}

export function createHrReadModel(db: Pick<Db, "collection">): HrReadModel {
  const approvals = createListReader(db.collection<WorkflowApprovalRecord>("workflow_approvals"));
  const policies = createRecordReader(db.collection<HrApprovalPolicyRecord>("hr_approval_policies"));
  const hrTaskKinds: WorkflowTaskKind[] = HR_APPROVAL_KINDS.map((kind) => taskKindOf(kind));

  return {
    approvalPage: (companyId, input) => {
      const { paging, filter } = splitPaging(parseInput(approvalPageInput, input));
      const { status, kind, approverId } = filter;
      // Names all values instead of none: the index yields each in the page's order, and the store merges them.
      const exact = {
        listedFor: new ObjectId(companyId),
        kind: { $in: kind === undefined ? hrTaskKinds : [taskKindOf(kind)] },
        taskStatus: { $in: status === undefined ? [...WORKFLOW_TASK_STATUSES] : taskStatusesOf(status) },
        ...(approverId !== undefined && { approverId, status: { $in: [...WORKFLOW_APPROVAL_STATUSES] } }),
      };
      const index = approverId === undefined ? "listed_by_kind" : "listed_by_approver";
      return approvals.page({ index, exact, implied: { deletedAt: null } }, paging);
    },
    listPending: ({ companyId, userId }) =>
      approvals.list(
        {
          index: "listed_by_approver",
          exact: {
            listedFor: new ObjectId(companyId),
            approverId: new ObjectId(userId),
            kind: { $in: hrTaskKinds },
            taskStatus: "AWAITING_APPROVAL",
            status: { $in: ["AWAITING_APPROVAL", "PENDING"] },
          },
          implied: { archived: false, deletedAt: null },
        },
        LIST_MAXIMA.pendingApprovals,
      ),
    policyPage: (companyId, input) => {
      const { paging, filter } = splitPaging(parseInput(hrApprovalPolicyPageInput, input));
      return policies.page(companyId, filter, paging);
    },
  };
}

/** The pages by the names that the generated resolver types refer to. */
export type ApprovalPage = Page<WorkflowApproval>;
export type HrApprovalPolicyPage = Page<HrApprovalPolicy>;
