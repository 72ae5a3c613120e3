import { shownId } from "@countersign/owner-kit";
import { z } from "zod";
import { DOCUMENT_KINDS, type DocumentKind, isDisbursedKind } from "../document-kinds.ts";
import { VISIBLE_STATUSES } from "../hr-document.ts";

const disbursement = z
  .object({
    state: z.enum(["POSTED", "OPEN"]),
    journalEntryId: shownId.optional(),
    journalRef: z.string().optional(),
    problem: z.string().optional().describe("Why it is not; tried again."),
  })
  .describe("Whether the amount of the approved document is in the ledger.");

/** A document of the kind as callers see it: its details beside its other fields. */
export function shownDocument(kind: DocumentKind) {
  return z.object({
    _id: shownId,
    branchId: shownId.optional(),
    kind: z.string(),
    ref: z.string().describe("Number for people, such as LV-000001."),
    employeeId: shownId,
    submitterId: shownId,
    status: z.enum(VISIBLE_STATUSES),
    createdAt: z.date(),
    updatedAt: z.date(),
    remark: z.string().optional().describe("Remark of the last verdict."),
    decidedAt: z.date().optional().describe("When the approval ended."),
    decidedBy: shownId.optional().describe("Whose verdict ended it."),
    ...(isDisbursedKind(kind) && { disbursement: disbursement.optional() }),
    ...DOCUMENT_KINDS[kind].details.shape,
  });
}
