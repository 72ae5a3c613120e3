import { useCallback, useEffect, useRef, useState } from "react";
import { type Client, useClient } from "urql";

import {
  InboxDocument,
  type InboxQuery,
  type TaskRowFragment,
  TaskNowDocument,
} from "../graphql/generated/documents.ts";
import { type Refusal, useRefusalOf } from "../graphql/refusal.ts";
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

/** The filters of the list. */
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
  refusal: Refusal | undefined;
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
  /** Whether tasks may follow that are older than those shown. */
  hasMore: boolean;
  /** Waiting tasks that are not shown, and are no older ones. */
  fresh: ReadonlySet<string>;
}

/** A part of the list, as the engine has it. */
interface Part {
  tasks: readonly TaskRowFragment[];
  hasMore: boolean;
}

/** The tasks that wait for the reader's verdict, newest first, and the numbers beside the menu, from one query. */
export function useInbox({ keyword, kind }: InboxFilter, readerId: string): Inbox {
  const client = useClient();
  const [shown, setShown] = useState<Shown>();
  const [counts, setCounts] = useState<Inbox["counts"]>([]);
  const refusalOf = useRefusalOf();
  const [refusal, setRefusal] = useState<Refusal>();
  const shownRef = useRef(shown);
  /** Revisions of the tasks that the reader decided: an answer from before the verdict does not bring them back. */
  const decided = useRef(new Map<string, string>());
  /** Counts the comparisons: of answers that overtake each other, the last one asked for counts. */
  const comparisons = useRef(0);
  useEffect(() => {
    shownRef.current = shown;
  });

  const read = useCallback(
    async (skip: number, take: number): Promise<Part | undefined> => {
      const input = { skip, take, keyword: keyword === "" ? null : keyword, kinds: kind ? [kind] : [] };
      const { data, error } = await client.query(InboxDocument, { input });
      setRefusal(error && refusalOf(error));
      if (data == null) return undefined;
      setCounts(data.inboxCounts);
      const { data: found, total } = data.inboxPage;
      const tasks = found.filter(({ _id, revision }) => decided.current.get(_id) !== revision);
      return { tasks, hasMore: skip + found.length < total };
    },
    [client, refusalOf, keyword, kind],
  );

  const reveal = useCallback(async () => {
    comparisons.current += 1;
    const found = await read(0, PAGE);
    if (found === undefined) return;
    const rows = found.tasks.map((task) => ({ task }));
    setShown({ rows, hasMore: found.hasMore, fresh: new Set() });
  }, [read]);

  const refresh = useCallback(async () => {
    const before = shownRef.current;
    if (before === undefined || before.rows.length === 0) return reveal();
    comparisons.current += 1;
    const comparison = comparisons.current;
    const found = await read(0, Math.min(PAGE_MAX, Math.max(PAGE, waitingOf(before.rows).length)));
    if (found === undefined) return undefined;
    const why = await lookUp(client, missingIn(found, before.rows), readerId);
    if (comparison === comparisons.current)
      setShown((now) => now && merged(now, found, why, decided.current));
    return undefined;
  }, [client, read, reveal, readerId]);

  const more = useCallback(async () => {
    const before = shownRef.current;
    if (before === undefined) return;
    const known = new Set(before.rows.map(({ task }) => task._id));
    const isKnown = ({ _id }: TaskRowFragment) => known.has(_id);
    // Tasks that left or came since move the others: the next part begins where a shown one is found again.
    let skip = Math.max(0, waitingOf(before.rows).length - 1);
    let found = await read(skip, PAGE + 1);
    while (found !== undefined && skip > 0 && !found.tasks.some(isKnown)) {
      skip = Math.max(0, skip - PAGE);
      found = await read(skip, PAGE + 1);
    }
    if (found === undefined) return;
    const next = found.tasks.slice(found.tasks.findLastIndex(isKnown) + 1).map((task) => ({ task }));
    const { hasMore } = found;
    setShown((now) => now && { ...now, hasMore, rows: [...now.rows, ...unknownOf(now.rows, next)] });
  }, [read]);

  const remove = useCallback((taskIds: readonly string[]) => {
    for (const { task } of shownRef.current?.rows ?? []) {
      if (taskIds.includes(task._id)) decided.current.set(task._id, task.revision);
    }
    setShown((now) => now && { ...now, rows: now.rows.filter(({ task }) => !taskIds.includes(task._id)) });
  }, []);

  useEffect(() => void reveal(), [reveal]);

  return {
    rows: shown?.rows,
    counts,
    fresh: shown?.fresh.size ?? 0,
    hasMore: shown?.hasMore ?? false,
    refusal,
    reveal,
    more,
    refresh,
    remove,
  };
}

const waitingOf = (rows: readonly InboxRow[]) => rows.filter(({ gone }) => gone === undefined);

function unknownOf(rows: readonly InboxRow[], next: readonly InboxRow[]): InboxRow[] {
  const known = new Set(rows.map(({ task }) => task._id));
  return next.filter(({ task }) => !known.has(task._id));
}

/** Rows that no longer wait, as far as the part reaches. */
function missingIn({ tasks, hasMore }: Part, rows: readonly InboxRow[]): InboxRow[] {
  const present = new Set(tasks.map(({ _id }) => _id));
  const reach = hasMore ? rows.findLastIndex(({ task }) => present.has(task._id)) : rows.length;
  return waitingOf(rows.slice(0, reach)).filter(({ task }) => !present.has(task._id));
}

/**
 * The list compared with its beginning as the engine has it now. What stands between or above the rows is new, and waits
 * to be shown; what follows them where the list went on is older, and fills the place of what was decided.
 */
function merged(
  { rows, hasMore }: Shown,
  { tasks, hasMore: follows }: Part,
  why: ReadonlyMap<string, Gone>,
  decided: ReadonlyMap<string, string>,
): Shown {
  const present = new Map(tasks.map((task) => [task._id, task]));
  const known = new Set(rows.map(({ task }) => task._id));
  const last = tasks.findLastIndex(({ _id }) => known.has(_id));
  const isOlder = (index: number) => hasMore && last !== -1 && index > last;
  const unknown = tasks.filter(({ _id, revision }) => !known.has(_id) && decided.get(_id) !== revision);
  const older = unknown.filter((task) => isOlder(tasks.indexOf(task)));
  const added = older.map((task) => ({ task }));
  return {
    rows: [...rows.map((row) => compared(row, present, why)), ...added],
    hasMore: hasMore && (follows || last === -1),
    fresh: new Set(unknown.filter((task) => !older.includes(task)).map(({ _id }) => _id)),
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
      const { data } = await client.query(TaskNowDocument, { id });
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
