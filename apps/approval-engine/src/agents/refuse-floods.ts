import { DomainError } from "@countersign/domain/errors";
import { sessionOption } from "@countersign/mongo";
import { text } from "@countersign/texts";

import type { Caller } from "../shared/caller.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { ofCaller, requestsIn } from "./requests.ts";

/** Most requests of a user's agents that are made within a minute, and that wait for people at a time. */
const REQUESTS_MAX = { inAMinute: 20, open: 100 } as const;

const MINUTE_MS = 60_000;

/**
 * Refuses a request beyond what people can read (contract-3, issue 44).
 *
 * @throws DomainError `TOO_MANY_REQUESTS`, which says when to try again
 */
export async function refuseFlood(scope: TransactionScope, caller: Caller): Promise<void> {
  const { now } = scope;
  const recent = await requestsIn(scope)
    .find(
      { ...ofCaller(caller), requestedAt: { $gt: new Date(now.getTime() - MINUTE_MS) } },
      {
        ...sessionOption(scope),
        projection: { requestedAt: 1 },
        sort: { requestedAt: -1 },
        limit: REQUESTS_MAX.inAMinute,
      },
    )
    .toArray();
  const oldest = recent[REQUESTS_MAX.inAMinute - 1];
  if (oldest !== undefined) {
    const seconds = Math.ceil((oldest.requestedAt.getTime() + MINUTE_MS - now.getTime()) / 1_000);
    const maximum = REQUESTS_MAX.inAMinute;
    throw new DomainError("TOO_MANY_REQUESTS", text("passing.tooManyAsked", { maximum, seconds }));
  }
  const open = await requestsIn(scope).countDocuments(
    { ...ofCaller(caller), status: "PENDING" },
    { ...sessionOption(scope), limit: REQUESTS_MAX.open },
  );
  if (open < REQUESTS_MAX.open) return;
  const [maximum, seconds] = [REQUESTS_MAX.open, MINUTE_MS / 1_000];
  throw new DomainError("TOO_MANY_REQUESTS", text("passing.tooManyOpen", { maximum, seconds }));
}
