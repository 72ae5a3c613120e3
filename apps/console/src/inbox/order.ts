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

function compareAmounts(task: Ordered, otherTask: Ordered): number {
  const [[currency, amount], [otherCurrency, otherAmount]] = [amountOf(task), amountOf(otherTask)];
  if (currency !== otherCurrency) return currency < otherCurrency ? -1 : 1;
  return amount - otherAmount;
}

const compareTexts = (text: string, otherText: string) =>
  text === otherText ? 0 : text < otherText ? -1 : 1;

/** By due time; what has none comes last, newest asked first. */
function followsByDue(task: Ordered, otherTask: Ordered): boolean {
  if (task.dueAt == null || otherTask.dueAt == null) {
    return task.dueAt == null && (otherTask.dueAt != null || follows("ASKED", task, otherTask));
  }
  return (compareTexts(task.dueAt, otherTask.dueAt) || compareTexts(task._id, otherTask._id)) > 0;
}

/** Whether a task follows another on the list. */
export function follows(order: Order, task: Ordered, otherTask: Ordered): boolean {
  if (order === "DUE") return followsByDue(task, otherTask);
  const comparison =
    order === "AMOUNT" ? compareAmounts(task, otherTask) : compareTexts(askedAt(task), askedAt(otherTask));
  const difference = comparison === 0 ? compareTexts(task._id, otherTask._id) : comparison;
  return order === "OLDEST" ? difference > 0 : difference < 0;
}
