import {
  type ApprovalDocument,
  type KindRegistry,
  LIMITS,
  type Stage,
  hexId,
  knownKind,
  line,
  prose,
  stageSchema,
  stagesOf,
} from "@countersign/contracts";
import { APPROVER_POSITIONS, type StageInput, withLadder } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import { listLimitOf, readSdl } from "@countersign/graphql";
import { z } from "zod";

import { type NamedPerson, namedApprovers, namedEditors } from "../approval-settings/index.ts";
import { seatsAmong } from "../definitions/index.ts";
import {
  approvalDocument,
  label,
  optional,
  optionalDocument,
  optionalRef,
  optionalRequestId,
} from "../shared/inputs.ts";
import { retryFields, seenFields } from "../shared/retry-safe.ts";

/** The feature's part of the SDL, and the most items of its lists. */
const { SDL, LISTS } = readSdl(new URL("runs.graphql", import.meta.url));
export { SDL };

/** `submit` (specification: "Submit rules"). */
export function submitInputOf(kinds: KindRegistry) {
  return z.object({
    workflowId: optional(hexId),
    refId: hexId,
    kind: knownKind(kinds),
    ref: optionalRef,
    submitterId: hexId,
    dynamicStages: optional(stagesOf(stageSchema(label).transform(stageInputOf))),
    document: optionalDocument,
    requestId: optionalRequestId,
    ...retryFields,
  });
}
export type SubmitInput = z.input<ReturnType<typeof submitInputOf>>;

/** The people whom a submission names. @param sent - as it was sent */
export function peopleNamed(
  { submitterId, document }: { submitterId: string; document?: ApprovalDocument | undefined },
  { dynamicStages }: Pick<SubmitInput, "dynamicStages"> = {},
): NamedPerson[] {
  return [
    { field: "submitterId", userId: submitterId },
    ...namedEditors(document),
    ...(dynamicStages ?? []).flatMap((stage, index) => namedApprovers(`dynamicStages.${index}.`, stage)),
  ];
}

/** A stage of a message as decisions take it. */
function stageInputOf({ approvers, approverIds = [], bulk, ...stage }: Stage): StageInput {
  return defined<StageInput>({
    ...withLadder(stage),
    bulk: bulk === false ? bulk : undefined,
    ...(approvers ? seatsAmong(approvers) : { approverIds }),
  });
}

export const cancelInput = z.object({ refId: hexId });
export type CancelInput = z.input<typeof cancelInput>;

/** `amend` (contract-2, DOC-3). */
export const amendInput = z.object({
  refId: hexId,
  document: approvalDocument,
  note: optional(prose(LIMITS.remark)),
});
export type AmendInput = z.input<typeof amendInput>;

/** A verdict without its task. The rule refuses other statuses with a text of its own. */
export const verdictFields = {
  status: line(LIMITS.name),
  remark: optional(prose(LIMITS.remark)),
  end: optional(z.boolean()),
};

/** Refuses an end that goes with no rejection, or with a return (contract-3, CTRL-8). */
export function refuseEnd(
  { status, end, returnToStageId }: VerdictEnd,
  context: Pick<z.core.$RefinementCtx, "addIssue">,
  path: readonly (string | number)[] = [],
): void {
  if (!end) return;
  const isRejection = status === "REJECTED";
  if (isRejection && returnToStageId === undefined) return;
  const message = isRejection ? "must not be given with returnToStageId" : "must go with REJECTED";
  context.addIssue({ code: "custom", path: [...path, "end"], message, input: end });
}

interface VerdictEnd {
  status: string;
  end?: boolean | undefined;
  returnToStageId?: string | undefined;
}

/** `updateWorkflowApprovalStatus` */
export const decideInput = z
  .object({
    taskId: hexId,
    ...verdictFields,
    returnToStageId: optional(hexId),
    ...seenFields,
  })
  .superRefine((verdict, context) => refuseEnd(verdict, context));
export type DecideInput = z.input<typeof decideInput>;

const reason = prose(LIMITS.remark).refine((text) => text.trim() !== "", "must not be blank");

/** `reassignApproval` (contract-2, PPL-7) */
export const reassignApprovalInput = z.object({
  taskId: hexId,
  fromUserId: optional(hexId),
  toUserId: hexId,
  reason,
  ...seenFields,
});
export type ReassignApprovalInput = z.input<typeof reassignApprovalInput>;

/** `addApprover` (contract-2, PPL-7) */
export const addApproverInput = z.object({
  taskId: hexId,
  userId: hexId,
  position: z.enum(APPROVER_POSITIONS),
  reason: optional(prose(LIMITS.remark)),
  ...seenFields,
});
export type AddApproverInput = z.input<typeof addApproverInput>;

/** `withdrawVerdict` (contract-2, PPL-7) */
export const withdrawVerdictInput = z.object({ taskId: hexId, ...seenFields });
export type WithdrawVerdictInput = z.input<typeof withdrawVerdictInput>;

/** `resolveAgain` (contract-3, SRC-2) */
export const resolveAgainInput = z.object({ taskId: hexId, ...retryFields });
export type ResolveAgainInput = z.input<typeof resolveAgainInput>;

/** `recallDocument` (contract-2, CTRL-3) */
export const recallDocumentInput = z.object({ refId: hexId, reason, ...retryFields });
export type RecallDocumentInput = z.input<typeof recallDocumentInput>;

/** `nudge` (contract-3, TIME-4) */
export const nudgeInput = z.strictObject({ refId: hexId, ...retryFields });
export type NudgeInput = z.input<typeof nudgeInput>;

/** `closeRejected` (contract-4, TALK-3) */
export const closeRejectedInput = z.strictObject({ refId: hexId, ...retryFields });
export type CloseRejectedInput = z.input<typeof closeRejectedInput>;

const BATCH_MAX = listLimitOf(LISTS, "Mutation", "decideMany");

/** `decideMany` (contract-2, CTRL-6): one remark for all items, or one of an item's own. */
export const decideManyInput = z
  .object({
    items: z
      .array(
        z.object({
          taskId: hexId,
          ...verdictFields,
          returnToStageId: optional(hexId),
          expectedRevision: seenFields.expectedRevision,
        }),
      )
      .min(1, "must have at least 1 item")
      .max(BATCH_MAX, `must have at most ${BATCH_MAX} items`),
    remark: optional(prose(LIMITS.remark)),
    ...retryFields,
  })
  .superRefine(({ items, remark: ofAll = "" }, context) => {
    const seenTaskIds = new Set<string>();
    for (const [at, item] of items.entries()) {
      const { taskId, status, remark = ofAll } = item;
      refuseEnd(item, context, ["items", at]);
      const issue = { code: "custom", input: items } as const;
      if (seenTaskIds.has(taskId)) {
        context.addIssue({
          ...issue,
          path: ["items", at, "taskId"],
          message: "must not name a task a second time",
        });
      }
      if (status === "REJECTED" && remark.trim() === "") {
        context.addIssue({ ...issue, path: ["items", at, "remark"], message: "must say why it is rejected" });
      }
      seenTaskIds.add(taskId);
    }
  });
export type DecideManyInput = z.input<typeof decideManyInput>;
