import { listLimitOf } from "@countersign/graphql";
import type { KindRegistry } from "@countersign/contracts";
import type { DutyRun, WorkflowTaskKind } from "@countersign/domain/approval";
import { text } from "@countersign/texts";
import { type Db, ObjectId } from "mongodb";

import {
  UNSHOWN_OF_TASK,
  type ShownTask,
  type ShownTaskRecord,
  type WorkflowApprovalRecord,
  type WorkflowTaskRecord,
} from "../runs/index.ts";
import { DOCUMENT_OF_TASK, type RevisionRecord } from "../documents/index.ts";
import type { SubstitutionReadModel } from "../substitutions/index.ts";
import { createSeenReadModel } from "../seen/index.ts";
import { boundedTotal, once } from "../shared/bounded-total.ts";
import { type Caller, assertSeesEverything, seesEverything } from "../shared/caller.ts";
import { pageAdvised, pageNarrowedBy } from "../shared/narrowed.ts";
import { parseInput } from "../shared/parse-input.ts";
import { splitPaging } from "../shared/filters.ts";
import { type ListReader, createListReader } from "../shared/list-page.ts";
import { createSnoozeReadModel } from "../snooze/index.ts";
import { createRunLists } from "./run-lists.ts";
import { taskInputsOf } from "./inputs.ts";
import type { WorkflowEvent } from "../shared/record-of.ts";
import type { WorkflowEventRecord } from "../shared/records.ts";
import { type Paging, createRecordReader } from "../shared/record-reader.ts";
import { type ApprovalField, RULE_FIELDS } from "./approval-fields.ts";
import type { RunFence } from "./run-fence.ts";
import { type RunFinders, createRunFinders } from "./run-finders.ts";
import { submissionTimes, verdictsInRuns } from "./run-verdicts.ts";
import { type RunDocuments, createRunDocuments, refIdInput } from "./run-documents.ts";
import { ACTIVE, type TaskFilter, type TaskSearch } from "./listed.ts";
import type { CallersParts, Represented, SeenApproval, TaskOfRun, WorkflowTaskPage } from "./task-page.ts";
import { byReference, inboxOf, submissionsOf } from "./task-lists.ts";
import { type WaitingParts, countsOf, unassignedPage, waitingPage } from "./waiting-page.ts";
import { LISTS } from "./sdl.ts";

export interface PendingCount {
  kind: WorkflowTaskKind;
  count: number;
}

