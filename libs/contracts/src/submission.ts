import { z } from "zod";
import { approvalDocument } from "./document.ts";
import { LIMITS, hexId, line, prose, tenancy } from "./fields.ts";
import { KIND_LIMITS, type KindSchema, kindName } from "./kinds.ts";

/** The rule of a stage. Those with a quorum are refused: stages do not carry its number. */
export const approveBy = z
  .enum(["ANY", "ALL", "COUNT", "PERCENT", "PER_GROUP"])
  .refine((rule) => rule === "ANY" || rule === "ALL", "must be ANY or ALL");

/** One stage of an inline submission. The engine refuses an empty `approverIds` with its own text. */
export const stage = z.object({
  name: line(LIMITS.stageName),
  order: z.number("must be a finite number"),
  approveBy,
  approverIds: z
    .array(hexId)
    .max(LIMITS.approversPerStage, `must have at most ${LIMITS.approversPerStage} items`),
});
export type Stage = z.infer<typeof stage>;

/** Caller's key for a retry: the same id and content get the first answer again, other content 409. */
export const requestId = line(LIMITS.requestId);

/** All kinds of the submitting owner, as its service is configured: the engine refuses it if it lacks one (DOC-1). */
export const ownerKinds = z
  .array(kindName)
  .max(KIND_LIMITS.kinds, `must have at most ${KIND_LIMITS.kinds} items`)
  .optional();

/**
 * Submit input (approval-engine.md, "Submit rules" 4) plus tenancy. The engine checks which of `workflowId` and
 * `dynamicStages` is given, and refuses with the specification's texts.
 */
export function submissionOf(kind: KindSchema) {
  return z.object({
    ...tenancy,
    refId: hexId,
    kind,
    ref: line(LIMITS.ref).optional(),
    submitterId: hexId,
    workflowId: hexId.optional(),
    dynamicStages: z.array(stage).max(LIMITS.stages, `must have at most ${LIMITS.stages} items`).optional(),
    /** What the approvers decide on. */
    document: approvalDocument.optional(),
    requestId: requestId.optional(),
    ownerKinds,
  });
}
export const submission = submissionOf(kindName);
export type Submission = z.infer<typeof submission>;

/** Archives the open tasks of a document that was cancelled. */
export const cancellation = z.object({ ...tenancy, refId: hexId, actorId: hexId });
export type Cancellation = z.infer<typeof cancellation>;

/** A document that changes while its approval is in progress (contract-2, DOC-3). */
export const amendment = z.object({
  ...tenancy,
  refId: hexId,
  /** What the approvers decide on from now on. */
  document: approvalDocument,
  /** The user who changed it. */
  actorId: hexId,
  /** Why, for those who are told of the change. */
  note: prose(LIMITS.remark).optional(),
});
export type Amendment = z.infer<typeof amendment>;

export const taskStatus = z.enum(["PENDING", "AWAITING_APPROVAL", "APPROVED", "REJECTED", "ARCHIEVED"]);

/** Answer to every submission: the run and its tasks, in stage order. */
export const submitted = z.object({
  refId: hexId,
  /** The submitted run. Engines before this field did not send it. */
  runId: hexId.optional(),
  /** The stored workflow of the run. */
  workflowId: hexId.optional(),
  tasks: z.array(
    z.object({
      _id: hexId,
      orderNo: z.number("must be a finite number"),
      stageName: line(LIMITS.stageName),
      status: taskStatus,
    }),
  ),
});
export type Submitted = z.infer<typeof submitted>;

/** Number of a document's revision: 1 for its first, counting on through all its runs. */
export const documentRevision = z.int("must be a whole number").min(1);

/** Answer to a change of a document: its revision, and the run's tasks as they stand, in stage order. */
export const amended = submitted.pick({ refId: true, tasks: true }).extend({ revision: documentRevision });
