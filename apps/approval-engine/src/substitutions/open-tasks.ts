import type { Id, WorkflowTaskKind } from "@countersign/domain/approval";
import { toObjectId } from "@countersign/mongo";

import { WORKFLOW_RUNS } from "../shared/pending.ts";
import type { TransactionScope } from "../shared/transact.ts";

/** How many runs of the kinds wait for the user's own verdict now; no kinds: all. Counted from index keys. */
export async function openTasksOf(
  { db, session, kinds: { kinds: knownKinds } }: TransactionScope,
  companyId: Id,
  userId: Id,
  kinds: readonly WorkflowTaskKind[],
): Promise<number> {
  const waitingRuns = {
    companyId: toObjectId(companyId),
    askedIds: toObjectId(userId),
    kind: { $in: kinds.length === 0 ? [...knownKinds] : [...kinds] },
  };
  const [countedRuns] = await db
    .collection(WORKFLOW_RUNS)
    .aggregate<{ count: number }>([{ $match: waitingRuns }, { $group: { _id: null, count: { $sum: 1 } } }], {
      session,
      hint: "asked",
    })
    .toArray();
  return countedRuns?.count ?? 0;
}
