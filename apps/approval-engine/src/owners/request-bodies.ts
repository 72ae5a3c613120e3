import {
  type KindRegistry,
  LIMITS,
  amendment,
  approvalDocument,
  cancellation,
  hexId,
  knownKind,
  submissionOf,
} from "@countersign/contracts";
import { WORKFLOW_APPROVAL_STATUSES, WORKFLOW_TASK_STATUSES } from "@countersign/domain/approval";
import { z } from "zod";

/** The company of a request, where neither the token nor `SERVICE_COMPANIES` names the one (contract-4, WEB-1). */
const companyId = hexId.optional().describe("Needed where the token names no company.");

/** `POST /api/v1/documents` (contract-3, WEB-1); else as `approval.command.submit`. */
export const submissionBody = (kinds: KindRegistry) =>
  submissionOf(knownKind(kinds))
    .omit({ branchId: true, submittedBy: true, requestId: true, ownerKinds: true })
    .extend({
      companyId,
      editorIds: z
        .array(hexId)
        .max(LIMITS.editors, `must have at most ${LIMITS.editors} items`)
        .optional()
        .describe(
          "Users who wrote the document, beside those that it names itself: they never decide on it.",
        ),
    });
export type SubmissionBody = z.output<ReturnType<typeof submissionBody>>;

/** `POST /api/v1/documents/{refId}/cancel`. */
export const cancellationBody = cancellation.pick({ actorId: true }).extend({ companyId });
export type CancellationBody = z.output<typeof cancellationBody>;

/** `POST /api/v1/documents/{refId}/amend`. */
export const amendmentBody = amendment
  .pick({ actorId: true, note: true })
  .extend({ companyId, document: approvalDocument });
export type AmendmentBody = z.output<typeof amendmentBody>;

/** The document that an address names. */
export const documentPath = z.object({ refId: hexId });

/** The states of a document as its owner reads them. */
export const documentStatus = z.enum([
  "IN_APPROVAL",
  "CHANGES_WANTED",
  "APPROVED",
  "REJECTED",
  "RECALLED",
  "CANCELLED",
]);
export type DocumentStatus = z.output<typeof documentStatus>;

/** Longest wait for a change, in seconds (contract-4, WEB-1). */
const WAIT_MAX_S = 45;

/** `GET /api/v1/documents/{refId}`. */
export const statusQuery = z.object({
  companyId,
  wait: z
    .string()
    .regex(/^\d+$/u, "must be a whole number")
    .transform(Number)
    .refine((seconds) => seconds <= WAIT_MAX_S, `must be at most ${WAIT_MAX_S}`)
    .optional()
    .describe("Seconds, at most 45, to wait until the status is not `from`."),
  from: documentStatus.default("IN_APPROVAL").describe("The status that the caller knows."),
});

/** An id in an answer. */
const id = z.string().regex(/^[0-9a-f]{24}$/u);

/** The answer to each accepted request. */
export const acceptedAnswer = z.object({
  requestId: z.string().describe("Its id, which `approval.request` and the outcome carry."),
  refId: id,
});
export type AcceptedAnswer = z.output<typeof acceptedAnswer>;

/** A document's newest run, as its owner reads it. */
export const documentAnswer = z.object({
  refId: id,
  kind: z.string(),
  companyId: id,
  status: documentStatus,
  runId: id,
  revision: z
    .int()
    .min(1)
    .optional()
    .describe("Of the document that approvers decide on; absent without one."),
  changes: z
    .object({
      text: z.string(),
      by: id.describe("The approver who wants them."),
      at: z.string().meta({ format: "date-time" }),
    })
    .optional()
    .describe(
      "What an approver wants changed before they decide; of CHANGES_WANTED alone, in which an amendment is taken.",
    ),
  stages: z.array(
    z.object({
      name: z.string(),
      order: z.number(),
      status: z.enum(WORKFLOW_TASK_STATUSES),
      seats: z.array(
        z.object({
          approverId: id,
          status: z.enum(WORKFLOW_APPROVAL_STATUSES),
          decidedBy: id.optional(),
          at: z.string().meta({ format: "date-time" }).optional(),
          remark: z.string().optional(),
        }),
      ),
    }),
  ),
});
export type DocumentAnswer = z.output<typeof documentAnswer>;
