import type { WorkflowEventType } from "../graphql/generated/documents.ts";
import type { MessageId, Translate } from "../messages/i18n.ts";
import type { RunEvent, Seat } from "./task.ts";

const OF_READER = {
  RULE: "why.RULE",
  MANAGER_OF: "why.MANAGER_OF",
  HEAD_OF: "why.HEAD_OF",
  HR_OF: "why.HR_OF",
  ADDED_BY: "why.ADDED_BY",
  REASSIGNED_FROM: "why.REASSIGNED_FROM",
  FALLBACK: "why.FALLBACK",
  GROUP: "why.GROUP",
  FACT: "why.FACT",
  PREVIOUS_APPROVER_MANAGER: "why.PREVIOUS_APPROVER_MANAGER",
} as const satisfies Record<NonNullable<Seat["reason"]>, MessageId>;

const OF_OTHERS = {
  RULE: undefined,
  MANAGER_OF: "seat.MANAGER_OF",
  HEAD_OF: "seat.HEAD_OF",
  HR_OF: "seat.HR_OF",
  ADDED_BY: "seat.ADDED_BY",
  REASSIGNED_FROM: "seat.REASSIGNED_FROM",
  FALLBACK: "seat.FALLBACK",
  GROUP: "seat.GROUP",
  FACT: "seat.FACT",
  PREVIOUS_APPROVER_MANAGER: "seat.PREVIOUS_APPROVER_MANAGER",
} as const satisfies Record<NonNullable<Seat["reason"]>, MessageId | undefined>;

/** Somebody with a seat, or who would have one. */
interface Reasoned {
  reason?: Seat["reason"];
  reasonUser?: { name?: string | null } | null;
  reasonGroup?: { name: string } | null;
}

/** The user or group that the reason is about. */
function reasonNames({ reasonUser, reasonGroup }: Reasoned) {
  const name = reasonGroup?.name ?? reasonUser?.name;
  return { who: name ?? "–", known: reasonGroup || reasonUser ? "yes" : "no" };
}

/** Why the reader is asked on a seat of their own, in a sentence. */
export function whyText(t: Translate, seat: Reasoned): string {
  return t(OF_READER[seat.reason ?? "RULE"], reasonNames(seat));
}

/** Why somebody has a seat, in a few words; nothing where the workflow simply names them. */
export function seatText(t: Translate, seat: Reasoned): string | undefined {
  const text = OF_OTHERS[seat.reason ?? "RULE"];
  return text && t(text, reasonNames(seat));
}

const LEFT_OUT: Readonly<Record<string, MessageId>> = {
  INACTIVE: "leftOut.INACTIVE",
  SUBMITTER: "leftOut.SUBMITTER",
  OWN_CHANGE: "leftOut.OWN_CHANGE",
  STOOD_IN: "leftOut.STOOD_IN",
  REPLACED: "leftOut.REPLACED",
};

/** Why somebody was left out when the stage was asked, or decides no more because they were late. */
export function leftOutText(t: Translate, { leftOut }: Seat): string | undefined {
  if (leftOut == null) return undefined;
  return t(LEFT_OUT[leftOut] ?? "leftOut.duty");
}

const GIVEN = new Set<WorkflowEventType>(["REASSIGNED", "APPROVER_ADDED"]);

/** The event, with its reason, that gave somebody their seat on a task. */
export function noteOf(
  events: readonly RunEvent[],
  seat: Pick<Seat, "approverId">,
  taskId: string,
): RunEvent | undefined {
  const ofSeat = ({ event, taskId: on, metadata }: RunEvent) =>
    GIVEN.has(event) && on === taskId && metadata.userId === seat.approverId && metadata.remark;
  return events.findLast(ofSeat);
}
