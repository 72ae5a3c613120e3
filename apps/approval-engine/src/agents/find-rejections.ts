import type { Id } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { sessionOption, toHex, toObjectId } from "@countersign/mongo";
import { text } from "@countersign/texts";
import type { Db, WithId } from "mongodb";

import type { EarlierRejection } from "../documents/index.ts";
import { type WorkflowApproval, createRunsRepository, runsIn } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import { peopleAmong } from "../shared/people.ts";
import type { TransactionScope } from "../shared/transact.ts";
import type { AgentRequest, AgentRequestRecord } from "./records.ts";
import type { RequestInput } from "./request-inputs.ts";
import { requestsIn } from "./requests.ts";

const DAY_MS = 86_400_000;
/** How long a rejection is shown to those who are asked again, and how long its own user's agents do not ask again. */
const SHOWN_MS = 30 * DAY_MS;
const REFUSED_MS = DAY_MS;
/** Most rejections that are shown, and that are looked through. */
const SHOWN_MAX = 5;
const READ_MAX = 50;

/** Rejections of the same request before (contract-4, MEET-6). */
export interface RejectedBefore {
  /** The newest first. */
  rejections: EarlierRejection[];
  /** Those who decided then and can be asked again: neither the caller nor anybody who has left. */
  approverIds: Id[];
}

/**
 * Finds the rejections of the same call for the same tool server in the last month, whoever's agent asked. One that only
 * time brought about is none.
 *
 * @throws DomainError `CONFLICT` for what the caller's own agents asked for and somebody rejected within a day
 */
export async function findRejections(
  scope: TransactionScope,
  { companyId, userId }: Caller,
  { repeatHash }: Pick<RequestInput, "repeatHash">,
): Promise<RejectedBefore> {
  const rejectedRequests = await requestsIn(scope)
    .find(
      {
        companyId: toObjectId(companyId),
        repeatHash,
        status: "REJECTED",
        endedAt: { $gt: new Date(scope.now.getTime() - SHOWN_MS) },
      },
      { ...sessionOption(scope), sort: { endedAt: -1 }, limit: READ_MAX },
    )
    .toArray();
  if (rejectedRequests.length === 0) return { rejections: [], approverIds: [] };
  const verdicts = await verdictsOf(scope, companyId, rejectedRequests);
  const foundRejections = rejectedRequests.flatMap((request) => {
    const rejection = rejectionOf(request, verdicts);
    return rejection === undefined ? [] : [{ request, rejection }];
  });
  const runIds = new Set(foundRejections.map(({ request }) => toHex(request.runId)));
  const deciders = verdicts.filter(({ runId }) => runIds.has(runId)).map(({ approverId }) => approverId);
  const people = await peopleAmong(scope, companyId, [
    ...deciders,
    ...foundRejections.map(({ rejection }) => rejection.userId),
  ]);
  const ownRejection = foundRejections.find(({ request }) => toHex(request.userId) === userId);
  if (ownRejection && ownRejection.rejection.at.getTime() > scope.now.getTime() - REFUSED_MS) {
    const { userId: by, at } = ownRejection.rejection;
    throw rejectedBefore(people.get(by)?.name ?? by, at);
  }
  return {
    rejections: foundRejections.slice(0, SHOWN_MAX).map(({ rejection }) => rejection),
    approverIds: [...new Set(deciders)].filter((id) => id !== userId && people.get(id)?.active !== false),
  };
}

/**
 * Refuses a grant for a call that somebody has rejected since it was asked for, whoever's agent asked then: those who
 * approved it were not shown that.
 *
 * @throws DomainError `CONFLICT`
 */
export async function refuseRejectedTwin(
  { db }: { db: Pick<Db, "collection"> },
  { _id, companyId, repeatHash, requestedAt }: AgentRequest,
): Promise<void> {
  const twins = await requestsIn({ db })
    .find({
      companyId: toObjectId(companyId),
      repeatHash,
      status: "REJECTED",
      endedAt: { $gte: requestedAt },
      _id: { $ne: toObjectId(_id) },
    })
    .sort({ endedAt: -1 })
    .limit(READ_MAX)
    .toArray();
  if (twins.length === 0) return;
  const runs = await runsIn({ db })
    .find({ _id: { $in: twins.map(({ runId }) => runId) }, companyId: toObjectId(companyId) })
    .toArray();
  const rejection = runs
    .flatMap(({ tasks }) => tasks.flatMap(({ approvals }) => approvals))
    .find(({ status }) => status === "REJECTED");
  if (rejection === undefined) return;
  const userId = toHex(rejection.decidedBy ?? rejection.approverId);
  const people = await peopleAmong({ db }, companyId, [userId]);
  throw rejectedBefore(people.get(userId)?.name ?? userId, twins[0]!.endedAt ?? requestedAt);
}

const rejectedBefore = (name: string, at: Date): DomainError =>
  new DomainError("CONFLICT", text("ask.rejected", { name, day: at.toISOString().slice(0, 10) }), {
    field: "action",
  });

/** The verdicts of people on requests, the newest first. */
async function verdictsOf(
  scope: TransactionScope,
  companyId: Id,
  requests: readonly WithId<AgentRequestRecord>[],
): Promise<WorkflowApproval[]> {
  const runIds = requests.map(({ runId }) => toHex(runId));
  const runs = await createRunsRepository(scope).named(companyId, runIds);
  return runs
    .flatMap(({ approvals }) => approvals)
    .filter(({ status, skipped }) => !skipped && (status === "APPROVED" || status === "REJECTED"))
    .toSorted((left, right) => (right.statusUpdateDate ?? 0) - (left.statusUpdateDate ?? 0));
}

/** The rejection that ended a request. @param verdicts - the newest first */
function rejectionOf(
  { runId, endedAt, requestedAt }: WithId<AgentRequestRecord>,
  verdicts: readonly WorkflowApproval[],
): EarlierRejection | undefined {
  const verdict = verdicts.find(
    (rowOfRun) => rowOfRun.runId === toHex(runId) && rowOfRun.status === "REJECTED",
  );
  if (verdict === undefined) return undefined;
  const remark = verdict.remark?.trim();
  return {
    userId: verdict.decidedBy ?? verdict.approverId,
    at: endedAt ?? requestedAt,
    ...(remark && { remark }),
  };
}
