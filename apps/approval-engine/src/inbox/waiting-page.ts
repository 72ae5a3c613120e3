import type { WorkflowTaskKind } from "@countersign/domain/approval";
import { text } from "@countersign/texts";
import { type Db, ObjectId } from "mongodb";

import { askedText, waitingRunsWith, waitsFor } from "../runs/index.ts";
import type { SeenReadModel } from "../seen/index.ts";
import { COUNTED_MAX, boundedTotal, once } from "../shared/bounded-total.ts";
import type { Caller } from "../shared/caller.ts";
import { keywordIn } from "../shared/filters.ts";
import { readWithAdvice } from "../shared/narrowed.ts";
import type { Paging } from "../shared/record-reader.ts";
import type { UserRecord } from "../shared/records.ts";
import { dueBounds } from "./due.ts";
import { type GroupedRun, type InboxGroup, groupsOf } from "./inbox-groups.ts";
import { LIST_ORDERS } from "./inbox-order.ts";
import { type InboxFilter, withGroup } from "./inbox-page.ts";
import { waitingTaskOf } from "./listed-task.ts";
import type { Choice, PageOfRuns, RunLists } from "./run-lists.ts";
import type { CallersParts, Represented, TaskRecord, WorkflowTaskPage } from "./task-page.ts";
import { KEYWORD_FIELDS, type WaitingFilter, conditionsOf, withKeyword } from "./waiting-filter.ts";
import { type Segment, type Waiter, principalsOf, segmentsOf, waitingFor } from "./waiting-list.ts";

/** Most runs that a total or groups look at. */
const LOOKED_AT_MAX = 5_000;

/** The parts of which the inbox is read. */
export interface WaitingParts {
  db: Pick<Db, "collection">;
  kinds: readonly WorkflowTaskKind[];
  lists: RunLists;
  seen: SeenReadModel;
  clock: () => Date;
}

/** A page of what waits for a caller. */
export function waitingPage(
  parts: WaitingParts,
  caller: Caller,
  { paging, filter }: { paging: Paging; filter: InboxFilter },
  knownParts: CallersParts,
): WorkflowTaskPage {
  const { kinds, lists, clock } = parts;
  const { groupBy } = filter;
  const waiter = once(async (): Promise<Waiter> => {
    const [grants, snoozes] = await Promise.all([knownParts.grants(), knownParts.snoozes()]);
    return { caller, grants, snoozes };
  });
  const bounds = once(async () =>
    dueBounds(clock(), groupBy === "DUE" ? await zoneOf(parts, caller) : undefined),
  );
  /** The filter, with the documents that have changed where these are asked for. */
  async function readFilter(input: InboxFilter): Promise<WaitingFilter> {
    const { changed, ...wantedFilter } = withGroup(input, await bounds());
    if (changed !== true || wantedFilter.refIds) return wantedFilter;
    return { ...wantedFilter, refIds: (await parts.seen.changedFor(caller)).map(String) };
  }
  const read = once(async () => readFilter(filter));
  const readPage = async (withDocuments: boolean): Promise<PageOfRuns> => {
    const wantedFilter = await read();
    const [segments, choice] = [
      segmentsOf(await waiter(), wantedFilter, kinds),
      await choiceOf(wantedFilter),
    ];
    return lists.page(segments, { ...paging, withDocuments, choice });
  };
  const choiceOf = async ({ keyword, ...wantedFilter }: WaitingFilter): Promise<Choice | undefined> =>
    keyword === undefined ? undefined : keywordChoice(parts, await waiter(), { ...wantedFilter, keyword });
  let pageOfRuns: Promise<PageOfRuns> | undefined;
  const shownTasks = async (withDocuments: boolean): Promise<TaskRecord[]> => {
    const { runs } = await adviseCursor(async () => (pageOfRuns = readPage(withDocuments)));
    const { snoozes } = await waiter();
    const untilOf = new Map(snoozes.map(({ runId, until }) => [runId, until]));
    return runs.flatMap((run) => {
      const task = waitingTaskOf(run);
      return task ? [{ ...task, snoozedUntil: untilOf.get(run._id) ?? null }] : [];
    });
  };
  /** How many there are, and whether there are more. */
  const countRuns = once(async (): Promise<{ total: number; isLowerBound: boolean }> => {
    const { after: _place, order: _order, ...wholeFilter } = await read();
    const { kinds: someKinds = [], ...otherFilter } = wholeFilter;
    const isOfKinds = wholeFilter.keyword === undefined && conditionsOf(otherFilter, kinds).length === 0;
    if (isOfKinds) return totalOf(await countsOf(parts, await waiter(), wholeFilter), someKinds);
    const segments = segmentsOf(await waiter(), wholeFilter, kinds);
    const { runs, isCut } = await lists.among(segments, {
      most: LOOKED_AT_MAX,
      fields: [],
      choice: await choiceOf(wholeFilter),
    });
    return { total: runs.length, isLowerBound: isCut };
  });
  async function groups(): Promise<InboxGroup[] | null> {
    if (groupBy === undefined) return null;
    const { groupBy: _by, group: _group, after: _place, order: _order, ...wholeFilter } = filter;
    const wantedFilter = await readFilter(wholeFilter);
    const counts = await countsOf(parts, await waiter(), wantedFilter, LOOKED_AT_MAX);
    if (sumOf(counts) > LOOKED_AT_MAX) return null;
    const { runs } = await lists.among(segmentsOf(await waiter(), wantedFilter, kinds), {
      most: LOOKED_AT_MAX,
      fields: ["kind", "submitterId", "dueAt", "document.amount", "document.currency"],
      choice: await choiceOf(wantedFilter),
    });
    return groupsOf(groupBy, runs as readonly GroupedRun[], await bounds());
  }
  return {
    grants: knownParts.grants,
    data: () => shownTasks(false),
    withDocuments: () => shownTasks(true),
    total: () => adviseCursor(async () => (await countRuns()).total),
    totalIsLowerBound: () => adviseCursor(async () => (await countRuns()).isLowerBound),
    next: () =>
      adviseCursor(async () => {
        // The page itself is asked for in the same turn, before or after: it is read once.
        await waiter();
        return (await (pageOfRuns ??= readPage(false))).next;
      }),
    groups,
  };
}

