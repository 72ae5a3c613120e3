import type { Id, WorkflowTaskKind } from "@countersign/domain/approval";
import { auditRecordOf, toHex, toObjectId } from "@countersign/mongo";
import { lastPosition } from "@countersign/outbox";
import { traceHeaders } from "@countersign/tracing";
import type { Collection, Db, Filter, ObjectId } from "mongodb";

import { documentsNamed } from "../documents/index.ts";
import { createEvents, createNotifications } from "../shared/fact-repositories.ts";
import { type Followings, type PendingRecord, WORKFLOW_RUNS, type WrittenRun } from "../shared/pending.ts";
import type { Facts } from "../shared/record-facts.ts";
import type { WorkflowEventRecord, WorkflowNotificationRecord } from "../shared/records.ts";
import { liveKeys } from "../shared/run-keys.ts";
import type { TransactionScope } from "../shared/transact.ts";
import type { DocumentTexts } from "./list-fields.ts";
import type { DocumentState, WorkflowApproval, WorkflowApprovalRecord, WorkflowTask } from "./records.ts";
import { changedRowIds } from "./rows.ts";
import type { RunRecord } from "./run-record.ts";
import { NO_RUN, type RunOrigin, type WorkflowRun, withinBounds } from "./run.ts";
import { recordOf, runOf, runUpdate } from "./stored-run.ts";

/** A run, and the task of it that a command names. */
export interface TaskInRun {
  run: WorkflowRun;
  task: WorkflowTask;
}

/** The same of a seat on it. */
export interface SeatInRun extends TaskInRun {
  seat: WorkflowApproval;
}

/** The runs of documents, each read with one command and written with one conditional update (contract-4, ONE-2). */
export interface RunsRepository {
  /** The run of a task that is not deleted. */
  ofTask(companyId: Id, taskId: Id): Promise<TaskInRun | undefined>;
  /** The run of a seat that is not deleted; its row says which that is. */
  ofSeat(companyId: Id, approvalId: Id): Promise<SeatInRun | undefined>;
  /** The document's open run, if it is of one of these kinds. */
  openOf(companyId: Id, refId: Id, kinds?: readonly WorkflowTaskKind[]): Promise<WorkflowRun | undefined>;
  /** The document's current run, the one that was submitted last; an empty one before its first. */
  currentOf(companyId: Id, refId: Id): Promise<WorkflowRun>;
  /** The newest run of the document for which a condition holds. */
  newestOf(companyId: Id, refId: Id, condition: Filter<RunRecord>): Promise<WorkflowRun | undefined>;
  /** Some runs, in any order. */
  named(companyId: Id, runIds: readonly Id[]): Promise<WorkflowRun[]>;
  /** The run's document, as far as it has words; empty without one. */
  documentOf(run: WorkflowRun): Promise<DocumentTexts>;
  /**
   * Writes a run as a command leaves it, with what follows from it, which the projector writes before the answer.
   *
   * @param before - as the command read it: of two commands that read the same version, one conflicts and is repeated
   */
  save(before: WorkflowRun, after: WorkflowRun, consequences?: Consequences): Promise<void>;
}

/** The consequences of a write of a run besides its rows. */
interface Consequences {
  facts?: Facts;
  followings?: Followings;
  /** The document, where the command brings another revision or number of it. */
  described?: DocumentTexts | undefined;
}

/** How long the process that writes a run has to project what follows, before others may. */
const OWN_MS = 1_000;

export const runsIn = ({ db }: { db: Pick<Db, "collection"> }): Collection<RunRecord> =>
  db.collection<RunRecord>(WORKFLOW_RUNS);

/** The newest run of a document, as it is stored. */
export async function findRun(
  db: Pick<Db, "collection">,
  companyId: Id,
  refId: Id,
): Promise<RunRecord | undefined> {
  const ofDocument = { companyId: toObjectId(companyId), refId: toObjectId(refId) };
  return (await runsIn({ db }).findOne(ofDocument, { sort: { number: -1 } })) ?? undefined;
}

/** The task of a seat, which its row says. */
async function taskIdOfSeat(scope: TransactionScope, companyId: Id, approvalId: Id): Promise<Id | undefined> {
  const row = await scope.db
    .collection<WorkflowApprovalRecord>("workflow_approvals")
    .findOne(
      { _id: toObjectId(approvalId), companyId: toObjectId(companyId) },
      { session: scope.session, projection: { taskId: 1 } },
    );
  return row === null ? undefined : toHex(row.taskId);
}

