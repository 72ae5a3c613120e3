import { type ReactNode, createContext, use, useMemo } from "react";

import { SavedViewsDocument, type SavedViewsQuery } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";

/** A list with its filters, under a name of the reader's. */
export type View = SavedViewsQuery["savedViews"][number];

/** The address of the list that a view narrows. */
export const LIST_OF = { INBOX: "/inbox", DECIDED: "/decided", DOCUMENTS: "/documents" } as const;

interface Views {
  views: readonly View[];
  /** Reads them again. */
  refresh: () => void;
}

const ViewsContext = createContext<Views>({ views: [], refresh: () => undefined });

/** Keeps the reader's saved views for the menu and for the lists that save them. */
export function ViewsProvider({ children }: { children: ReactNode }) {
  const { data, refresh } = useRead(SavedViewsDocument, {});
  const views = useMemo(() => ({ views: data?.savedViews ?? [], refresh }), [data, refresh]);
  return <ViewsContext value={views}>{children}</ViewsContext>;
}

export const useViews = (): Views => use(ViewsContext);