/** A page of what nobody can complete, submitted last first. */
export function unassignedPage(
  { lists }: Pick<WaitingParts, "lists">,
  { companyId }: Caller,
  paging: Paging,
  grants: Represented,
): WorkflowTaskPage {
  const unassignedRuns: Segment = {
    index: LIST_ORDERS.SUBMITTED.index,
    exact: { companyId: new ObjectId(companyId), unassigned: true },
    order: "SUBMITTED",
    conditions: [],
  };
  const shownTasks = async (withDocuments: boolean): Promise<TaskRecord[]> => {
    const { runs } = await lists.page([unassignedRuns], { ...paging, withDocuments });
    return runs.flatMap((run) => waitingTaskOf(run) ?? []);
  };
  return {
    grants,
    data: () => shownTasks(false),
    withDocuments: () => shownTasks(true),
    ...boundedTotal((most) => lists.count(unassignedRuns, most)),
    next: async () => null,
    groups: async () => null,
  };
}

/** How much of each kind waits, up to a number in all, and one more where there is more. */
export async function countsOf(
  { lists }: Pick<WaitingParts, "lists">,
  waiter: Waiter,
  filter: Pick<WaitingFilter, "forUserIds" | "snoozed" | "waitingOnAnswer">,
  most: number = COUNTED_MAX,
): Promise<ReadonlyMap<WorkflowTaskKind, number>> {
  const { caller, grants, snoozes } = waiter;
  if (filter.snoozed && filter.forUserIds === undefined) {
    // Snoozes were read with their stages.
    const tasks = snoozes.flatMap(({ task }) => (waitsFor(caller.userId, task, grants) ? [task] : []));
    return new Map([...Map.groupBy(tasks, ({ kind }) => kind)].map(([kind, some]) => [kind, some.length]));
  }
  const waitingRuns = waitingFor(waiter, filter);
  return waitingRuns === undefined ? new Map() : lists.countKinds(waitingRuns, most + 1);
}

const sumOf = (counts: ReadonlyMap<unknown, number>): number =>
  counts.values().reduce((sum, count) => sum + count, 0);

/** @param kinds - none: all */
function totalOf(counts: ReadonlyMap<WorkflowTaskKind, number>, kinds: readonly WorkflowTaskKind[]) {
  const all = sumOf(counts);
  const ofKinds = kinds.length === 0 ? all : kinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0);
  return { total: Math.min(ofKinds, COUNTED_MAX), isLowerBound: all > COUNTED_MAX };
}

/** The choice of a keyword: by number, title and stage, by the submitters' names, and by the documents' words. */
function keywordChoice(
  { db }: WaitingParts,
  waiter: Waiter,
  { keyword, ...filter }: WaitingFilter & { keyword: string },
): Choice {
  const { companyId } = waiter.caller;
  return {
    fields: KEYWORD_FIELDS,
    choose: async (runs) => {
      const submitterIds = new Set(runs.flatMap(({ submitterId }) => submitterId ?? []));
      const namedSubmitters = {
        _id: { $in: [...submitterIds].map((id) => new ObjectId(id)) },
        companyId: new ObjectId(companyId),
        ...keywordIn(["name"], keyword),
      };
      const texts = principalsOf(waiter, filter).map((id) => askedText(id));
      const [submitters, runIds] = await Promise.all([
        db
          .collection<UserRecord>("users")
          .find(namedSubmitters, { projection: { _id: 1 } })
          .toArray(),
        waitingRunsWith(db, companyId, texts, keyword),
      ]);
      return withKeyword(runs, keyword, {
        submitterIds: new Set(submitters.map(({ _id }) => String(_id))),
        runIds: new Set(runIds.map(String)),
      });
    },
  };
}

/** The reader's time zone, if the directory knows it. */
async function zoneOf(
  { db }: Pick<WaitingParts, "db">,
  { companyId, userId }: Caller,
): Promise<string | undefined> {
  const ofCaller = { _id: new ObjectId(userId), companyId: new ObjectId(companyId) };
  const user = await db.collection<UserRecord>("users").findOne(ofCaller, { projection: { timeZone: 1 } });
  return user?.timeZone;
}

/** For a list that goes on at a cursor (contract-3, READ-1). */
const TO_CURSOR = { text: text("input.inboxTooLong"), field: "keyword" };
const adviseCursor = <T>(read: () => Promise<T>): Promise<T> => readWithAdvice(TO_CURSOR, read);
