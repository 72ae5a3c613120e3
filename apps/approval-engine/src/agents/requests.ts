import type { Id } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { type OpenScope, sessionOption, toObjectId } from "@countersign/mongo";
import { text } from "@countersign/texts";
import type { Collection, Db } from "mongodb";

import type { Caller } from "../shared/caller.ts";
import { type Place, cursorOf } from "../shared/place.ts";
import { toRecord } from "../shared/record-of.ts";
import { AGENT_REQUESTS, type AgentRequest, type AgentRequestRecord } from "./records.ts";

/** The store, in a transaction or not. */
export type RequestScope = Pick<OpenScope, "session"> & { db: Pick<Db, "collection"> };

export const requestsIn = ({ db }: Pick<RequestScope, "db">): Collection<AgentRequestRecord> =>
  db.collection<AgentRequestRecord>(AGENT_REQUESTS);

/** The part of a filter that keeps to the caller's own requests. */
export const ofCaller = ({ companyId, userId }: Caller) => ({
  companyId: toObjectId(companyId),
  userId: toObjectId(userId),
});

/** The refusal of an id that is none of the caller's requests. */
export const missingRequest = (): DomainError => new DomainError("NOT_FOUND", text("missing.request"));

/** One of the caller's own requests. @throws DomainError `NOT_FOUND` for another's too */
export async function ownRequest(scope: RequestScope, caller: Caller, id: Id): Promise<AgentRequest> {
  const ownId = { _id: toObjectId(id), ...ofCaller(caller) };
  const request = await requestsIn(scope).findOne(ownId, sessionOption(scope));
  if (request === null) throw missingRequest();
  return toRecord(request);
}

/** Some of the caller's own requests, the newest first. */
export async function listRequests(
  scope: RequestScope,
  caller: Caller,
  { take, after }: { take: number; after?: Place | undefined },
): Promise<{ requests: AgentRequest[]; next: string | undefined }> {
  const before = after && [
    { requestedAt: { $lt: new Date(after.atMs) } },
    { requestedAt: new Date(after.atMs), _id: { $lt: toObjectId(after.id) } },
  ];
  const foundRequests = await requestsIn(scope)
    .find(
      { ...ofCaller(caller), ...(before && { $or: before }) },
      { ...sessionOption(scope), limit: take + 1 },
    )
    .sort({ requestedAt: -1, _id: -1 })
    .toArray();
  const requests = foundRequests.slice(0, take).map((record) => toRecord(record));
  const last = requests.at(-1);
  const next =
    foundRequests.length > take && last
      ? cursorOf({ atMs: last.requestedAt.getTime(), id: last._id })
      : undefined;
  return { requests, next };
}
