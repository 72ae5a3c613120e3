import { listLimitOf } from "@countersign/graphql";
import {
  type StageApprover,
  approveBy,
  approversSchema,
  hexId,
  hrSubmission,
  quorum,
  rejectBy,
} from "@countersign/contracts";
import { ladderFieldsIn } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import {
  HR_APPROVAL_KINDS,
  HR_APPROVAL_ROLES,
  HR_APPROVAL_STATUSES,
  type LevelApprover,
  type PolicyLevel,
} from "@countersign/domain/hr";
import { z } from "zod";

import { ladderInput } from "../ladders/index.ts";
import { refuseEnd, verdictFields } from "../runs/index.ts";
import {
  documentFields,
  eachOptional,
  label,
  optional,
  optionalDocument,
  optionalRef,
  optionalRequestId,
} from "../shared/inputs.ts";
import { seenFields } from "../shared/retry-safe.ts";
import { optionalObjectId, pageOf } from "../shared/page-inputs.ts";
import { LISTS } from "./sdl.ts";

/** Submission of an HR document, whose approvers the company's policy names. */
export const submitHrInput = z.object({
  kind: hrSubmission.shape.kind,
  refId: hexId,
  ref: optionalRef,
  employeeId: hexId,
  submitterId: hexId,
  document: optionalDocument,
  requestId: optionalRequestId,
});
export type SubmitHrInput = z.input<typeof submitHrInput>;

export const actionApprovalInput = z
  .object({ ...verdictFields, ...seenFields })
  .superRefine((verdict, context) => refuseEnd(verdict, context));
export type ActionApprovalInput = z.input<typeof actionApprovalInput>;

const kind = z.enum(HR_APPROVAL_KINDS);
const APPROVERS_MAX = listLimitOf(LISTS, "HrApprovalPolicyLevel", "approvers");
const level = z
  .object({
    role: z.enum(HR_APPROVAL_ROLES),
    order: z.number(),
    approveBy,
    quorum: optional(quorum),
    rejectBy: optional(rejectBy),
    bulk: optional(z.boolean()),
    approvers: optional(
      z.unknown().pipe(approversSchema(label).max(APPROVERS_MAX, `must have at most ${APPROVERS_MAX} items`)),
    ),
    ...eachOptional(ladderInput),
  })
  .transform(
    ({
      bulk,
      approvers = [],
      role,
      order,
      approveBy: by,
      quorum: number,
      rejectBy: rejects,
      ...givenFields
    }) =>
      defined<PolicyLevel>({
        role,
        order,
        approveBy: by,
        quorum: number,
        rejectBy: rejects,
        ...ladderFieldsIn(givenFields),
        bulk: bulk === false ? bulk : undefined,
        approvers: approvers.length > 0 ? usersFirst(approvers).map(levelApprover) : undefined,
      }),
  );

/** Approvers in the order in which they are asked. */
const usersFirst = (approvers: readonly StageApprover[]) =>
  approvers.toSorted(
    (left, right) => Number(left.approverId === undefined) - Number(right.approverId === undefined),
  );

/** An approver beside a role's, as a policy keeps them. */
function levelApprover({ approverId, source, groups = [] }: StageApprover): LevelApprover {
  const ownGroups = groups.length > 0 ? { groups: [...new Set(groups)] } : {};
  return approverId === undefined ? { source, ...ownGroups } : { approverId, ...ownGroups };
}

const levels = z.array(level).max(listLimitOf(LISTS, "HrApprovalPolicyDto", "levels"));
export const createHrApprovalPolicyInput = z.object({ kind, levels, ...documentFields });
export const updateHrApprovalPolicyInput = z.object({
  kind: optional(kind),
  levels: optional(levels),
  ...documentFields,
});

export const approvalPageInput = pageOf({
  status: z.enum(HR_APPROVAL_STATUSES).nullish(),
  kind: z.enum(HR_APPROVAL_KINDS).nullish(),
  approverId: optionalObjectId,
});
export const hrApprovalPolicyPageInput = pageOf({ kind: z.enum(HR_APPROVAL_KINDS).nullish() });
