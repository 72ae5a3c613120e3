import { isOpen } from "@countersign/domain/approval";
import { sessionOption, toHex, toObjectId } from "@countersign/mongo";
import { markDone } from "@countersign/mongo/due-work";
import type { Filter, ObjectId, WithId } from "mongodb";

import { createRunsRepository, expireRun, withdrawRun } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import type { RunCommands } from "../shared/run-commands.ts";
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

/** The change of a request by a decision: its end, or what an approver wants to have changed first. */
interface RequestChange {
  _id: ObjectId;
  runId: ObjectId;
  end?: Pick<AgentRequestRecord, "status" | "endedAt" | "decidedRevision">;
  /** The wish; absent once it has ended. */
  question?: AgentRequestRecord["question"];
  /** The number of the wish among those of the run. */
  changesAsked?: number;
}

/** The request before a wish is written, or while it shows it: what is written again later finds neither. */
const requestAt = ({ question, changesAsked = 0 }: RequestChange): Filter<AgentRequestRecord> =>
  question
    ? { $or: [{ changesAsked: { $exists: false } }, { changesAsked: { $lt: changesAsked } }] }
    : { changesAsked };

/** A run that a request began has ended, whoever ended it, or waits for an answer: the request says so. */
export const followRequests: Follow<RequestChange> = {
  derive: async ({ kinds }, followedDecision) => {
    const { before, decision } = followedDecision;
    const { run } = decision;
    const [task] = run.tasks;
    if (task === undefined || kinds.ownerOf(task.kind) !== AGENTS_OWNER) return undefined;
    const ofRun = { _id: toObjectId(task.refId), runId: toObjectId(task.runId) };
    if (isOpen(run)) {
      const { changesWanted: wantedChanges } = run;
      if (before.changesWanted?.id === wantedChanges?.id) return undefined;
      const { changesAsked = 0 } = run;
      if (wantedChanges === undefined) return { ...ofRun, changesAsked };
      const { text, askerId, sinceMs } = wantedChanges;
      return { ...ofRun, question: { text, by: toObjectId(askerId), at: new Date(sinceMs) }, changesAsked };
    }
    const end = {
      status: statusAfter(followedDecision),
      endedAt: followedDecision.at,
      ...(run.document && { decidedRevision: run.document.revision }),
    };
    return { ...ofRun, end };
  },
  write: async (scope, change) => {
    const { _id, runId, end, question, changesAsked = 0 } = change;
    const update = end
      ? { $set: end, $unset: { claimedUntil: true, failures: true, question: true } as const }
      : question
        ? { $set: { question, changesAsked } }
        : { $unset: { question: true } as const };
    const pending = { _id, runId, status: "PENDING" as const, ...(end ? {} : requestAt(change)) };
    await requestsIn(scope).updateOne(pending, update, sessionOption(scope));
  },
};

/**
 * `withdraw_request`: takes back one of the caller's requests that nobody has decided yet. One that has ended stays as it is.
 *
 * @throws DomainError `NOT_FOUND` for another's, or none
 */
export function createWithdrawRequest({ transact, runs }: { transact: Transact; runs: RunCommands }) {
  return async (
    caller: Caller,
    { id, reason }: { id: string; reason?: string | undefined },
  ): Promise<AgentRequest> => {
    await runs.alone(async (scope) => {
      // Read first, so that the request says what followed from its last write.
      const run = await createRunsRepository(scope).currentOf(caller.companyId, id);
      const { status } = await ownRequest(scope, caller, id);
      if (status === "PENDING") await withdrawRun(scope, caller, run, reason);
    }, id);
    return transact(async (scope) => ownRequest(scope, caller, id));
  };
}

/**
 * Ends a request whose time is over; its row follows from that. A request whose run has ended meanwhile stays as that ended
 * it, and only the mark goes.
 *
 * @throws the driver's errors
 */
export function createExpireRequest({ runs }: { runs: RunCommands }) {
  return async (row: WithId<AgentRequestRecord>): Promise<void> => {
    const [refId, runId, companyId] = [toHex(row._id), toHex(row.runId), toHex(row.companyId)];
    await runs.alone(async (scope) => {
      if (await expireRun(scope, companyId, { refId, runId })) return;
      await markDone(scope, requestsIn(scope), row);
    }, refId);
  };
}
