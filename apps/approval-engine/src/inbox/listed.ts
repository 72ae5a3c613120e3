import {
  WORKFLOW_TASK_STATUSES,
  type WorkflowTaskKind,
  type WorkflowTaskStatus,
} from "@countersign/domain/approval";
import type { Filter, ObjectId } from "mongodb";

import type { WorkflowTaskRecord } from "../runs/index.ts";
import type { ListSearch } from "../shared/list-page.ts";

export type TaskSearch = ListSearch<WorkflowTaskRecord>;

/** The only tasks with approvers to decide. */
export const ACTIVE: WorkflowTaskStatus = "AWAITING_APPROVAL";

/** The filters that a caller may set on a list of tasks. */
export interface TaskFilter {
  keyword?: string;
  status?: WorkflowTaskStatus;
  kinds?: WorkflowTaskKind[];
}

/** More ranges than this a server reads one after the other, and then sorts. */
export const MAX_MERGED = 200;

/** The tasks of some lists and those of people the caller substitutes; in parts if one search would have too many ranges. */
export function searchLists(
  lists: readonly (ObjectId | string)[],
  representedPeople: readonly string[],
  companyId: ObjectId,
  { index, exact, open }: Narrowed,
): Pick<TaskSearch, "index" | "exact" | "open" | "parts"> & { disjoint?: Filter<WorkflowTaskRecord>[] } {
  const on = (some: readonly (ObjectId | string)[]) => ({
    listedFor: some.length === 1 ? some[0]! : { $in: [...some] },
    companyId,
    ...exact,
  });
  const wholeSearch = { index, exact: on([...lists, ...representedPeople]), open };
  const ofOne = rangesOf({ ...exact, ...open });
  if ((lists.length + representedPeople.length) * ofOne <= MAX_MERGED) return wholeSearch;
  const waitingTasks = { ...exact, status: ACTIVE };
  // Only active tasks wait for anybody: without kinds to choose from, the plain list has them in the page's order.
  const otherParts =
    open === undefined
      ? inChunks(representedPeople, Math.max(1, Math.floor(MAX_MERGED / rangesOf(waitingTasks)))).map(
          (some) => ({
            index,
            exact: { ...on(some), status: ACTIVE },
          }),
        )
      : [{ index: "listed", exact: { ...on(representedPeople), status: ACTIVE } }];
  const { status } = exact;
  const endStates = typeof status === "object" ? status.$in.filter((state) => state !== ACTIVE) : [];
  return {
    ...wholeSearch,
    ...(endStates.length > 0 && {
      disjoint: [
        { ...wholeSearch.exact, status: ACTIVE },
        { ...on(lists), status: { $in: endStates } },
      ],
    }),
    parts: [{ index, exact: on(lists), open }, ...otherParts],
  };
}

function inChunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}

/** How many ranges of an index these conditions are. */
export const rangesOf = (conditions: object): number =>
  Object.values(conditions).reduce<number>(
    (ranges, value) =>
      ranges * (typeof value === "object" && value !== null && "$in" in value ? value.$in.length : 1),
    1,
  );

interface Narrowed {
  index: string;
  exact: {
    status?: WorkflowTaskStatus | { $in: WorkflowTaskStatus[] };
    kind?: { $in: WorkflowTaskKind[] };
  };
  open?: { kind: { $in: WorkflowTaskKind[] } } | undefined;
}

/** An index that yields the page's order for the filter, and the fields of it that the filter pins down. */
export function narrowSearch(filter: TaskFilter, knownKinds: readonly WorkflowTaskKind[]): Narrowed {
  const { status, kinds = [] } = filter;
  if (kinds.length > 0 && !isEvery(kinds, knownKinds)) {
    return { index: "listed_by_kind", exact: statusAndKind(filter, knownKinds) };
  }
  return status === undefined
    ? { index: "listed", exact: {} }
    : { index: "listed_by_kind", exact: { status }, open: { kind: { $in: [...knownKinds] } } };
}

const isEvery = (kinds: readonly WorkflowTaskKind[], knownKinds: readonly WorkflowTaskKind[]): boolean =>
  knownKinds.every((kind) => kinds.includes(kind));

/** Names all values instead of none: the index yields each in the page's order, and the store merges them. */
export const statusAndKind = (
  { status, kinds = [] }: TaskFilter,
  knownKinds: readonly WorkflowTaskKind[],
) => ({
  status: status ?? { $in: [...WORKFLOW_TASK_STATUSES] },
  kind: { $in: kinds.length > 0 ? kinds : [...knownKinds] },
});

/** Conditions on what is read. @returns undefined for none */
export const restOf = (conditions: Filter<WorkflowTaskRecord>[]): Filter<WorkflowTaskRecord> | undefined =>
  conditions.length === 0 ? undefined : { $and: conditions };
