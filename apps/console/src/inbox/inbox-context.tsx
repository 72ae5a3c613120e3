import { type ReactNode, createContext, use, useLayoutEffect, useMemo } from "react";

import { InboxChangedDocument } from "../graphql/generated/documents.ts";
import { useHeld } from "../held/held-context.tsx";
import { useConsole } from "../shell/console-context.ts";
import { useLive } from "../shell/live.ts";
import { type Inbox, useInbox } from "./use-inbox.ts";
import { type InboxFilter, useFilter } from "./use-filter.ts";

interface OpenInbox {
  inbox: Inbox;
  filter: InboxFilter;
  narrow: (filter: Partial<InboxFilter>) => void;
}

const InboxContext = createContext<OpenInbox | undefined>(undefined);

/** Keeps the reader's inbox over all pages: the number in the menu and the list are the same answer. */
export function InboxProvider({ children }: { children: ReactNode }) {
  const { viewer } = useConsole();
  const [filter, narrow] = useFilter();
  const { isHeld, recorded } = useHeld();
  const { rows: all, remove, ...rest } = useInbox(filter, viewer.userId);
  // Before the next picture: a row whose verdict was recorded does not come back in between.
  useLayoutEffect(() => remove(recorded), [remove, recorded]);
  // Of groups nothing is shown before one is opened.
  const isClosed = rest.groups !== undefined && filter.group === undefined;
  const rows = useMemo(
    () => (isClosed ? all && [] : all?.filter(({ task }) => !isHeld(task._id))),
    [all, isClosed, isHeld],
  );
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
