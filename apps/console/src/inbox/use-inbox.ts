import { useCallback, useEffect, useRef, useState } from "react";
import { type Client, useClient } from "urql";

import {
  InboxDocument,
  InboxGroupsDocument,
  type InboxGroupsQuery,
  type InboxPageInput,
  type InboxQuery,
  type TaskRowFragment,
  TaskNowDocument,
} from "../graphql/generated/documents.ts";
import { type Refusal, useRefusalOf } from "../graphql/refusal.ts";
import { useRead } from "../graphql/use-read.ts";
import { type Gone, goneOf } from "../document/gone.ts";
import { type Order, askedAt, follows } from "./order.ts";
import { type InboxFilter, inputOf } from "./use-filter.ts";

const PAGE = 50;
/** The engine's longest page. */
const PAGE_MAX = 100;
/** Most parts that are read at once. */
const PARTS_MAX = 10;
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

/** Tasks of the list that belong together. */
export type Group = NonNullable<InboxGroupsQuery["inboxPage"]["groups"]>[number];

export interface Inbox {
  /** Undefined until the first answer. */
  rows: readonly InboxRow[] | undefined;
  /** Whether the rows are those of the present filter: the ones before it stay until then. */
  hasAnswer: boolean;
  /** How much waits for the reader, by kind, whatever the list is narrowed by. */
  counts: InboxQuery["inboxCounts"];
  /** How much the reader snoozes. */
  snoozed: number;
  /** The groups of all that match, counted; undefined where nothing is grouped, or too much waits. */
  groups: readonly Group[] | undefined;
  /** How many tasks were asked after the newest that is shown: the list never moves under the reader. */
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
  /** Takes a task off that has changed between the lists: it may come back as it is. */
  putOff: (taskId: string) => void;
}

interface Shown {
  rows: InboxRow[];
  /** The filter that they match, as text. */
  filterKey: string;
  /** Where the tasks follow that are older than those shown; null at the end of the list. */
  next: string | null;
  /** When the newest task was asked that is shown, or was. */
  newest: string;
  /** Waiting tasks that were asked later. */
  fresh: ReadonlySet<string>;
}

/** A part of the list, as the engine has it. */
interface Part {
  tasks: readonly TaskRowFragment[];
  next: string | null;
  order: Order;
}

const always = () => true;

