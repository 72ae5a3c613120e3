import { listLimitOf } from "@countersign/graphql";
import {
  WORKFLOW_APPROVAL_STATUSES,
  WORKFLOW_TASK_STATUSES,
  type WorkflowTaskKind,
  coversKind,
} from "@countersign/domain/approval";
import { HR_APPROVAL_KINDS, taskKindOf, taskStatusesOf } from "@countersign/domain/hr";
import { type Db, ObjectId } from "mongodb";
import type { z } from "zod";

import type { RunFence } from "../inbox/index.ts";
import { type WorkflowApproval, type WorkflowApprovalRecord, heldText, runsIn } from "../runs/index.ts";
import type { SubstitutionReadModel } from "../substitutions/index.ts";
import { type BoundedPage, boundedTotal, once } from "../shared/bounded-total.ts";
import type { Caller } from "../shared/caller.ts";
import { pageNarrowedBy } from "../shared/narrowed.ts";
import { parseInput } from "../shared/parse-input.ts";
import { type Present, splitPaging } from "../shared/filters.ts";
import { createListReader } from "../shared/list-page.ts";
import { type Page, type Paging, createRecordReader } from "../shared/record-reader.ts";
import type { HrApprovalPolicy, HrApprovalPolicyRecord } from "./records.ts";
import { approvalPageInput, hrApprovalPolicyPageInput } from "./inputs.ts";
import { LISTS } from "./sdl.ts";

/** The HR facade (specification, "HR facade"): approval rows on HR documents. */
export interface HrReadModel {
  /** Archived rows included. Where only those involved read runs, their own rows. */
  approvalPage(caller: Caller, input: unknown): BoundedPage<WorkflowApproval>;
  /**
   * The waiting rows on active tasks of the caller, and of everybody whom the caller may represent now; without those that
   * wait for their submitters (contract-4, TALK-2).
   */
  listPending(caller: Caller): Promise<WorkflowApproval[]>;
  policyPage(companyId: string, input: unknown): Page<HrApprovalPolicy>;
}

type RowFilter = Present<Omit<z.output<typeof approvalPageInput>, keyof Paging>>;

const MOST_PENDING = listLimitOf(LISTS, "Query", "myPendingApprovals");

/** @param grantsOf - whom a caller may represent now */
export function createHrReadModel(
  db: Pick<Db, "collection">,
  grantsOf: SubstitutionReadModel["grantsOf"],
  fence: Pick<RunFence, "readsAll">,
): HrReadModel {
  const approvals = createListReader(db.collection<WorkflowApprovalRecord>("workflow_approvals"));
  const policies = createRecordReader(db.collection<HrApprovalPolicyRecord>("hr_approval_policies"));
  const hrTaskKinds: WorkflowTaskKind[] = HR_APPROVAL_KINDS.map((kind) => taskKindOf(kind));

  /** At most two ranges of the index for each user and kind: a server merges 200. */
  const listWaiting = (companyId: string, userIds: readonly string[], kinds: readonly WorkflowTaskKind[]) =>
    approvals.list(
      {
        index: "listed_by_approver",
        exact: {
          listedFor: new ObjectId(companyId),
          approverId: { $in: [...new Set(userIds)].map((id) => new ObjectId(id)) },
          kind: { $in: [...kinds] },
          taskStatus: "AWAITING_APPROVAL",
          status: { $in: ["AWAITING_APPROVAL", "PENDING"] },
        },
        impliedTerms: { archived: false, deletedAt: null },
      },
      MOST_PENDING,
    );

  /** The runs that wait for their submitters, of those where these people have seats; from index keys. */
  const heldFor = async (companyId: string, userIds: readonly string[]): Promise<ReadonlySet<string>> => {
    const askedIds = { $in: [...new Set(userIds)].map(heldText) };
    const heldRuns = await runsIn({ db })
      .find({ companyId: new ObjectId(companyId), askedIds }, { hint: "asked", projection: { _id: 1 } })
      .toArray();
    return new Set(heldRuns.map(({ _id }) => _id.toHexString()));
  };

  const rowsLike = ({ companyId }: Caller, { status, kind, approverId }: RowFilter) => ({
    index: approverId === undefined ? "listed_by_kind" : "listed_by_approver",
    // Names all values instead of none: the index yields each in the page's order, and the store merges them.
    exact: {
      listedFor: new ObjectId(companyId),
      kind: { $in: kind === undefined ? hrTaskKinds : [taskKindOf(kind)] },
      taskStatus: { $in: status === undefined ? [...WORKFLOW_TASK_STATUSES] : taskStatusesOf(status) },
      ...(approverId !== undefined && { approverId, status: { $in: [...WORKFLOW_APPROVAL_STATUSES] } }),
    },
    implied: { deletedAt: null },
  });

  return {
    approvalPage: (caller, input) => {
      const { paging, filter } = splitPaging(parseInput(approvalPageInput, input));
      // Undefined: a search that finds nothing.
      const search = once(async () => {
        const callerId = new ObjectId(caller.userId);
        const isOfOthers = filter.approverId !== undefined && !filter.approverId.equals(callerId);
        if (await fence.readsAll(caller)) return rowsLike(caller, filter);
        return isOfOthers ? undefined : rowsLike(caller, { ...filter, approverId: callerId });
      });
      return pageNarrowedBy(approvalPageInput, {
        data: async () => {
          const rows = await search();
          return rows === undefined ? [] : approvals.page(rows, paging).data();
        },
        ...boundedTotal(async (most) => {
          const rows = await search();
          return rows === undefined ? 0 : approvals.count(rows, most);
        }),
      });
    },
    listPending: async (caller) => {
      const { companyId, userId } = caller;
      const grants = await grantsOf(caller);
      const heldIds = await heldFor(companyId, [userId, ...grants.map(({ principalId }) => principalId)]);
      const isAsked = ({ runId }: WorkflowApproval): boolean => !heldIds.has(runId);
      if (grants.length === 0) return (await listWaiting(companyId, [userId], hrTaskKinds)).filter(isAsked);
      const ofKinds = hrTaskKinds.map((kind) => {
        const principals = grants.filter((grant) => coversKind(grant, kind));
        return listWaiting(companyId, [userId, ...principals.map(({ principalId }) => principalId)], [kind]);
      });
      const pendingRows = (await Promise.all(ofKinds)).flat().filter(isAsked);
      return pendingRows.toSorted(newestFirst).slice(0, MOST_PENDING);
    },
    policyPage: (companyId, input) => {
      const { paging, filter } = splitPaging(parseInput(hrApprovalPolicyPageInput, input));
      return pageNarrowedBy(hrApprovalPolicyPageInput, policies.page(companyId, filter, paging));
    },
  };
}

function newestFirst(left: WorkflowApproval, right: WorkflowApproval): number {
  return right.createdAt.getTime() - left.createdAt.getTime() || (left._id < right._id ? 1 : -1);
}

/** The pages by the names that the generated resolver types refer to. */
export type ApprovalPage = BoundedPage<WorkflowApproval>;
export type HrApprovalPolicyPage = Page<HrApprovalPolicy>;
