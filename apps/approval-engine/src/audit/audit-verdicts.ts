import type { SeatReason } from "@countersign/domain/approval";
import { type Db, ObjectId } from "mongodb";

import { documentsAt } from "../documents/index.ts";
import type { WorkflowApprovalRecord } from "../runs/index.ts";
import { fieldIn } from "./fields.ts";
import type { AuditLog } from "./records.ts";

/** A seat as a change keeps it. */
interface LoggedSeat {
  id: string;
  taskId: string;
  approverId: string;
  status: string;
  remark?: string;
}

/** A verdict that a change records. */
export interface AuditedVerdict extends LoggedSeat {
  status: "APPROVED" | "REJECTED";
}

/** Why somebody had the seat of a verdict. */
export interface SeatOfVerdict {
  reason: SeatReason | undefined;
  reasonUserId: string | undefined;
  reasonGroupId: string | undefined;
}

/** A change with all that a reader of the trail asks about it. */
export interface AuditedChange {
  verdict: AuditedVerdict | undefined;
  seat: SeatOfVerdict | undefined;
  /** Of the document as it was then. */
  amount: string | undefined;
  currency: string | undefined;
}

function seatsIn(record: unknown): readonly LoggedSeat[] {
  const seats = fieldIn(record, "approvals");
  return Array.isArray(seats) ? (seats as LoggedSeat[]) : [];
}

const isVerdict = (seat: LoggedSeat): seat is AuditedVerdict =>
  seat.status === "APPROVED" || seat.status === "REJECTED";

/**
 * The verdict that a change of a stage's status records; undefined for another change. Of several seats that one verdict
 * decided on, the one of the person themselves.
 */
export function verdictOf({
  action,
  actorId,
  entityId,
  before,
  after,
}: Pick<AuditLog, "action" | "actorId" | "entityId" | "before" | "after">): AuditedVerdict | undefined {
  if (action !== "changeStatus") return undefined;
  const earlierStatus = new Map(seatsIn(before).map(({ id, status }) => [id, status]));
  const verdicts = seatsIn(after)
    .filter((seat) => isVerdict(seat))
    .filter(({ id, taskId, status }) => taskId === entityId && earlierStatus.get(id) !== status);
  return verdicts.find(({ approverId }) => approverId === actorId) ?? verdicts[0];
}

/** Finds, for each change, its verdict, the seat of that, and the document's amount at its time; two commands. */
export async function findChanges(
  { db }: { db: Pick<Db, "collection"> },
  companyId: string,
  logs: readonly AuditLog[],
  documents: readonly ({ refId: string } | null)[],
): Promise<AuditedChange[]> {
  const verdicts = logs.map((log) => verdictOf(log));
  const seatIds = verdicts.flatMap((verdict) => (verdict === undefined ? [] : [new ObjectId(verdict.id)]));
  const rows = await db
    .collection<WorkflowApprovalRecord>("workflow_approvals")
    .find(
      { _id: { $in: seatIds }, companyId: new ObjectId(companyId) },
      { projection: { reason: 1, reasonUserId: 1, reasonGroupId: 1 } },
    )
    .toArray();
  const seatOf = new Map(
    rows.map(({ _id, reason, reasonUserId, reasonGroupId }): [string, SeatOfVerdict] => [
      _id.toHexString(),
      { reason, reasonUserId: reasonUserId?.toHexString(), reasonGroupId: reasonGroupId?.toHexString() },
    ]),
  );
  const amounts = await documentsAt(
    { db },
    companyId,
    logs.map(({ at }, place) => ({ refId: documents[place]?.refId, at })),
  );
  return logs.map((_, place) => {
    const verdict = verdicts[place];
    return {
      verdict,
      seat: verdict && seatOf.get(verdict.id),
      amount: amounts[place]?.amount,
      currency: amounts[place]?.currency,
    };
  });
}
