import { z } from "zod";
import { type TextSchema, approversSchema } from "./approver-source.ts";
import { approvalDocument } from "./document.ts";
import { LIMITS, hexId, line, prose, tenancy } from "./fields.ts";
import { KIND_LIMITS, type KindSchema, kindName } from "./kinds.ts";
import { refuseRepeated } from "./refuse-repeated.ts";
import { stageFields } from "./stage.ts";

/** Users who approve a stage. */
export const approverIds = z
  .array(hexId)
  .max(LIMITS.approversPerStage, `must have at most ${LIMITS.approversPerStage} items`);

/** One stage of an inline submission. The engine refuses one without approvers with its own text. */
export const stageSchema = (text: TextSchema) =>
  z
    .object({
      ...z.object(stageFields(text)).partial().shape,
      ...z.object(stageFields(text)).pick({ name: true, order: true, approveBy: true }).shape,
      /** Either these or `approvers`. */
      approverIds: approverIds.optional(),
      approvers: approversSchema(text).optional(),
    })
    .superRefine((givenStage, context) => {
      if (givenStage.approverIds !== undefined && givenStage.approvers !== undefined) {
        context.addIssue({
          code: "custom",
          path: ["approvers"],
          message: "must not be given with approverIds",
        });
      }
      if (givenStage.approverIds === undefined && givenStage.approvers === undefined) {
        context.addIssue({ code: "custom", path: ["approverIds"], message: "is required" });
      }
    });
export const stage = stageSchema(line);
export type Stage = z.infer<typeof stage>;

/** The fault of more stages than that (signatures-4, ONE), in the words of the refusal of a run. */
export const STAGES_FAULT = `An approval has at most ${LIMITS.stages} stages`;

/** The stages of an inline submission. */
export const stagesOf = <S extends z.ZodType<{ key?: string | undefined }>>(stageSchema: S) =>
  z
    .array(stageSchema)
    .max(LIMITS.stages, STAGES_FAULT)
    .superRefine((all, context) => refuseRepeated(all, [], context));

/** Caller's key for a retry: the same id and content get the first answer again, other content 409. */
export const requestId = line(LIMITS.requestId);

/** All kinds of the submitting owner, as its service is configured: the engine refuses it if it lacks one (DOC-1). */
export const ownerKinds = z
  .array(kindName)
  .max(KIND_LIMITS.kinds, `must have at most ${KIND_LIMITS.kinds} items`)
  .optional();

/** Says that a program submitted the document with the submitter's token (contract-3, AGT-3). */
export const submittedBy = z.object({
  agent: z.literal(true, "must be true"),
  /** Name of the program. */
  client: line(LIMITS.name).optional(),
});
export type SubmittedBy = z.infer<typeof submittedBy>;

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
    dynamicStages: stagesOf(stage).optional(),
    /** The document that the approvers decide on. */
    document: approvalDocument.optional(),
    submittedBy: submittedBy.optional(),
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
  /** The document that the approvers decide on from now on. */
  document: approvalDocument,
  /** The user who changed it. */
  actorId: hexId,
  /** The reason, for those whom the engine notifies of the change. */
  note: prose(LIMITS.remark).optional(),
});
export type Amendment = z.infer<typeof amendment>;

const taskStatus = z.enum(["PENDING", "AWAITING_APPROVAL", "APPROVED", "REJECTED", "ARCHIEVED"]);

/** Number of a document's revision: 1 for its first, counting on through all its runs. */
export const documentRevision = z.int("must be a whole number").min(1);

/** Answer to every submission: the run and its tasks, in stage order. */
export const submissionAnswer = z.object({
  refId: hexId,
  /** The submitted run. Engines before this field did not send it. */
  runId: hexId.optional(),
  /** The stored workflow of the run. */
  workflowId: hexId.optional(),
  /** The document's revision, where one was sent. Engines before this field did not send it. */
  revision: documentRevision.optional(),
  tasks: z.array(
    z.object({
      _id: hexId,
      orderNo: z.number("must be a finite number"),
      stageName: line(LIMITS.stageName),
      status: taskStatus,
    }),
  ),
});
export type Submitted = z.infer<typeof submissionAnswer>;

/** Answer to a change of a document: its revision, and the run's tasks as they stand, in stage order. */
export const amendmentAnswer = submissionAnswer
  .pick({ refId: true, tasks: true })
  .extend({ revision: documentRevision });
