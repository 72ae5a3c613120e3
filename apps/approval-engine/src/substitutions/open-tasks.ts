import type { Id, WorkflowTaskKind } from "@countersign/domain/approval";
import { toObjectId } from "@countersign/mongo";

import type { TransactionScope } from "../shared/transact.ts";

/** How many active tasks of the kinds wait for the user's own verdict; no kinds: all. Counted from index keys. */
export async function openTasksOf(
  { db, session, kinds: { kinds: known } }: TransactionScope,
  companyId: Id,
  userId: Id,
  kinds: readonly WorkflowTaskKind[],
): Promise<number> {
  const waiting = {
    listedFor: toObjectId(companyId),
    approverId: toObjectId(userId),
    kind: { $in: kinds.length === 0 ? [...known] : [...kinds] },
    taskStatus: "AWAITING_APPROVAL",
    status: { $in: ["AWAITING_APPROVAL", "PENDING"] },
  };
  const [counted] = await db
    .collection("workflow_approvals")
    .aggregate<{ count: number }>([{ $match: waiting }, { $group: { _id: null, count: { $sum: 1 } } }], {
      session,
      hint: "listed_by_approver",
    })
    .toArray();
  return counted?.count ?? 0;
}
