import { isOpen } from "@countersign/domain/approval";
import { toHex, toObjectId } from "@countersign/mongo";
import { markDone } from "@countersign/mongo/due-work";
import type { WithId } from "mongodb";

import { expireRun, withdrawRun } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import type { Follow, FollowedDecision, Transact } from "../shared/transact.ts";
import { AGENTS_OWNER, type AgentRequest, type AgentRequestRecord, type RequestStatus } from "./records.ts";
import { ownRequest, requestsIn } from "./requests.ts";

/** How a request stands once its run has ended. */
function statusAfter({ decision }: FollowedDecision): RequestStatus {
  switch (decision.outcome) {
    case "completed":
      return "APPROVED";
    case "rejected":
      return "REJECTED";
    case "recalled":
      return decision.reason ?? "WITHDRAWN";
    default:
      // Its owner cancelled it, or submitted it anew.
      return "WITHDRAWN";
  }
}

/** A run that a request began has ended, whoever ended it: the request says so with the same commit. */
export const followRequests: Follow = async ({ db, session, kinds }, followed) => {
  const { run } = followed.decision;
  const [task] = run.tasks;
  if (task === undefined || kinds.ownerOf(task.kind) !== AGENTS_OWNER || isOpen(run)) return;
  const change = {
    status: statusAfter(followed),
    endedAt: followed.at,
    ...(run.document && { decidedRevision: run.document.revision }),
  };
  await requestsIn({ db }).updateOne(
    { _id: toObjectId(task.refId), runId: toObjectId(task.runId), status: "PENDING" },
    { $set: change, $unset: { claimedUntil: true, failures: true } },
    { session },
  );
};

/**
 * `withdraw_request`: takes back one of the caller's requests that nobody has decided yet. One that has ended stays as it is.
 *
 * @throws DomainError `NOT_FOUND` for another's, or none
 */
export function createWithdrawRequest({ transact }: { transact: Transact }) {
  return async (
    caller: Caller,
    { id, reason }: { id: string; reason?: string | undefined },
  ): Promise<AgentRequest> =>
    transact(async (scope) => {
      const request = await ownRequest(scope, caller, id);
      if (request.status !== "PENDING") return request;
      await withdrawRun(scope, caller, { refId: id, runId: request.runId, reason });
      return ownRequest(scope, caller, id);
    });
}

/**
 * Ends a request whose time is over. The mark of its row commits with the end, so that of two replicas one ends it, and a
 * request that was decided meanwhile stays decided.
 *
 * @throws the driver's errors
 */
export function createExpireRequest({ transact }: { transact: Transact }) {
  return async (row: WithId<AgentRequestRecord>): Promise<void> =>
    transact(async (scope) => {
      const rows = requestsIn(scope);
      if (!(await markDone(scope, rows, row))) return;
      const [refId, runId, companyId] = [toHex(row._id), toHex(row.runId), toHex(row.companyId)];
      await expireRun(scope, companyId, { refId, runId });
    });
}
