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

/** The tasks that the reader selected. One that changes afterwards is selected no longer: it has to be read again. */
export function useSelection(rows: readonly InboxRow[] = []): Selection {
  const [selected, setSelected] = useState<ReadonlyMap<string, string>>(new Map());
  /** Everything that matches, as it was read when the reader asked for it. */
  const [matching, setMatching] = useState<readonly InboxRow[]>();
  const selectable = rows.filter(isSelectable).slice(0, SELECTED_MAX);
  const isSelected = ({ task }: InboxRow) => selected.get(task._id) === task.revision;
  const chosen = rows.filter((row) => isSelectable(row) && isSelected(row));
  const shown = useRef({ rows, chosen });
  useEffect(() => {
    shown.current = { rows, chosen };
  });
  const toggle = useCallback((taskId: string) => {
    const row = shown.current.rows.find(({ task }) => task._id === taskId);
    if (row === undefined || !isSelectable(row)) return;
    const next = new Map(shown.current.chosen.map(({ task }) => [task._id, task.revision]));
    if (!next.delete(taskId) && next.size < SELECTED_MAX) next.set(taskId, row.task.revision);
    setMatching(undefined);
    setSelected(next);
  }, []);
  const chosenIds = new Set(chosen.map(({ task }) => task._id));
  const isAll = selectable.length > 0 && chosen.length >= selectable.length;
  return {
    rows: matching ?? chosen,
    has: (taskId) => chosenIds.has(taskId),
    toggle,
    toggleAll: () => {
      setMatching(undefined);
      setSelected(new Map(isAll ? [] : selectable.map(({ task }) => [task._id, task.revision])));
    },
    clear: () => {
      setMatching(undefined);
      setSelected(new Map());
    },
    extend: setMatching,
    all: { isPossible: selectable.length > 0, isSelected: isAll },
  };
}
