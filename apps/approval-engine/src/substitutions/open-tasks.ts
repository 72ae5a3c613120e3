import type { Id, WorkflowTaskKind } from "@countersign/domain/approval";
import { toObjectId } from "@countersign/mongo";

import type { TransactionScope } from "../shared/transact.ts";

/** How many active tasks of the kinds wait for the user's own verdict; no kinds: all. Counted from index keys. */
export async function openTasksOf(
  { db, session, kinds: { kinds: knownKinds } }: TransactionScope,
  companyId: Id,
  userId: Id,
  kinds: readonly WorkflowTaskKind[],
): Promise<number> {
  const waitingSeats = {
    listedFor: toObjectId(companyId),
    approverId: toObjectId(userId),
    kind: { $in: kinds.length === 0 ? [...knownKinds] : [...kinds] },
    taskStatus: "AWAITING_APPROVAL",
    status: { $in: ["AWAITING_APPROVAL", "PENDING"] },
  };
  const [countedSeats] = await db
    .collection("workflow_approvals")
    .aggregate<{ count: number }>([{ $match: waitingSeats }, { $group: { _id: null, count: { $sum: 1 } } }], {
      session,
      hint: "listed_by_approver",
    })
    .toArray();
  return countedSeats?.count ?? 0;
}