export function createRunsRepository(scope: TransactionScope): RunsRepository {
  const runs = runsIn(scope);
  const { session } = scope;
  async function find(
    companyId: Id,
    filter: Filter<RunRecord>,
    sort?: { number: -1 },
  ): Promise<WorkflowRun | undefined> {
    const ofCompany = { companyId: toObjectId(companyId), ...filter };
    const record = await runs.findOne(ofCompany, { session, ...(sort && { sort }) });
    return record === null ? undefined : settledRun(record);
  }
  async function settledRun(record: RunRecord): Promise<WorkflowRun> {
    await scope.runs.settle(record);
    return runOf(record);
  }
  const newestOf = async (companyId: Id, refId: Id, condition: Filter<RunRecord> = {}) =>
    find(companyId, { refId: toObjectId(refId), ...condition }, { number: -1 });

  async function ofTask(companyId: Id, taskId: Id): Promise<TaskInRun | undefined> {
    const run = await find(companyId, { "tasks._id": toObjectId(taskId) });
    const task = run?.tasks.find(({ _id, deletedAt }) => _id === taskId && deletedAt === null);
    return run && task && { run, task };
  }

  return {
    ofTask,
    ofSeat: async (companyId, approvalId) => {
      const taskId = await taskIdOfSeat(scope, companyId, approvalId);
      const taskInRun = taskId === undefined ? undefined : await ofTask(companyId, taskId);
      const seat = taskInRun?.run.approvals.find(({ _id }) => _id === approvalId);
      return taskInRun && seat && { ...taskInRun, seat };
    },
    openOf: (companyId, refId, kinds) =>
      find(companyId, { refId: toObjectId(refId), open: true, ...(kinds && { kind: { $in: [...kinds] } }) }),
    currentOf: async (companyId, refId) => (await newestOf(companyId, refId)) ?? NO_RUN,
    newestOf,
    named: async (companyId, runIds) => {
      const ids = runIds.map((id) => toObjectId(id));
      const records = await runs
        .find({ _id: { $in: ids }, companyId: toObjectId(companyId) }, { session })
        .toArray();
      return Promise.all(records.map(settledRun));
    },
    documentOf: async ({ origin: { document } }) =>
      (document && (await documentsNamed(scope, [document.id])).get(document.id)) ?? {},
    save: async (before, after, { facts = {}, followings = {}, described } = {}) => {
      const storedRun = before.record;
      const version = (storedRun?.version ?? 0) + 1;
      const record = recordOf(withinBounds(after), version, described);
      // An open run is its document's newest; one that ended may have newer ones.
      const hasOtherPeople = String(record.peopleIds) !== String(storedRun?.peopleIds);
      const placesRuns = before.end !== undefined || (record.number > 1 && hasOtherPeople);
      const rowIds = changedRowIds(before, after);
      const pending = await pendingOf(scope, record.refId, { rowIds, placesRuns, facts, followings });
      const claimedUntil = new Date(pending.at.getTime() + OWN_MS);
      const lastDecision = toObjectId(scope.newId());
      const keys = storedRun && liveKeys(storedRun, scope.now);
      const writtenRecord: RunRecord = { ...record, ...keys, lastDecision, pending, claimedUntil };
      const updateTo = (writtenRun: WrittenRun) => runUpdate(storedRun!, writtenRun as RunRecord);
      const change = storedRun && { version: storedRun.version, updateTo };
      await scope.runs.write({ record: writtenRecord, ...(change && { change }) });
    },
  };
}

/** The consequences of a write, as the run keeps them until they are projected. */
async function pendingOf(
  scope: TransactionScope,
  refId: ObjectId,
  {
    rowIds,
    placesRuns,
    facts: { events = [], notifications = [], audit = [], messages = [], changed },
    followings,
  }: Pick<PendingRecord, "rowIds"> & { placesRuns: boolean } & Required<
      Pick<Consequences, "facts" | "followings">
    >,
): Promise<PendingRecord> {
  const ofEvents = createEvents(scope);
  const ofNotifications = createNotifications(scope);
  const isSilent = notifications.length + messages.length === 0;
  return {
    at: new Date(),
    rowIds,
    ...(placesRuns && { placesRuns }),
    events: events.map((event) => ofEvents.toStored(event) as WorkflowEventRecord),
    notifications: notifications.map((row) => ofNotifications.toStored(row) as WorkflowNotificationRecord),
    audit: audit.map(auditRecordOf),
    messages: [...messages],
    position: isSilent ? 0 : await positionOf(scope, refId),
    ...(changed && { changed }),
    trace: traceHeaders(),
    followings,
  };
}

/** The position of the document's last message, those of runs that the same command has written included. */
async function positionOf(scope: TransactionScope, refId: ObjectId): Promise<number> {
  const writtenPositions = scope.runs.writtenRuns.flatMap(({ refId: writtenRefId, pending }) =>
    pending && writtenRefId.equals(refId)
      ? [pending.position + pending.notifications.length + pending.messages.length]
      : [],
  );
  return Math.max(await lastPosition(scope, toHex(refId)), ...writtenPositions);
}

/** The runs that speak for an order (contract-2, SAFE-1): of its kind, by its owner or with the named workflow. */
interface OrderRunQuery {
  refId: Id;
  kind: WorkflowTaskKind;
  /** The one that the order's evaluation names. */
  workflowId: Id | undefined;
}
export type OrderRun = Pick<WorkflowTask, "runId" | "refId" | "workflowId"> &
  RunOrigin & { state: DocumentState };

/** The newest run that speaks for an order, passing over all others; what followed from its last write is there. */
export async function findOrderRun(
  scope: TransactionScope,
  companyId: Id,
  { refId, kind, workflowId }: OrderRunQuery,
): Promise<OrderRun | undefined> {
  const speaking: Filter<RunRecord>[] = [{ "origin.byOwner": true }];
  if (workflowId !== undefined) {
    speaking.push({
      "origin.workflowId": toObjectId(workflowId),
      "origin.orderUnknown": { $exists: false },
    });
  }
  const run = await createRunsRepository(scope).newestOf(companyId, refId, { kind, $or: speaking });
  if (run === undefined) return undefined;
  const { runId, workflowId: followedId } = run.tasks[0]!;
  const state = run.end?.state ?? "IN_PROGRESS";
  return { ...run.origin, runId, refId, ...(followedId !== undefined && { workflowId: followedId }), state };
}