/** The tasks that wait for the reader's verdict, newest first, and the numbers beside the menu, from one query. */
export function useInbox(filter: InboxFilter, readerId: string): Inbox {
  const { order } = filter;
  const filterKey = JSON.stringify(inputOf(filter));
  const client = useClient();
  const [shownInbox, setShownInbox] = useState<Shown>();
  const [counts, setCounts] = useState<Inbox["counts"]>([]);
  const [snoozeCount, setSnoozeCount] = useState(0);
  const refusalOf = useRefusalOf();
  const [refusal, setRefusal] = useState<Refusal>();
  const shownRef = useRef(shownInbox);
  /** Revisions of the tasks that the reader decided: an answer from before the verdict does not bring them back. */
  const decidedTasks = useRef(new Map<string, string>());
  /** Tasks that the reader put off, which are older than others when they come back. */
  const movedTasks = useRef(new Set<string>());
  /** Counts the comparisons: of answers that overtake each other, the last one asked for counts. */
  const comparisons = useRef(0);
  /** The end of the last read that was asked for. */
  const reading = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    shownRef.current = shownInbox;
  });

  const read = useCallback(
    async (
      after: string | null,
      take: number,
      isWanted: () => boolean = always,
    ): Promise<Part | undefined> => {
      const input = { ...(JSON.parse(filterKey) as InboxPageInput), after, take };
      // One after the other: urql joins a question to the same one in progress, whose answer may be older.
      const answer = reading.current.then(() =>
        isWanted() ? client.query(InboxDocument, { input }).toPromise() : undefined,
      );
      reading.current = answer;
      const result = await answer;
      if (result === undefined) return undefined;
      const { data, error } = result;
      setRefusal(error && refusalOf(error));
      if (data == null) return undefined;
      setCounts(data.inboxCounts);
      setSnoozeCount(data.snoozed.total);
      const { data: foundTasks, next } = data.inboxPage;
      const tasks = foundTasks.filter(({ _id, revision }) => decidedTasks.current.get(_id) !== revision);
      return { tasks, next: next ?? null, order };
    },
    [client, refusalOf, filterKey, order],
  );
  /** The beginning of the list, as long as that which is shown. */
  const readAgain = useCallback(
    async (length: number, isWanted: () => boolean): Promise<Part | undefined> => {
      const tasks: TaskRowFragment[] = [];
      let next: string | null = null;
      do {
        const part = await read(next, Math.min(PAGE_MAX, Math.max(PAGE, length) - tasks.length), isWanted);
        if (part === undefined) return undefined;
        tasks.push(...part.tasks);
        next = part.next;
      } while (next !== null && tasks.length < length);
      return { tasks, next, order };
    },
    [read, order],
  );

  /** A part with tasks in it, or the last one: filters may leave nothing of a part although others follow. */
  const readSome = useCallback(
    async (after: string | null): Promise<Part | undefined> => {
      let part = await read(after, PAGE);
      for (let parts = 1; parts < PARTS_MAX && part?.tasks.length === 0 && part.next !== null; parts += 1)
        part = await read(part.next, PAGE);
      return part;
    },
    [read],
  );

  const reveal = useCallback(async () => {
    comparisons.current += 1;
    const firstPage = await readSome(null);
    if (firstPage === undefined) return;
    const rows = firstPage.tasks.map((task) => ({ task }));
    const newest = newestOf(firstPage.tasks);
    setShownInbox({ rows, filterKey, next: firstPage.next, newest, fresh: new Set() });
  }, [readSome, filterKey]);

  // A question of its own: the engine counts it as if each row had them.
  const groupsRead = useRead(
    InboxGroupsDocument,
    { input: { ...(JSON.parse(filterKey) as InboxPageInput), take: 1, groupBy: filter.groupBy } },
    filter.groupBy !== undefined,
  );
  const readGroups = useRef(groupsRead.refresh);
  useEffect(() => {
    readGroups.current = groupsRead.refresh;
  });
  const hasGroups = filter.groupBy !== undefined;

  const refresh = useCallback(async () => {
    if (hasGroups) readGroups.current();
    const before = shownRef.current;
    if (before === undefined || before.rows.length === 0) return reveal();
    comparisons.current += 1;
    const comparison = comparisons.current;
    const tasksNow = await readAgain(waitingOf(before.rows).length, () => comparison === comparisons.current);
    if (tasksNow === undefined) return undefined;
    const why = await lookUp(client, missingIn(tasksNow, before.rows), readerId);
    if (comparison === comparisons.current)
      setShownInbox(
        (now) =>
          now && mergeRows(now, tasksNow, why, { decided: decidedTasks.current, moved: movedTasks.current }),
      );
    return undefined;
  }, [client, readAgain, reveal, readerId, hasGroups]);

  const more = useCallback(async () => {
    const after = shownRef.current?.next ?? null;
    if (after === null) return;
    const nextPage = await readSome(after);
    if (nextPage === undefined) return;
    const addedRows = nextPage.tasks.map((task) => ({ task }));
    setShownInbox(
      (now) => now && { ...now, next: nextPage.next, rows: [...now.rows, ...unknownOf(now.rows, addedRows)] },
    );
  }, [readSome]);

  const remove = useCallback((taskIds: readonly string[]) => {
    for (const { task } of shownRef.current?.rows ?? []) {
      if (taskIds.includes(task._id)) decidedTasks.current.set(task._id, task.revision);
    }
    setShownInbox(
      (now) => now && { ...now, rows: now.rows.filter(({ task }) => !taskIds.includes(task._id)) },
    );
  }, []);

  const putOff = useCallback((taskId: string) => {
    movedTasks.current.add(taskId);
    // Answers from before do not bring it back.
    comparisons.current += 1;
    setShownInbox((now) => now && { ...now, rows: now.rows.filter(({ task }) => task._id !== taskId) });
  }, []);

  useEffect(() => void reveal(), [reveal]);

  return {
    rows: shownInbox?.rows,
    hasAnswer: shownInbox?.filterKey === filterKey,
    counts,
    snoozed: snoozeCount,
    groups: hasGroups ? (groupsRead.data?.inboxPage.groups ?? undefined) : undefined,
    fresh: shownInbox?.fresh.size ?? 0,
    hasMore: shownInbox !== undefined && shownInbox.next !== null,
    refusal,
    reveal,
    more,
    refresh,
    remove,
    putOff,
  };
}

