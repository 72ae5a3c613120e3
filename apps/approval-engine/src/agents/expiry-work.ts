import { type DueWork, dueWork } from "@countersign/mongo/due-work";
import type { WithId } from "mongodb";

import type { StartParts } from "../shared/feature.ts";
import type { AgentRequestRecord } from "./records.ts";
import { requestsIn } from "./requests.ts";

/** Ends requests when their time is over. */
export const expiryWork = ({
  db,
  expireRequest,
  logger,
}: Pick<StartParts, "db" | "logger"> & {
  expireRequest: (row: WithId<AgentRequestRecord>) => Promise<void>;
}): DueWork =>
  dueWork<AgentRequestRecord>({
    rows: requestsIn({ db }),
    work: expireRequest,
    failed: (err, { row, retryInMs }) =>
      logger.warn(
        { err, requestId: row?._id, retryInMs },
        "a request could not be expired; this is tried again",
      ),
  });
