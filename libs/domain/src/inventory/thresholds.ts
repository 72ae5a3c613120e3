import { text } from "@countersign/texts";
import type { Id } from "../approval/index.ts";
import { DomainError } from "../errors/index.ts";
import { type Units, parseUnits, readAmount, toNumber } from "../finance/amount.ts";
import type { ApprovalThresholdKind } from "./kinds.ts";

/** When orders of a kind need approval, and by which workflow. */
export interface ApprovalThreshold {
  kind: ApprovalThresholdKind;
  workflowId: Id;
  /** Approval is required above it; null means ignored. */
  amountThreshold: number | null;
  /** In percent, 0 to 100. Approval is required above it; null means ignored. */
  discountPercentageThreshold: number | null;
  /** ISO 4217 code: never for an order in another currency (contract-3, CON-17). Absent: for orders in any. */
  currency?: string | undefined;
  /** Place among the thresholds of the kind, see {@link inOrder}. */
  order?: number | undefined;
  enabled: boolean;
}

/** The part of an order that thresholds use. */
export interface Order {
  kind: ApprovalThresholdKind;
  totalAmount: number;
  /** ISO 4217 code of its amounts; absent where its owner keeps none: they are compared as they are. */
  currency?: string | undefined;
  discount?: { valueType: string; value: number } | null | undefined;
}

/** The terms that the approvers of an order approve. */
export type OrderTerms = Pick<Order, "totalAmount" | "currency" | "discount">;

/** Whether an order needs approval, and by which workflow. */
export type Evaluation = { required: false } | { required: true; workflowId: Id };

/** Greatest threshold for an amount. */
const MAX_AMOUNT = 1e15;

/**
 * Whether the order needs approval (specification: "Inventory thresholds", 1 and 2).
 *
 * @param threshold - the company's threshold of the order's kind
 * @param thresholdsEnabled - the company's flag `approvalThresholdsEnabled`; unset is off
 */
export function evaluate(
  order: Order,
  threshold: ApprovalThreshold | undefined,
  thresholdsEnabled: boolean | undefined,
): Evaluation {
  if (thresholdsEnabled !== true || threshold?.enabled !== true || threshold.kind !== order.kind) {
    return { required: false };
  }
  if (isForeign(order, threshold)) return { required: false };
  const isAmountExceeded = exceeds(order.totalAmount, threshold.amountThreshold);
  const isDiscountExceeded = exceeds(percentOff(order), threshold.discountPercentageThreshold);
  return isAmountExceeded || isDiscountExceeded
    ? { required: true, workflowId: threshold.workflowId }
    : { required: false };
}

/** Whether order and threshold name two currencies. */
function isForeign({ currency }: Order, threshold: ApprovalThreshold): boolean {
  return Boolean(currency && threshold.currency && currency !== threshold.currency);
}

/**
 * Thresholds or rules in the order in which they are asked: the lowest `order`, then those without one, of equals the newest.
 *
 * @param newestFirst - those of a kind
 */
export function inOrder<T extends { order?: number | null | undefined }>(newestFirst: readonly T[]): T[] {
  const place = ({ order }: T) => order ?? Number.POSITIVE_INFINITY;
  return newestFirst.toSorted((left, right) =>
    place(left) < place(right) ? -1 : Number(place(left) > place(right)),
  );
}

/** The discount in percent; a discount by amount counts as 0. */
function percentOff({ discount }: OrderTerms): number {
  return discount?.valueType === "PERCENTAGE" ? discount.value : 0;
}

/**
 * Whether an approval of the first covers the second: neither its amount nor its discount is greater, and it is not in
 * another currency.
 */
export function covers(approvedTerms: OrderTerms, askedTerms: OrderTerms): boolean {
  if (approvedTerms.currency && askedTerms.currency && approvedTerms.currency !== askedTerms.currency)
    return false;
  return (
    askedTerms.totalAmount <= approvedTerms.totalAmount && percentOff(askedTerms) <= percentOff(approvedTerms)
  );
}

/** The sum of amounts, exact to six decimal places: 0.1 + 0.2 is 0.3. */
export function totalOf(amounts: readonly number[]): number {
  return toNumber(amounts.map(unitsOf).reduce((sum, units) => sum + units, 0n));
}

/** Rounds to the nearest millionth, because an order may have more decimal places than the ledger. */
function unitsOf(amount: number): Units {
  const units = readAmount(amount);
  return typeof units === "string" ? parseUnits(amount.toFixed(6)) : units;
}

function exceeds(value: number, threshold: number | null): boolean {
  return threshold !== null && value > threshold;
}

/**
 * Refuses to post an order that needs approval before its current run is completed (specification: "Inventory
 * thresholds", 4; contract: one approved stage of several is not enough).
 *
 * @param isRunCompleted - whether the current run of the order (for an invoice: of the order it names) has the event
 *   COMPLETED. The tasks do not show that: with `RETURN_REQUEUE=off` a rejected and a completed run can look alike.
 * @throws DomainError `POSTING_NEEDS_APPROVAL`
 */
export function assertPostable(evaluation: Evaluation, isRunCompleted: boolean): void {
  if (evaluation.required && !isRunCompleted) {
    throw new DomainError("POSTING_NEEDS_APPROVAL", text("run.postingNeedsApproval"));
  }
}

/**
 * Refuses a threshold whose limits make no sense.
 *
 * @throws DomainError `INVALID_INPUT`, naming the field
 */
export function assertThreshold(
  threshold: Pick<ApprovalThreshold, "amountThreshold" | "discountPercentageThreshold">,
): void {
  assertLimit("amountThreshold", threshold.amountThreshold, MAX_AMOUNT);
  assertLimit("discountPercentageThreshold", threshold.discountPercentageThreshold, 100);
}

function assertLimit(field: keyof ApprovalThreshold, value: number | null, maximum: number): void {
  if (value !== null && !(value >= 0 && value <= maximum)) {
    throw new DomainError("INVALID_INPUT", text("input.limit", { field, maximum }), { field });
  }
}
