import { useCallback, useEffect, useRef, useState } from "react";
import { type Client, type CombinedError, useClient } from "urql";

import {
  InboxDocument,
  type InboxQuery,
  type TaskRowFragment,
  TaskNowDocument,
} from "../graphql/generated/documents.ts";
import { type Gone, goneOf } from "./gone.ts";

const PAGE = 50;
/** The engine's longest page. */
const PAGE_MAX = 100;
/** Most rows that are looked up at once because they left the list. */
const LOOKED_UP_MAX = 20;

/** A task on the list. */
export interface InboxRow {
  task: TaskRowFragment;
  /** Present once it no longer waits for the reader: why. */
  gone?: Gone;
  /** Whether its document or its stage has changed since it was shown. */
  changed?: boolean;
}

/** What the list is narrowed by. */
export interface InboxFilter {
  keyword: string;
  /** Undefined: every kind. */
  kind: string | undefined;
}

export interface Inbox {
  /** Undefined until the first answer. */
  rows: readonly InboxRow[] | undefined;
  /** How much waits for the reader, by kind, whatever the list is narrowed by. */
  counts: InboxQuery["inboxCounts"];
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
  /** Takes tasks off that the reader has decided. */
  remove: (taskIds: readonly string[]) => void;
}

interface Shown {
  rows: InboxRow[];
  /** Records read so far. */
  read: number;
  total: number;
}

/** What waits for the reader's verdict, newest first: the list, and the numbers beside the menu, from one query. */
export function useInbox({ keyword, kind }: InboxFilter, readerId: string): Inbox {
  const client = useClient();
  const [shown, setShown] = useState<Shown>();
  const [latest, setLatest] = useState<readonly TaskRowFragment[]>([]);
  const [counts, setCounts] = useState<Inbox["counts"]>([]);
  const [error, setError] = useState<CombinedError>();
  const shownRef = useRef(shown);
  useEffect(() => {
    shownRef.current = shown;
  });

  const read = useCallback(
    async (skip: number, take: number) => {
      const input = { skip, take, keyword: keyword === "" ? null : keyword, kinds: kind ? [kind] : [] };
      const { data, error } = await client.query(InboxDocument, { input }, { requestPolicy: "network-only" });
      setError(error);
      if (data == null) return undefined;
      setCounts(data.inboxCounts);
      const { data: tasks, total } = data.inboxPage;
      return { tasks, read: skip + tasks.length, total };
    },
    [client, keyword, kind],
  );

  const reveal = useCallback(async () => {
    const found = await read(0, PAGE);
    if (found === undefined) return;
    setShown({ ...found, rows: found.tasks.map((task) => ({ task })) });
    setLatest(found.tasks);
  }, [read]);

  const refresh = useCallback(async () => {
    const before = shownRef.current;
    if (before === undefined || before.rows.length === 0) return reveal();
    const found = await read(0, Math.min(PAGE_MAX, Math.max(PAGE, before.read)));
    if (found === undefined) return undefined;
    const present = new Map(found.tasks.map((task) => [task._id, task]));
    const isComplete = found.read >= found.total;
    const left = before.rows.filter(
      ({ task, gone }, index) => !gone && !present.has(task._id) && (isComplete || index < PAGE_MAX),
    );
    const why = await lookUp(client, left, readerId);
    setLatest(found.tasks);
    setShown((now) => now && { ...now, rows: now.rows.map((row) => compared(row, present, why)) });
    return undefined;
  }, [client, read, reveal, readerId]);

  const more = useCallback(async () => {
    const before = shownRef.current;
    if (before === undefined) return;
    const found = await read(before.read, PAGE);
    if (found === undefined) return;
    const known = new Set(before.rows.map(({ task }) => task._id));
    const added = found.tasks.filter(({ _id }) => !known.has(_id)).map((task) => ({ task }));
    setShown({ ...found, rows: [...before.rows, ...added] });
  }, [read]);

  const remove = useCallback((taskIds: readonly string[]) => {
    setShown((now) => now && { ...now, rows: now.rows.filter(({ task }) => !taskIds.includes(task._id)) });
  }, []);

  useEffect(() => void reveal(), [reveal]);

  const known = new Set(shown?.rows.map(({ task }) => task._id));
  return {
    rows: shown?.rows,
    counts,
    fresh: shown === undefined ? 0 : latest.filter(({ _id }) => !known.has(_id)).length,
    hasMore: shown !== undefined && shown.read < shown.total,
    error,
    reveal,
    more,
    refresh,
    remove,
  };
}

/** Why rows are no longer on the list, by task. */
async function lookUp(
  client: Client,
  rows: readonly InboxRow[],
  readerId: string,
): Promise<Map<string, Gone>> {
  const found = await Promise.all(
    rows.slice(0, LOOKED_UP_MAX).map(async ({ task: { _id: id } }) => {
      const { data } = await client.query(TaskNowDocument, { id }, { requestPolicy: "network-only" });
      return [id, goneOf(data?.findOneWorkflowTask ?? undefined, readerId)] as const;
    }),
  );
  return new Map([...rows.map(({ task }) => [task._id, { how: "other" }] as const), ...found]);
}

function compared(
  row: InboxRow,
  present: ReadonlyMap<string, TaskRowFragment>,
  left: ReadonlyMap<string, Gone>,
): InboxRow {
  const task = present.get(row.task._id);
  const gone = left.get(row.task._id);
  if (task === undefined) return gone === undefined ? row : { ...row, gone };
  const changed = row.changed === true || task.revision !== row.task.revision;
  // A row that is as it was stays the same object: it need not be drawn anew.
  if (row.gone === undefined && JSON.stringify(task) === JSON.stringify(row.task)) return row;
  return { task, ...(changed && { changed }) };
}
