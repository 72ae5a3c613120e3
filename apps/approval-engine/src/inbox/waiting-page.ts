import { text } from "@countersign/texts";

import type { ShownTask } from "../runs/index.ts";
import { advised } from "../shared/narrowed.ts";
import type { Paging } from "../shared/record-reader.ts";
import { type InboxFilter, type InboxParts, readNarrow } from "./inbox-page.ts";
import { cursorAfter } from "./inbox-order.ts";
import type { TaskSearch } from "./listed.ts";
import type { Represented, TaskRecord, WorkflowTaskPage } from "./task-page.ts";

/** The total of what waits is counted so far. */
export const COUNTED_MAX = 10_000;

/** The parts of which the page is read. */
export interface WaitingParts {
  inbox: InboxParts;
  listPage: (search: () => Promise<TaskSearch>, paging: Paging, grants: Represented) => WorkflowTaskPage;
}

/** The searches of a page of what waits. */
export interface WaitingSearches {
  /** For its total. */
  whole: () => Promise<TaskSearch>;
  /** Those that it reads, one after the other. */
  inOrder: () => Promise<TaskSearch[]>;
}

/** A page of what waits, and where the next one begins: one more is read than is shown. */
export function waitingPage(
  { inbox, listPage }: WaitingParts,
  { whole, inOrder }: WaitingSearches,
  { skip, take }: Paging,
  { filter: { order = "ASKED" }, grants }: { filter: InboxFilter; grants: Represented },
): WorkflowTaskPage {
  const { lists } = inbox;
  let read: Promise<TaskRecord[]> | undefined;
  let looked: ShownTask | undefined;
  /** Where many tasks may not meet the conditions, a bounded number is looked at. */
  async function readOne(planned: TaskSearch, paging: Paging, withDocuments: boolean): Promise<TaskRecord[]> {
    if (planned.judged === undefined || skip > 0) {
      const page = listPage(async () => planned, paging, grants);
      return withDocuments ? page.withDocuments() : page.data();
    }
    const { found, last } = await readNarrow(inbox, planned, paging.take, withDocuments);
    looked = last;
    return found;
  }
  async function readFirst(withDocuments: boolean): Promise<TaskRecord[]> {
    const tasks: TaskRecord[] = [];
    let left = skip;
    const searches = await inOrder();
    for (const [at, planned] of searches.entries()) {
      const paging = { skip: left, take: take + 1 - tasks.length };
      tasks.push(...(await readOne(planned, paging, withDocuments)));
      if (looked !== undefined || tasks.length > take) break;
      const isLast = at === searches.length - 1;
      if (left > 0 && !isLast) left = Math.max(0, left - (await lists.count(planned)));
    }
    return tasks;
  }
  const counted = once(async () => adviseCursor(async () => lists.count(await whole(), COUNTED_MAX + 1)));
  const shown = (tasks: () => Promise<TaskRecord[]>) =>
    adviseCursor(async () => (await (read = tasks())).slice(0, take));
  return {
    grants,
    data: () => shown(() => readFirst(false)),
    withDocuments: () => shown(() => readFirst(true)),
    total: async () => Math.min(await counted(), COUNTED_MAX),
    totalIsLowerBound: async () => (await counted()) > COUNTED_MAX,
    groups: async () => null,
    next: async () => {
      const tasks = await adviseCursor(async () => (read ??= readFirst(false)));
      const last = tasks[take - 1];
      if (tasks.length > take && last !== undefined) return cursorAfter(order, last);
      return looked === undefined ? null : cursorAfter(order, looked);
    },
  };
}

/** For a list that goes on at a cursor (contract-3, READ-1). */
const TO_CURSOR = { text: text("input.inboxTooLong"), field: "keyword" };
const adviseCursor = <T>(read: () => Promise<T>): Promise<T> => advised(TO_CURSOR, read);
/** Reads once, on the first call, and then returns the same result. */
export function once<T>(read: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => (asked ??= read());
}
