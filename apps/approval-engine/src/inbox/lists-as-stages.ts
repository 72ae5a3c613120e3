import type { Document } from "mongodb";

import { GENERATION } from "../runs/index.ts";

const isDeleted = { $ne: [{ $ifNull: ["$deletedAt", null] }, null] };
const hasVerdict = { $or: [{ $eq: ["$status", "APPROVED"] }, { $eq: ["$status", "REJECTED"] }] };
const ifId = (path: string, otherwise: unknown): Document => ({
  $cond: [{ $eq: [{ $type: path }, "objectId"] }, path, otherwise],
});

/**
 * `TASK_LISTS` of a task on which nobody is asked, and `APPROVAL_LISTS`, as update stages, with which the
 * store derives the fields itself.
 */
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
        askedIds: [],
        // An archived task may have been active when it ended.
        askedAt: {
          $ifNull: [
            "$askedAt",
            { $cond: [{ $eq: ["$status", "AWAITING_APPROVAL"] }, "$createdAt", "$$REMOVE"] },
          ],
        },
        seatsListed: { $cond: [{ $eq: [{ $type: "$companyId" }, "objectId"] }, GENERATION, false] },
      },
    },
  ],
  workflow_approvals: [
    {
      $set: {
        listedFor: { $cond: [isDeleted, false, ifId("$companyId", false)] },
        deciderId: {
          $cond: [
            { $or: [isDeleted, "$skipped"] },
            false,
            { $cond: [hasVerdict, ifId("$decidedBy", ifId("$approverId", false)), false] },
          ],
        },
      },
    },
  ],
} satisfies Record<string, Document[]>;
