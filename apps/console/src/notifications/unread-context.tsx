import { type ReactNode, createContext, use, useMemo } from "react";

import { NotificationAddedDocument, UnreadDocument } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { useLive } from "../shell/live.ts";
import { useEachPage } from "../shell/use-each-page.ts";

interface Unread {
  /** How many notifications the reader has not read. */
  count: number;
  /** Counts them again. */
  refresh: () => void;
}

const UnreadContext = createContext<Unread>({ count: 0, refresh: () => undefined });

/** Counts unread notifications for the menu and for their page. */
export function UnreadProvider({ children }: { children: ReactNode }) {
  const { data, refresh } = useRead(UnreadDocument, {});
  useLive(NotificationAddedDocument, {}, refresh);
  // Reading marks them.
  useEachPage(refresh);
  const count = data?.unreadNotifications ?? 0;
  const unread = useMemo(() => ({ count, refresh }), [count, refresh]);
  return <UnreadContext value={unread}>{children}</UnreadContext>;
}

export const useUnread = (): Unread => use(UnreadContext);
