import { useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import type { Search } from "../frame/use-search.ts";
import type { InboxGrouping, InboxPageInput } from "../graphql/generated/documents.ts";
import { ORDERS, type Order } from "./order.ts";

export const GROUPINGS = ["DUE", "KIND", "SUBMITTER", "AMOUNT"] as const satisfies readonly InboxGrouping[];

/** The filters of the list, each absent where nothing is left out by it. */
export interface InboxFilter {
  keyword: string;
  kind?: string | undefined;
  /** Amounts as the address has them: one that is no decimal text filters nothing. */
  min?: string | undefined;
  max?: string | undefined;
  /** A code as the address has it: one that is none filters nothing. */
  currency?: string | undefined;
  /** Ids of users. */
  submitterId?: string | undefined;
  forUserId?: string | undefined;
  /** Only what changed since the reader looked at it. */
  changed?: boolean | undefined;
  /** Only what is late. */
  overdue?: boolean | undefined;
  /** Only snoozed tasks, in place of the rest. */
  snoozed?: boolean | undefined;
  order: Order;
  groupBy?: InboxGrouping | undefined;
}

/** No filter but words and kind. */
export const UNFILTERED = {
  min: undefined,
  max: undefined,
  currency: undefined,
  submitterId: undefined,
  forUserId: undefined,
  changed: undefined,
  overdue: undefined,
  groupBy: undefined,
} as const satisfies Partial<InboxFilter>;

/** The list of what the reader snoozes, in the address. */
const SNOOZED = "snoozed";

const oneOf = <T extends string>(values: readonly T[], text = ""): T | undefined =>
  values.find((value) => value === text.toUpperCase());

function filterIn({
  q = "",
  kind,
  min,
  max,
  currency,
  submitter,
  for: forWhom,
  changed,
  ...rest
}: Search): InboxFilter {
  return {
    keyword: q,
    kind,
    min,
    max,
    currency,
    submitterId: submitter,
    forUserId: forWhom,
    changed: changed === "1" ? true : undefined,
    overdue: rest["overdue"] === "1" ? true : undefined,
    snoozed: rest["tab"] === SNOOZED ? true : undefined,
    order: oneOf(ORDERS, rest["order"]) ?? "ASKED",
    groupBy: oneOf(GROUPINGS, rest["group"]),
  };
}

function searchOf({ keyword, kind, min, max, currency, order, groupBy, ...rest }: InboxFilter): Search {
  return {
    q: keyword === "" ? undefined : keyword,
    kind,
    min,
    max,
    currency,
    submitter: rest.submitterId,
    for: rest.forUserId,
    changed: rest.changed ? "1" : undefined,
    overdue: rest.overdue ? "1" : undefined,
    tab: rest.snoozed ? SNOOZED : undefined,
    order: order === "ASKED" ? undefined : order.toLowerCase(),
    group: groupBy?.toLowerCase(),
  };
}

/** An amount as the engine takes it: a decimal text of at most 15 digits, 6 of them behind the point. */
export const isAmount = (text: string): boolean =>
  /^(?!(?:\D?\d){16})(?:0|[1-9]\d*)(?:\.\d{1,6})?$/u.test(text);

export const isCurrency = (text: string): boolean => /^[A-Z]{3}$/u.test(text);

/** The filters by amount that were read. */
const amountsOf = ({ min = "", max = "", currency = "" }: InboxFilter) => ({
  amountFrom: isAmount(min) ? min : undefined,
  amountTo: isAmount(max) ? max : undefined,
  currency: isCurrency(currency) ? currency : undefined,
});

/** Whether every filter was read: while one was not, the list has more than the reader means (contract-4, CON-21). */
export const isRead = (filter: InboxFilter): boolean => {
  const { amountFrom, amountTo, currency } = amountsOf(filter);
  return amountFrom === filter.min && amountTo === filter.max && currency === filter.currency;
};

/** The filters as the engine takes them. */
export function inputOf(filter: InboxFilter): InboxPageInput {
  const { keyword, kind, submitterId, forUserId, changed, overdue, snoozed, order } = filter;
  return {
    keyword: keyword === "" ? null : keyword,
    kinds: kind === undefined ? [] : [kind],
    ...amountsOf(filter),
    submitterIds: submitterId === undefined ? undefined : [submitterId],
    forUserIds: forUserId === undefined ? undefined : [forUserId],
    changed: changed ?? false,
    ...(overdue && { overdue }),
    ...(snoozed && { snoozed }),
    order,
  };
}

/** How many of the filters besides words and kind are set. */
export function countOf(filter: InboxFilter): number {
  const { amountFrom, amountTo, currency } = amountsOf(filter);
  const { submitterId, forUserId, changed, overdue } = filter;
  return [amountFrom ?? amountTo ?? currency, submitterId, forUserId, changed, overdue].filter(Boolean)
    .length;
}

/**
 * The filter of the inbox, which stands in its address (contract-3, CON-13), so that it outlives a reload and can be
 * sent. On other pages it stays as it was.
 *
 * @returns the filter, and the way to change a part of it
 */
export function useFilter(): [InboxFilter, (change: Partial<InboxFilter>) => void] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [keptSearch, keep] = useState<Search>({});
  const isInbox = /\/inbox(?:\/|$)/u.test(pathname);
  const current: Search = isInbox ? search : keptSearch;
  if (isInbox && JSON.stringify(search) !== JSON.stringify(keptSearch)) keep(search);
  const filter = filterIn(current);
  const narrow = (change: Partial<InboxFilter>) => {
    // From the address as it is then: changes may come faster than the page is drawn.
    const next = (now: Search) => ({ ...now, ...searchOf({ ...filterIn(now), ...change }) });
    return void navigate({
      to: ".",
      search: (now: Search) => next(isInbox ? now : keptSearch),
      replace: true,
    });
  };
  return [filter, narrow];
}
