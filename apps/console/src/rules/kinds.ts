import { wordsOf } from "../document/kind.ts";
import type { HrApprovalKind } from "../graphql/generated/documents.ts";
import type { ConditionName } from "./rule-draft.ts";
import type { Origin, Rule } from "./rule.ts";

const HR_KINDS = ["Leave", "Claim", "Loan", "Advance"];
const ORDER_KINDS = [
  "PurchaseRequisition",
  "PurchaseOrder",
  "PurchaseInvoice",
  "SalesQuotation",
  "SalesOrder",
  "SalesInvoice",
];

/** Whether rules of the kind are amount rules: thresholds of orders and invoices. */
export const isOrderKind = (kind: string): boolean => ORDER_KINDS.includes(kind);

/** Whether the only rule of the kind is its policy. */
export const isHrKind = (kind: string): boolean => HR_KINDS.includes(kind);

/** The name of a kind in policies, such as `LEAVE`. */
export const hrKindOf = (kind: string): HrApprovalKind => wordsOf(kind).toUpperCase() as HrApprovalKind;

/** Kinds side by side on the page of all rules. */
export interface KindGroup {
  id: "orders" | "hr" | "others";
  kinds: readonly string[];
}

/** Every kind that has rules. @param kinds - those that are submitted; invoices have rules too */
export function kindGroups(kinds: readonly string[]): KindGroup[] {
  const otherKinds = kinds.filter((kind) => !isOrderKind(kind) && !isHrKind(kind));
  const groups: KindGroup[] = [
    { id: "orders", kinds: ORDER_KINDS },
    { id: "others", kinds: otherKinds },
    { id: "hr", kinds: HR_KINDS },
  ];
  return groups.filter((group) => group.kinds.length > 0);
}

/** Where a new rule of a kind comes from. */
export const originOfNew = (kind: string): Origin => (isHrKind(kind) ? "HR" : "RULE");

/** The conditions that a rule may have: orders and invoices are judged by total and discount alone. */
export function conditionsPossible({
  kind,
  origin,
}: Pick<Rule, "kind" | "origin">): readonly ConditionName[] {
  if (origin === "DEFAULT" || origin === "HR") return [];
  return isOrderKind(kind) ? ["amount", "discount"] : ["amount", "when"];
}

/** Whether a rule needs a limit: one of orders and invoices without any would never ask. */
export const needsLimit = ({ kind, origin }: Pick<Rule, "kind" | "origin">): boolean =>
  isOrderKind(kind) && origin !== "DEFAULT";

/** The currency that the most rules name; null where none does. */
export function currencyOf(rules: readonly { currency?: string | null }[]): string | null {
  const currencies = rules.flatMap(({ currency }) => currency ?? []);
  const counts = Map.groupBy(currencies, (code) => code);
  const [most] = [...counts].toSorted(([, rows], [, otherRows]) => otherRows.length - rows.length);
  return most?.[0] ?? null;
}
