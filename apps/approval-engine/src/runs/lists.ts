import type { Document } from "mongodb";

import type { Derived } from "../shared/record-repository.ts";
import type { WorkflowApprovalDocument, WorkflowTaskDocument } from "./documents.ts";

/**
 * Which lists show a task: the inbox of everybody involved, and under the company's own id that of the privileged,
 * unless it is archived or deleted; and the submissions of who made it, unless it is deleted. A total is then a count
 * of index keys, which `deletedAt: null` never is (null also stands for missing).
 */
export const TASK_LISTS: Derived<WorkflowTaskDocument> = {
  fields: ["listedFor", "submissionOf"],
  of: ({ companyId, involvedIds, createdBy, archived, deletedAt }) => ({
    listedFor: archived || deletedAt !== null ? false : [...involvedIds, companyId],
    ...(createdBy !== undefined && deletedAt === null && { submissionOf: createdBy }),
  }),
};

/** Whether the lists of its company show an approval: unless it is deleted. */
export const APPROVAL_LISTS: Derived<WorkflowApprovalDocument> = {
  fields: ["listedFor"],
  of: ({ companyId, deletedAt }) => ({ listedFor: deletedAt === null && companyId }),
};

const isDeleted = { $ne: [{ $ifNull: ["$deletedAt", null] }, null] };
const ifId = (path: string, otherwise: unknown): Document => ({
  $cond: [{ $eq: [{ $type: path }, "objectId"] }, path, otherwise],
});

/** What {@link TASK_LISTS} and {@link APPROVAL_LISTS} make, as the store makes it of a stored record, whoever wrote it. */
export const LISTS_AS_STAGES = {
  workflow_tasks: [
    {
      $set: {
        listedFor: {
          $cond: [
            { $or: ["$archived", isDeleted] },
            false,
            {
              $concatArrays: [{ $cond: [{ $isArray: "$involvedIds" }, "$involvedIds", []] }, ["$companyId"]],
            },
          ],
        },
        submissionOf: { $cond: [isDeleted, "$$REMOVE", ifId("$createdBy", "$$REMOVE")] },
      },
    },
  ],
  workflow_approvals: [{ $set: { listedFor: { $cond: [isDeleted, false, ifId("$companyId", false)] } } }],
} satisfies Record<string, Document[]>;
