import { type Repeating, startDueWork } from "@countersign/mongo/due-work";
import type { Logger } from "@countersign/service-kit";
import type { Db, WithId } from "mongodb";

import type { AgentRequestRecord } from "./records.ts";
import { requestsIn } from "./requests.ts";

/** Ends requests when their time is over, until closed. Every replica may do so: each request ends once. */
export function startExpiry({
  db,
  expireRequest,
  logger,
  clock,
  pauseMs,
}: {
  db: Pick<Db, "collection">;
  expireRequest: (row: WithId<AgentRequestRecord>) => Promise<void>;
  logger: Pick<Logger, "warn">;
  /** Default: the machine's. */
  clock?: () => Date;
  /** Default: a second. */
  pauseMs?: number;
}): Repeating {
  return startDueWork<AgentRequestRecord>({
    rows: requestsIn({ db }),
    work: expireRequest,
    failed: (err, { row, retryInMs }) =>
      logger.warn(
        { err, requestId: row?._id, retryInMs },
        "a request could not be expired; this is tried again",
      ),
    ...(clock && { clock }),
    ...(pauseMs !== undefined && { pauseMs }),
  });
}
