import { listLimitOf } from "@countersign/graphql";
import { approveBy, hexId, hrSubmission, quorum, rejectBy } from "@countersign/contracts";
import { defined } from "@countersign/domain/defined";
import {
  HR_APPROVAL_KINDS,
  HR_APPROVAL_ROLES,
  HR_APPROVAL_STATUSES,
  type PolicyLevel,
} from "@countersign/domain/hr";
import { z } from "zod";

import { verdictFields } from "../runs/index.ts";
import {
  documentFields,
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

export const actionApprovalInput = z.object({ ...verdictFields, ...seenFields });
export type ActionApprovalInput = z.input<typeof actionApprovalInput>;

const kind = z.enum(HR_APPROVAL_KINDS);
const level = z
  .object({
    role: z.enum(HR_APPROVAL_ROLES),
    order: z.number(),
    approveBy,
    quorum: optional(quorum),
    rejectBy: optional(rejectBy),
    bulk: optional(z.boolean()),
  })
  .transform(({ bulk, ...rule }) =>
    defined<PolicyLevel>({ ...rule, bulk: bulk === false ? bulk : undefined }),
  );
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
