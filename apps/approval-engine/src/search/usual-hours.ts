import type { WorkflowTaskKind } from "@countersign/domain/approval";
import { type Collection, ObjectId } from "mongodb";

import type { ListedRun } from "../runs/index.ts";

/** The approvals that say how long one takes: the newest ones of its kind. */
const LOOKED_AT = 50;
/** With fewer there is no usual time. */
const LEAST = 20;
const HOUR_MS = 3_600_000;

/**
 * How long approvals of a kind usually take: the median of the 50 that ended last in the company, from submission to
 * approval, in hours of the clock. Null with fewer than 20.
 */
export async function usualHours(
  runs: Collection<ListedRun>,
  companyId: string,
  kind: WorkflowTaskKind,
): Promise<number | null> {
  const endedRuns = await runs
    .find(
      { companyId: new ObjectId(companyId), kind, state: "APPROVED" },
      { hint: "durations", projection: { _id: 0, endedAt: 1, submittedAt: 1 } },
    )
    .sort({ endedAt: -1 })
    .limit(LOOKED_AT)
    .toArray();
  const hours = endedRuns
    .flatMap(({ submittedAt, endedAt }) => (endedAt ? [endedAt.getTime() - submittedAt.getTime()] : []))
    .map((ms) => ms / HOUR_MS)
    .toSorted((a, b) => a - b);
  if (hours.length < LEAST) return null;
  const middle = hours.length / 2;
  const median = (hours[Math.ceil(middle) - 1]! + hours[Math.floor(middle)]!) / 2;
  return Math.round(median * 10) / 10;
}
