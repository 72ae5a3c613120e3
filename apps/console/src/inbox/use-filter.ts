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
  /** Decimal texts; they hold where there is a currency too. */
  min?: string | undefined;
  max?: string | undefined;
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
  /** The group that is open. */
  group?: string | undefined;
}

/** The list of what the reader snoozes, in the address. */
const SNOOZED = "snoozed";

/** Separates the grouping from the group that is open, in the address. */
const IN = ".";

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
  const [groupBy, ...group] = rest["group"]?.split(IN) ?? [];
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
    groupBy: oneOf(GROUPINGS, groupBy),
    group: group.length === 0 ? undefined : group.join(IN),
  };
}

function searchOf({
  keyword,
  kind,
  min,
  max,
  currency,
  order,
  groupBy,
  group,
  ...rest
}: InboxFilter): Search {
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
    group: groupBy && [groupBy.toLowerCase(), ...(group === undefined ? [] : [group])].join(IN),
  };
}

/** The filters as the engine takes them; amounts without a currency are left out, since nothing is converted. */
export function inputOf({ keyword, kind, min, max, currency, ...rest }: InboxFilter): InboxPageInput {
  const { submitterId, forUserId, changed, overdue, snoozed, order, groupBy, group } = rest;
  const isCurrency = /^[A-Z]{3}$/u.test(currency ?? "");
  const amountOf = (text: string | undefined) =>
    isCurrency && text !== undefined && /^\d+(?:\.\d+)?$/u.test(text) ? { text } : undefined;
  return {
    keyword: keyword === "" ? null : keyword,
    kinds: kind === undefined ? [] : [kind],
    ...(isCurrency && { currency }),
    amountFrom: amountOf(min)?.text,
    amountTo: amountOf(max)?.text,
    submitterIds: submitterId === undefined ? undefined : [submitterId],
    forUserIds: forUserId === undefined ? undefined : [forUserId],
    changed: changed ?? false,
    ...(overdue && { overdue }),
    ...(snoozed && { snoozed }),
    order,
    groupBy,
    group,
  };
}

/** How many of the filters besides words and kind are set. */
export const countOf = ({
  min,
  max,
  currency,
  submitterId,
  forUserId,
  changed,
  overdue,
}: InboxFilter): number =>
  [min ?? max ?? currency, submitterId, forUserId, changed, overdue].filter(Boolean).length;

/**
 * The filter of the inbox, which stands in its address (contract-3, CON-13), so that it outlives a reload and can be
 * sent. On other pages it stays as it was.
 *
 * @returns the filter, and the way to change a part of it
 */
export function useFilter(): [InboxFilter, (change: Partial<InboxFilter>) => void] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [kept, keep] = useState<Search>({});
  const isInbox = /\/inbox(?:\/|$)/u.test(pathname);
  const current: Search = isInbox ? search : kept;
  if (isInbox && JSON.stringify(search) !== JSON.stringify(kept)) keep(search);
  const filter = filterIn(current);
  const narrow = (change: Partial<InboxFilter>) => {
    // From the address as it is then: changes may come faster than the page is drawn.
    const next = (now: Search) => ({ ...now, ...searchOf({ ...filterIn(now), ...change }) });
    return void navigate({ to: ".", search: (now: Search) => next(isInbox ? now : kept), replace: true });
  };
  return [filter, narrow];
}
