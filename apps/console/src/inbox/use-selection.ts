import { useCallback, useEffect, useRef, useState } from "react";

import type { InboxRow } from "./use-inbox.ts";

/** The most verdicts that the engine takes at once. */
const SELECTED_MAX = 100;

export interface Selection {
  /** The selected rows that still wait as they were shown, in the order of the list. */
  rows: readonly InboxRow[];
  has: (taskId: string) => boolean;
  /** The same function at each time, so that rows that use it need not be drawn anew. */
  toggle: (taskId: string) => void;
  /** Selects tasks beside the others, or no longer. */
  setAll: (taskIds: readonly string[], isOn: boolean) => void;
  /** Selects everything that can be decided with others, or nothing. */
  toggleAll: () => void;
  clear: () => void;
  /** Selects tasks beside those that are shown; undefined takes them away again. */
  extend: (rows: readonly InboxRow[] | undefined) => void;
  /** Whether there is anything to select, and whether all of it is. */
  all: { isPossible: boolean; isSelected: boolean };
}

/** Whether a row may be decided with others. */
export const isSelectable = ({ task, gone }: InboxRow): boolean => gone === undefined && task.bulk;

/**
 * The tasks that the reader selected. One that changes afterwards is selected no longer: it has to be read again.
 *
 * @param filterKey - the filters of the list: everything that matched other filters is selected no longer
 */
export function useSelection(rows: readonly InboxRow[] | undefined = [], filterKey: string): Selection {
  const [selectedRows, setSelectedRows] = useState<ReadonlyMap<string, string>>(new Map());
  /** Everything that matches, as it was read when the reader asked for it. */
  const [matching, setMatching] = useState<{ filterKey: string; rows: readonly InboxRow[] }>();
  const isMatching = matching?.filterKey === filterKey;
  if (matching !== undefined && !isMatching) setMatching(undefined);
  const selectable = rows.filter(isSelectable).slice(0, SELECTED_MAX);
  const isSelected = ({ task }: InboxRow) => selectedRows.get(task._id) === task.revision;
  const chosenRows = rows.filter((row) => isSelectable(row) && isSelected(row));
  const shownRows = useRef({ rows, chosen: chosenRows });
  useEffect(() => {
    shownRows.current = { rows, chosen: chosenRows };
  });
  const toggle = useCallback((taskId: string) => {
    const row = shownRows.current.rows.find(({ task }) => task._id === taskId);
    if (row === undefined || !isSelectable(row)) return;
    const next = new Map(shownRows.current.chosen.map(({ task }) => [task._id, task.revision]));
    if (!next.delete(taskId) && next.size < SELECTED_MAX) next.set(taskId, row.task.revision);
    setMatching(undefined);
    setSelectedRows(next);
  }, []);
  const chosenIds = new Set(chosenRows.map(({ task }) => task._id));
  const isAll = selectable.length > 0 && chosenRows.length >= selectable.length;
  return {
    rows: isMatching ? matching.rows : chosenRows,
    has: (taskId) => chosenIds.has(taskId),
    toggle,
    setAll: (taskIds, isOn) => {
      const otherRows = chosenRows.filter(({ task }) => !taskIds.includes(task._id));
      const addedRows = isOn ? rows.filter((row) => isSelectable(row) && taskIds.includes(row.task._id)) : [];
      const next = [...otherRows, ...addedRows].slice(0, SELECTED_MAX);
      setMatching(undefined);
      setSelectedRows(new Map(next.map(({ task }) => [task._id, task.revision])));
    },
    toggleAll: () => {
      setMatching(undefined);
      setSelectedRows(new Map(isAll ? [] : selectable.map(({ task }) => [task._id, task.revision])));
    },
    clear: () => {
      setMatching(undefined);
      setSelectedRows(new Map());
    },
    extend: (foundRows) => setMatching(foundRows && { filterKey, rows: foundRows }),
    all: { isPossible: selectable.length > 0, isSelected: isAll },
  };
}
