import { useCallback, useEffect, useState } from "react";
import { useClient } from "urql";

import { InboxDocument, type InboxPageInput, InboxTotalDocument } from "../graphql/generated/documents.ts";
import { type InboxFilter, inputOf } from "./use-filter.ts";
import type { InboxRow } from "./use-inbox.ts";
import { isSelectable } from "./use-selection.ts";

/** The engine's longest page. */
const PAGE = 100;

/** Everything that matches the filters, beyond what the list shows. */
interface Matching {
  /** How many tasks match that can be decided with others; undefined until it is known, and where they are too many to count. */
  total: number | undefined;
  /** The tasks as they are now, of those that can be decided with others; undefined where the engine did not answer. */
  readAll: () => Promise<InboxRow[] | undefined>;
}

/**
 * Counts what matches the filters, and reads all of it by its cursor (contract-3, CON-13): what comes later is not in
 * it.
 *
 * @param isWanted - whether it is to be counted
 */
export function useMatching(filter: InboxFilter, isWanted: boolean): Matching {
  const client = useClient();
  const filterKey = JSON.stringify(inputOf(filter));
  const [matchCount, setMatchCount] = useState<{ narrowed: string; total: number }>();
  useEffect(() => {
    if (!isWanted) return undefined;
    let isCurrent = true;
    const count = async () => {
      const input = { ...(JSON.parse(filterKey) as InboxPageInput), bulk: true, take: 1 };
      const { data } = await client.query(InboxTotalDocument, { input });
      if (!isCurrent || data === undefined || data.inboxPage.totalIsLowerBound) return;
      setMatchCount({ narrowed: filterKey, total: data.inboxPage.total });
    };
    void count();
    return () => {
      isCurrent = false;
    };
  }, [client, filterKey, isWanted]);
  const readAll = useCallback(async () => {
    const rows: InboxRow[] = [];
    let after: string | null = null;
    do {
      const input: InboxPageInput = {
        ...(JSON.parse(filterKey) as InboxPageInput),
        bulk: true,
        after,
        take: PAGE,
      };
      const { data } = await client.query(InboxDocument, { input });
      if (data === undefined) return undefined;
      rows.push(...data.inboxPage.data.map((task) => ({ task })));
      after = data.inboxPage.next ?? null;
    } while (after !== null);
    return rows.filter(isSelectable);
  }, [client, filterKey]);
  return { total: matchCount?.narrowed === filterKey ? matchCount.total : undefined, readAll };
}
