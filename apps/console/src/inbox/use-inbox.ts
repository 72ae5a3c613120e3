import { useCallback, useEffect, useRef, useState } from "react";
import { type CombinedError, useClient } from "urql";

import { InboxDocument, type TaskRowFragment } from "../graphql/generated/documents.ts";
import { useConsole } from "../shell/console-context.ts";

const PAGE = 50;
/** The engine's longest page. */
const PAGE_MAX = 100;

/** A task on the list; `gone` once it no longer waits for the reader. */
export interface InboxRow {
  task: TaskRowFragment;
  gone: boolean;
}

export interface Inbox {
  /** Undefined until the first answer. */
  rows: readonly InboxRow[] | undefined;
  /** Tasks that came after the list was shown: it never moves under the reader. */
  fresh: number;
  /** Whether older tasks may follow. */
  hasMore: boolean;
  error: CombinedError | undefined;
  /** Shows the list as it is now. */
  reveal: () => Promise<void>;
  more: () => Promise<void>;
  /** Compares the list with the engine's, without moving it. */
  refresh: () => Promise<void>;
  /** Takes a task off that the reader has decided. */
  remove: (taskId: string) => void;
}

interface Read {
  tasks: TaskRowFragment[];
  /** Records read so far, those that wait for others included. */
  read: number;
  total: number;
}

const waiting = (tasks: readonly TaskRowFragment[]) => tasks.filter(({ canUpdateStatus }) => canUpdateStatus);

/** What waits for the reader's verdict, newest first. */
export function useInbox(keyword: string): Inbox {
  const client = useClient();
  const { viewer } = useConsole();
  const [shown, setShown] = useState<{ rows: InboxRow[]; read: number; total: number }>();
  const [latest, setLatest] = useState<TaskRowFragment[]>([]);
  const [error, setError] = useState<CombinedError>();
  const shownRef = useRef(shown);
  shownRef.current = shown;

  const read = useCallback(
    async (skip: number, take: number): Promise<Read | undefined> => {
      // Others are listed what they take part in, and what is asked of those whom they stand in for.
      const me = viewer.privileged ? viewer.userId : null;
      const variables = { me, skip, take, keyword: keyword === "" ? null : keyword };
      const { data, error } = await client.query(InboxDocument, variables, { requestPolicy: "network-only" });
      setError(error);
      if (data === undefined) return undefined;
      const { data: tasks, total } = data.workflowTaskPage;
      return { tasks: waiting(tasks), read: skip + tasks.length, total };
    },
    [client, viewer, keyword],
  );

  const reveal = useCallback(async () => {
    const found = await read(0, PAGE);
    if (found === undefined) return;
    setShown({ ...found, rows: found.tasks.map((task) => ({ task, gone: false })) });
    setLatest(found.tasks);
  }, [read]);

  const refresh = useCallback(async () => {
    const before = shownRef.current;
    if (before === undefined || before.rows.length === 0) return reveal();
    const found = await read(0, Math.min(PAGE_MAX, Math.max(PAGE, before.read)));
    if (found === undefined) return undefined;
    const present = new Set(found.tasks.map(({ _id }) => _id));
    setLatest(found.tasks);
    setShown((now) => now && { ...now, rows: now.rows.map((row, index) => marked(row, index, present)) });
    return undefined;
  }, [read, reveal]);

  const more = useCallback(async () => {
    const before = shownRef.current;
    if (before === undefined) return;
    const found = await read(before.read, PAGE);
    if (found === undefined) return;
    const known = new Set(before.rows.map(({ task }) => task._id));
    const added = found.tasks.filter(({ _id }) => !known.has(_id)).map((task) => ({ task, gone: false }));
    setShown({ ...found, rows: [...before.rows, ...added] });
  }, [read]);

  const remove = useCallback((taskId: string) => {
    setShown((now) => now && { ...now, rows: now.rows.filter(({ task }) => task._id !== taskId) });
  }, []);

  useEffect(() => void reveal(), [reveal]);

  const known = new Set(shown?.rows.map(({ task }) => task._id));
  return {
    rows: shown?.rows,
    fresh: shown === undefined ? 0 : latest.filter(({ _id }) => !known.has(_id)).length,
    hasMore: shown !== undefined && shown.read < shown.total,
    error,
    reveal,
    more,
    refresh,
    remove,
  };
}

/** A row beyond the longest page cannot be compared; it stays as it is. */
function marked(row: InboxRow, index: number, present: ReadonlySet<string>): InboxRow {
  if (present.has(row.task._id)) return row.gone ? { ...row, gone: false } : row;
  return index < PAGE_MAX ? { ...row, gone: true } : row;
}
