import { type ReactNode, createContext, use, useLayoutEffect, useMemo, useState } from "react";

import { InboxChangedDocument } from "../graphql/generated/documents.ts";
import { useHeld } from "../held/held-context.tsx";
import { useConsole } from "../shell/console-context.ts";
import { useLive } from "../shell/live.ts";
import { type Inbox, type InboxFilter, useInbox } from "./use-inbox.ts";
import { useSettled } from "./use-settled.ts";

interface OpenInbox {
  inbox: Inbox;
  filter: InboxFilter;
  narrow: (filter: Partial<InboxFilter>) => void;
}

const InboxContext = createContext<OpenInbox | undefined>(undefined);
/** How long somebody types before it is searched. */
const TYPING_MS = 200;

/** Keeps the reader's inbox over all pages: the number in the menu and the list are the same answer. */
export function InboxProvider({ children }: { children: ReactNode }) {
  const { viewer } = useConsole();
  const [filter, setFilter] = useState<InboxFilter>({ keyword: "", kind: undefined });
  const keyword = useSettled(filter.keyword.trim(), TYPING_MS);
  const { isHeld, recorded } = useHeld();
  const { rows: all, remove, ...rest } = useInbox({ keyword, kind: filter.kind }, viewer.userId);
  // Before the next picture: a row whose verdict was recorded does not come back in between.
  useLayoutEffect(() => remove(recorded), [remove, recorded]);
  const rows = useMemo(() => all?.filter(({ task }) => !isHeld(task._id)), [all, isHeld]);
  const inbox = { ...rest, remove, rows };
  useLive(InboxChangedDocument, {}, () => void inbox.refresh());
  const narrow = (change: Partial<InboxFilter>) => setFilter((now) => ({ ...now, ...change }));
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
