import { useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { ORDERS, type Order } from "./order.ts";
import type { InboxFilter } from "./use-inbox.ts";

/** The filter as the address has it: short, and readable for people. */
type Search = Readonly<Record<string, string | undefined>>;

/** Orders in the address; the usual one is left out. */
const isOrder = (text: string | undefined): text is Order => ORDERS.some((order) => order === text);

function filterIn({ q = "", kind, order = "" }: Search): InboxFilter {
  const wanted = order.toUpperCase();
  return { keyword: q, kind, order: isOrder(wanted) ? wanted : "ASKED" };
}

const searchOf = ({ keyword, kind, order }: InboxFilter): Search => ({
  q: keyword === "" ? undefined : keyword,
  kind,
  order: order === "ASKED" ? undefined : order.toLowerCase(),
});

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
  return [
    filter,
    (change) =>
      void navigate({
        to: ".",
        search: { ...current, ...searchOf({ ...filter, ...change }) },
        replace: true,
      }),
  ];
}