/** Runs as inboxes, finders and histories show them. Inputs are checked here, so callers may pass raw input. */
export interface RunReadModel extends RunDocuments, RunFinders {
  /**
   * The inbox. A keyword that equals a listed reference finds exactly that; any other is searched in all that is listed
   * for the caller, in bounded time.
   *
   * @throws DomainError `QUERY_TOO_SLOW`, from each half, when a search took too long
   */
  taskPage(caller: Caller, input: unknown, grants?: Represented): WorkflowTaskPage;
  /**
   * The tasks that wait for the caller's verdict, also as a substitute. A keyword is searched in reference, title and stage
   * name, and in the submitters' names.
   *
   * @throws DomainError `QUERY_TOO_SLOW`, from each half, when a search took too long
   */
  inboxPage(caller: Caller, input: unknown, knownParts?: CallersParts): WorkflowTaskPage;
  /** How much of each kind is in {@link inboxPage}, up to 10,000 in all, of kinds of which there is some. */
  inboxCounts(caller: Caller, knownParts?: CallersParts): Promise<PendingCount[]>;
  /**
   * The tasks that nobody can complete.
   *
   * @throws DomainError `FORBIDDEN` unless the caller is privileged or an auditor
   */
  unassignedPage(caller: Caller, input: unknown): WorkflowTaskPage;
  /** All tasks that {@link taskPage} matches, without its paging; for exports. */
  streamTasks(caller: Caller, input: unknown): AsyncIterable<ShownTask>;
  /** The caller's own, by the same rules. */
  submissionPage(caller: Caller, input: unknown): WorkflowTaskPage;
  /** Deleted ones too: approval rows refer to them. */
  tasksByIds(companyId: string, ids: readonly string[]): Promise<(ShownTask | null)[]>;
  /**
   * The rows of each task, by id.
   *
   * @param fields - those that are read, beside those that rules look at; default all
   */
  approvalsOfTasks(
    companyId: string,
    tasks: readonly TaskOfRun[],
    fields?: readonly ApprovalField[],
  ): Promise<SeenApproval[][]>;
  /** For each of the runs what separation of duties looks at before one of these people gives a verdict. */
  verdictsInRuns(
    companyId: string,
    runIds: readonly string[],
    userIds: readonly string[],
  ): Promise<DutyRun[]>;
  /** When the runs were submitted, in milliseconds since 1970, by run. */
  submissionTimes(companyId: string, runIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The newest events of a document, in the order they happened. */
  listEvents(caller: Caller, refId: unknown): Promise<WorkflowEvent[]>;
  /** The stages of the document's newest run, in their order. */
  listRunTasks(caller: Caller, refId: unknown): Promise<ShownTask[]>;
  /** Whether a task waits although its due time has passed. */
  isOverdue(task: Pick<ShownTask, "status" | "archived" | "dueAt">): boolean;
  /** AWAITING_APPROVAL tasks of these kinds; default: of every kind. */
  pendingCounts(companyId: string, of?: readonly WorkflowTaskKind[]): Promise<PendingCount[]>;
}

/**
 * @param grantsOf - whom a caller may represent now
 * @param fence - who reads the tasks, approvals and events of a run; what a caller may not read is missing
 * @param options.clock - default: the machine's
 */
export function createRunReadModel(
  db: Pick<Db, "collection">,
  registry: KindRegistry,
  grantsOf: SubstitutionReadModel["grantsOf"],
  fence: RunFence,
  { clock = () => new Date() }: { clock?: () => Date } = {},
): RunReadModel {
  const { kinds } = registry;
  const inputs = taskInputsOf(registry);
  const unshownFields = UNSHOWN_OF_TASK;
  const tasks = createRecordReader(db.collection<ShownTaskRecord>("workflow_tasks"), unshownFields);
  const lists = createListReader<WorkflowTaskRecord, ShownTaskRecord>(db.collection("workflow_tasks"), {
    unshownFields,
  });
  const approvals = createRecordReader(db.collection<WorkflowApprovalRecord>("workflow_approvals"));
  const events = createRecordReader(db.collection<WorkflowEventRecord>("workflow_events"));

  /** Decided once for both halves of a page, when the first is asked for. */
  function searchOf<F extends TaskFilter>(
    { keyword, ...filter }: F,
    plannedFor: () => Promise<(filter: F) => TaskSearch | Promise<TaskSearch>>,
  ) {
    let decidedSearch: Promise<TaskSearch> | undefined;
    const decide = async (): Promise<TaskSearch> => {
      const plan = await plannedFor();
      const exact = byReference(await plan(filter as F), keyword);
      if (exact !== undefined && (await lists.list(exact, 1)).length > 0) return exact;
      return plan({ ...filter, ...(keyword !== undefined && { keyword }) } as F);
    };
    return () => (decidedSearch ??= decide());
  }
  type ListedFilter = Parameters<typeof inboxOf>[1];
  const inboxFor = (caller: Caller, grantsOfCaller: Represented) => async () => {
    const grants = seesEverything(caller) ? [] : await grantsOfCaller();
    return (ownFilter: ListedFilter) => inboxOf(caller, ownFilter, kinds, grants);
  };
  const waitingParts: WaitingParts = {
    db,
    kinds,
    lists: createRunLists(db),
    seen: createSeenReadModel(db),
    clock,
  };
  const snoozes = createSnoozeReadModel(db, clock);
  const partsOf = (caller: Caller): CallersParts => ({
    grants: () => grantsOf(caller),
    snoozes: () => snoozes.snoozesOf(caller),
  });
  const listPage = (
    search: () => Promise<TaskSearch>,
    paging: Paging,
    grants: Represented,
  ): WorkflowTaskPage => ({
    grants,
    data: async () => lists.page(await search(), paging).data(),
    withDocuments: async () => lists.joined<RevisionRecord>(await search(), paging, DOCUMENT_OF_TASK),
    ...boundedTotal(async (most) => lists.count(await search(), most)),
    next: async () => null,
    groups: async () => null,
  });
  return {
    taskPage: (caller, input, grantsOfCaller = () => grantsOf(caller)) => {
      const { paging, filter } = splitPaging(parseInput(inputs.workflowTaskPageInput, input));
      const grants = once(grantsOfCaller);
      const page = listPage(searchOf(filter, inboxFor(caller, grants)), paging, grants);
      return narrowing(inputs.workflowTaskPageInput, filter, page);
    },
    inboxPage: (caller, input, givenParts = partsOf(caller)) => {
      const filteredPage = splitPaging(parseInput(inputs.inboxPageInput, input));
      const knownParts = { grants: once(givenParts.grants), snoozes: once(givenParts.snoozes) };
      return waitingPage(waitingParts, caller, filteredPage, knownParts);
    },
    inboxCounts: async (caller, givenParts = partsOf(caller)) => {
      const [grants, heldSnoozes] = await Promise.all([givenParts.grants(), givenParts.snoozes()]);
      const counts = await countsOf(waitingParts, { caller, grants, snoozes: heldSnoozes }, {});
      return kinds
        .flatMap((kind) => ({ kind, count: counts.get(kind) ?? 0 }))
        .filter(({ count }) => count > 0);
    },
    unassignedPage: (caller, input) => {
      assertSeesEverything(caller);
      const { paging } = splitPaging(parseInput(inputs.unassignedTaskPageInput, input));
      const page = unassignedPage(
        waitingParts,
        caller,
        paging,
        once(() => grantsOf(caller)),
      );
      return pageNarrowedBy(inputs.unassignedTaskPageInput, page);
    },
    streamTasks: async function* (caller, input) {
      const { filter } = splitPaging(parseInput(inputs.workflowTaskPageInput, input));
      yield* lists.stream(
        await searchOf(
          filter,
          inboxFor(caller, () => grantsOf(caller)),
        )(),
      );
    },
    submissionPage: (caller, input) => {
      const { paging, filter } = splitPaging(parseInput(inputs.workflowTaskSubmissionsPageInput, input));
      const search = searchOf(filter, async () => (ownFilter) => submissionsOf(caller, ownFilter, kinds));
      const page = listPage(
        search,
        paging,
        once(() => grantsOf(caller)),
      );
      return narrowing(inputs.workflowTaskSubmissionsPageInput, filter, page);
    },
    ...createRunFinders(db, registry, fence),
    tasksByIds: (companyId, ids) => tasks.everByIds(companyId, ids),
    // A store that sorts reads all of them before its first answer: the index of runs leaves the order open.
    approvalsOfTasks: async (companyId, tasks, fields) => {
      const [ids, runIds] = [tasks.map(({ _id }) => _id), tasks.map(({ runId }) => new ObjectId(runId))];
      const read = fields && { fields: [...RULE_FIELDS, ...fields] };
      const children = { beside: { runId: { $in: runIds } }, ...read };
      const lists = await approvals.byParents(companyId, "taskId", ids, {}, children);
      for (const rows of lists) rows.sort((a, b) => (a._id < b._id ? -1 : 1));
      return lists;
    },
    verdictsInRuns: (companyId, runIds, userIds) => verdictsInRuns(db, companyId, runIds, userIds),
    submissionTimes: (companyId, runIds) => submissionTimes(db, companyId, runIds),
    ...createRunDocuments(db, fence),
    listEvents: async (caller, refId) => {
      const parsedInput = parseInput(refIdInput, { refId });
      const most = listLimitOf(LISTS, "Query", "workflowEvents");
      const newest = await events.listNewest(caller.companyId, parsedInput, most);
      return (await fence.readable(caller, newest)).toReversed();
    },
    listRunTasks: async (caller, refId) => {
      const { companyId } = caller;
      const newestTask = await tasks.findNewest(companyId, parseInput(refIdInput, { refId }));
      const [newest] = await fence.readable(caller, newestTask === null ? [] : [newestTask]);
      if (newest === undefined) return [];
      const [stages = []] = await tasks.byParents(companyId, "runId", [newest.runId], { orderNo: 1, _id: 1 });
      return stages;
    },
    isOverdue: ({ status, archived, dueAt }) =>
      status === ACTIVE && !archived && dueAt !== undefined && dueAt < clock(),
    pendingCounts: (companyId, of = kinds) => countKinds(lists, of, (kind) => pendingOf(companyId, kind)),
  };
}

/** For a list that is searched by a keyword. */
const TO_REFERENCE = { text: text("input.searchTooLong"), field: "keyword" };

/** A page that says what narrows it. */
const narrowing = (
  input: Parameters<typeof pageNarrowedBy>[0],
  { keyword }: TaskFilter,
  page: WorkflowTaskPage,
): WorkflowTaskPage =>
  keyword === undefined ? pageNarrowedBy(input, page) : pageAdvised(TO_REFERENCE, page);

/** One count of index keys for each kind: grouping them would read every task. */
function countKinds(
  lists: Pick<ListReader<WorkflowTaskRecord>, "count">,
  kinds: readonly WorkflowTaskKind[],
  searchOf: (kind: WorkflowTaskKind) => TaskSearch,
): Promise<PendingCount[]> {
  return Promise.all(kinds.map(async (kind) => ({ kind, count: await lists.count(searchOf(kind)) })));
}

const pendingOf = (companyId: string, kind: WorkflowTaskKind): TaskSearch => {
  const company = new ObjectId(companyId);
  const exact = { listedFor: company, companyId: company, status: ACTIVE, kind };
  return { index: "listed_by_kind", exact };
};