const waitingOf = (rows: readonly InboxRow[]) => rows.filter(({ gone }) => gone === undefined);

function unknownOf(rows: readonly InboxRow[], next: readonly InboxRow[]): InboxRow[] {
  const knownIds = new Set(rows.map(({ task }) => task._id));
  return next.filter(({ task }) => !knownIds.has(task._id));
}

const newestOf = (tasks: readonly TaskRowFragment[]): string => tasks.map(askedAt).toSorted().at(-1) ?? "";

/** Whether a beginning of the list goes as far as a task. */
function reaches({ tasks, next, order }: Part, task: TaskRowFragment): boolean {
  const last = tasks.at(-1);
  return next === null || (last !== undefined && !follows(order, task, last));
}

/** Rows that no longer wait, as far as the part reaches. */
function missingIn(part: Part, rows: readonly InboxRow[]): InboxRow[] {
  const present = new Set(part.tasks.map(({ _id }) => _id));
  return waitingOf(rows).filter(({ task }) => !present.has(task._id) && reaches(part, task));
}

/**
 * The list compared with its beginning as the engine has it now. Tasks that were asked later than those shown, or come
 * back from where the reader put them, are new, and wait to be shown; those that follow them are older, and fill the place of what was decided.
 */
function mergeRows(
  { rows, filterKey, next, newest }: Shown,
  part: Part,
  why: ReadonlyMap<string, Gone>,
  { decided, moved }: { decided: ReadonlyMap<string, string>; moved: ReadonlySet<string> },
): Shown {
  const present = new Map(part.tasks.map((task) => [task._id, task]));
  const knownIds = new Set(rows.map(({ task }) => task._id));
  const last = rows.at(-1)?.task;
  const unknown = part.tasks.filter(
    ({ _id, revision }) => !knownIds.has(_id) && decided.get(_id) !== revision,
  );
  const older = unknown.filter((task) => last === undefined || follows(part.order, task, last));
  return {
    rows: [...rows.map((row) => compareRow(row, present, why)), ...older.map((task) => ({ task }))],
    filterKey,
    next: last === undefined || reaches(part, last) ? part.next : next,
    newest,
    fresh: new Set(
      unknown
        .filter((task) => askedAt(task) > newest || (moved.has(task._id) && !older.includes(task)))
        .map(({ _id }) => _id),
    ),
  };
}

/** Why rows are no longer on the list, by task. */
async function lookUp(
  client: Client,
  rows: readonly InboxRow[],
  readerId: string,
): Promise<Map<string, Gone>> {
  const taskPages = await Promise.all(
    rows.slice(0, LOOKED_UP_MAX).map(async ({ task: { _id: id } }) => {
      const { data } = await client.query(TaskNowDocument, { id });
      return [id, goneOf(data?.findOneWorkflowTask ?? undefined, readerId)] as const;
    }),
  );
  return new Map([...rows.map(({ task }) => [task._id, { how: "other" }] as const), ...taskPages]);
}

function compareRow(
  row: InboxRow,
  present: ReadonlyMap<string, TaskRowFragment>,
  goneReasons: ReadonlyMap<string, Gone>,
): InboxRow {
  const task = present.get(row.task._id);
  const goneReason = goneReasons.get(row.task._id);
  if (task === undefined) return goneReason === undefined ? row : { ...row, gone: goneReason };
  const isChanged = row.changed === true || task.revision !== row.task.revision;
  // A row that is as it was stays the same object: it need not be drawn anew.
  if (row.gone === undefined && JSON.stringify(task) === JSON.stringify(row.task)) return row;
  return { task, ...(isChanged && { changed: isChanged }) };
}
