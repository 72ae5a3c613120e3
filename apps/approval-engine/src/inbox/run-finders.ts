import type { KindRegistry } from "@countersign/contracts";
import { listLimitOf } from "@countersign/graphql";
import { type Db, type Filter, ObjectId } from "mongodb";

import {
  type ShownTask,
  type ShownTaskRecord,
  UNSHOWN_OF_TASK,
  type WorkflowApproval,
  type WorkflowApprovalRecord,
  type WorkflowTaskRecord,
} from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import { presentFields } from "../shared/filters.ts";
import { createListReader } from "../shared/list-page.ts";
import { narrowedBy } from "../shared/narrowed.ts";
import { parseInput } from "../shared/parse-input.ts";
import { createRecordReader } from "../shared/record-reader.ts";
import {
  type ApprovalFinder,
  type TaskFinder,
  approvalsLike,
  namesApproval,
  namesTask,
  tasksLike,
} from "./finder-searches.ts";
import { queryWorkflowApprovalInput, taskInputsOf } from "./inputs.ts";
import type { RunFence } from "./run-fence.ts";
import { LISTS } from "./sdl.ts";

/** Single records of runs, of those that the caller reads; what they may not read is missing. */
export interface RunFinders {
  /**
   * Of several matches the one that waits for approval, else the newest.
   *
   * @throws DomainError `QUERY_TOO_SLOW` for a search that no index bounds, as the next two do
   */
  findTask(caller: Caller, input: unknown): Promise<ShownTask | null>;
  findApproval(caller: Caller, input: unknown): Promise<WorkflowApproval | null>;
  listApprovals(caller: Caller, input: unknown): Promise<WorkflowApproval[]>;
}

const ACTIVE = "AWAITING_APPROVAL";

export function createRunFinders(
  db: Pick<Db, "collection">,
  registry: KindRegistry,
  fence: RunFence,
): RunFinders {
  const { kinds } = registry;
  const { queryWorkflowTaskInput } = taskInputsOf(registry);
  const unshownFields = UNSHOWN_OF_TASK;
  const tasks = createRecordReader(db.collection<ShownTaskRecord>("workflow_tasks"), unshownFields);
  const taskLists = createListReader<WorkflowTaskRecord, ShownTaskRecord>(db.collection("workflow_tasks"), {
    unshownFields,
  });
  const rows = db.collection<WorkflowApprovalRecord>("workflow_approvals");
  const approvals = createRecordReader(rows);
  const approvalLists = createListReader(rows);

  /** Of a document, run or task. */
  async function findNamed(companyId: string, filter: Filter<ShownTaskRecord>) {
    if (filter._id === undefined && prefersActive(filter as TaskFinder)) {
      const active = await tasks.findNewest(companyId, { ...filter, status: ACTIVE });
      if (active !== null) return active;
    }
    return tasks.findNewest(companyId, filter);
  }
  async function findNamedTask(caller: Caller, filter: Filter<ShownTaskRecord>) {
    const foundTask = await findNamed(caller.companyId, filter);
    if (foundTask === null || (await fence.readable(caller, [foundTask])).length > 0) return foundTask;
    // The first match belongs to a run that the caller may not read; another match may be their own.
    const ofOwn = (await fence.takesPart(caller)) as Filter<ShownTaskRecord>;
    return findNamed(caller.companyId, { ...filter, ...ofOwn });
  }
  /** Of the whole company, or of the runs that the caller reads. */
  async function findListedTask(caller: Caller, filter: TaskFinder): Promise<ShownTask | null> {
    for (const search of await searchesOf(caller, filter)) {
      const [foundTask] = await taskLists.list(search, 1);
      if (foundTask !== undefined) return foundTask;
    }
    return null;
  }
  /** One after the other, as long as none finds a task. */
  async function searchesOf(caller: Caller, filter: TaskFinder) {
    const waitingTask = { ...filter, status: ACTIVE } as const;
    const likes = prefersActive(filter) ? [waitingTask, filter] : [filter];
    if (await fence.readsAll(caller)) return likes.map((like) => tasksLike(caller, like, kinds));
    const [lists, further] = [await fence.listsOf(caller), await fence.takesPart(caller)];
    return likes.flatMap((like) => {
      const readable = tasksLike(caller, like, kinds, { further });
      // Most tasks that wait are on the caller's own lists, where an index finds them.
      return isActive(like) ? [tasksLike(caller, like, kinds, { lists }), readable] : [readable];
    });
  }
  async function newestFirst(caller: Caller, filter: ApprovalFinder, most: number) {
    if (!namesApproval(filter)) return approvalLists.list(approvalsLike(caller, filter, kinds), most);
    return approvals.listNewest(caller.companyId, { ...filter, ...(await runOf(caller, filter)) }, most);
  }
  /** The run of the task that a filter names: the index of approvals begins with it. */
  async function runOf({ companyId }: Caller, { _id, taskId }: ApprovalFinder) {
    if (_id !== undefined || taskId === undefined) return {};
    const [task] = await tasks.everByIds(companyId, [taskId.toHexString()]);
    return { runId: { $in: task ? [new ObjectId(task.runId)] : [] } };
  }
  /** The newest match, unless the caller may not read its run; then the newest of their own rows. */
  async function findApprovalLike(caller: Caller, filter: ApprovalFinder) {
    const newestSeats = await newestFirst(caller, filter, 1);
    const [readableSeat] = await fence.readable(caller, newestSeats);
    if (newestSeats.length === 0 || readableSeat !== undefined) return readableSeat ?? null;
    const callerId = new ObjectId(caller.userId);
    if (filter.approverId !== undefined && !filter.approverId.equals(callerId)) return null;
    return (await newestFirst(caller, { ...filter, approverId: callerId }, 1))[0] ?? null;
  }

  return {
    findTask: (caller, input) =>
      narrowedBy(queryWorkflowTaskInput, async () => {
        const filter = presentFields(parseInput(queryWorkflowTaskInput, input));
        return namesTask(filter) ? findNamedTask(caller, filter) : findListedTask(caller, filter);
      }),
    findApproval: (caller, input) =>
      narrowedBy(queryWorkflowApprovalInput, async () =>
        findApprovalLike(caller, presentFields(parseInput(queryWorkflowApprovalInput, input))),
      ),
    listApprovals: (caller, input) =>
      narrowedBy(queryWorkflowApprovalInput, async () => {
        const filter = presentFields(parseInput(queryWorkflowApprovalInput, input));
        const most = listLimitOf(LISTS, "Query", "findWorkflowApproval");
        return fence.readable(caller, await newestFirst(caller, filter, most));
      }),
  };
}

/** Whether a finder shows the task that waits before newer ones. */
const prefersActive = ({ status, archived }: TaskFinder): boolean =>
  status === undefined && archived === undefined;

const isActive = ({ status, archived }: TaskFinder): boolean => status === ACTIVE && archived !== true;
