import { type ReactNode, createContext, use, useEffect, useLayoutEffect, useMemo } from "react";

import { InboxChangedDocument } from "../graphql/generated/documents.ts";
import { useHeld } from "../held/held-context.tsx";
import { useConsole } from "../shell/console-context.ts";
import { useLive } from "../shell/live.ts";
import { groupedRows } from "./groups.ts";
import { type Inbox, useInbox } from "./use-inbox.ts";
import { type InboxFilter, useFilter } from "./use-filter.ts";

interface OpenInbox {
  inbox: Inbox;
  filter: InboxFilter;
  narrow: (filter: Partial<InboxFilter>) => void;
}

const InboxContext = createContext<OpenInbox | undefined>(undefined);

/** Fewer rows than this leave a part of the screen empty. */
const ROWS_MIN = 20;

/** Keeps the reader's inbox over all pages: the number in the menu and the list are the same answer. */
export function InboxProvider({ children }: { children: ReactNode }) {
  const { viewer } = useConsole();
  const [filter, narrow] = useFilter();
  const { isHeld, recorded } = useHeld();
  const { rows: all, remove, ...rest } = useInbox(filter, viewer.userId);
  // Before the next picture: a row whose verdict was recorded does not come back in between.
  useLayoutEffect(() => remove(recorded), [remove, recorded]);
  const { groups, hasMore, more } = rest;
  const { groupBy } = filter;
  const rows = useMemo(() => {
    const shownRows = all?.filter(({ task }) => !isHeld(task._id));
    if (shownRows === undefined || groupBy === undefined) return shownRows;
    return groupedRows(shownRows, groupBy, groups).flatMap((head) => head.rows);
  }, [all, isHeld, groupBy, groups]);
  // While verdicts are held, the list shows what comes next.
  const isShort = rows !== undefined && rows.length < Math.min(all?.length ?? 0, ROWS_MIN);
  useEffect(() => {
    if (isShort && hasMore) void more();
  }, [isShort, hasMore, more]);
  const inbox = { ...rest, remove, rows };
  useLive(InboxChangedDocument, {}, () => void inbox.refresh());
  return <InboxContext value={{ inbox, filter, narrow }}>{children}</InboxContext>;
}

/** @throws Error outside of the provider */
export function useOpenInbox(): OpenInbox {
  const context = use(InboxContext);
  if (context === undefined) throw new Error("there is no inbox around this component");
  return context;
}

/** How much waits for the reader. */
export function useWaiting(): number {
  return useOpenInbox().inbox.counts.reduce((sum, { count }) => sum + count, 0);
}
