import type { TaskRowFragment } from "../graphql/generated/documents.ts";

/** The orders of the list, as the engine has them. */
export const ORDERS = ["ASKED", "OLDEST", "DUE", "AMOUNT"] as const;
export type Order = (typeof ORDERS)[number];

type Ordered = Pick<TaskRowFragment, "_id" | "askedAt" | "dueAt" | "document">;

export const askedAt = ({ askedAt: at }: Pick<Ordered, "askedAt">): string => at ?? "";

/** By currency, then amount; what has neither comes last. */
function amountOf({ document }: Ordered): [string, number] {
  const { amount, currency } = document ?? {};
  return amount && currency ? [currency, Number(amount)] : ["", 0];
}

function compareAmounts(task: Ordered, other: Ordered): number {
  const [[currency, amount], [otherCurrency, otherAmount]] = [amountOf(task), amountOf(other)];
  if (currency !== otherCurrency) return currency < otherCurrency ? -1 : 1;
  return amount - otherAmount;
}

const compareTexts = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);

/** By due time; what has none comes last, newest asked first. */
function followsByDue(task: Ordered, other: Ordered): boolean {
  if (task.dueAt == null || other.dueAt == null) {
    return task.dueAt == null && (other.dueAt != null || follows("ASKED", task, other));
  }
  return (compareTexts(task.dueAt, other.dueAt) || compareTexts(task._id, other._id)) > 0;
}

/** Whether a task follows another on the list. */
export function follows(order: Order, task: Ordered, other: Ordered): boolean {
  if (order === "DUE") return followsByDue(task, other);
  const compared =
    order === "AMOUNT" ? compareAmounts(task, other) : compareTexts(askedAt(task), askedAt(other));
  const difference = compared === 0 ? compareTexts(task._id, other._id) : compared;
  return order === "OLDEST" ? difference > 0 : difference < 0;
}
