import { useLocation } from "@tanstack/react-router";
import { type ReactNode, createContext, use, useEffect, useMemo, useRef } from "react";

import { NotificationAddedDocument, UnreadDocument } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { useLive } from "../shell/live.ts";

interface Unread {
  /** How many notifications the reader has not read. */
  count: number;
  /** Counts them again. */
  refresh: () => void;
}

const UnreadContext = createContext<Unread>({ count: 0, refresh: () => undefined });

/** Counts unread notifications for the menu and for their page. */
export function UnreadProvider({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { data, refresh } = useRead(UnreadDocument, {});
  useLive(NotificationAddedDocument, {}, refresh);
  // Reading marks them; the number is read again with each page.
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });
  useEffect(() => latest.current(), [pathname]);
  const count = data?.findMyNotifications.length ?? 0;
  const unread = useMemo(() => ({ count, refresh }), [count, refresh]);
  return <UnreadContext value={unread}>{children}</UnreadContext>;
}

export const useUnread = (): Unread => use(UnreadContext);
