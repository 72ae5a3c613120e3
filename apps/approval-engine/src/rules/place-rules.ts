import type { Id } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import { type ListedRule, inAskingOrder } from "../shared/rule-lists.ts";
import { ORDER_MAX } from "../thresholds/index.ts";

/** How far the places of neighbours are apart: there is room between them. */
const STEP = 10;

/**
 * The rules of a kind with one of them as it is now. Without a place, a rule that is there stays where it is, and a new one
 * comes last: it takes no document from those that are there (contract-4, HIST-2). All have a place then.
 */
export function putRule(rules: readonly ListedRule[], rule: ListedRule): ListedRule[] {
  const otherRules = rules.filter(({ id }) => id !== rule.id);
  if (rule.order !== null) return [...otherRules, rule];
  const isNew = otherRules.length === rules.length;
  return placeRules([...(isNew ? placeRules(otherRules) : otherRules), rule]);
}

/** Gives each rule without a place the next one after all others. */
function placeRules(rules: readonly ListedRule[]): ListedRule[] {
  let last = 0;
  const placedRules = inAskingOrder(rules).map((rule) => {
    last = rule.order ?? last + STEP;
    return Object.assign({}, rule, { order: last });
  });
  return last <= ORDER_MAX ? placedRules : renumberRules(placedRules);
}

/**
 * The rules of a kind in another order. Where one has moved and there is room between its neighbours, it alone gets another
 * place.
 *
 * @param order - the ids of all of them
 */
export function moveRules(rules: readonly ListedRule[], order: readonly Id[]): ListedRule[] {
  const present = inAskingOrder(rules);
  const byId = new Map(present.map((rule) => [rule.id, rule]));
  const movedRules = order.flatMap((id) => byId.get(id) ?? []);
  const only = movedRules.find((rule) => isOnlyMove(rule, present, movedRules));
  const place = only && placeBetween(movedRules, only);
  if (only === undefined || place === undefined) return renumberRules(movedRules);
  return movedRules.map((rule) => (rule === only ? Object.assign({}, rule, { order: place }) : rule));
}

/** Whether the others stand as they stood, all of them by their places. */
function isOnlyMove(
  rule: ListedRule,
  present: readonly ListedRule[],
  movedRules: readonly ListedRule[],
): boolean {
  const [before, after] = [present, movedRules].map((rules) =>
    rules.filter((candidate) => candidate !== rule),
  ) as [ListedRule[], ListedRule[]];
  return after.every((listedRule, at) => listedRule === before[at] && listedRule.order !== null);
}

/** A whole number between the places of a rule's neighbours, if there is one. */
function placeBetween(rules: readonly ListedRule[], rule: ListedRule): number | undefined {
  const at = rules.indexOf(rule);
  const above = rules[at - 1]?.order ?? 0;
  const below = rules[at + 1]?.order ?? above + 2 * STEP;
  const place = Math.floor((above + below) / 2);
  return place > above && place < below && place <= ORDER_MAX ? place : undefined;
}

/** Places in steps of ten. @param rules - in the order in which they are asked */
function renumberRules(rules: readonly ListedRule[]): ListedRule[] {
  return rules.map((rule, place) => Object.assign({}, rule, { order: (place + 1) * STEP }));
}

/** @throws DomainError `NOT_FOUND`, and `INVALID_INPUT` for an order that does not name each rule once */
export function assertNamesAll(order: readonly Id[], presentOrder: readonly Id[]): void {
  const presentIds = new Set(presentOrder);
  if (order.some((id) => !presentIds.has(id))) {
    throw new DomainError("NOT_FOUND", text("missing.rule"), { field: "order" });
  }
  if (!namesAll(order, presentOrder)) {
    throw new DomainError("INVALID_INPUT", text("rule.orderNamesAll"), { field: "order" });
  }
}

/** Whether an order names each rule once, and no other. */
export const namesAll = (order: readonly Id[], presentOrder: readonly Id[]): boolean =>
  order.length === presentOrder.length && new Set(order).isSupersetOf(new Set(presentOrder));
