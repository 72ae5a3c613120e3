import type { WantedChanges } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import type { RunRoute, RunRouteStage } from "@countersign/domain/routing";
import { toObjectId } from "@countersign/mongo";
import type { Document } from "mongodb";

import { changedFields } from "../shared/changed-fields.ts";
import type { RunKey } from "../shared/pending.ts";
import { type RecordOf, toRecord } from "../shared/record-of.ts";
import { type DocumentTexts, documentWords, searchFieldsOf, waitingFieldsOf } from "./list-fields.ts";
import type { WorkflowApproval, WorkflowTask } from "./records.ts";
import { storedSeat, storedTask } from "./rows.ts";
import {
  FLAGS,
  NOT_OF_SEAT,
  NOT_OF_TASK,
  ORIGIN,
  type RunRecord,
  type RunRouteRecord,
  type RunRouteStageRecord,
  type RunTaskRecord,
  type WantedChangesRecord,
} from "./run-record.ts";
import { type RunOrigin, type WorkflowRun, withFollowing } from "./run.ts";
import { type SearchPlace, newestPlace } from "./viewers.ts";

const OUTSIDE_TASK: ReadonlySet<string> = new Set([...NOT_OF_TASK, ...Object.keys(FLAGS)]);
const OUTSIDE_SEAT: ReadonlySet<string> = new Set([...NOT_OF_SEAT, ...Object.keys(FLAGS)]);

/** The fields of a stored record that stand in the run; a live one has no `deletedAt`. */
function ownFields(storedRecord: object, outside: ReadonlySet<string>): object {
  const fields = Object.entries(storedRecord).filter(([key, value]) => !outside.has(key) && value !== null);
  return Object.fromEntries(fields);
}

/**
 * The record of a run, found as the newest of its document.
 *
 * @param documentTexts - its document, where that or its number is another than in the record before
 */
export function recordOf(run: WorkflowRun, version: number, documentTexts?: DocumentTexts): RunRecord {
  const { number, origin, end, route, isRuled, writtenAt, submittedAt = writtenAt } = run;
  const { changesWanted, changesAsked, isClosed } = run;
  const tasks = run.tasks.toSorted(byId);
  const [first] = tasks;
  if (first === undefined) throw new Error("A run has a task");
  const { companyId, runId, refId, kind, submitterId, beneficiaryId, workflowId } = first;
  const { document, ...originFields } = storedTask({
    ...origin,
    ...(workflowId !== undefined && { workflowId }),
  });
  const seats = Map.groupBy(
    [...run.approvals, ...run.deletedApprovals].toSorted(byId),
    ({ taskId }) => taskId,
  );
  const record: Omit<RunRecord, keyof SearchPlace> = {
    _id: toObjectId(runId),
    companyId: toObjectId(companyId),
    refId: toObjectId(refId),
    kind,
    submitterId: toObjectId(submitterId),
    ...(beneficiaryId !== undefined && { beneficiaryId: toObjectId(beneficiaryId) }),
    number,
    version,
    ...(end === undefined && { open: true as const }),
    state: end?.state ?? "IN_PROGRESS",
    submittedAt,
    ...(end && { endedAt: end.at }),
    writtenAt,
    origin: Object.fromEntries(
      ORIGIN.flatMap((key) => (originFields[key] === undefined ? [] : [[key, originFields[key]]])),
    ),
    ...(document && { document }),
    ...(route && { route: storedRoute(route) }),
    ...(isRuled && { ruled: true as const }),
    ...(changesWanted && { changesWanted: storedChanges(changesWanted) }),
    ...(changesAsked !== undefined && { changesAsked }),
    ...(isClosed && { closed: true as const }),
    tasks: tasks.map((task) => {
      const approvals = (seats.get(task._id) ?? []).map((seat) => ownFields(storedSeat(seat), OUTSIDE_SEAT));
      return Object.assign(ownFields(storedTask(task), OUTSIDE_TASK), { approvals }) as RunTaskRecord;
    }),
    ...waitingFieldsOf(tasks),
    ...searchFieldsOf({ ...run, tasks }),
    words: documentTexts || !run.record ? documentWords(first.ref, documentTexts) : run.record.words,
  };
  return { ...record, ...newestPlace(record) };
}

/** A run as readers have it. */
type ReadRun = RecordOf<RunRecord>;

/** A stage of a run, without what follows from the others. */
export function taskOf(run: Omit<ReadRun, "route">, storedTask: ReadRun["tasks"][number]): WorkflowTask {
  const { _id, companyId, refId, kind, submitterId, beneficiaryId, number, origin, document } = run;
  const { approvals: _seats, ...task } = storedTask;
  return {
    ...FLAGS,
    deletedAt: null,
    ...task,
    companyId,
    runId: _id,
    kind,
    refId,
    submitterId,
    ...(beneficiaryId && { beneficiaryId }),
    runNumber: number,
    ...origin,
    ...(document && { document }),
    involvedIds: [],
  };
}

/** The seats of a stage, deleted ones too. */
export function seatsOf(
  { _id: runId, companyId, kind, origin: { workflowId } }: Omit<ReadRun, "route">,
  { _id: taskId, status: taskStatus, approvals }: ReadRun["tasks"][number],
): WorkflowApproval[] {
  const ofRun = { companyId, runId, kind, ...(workflowId && { workflowId }) };
  return approvals.map((seat) => ({ ...FLAGS, deletedAt: null, ...seat, ...ofRun, taskId, taskStatus }));
}

/** A run as use cases have it. */
export function runOf(record: RunRecord): WorkflowRun {
  const { number, route, state, endedAt, keys: _keys, ...fields } = record;
  const run = toRecord({ number, state, ...fields });
  const { workflowId: _workflow, ...origin } = run.origin;
  const { document } = run;
  const seats = run.tasks.flatMap((task) => seatsOf(run, task));
  return withFollowing({
    tasks: run.tasks.map((task) => taskOf(run, task)),
    approvals: seats.filter(({ deletedAt }) => deletedAt === null),
    deletedApprovals: seats.filter(({ deletedAt }) => deletedAt !== null),
    number,
    origin: { ...(origin as RunOrigin), ...(document && { document }) },
    submittedAt: record.submittedAt,
    writtenAt: record.writtenAt,
    ...(endedAt && state !== "IN_PROGRESS" && { end: { state, at: endedAt } }),
    ...(route && { route: readRoute(route) }),
    ...(record.ruled && { isRuled: true }),
    ...(record.changesWanted && { changesWanted: readChanges(record.changesWanted) }),
    ...(record.changesAsked !== undefined && { changesAsked: record.changesAsked }),
    ...(record.closed && { isClosed: true }),
    record,
  });
}

const byId = (record: { _id: string }, nextRecord: { _id: string }): number =>
  record._id < nextRecord._id ? -1 : 1;

function storedChanges({ sinceMs, ...wantedChanges }: WantedChanges): WantedChangesRecord {
  const { id, taskId, seatId, principalId, askerId, ...fields } = wantedChanges;
  return {
    ...fields,
    id: toObjectId(id),
    taskId: toObjectId(taskId),
    seatId: toObjectId(seatId),
    principalId: toObjectId(principalId),
    askerId: toObjectId(askerId),
    since: new Date(sinceMs),
  };
}

function readChanges({ since, ...wantedChanges }: WantedChangesRecord): WantedChanges {
  return { ...toRecord(wantedChanges), sinceMs: since.getTime() };
}

/** The route as it is stored. */
const storedRoute = ({ facts, stages }: RunRoute): RunRouteRecord =>
  defined<RunRouteRecord>({ facts, stages: stages.map(storedStage) });

/** The route as rules read it. */
const readRoute = ({ facts, stages }: RunRouteRecord): RunRoute =>
  defined<RunRoute>({ facts, stages: stages.map(readStage) });

function storedStage({ values, ...stage }: RunRouteStage): RunRouteStageRecord {
  const read = values && Object.entries(values).map(([path, value]) => ({ path, value }));
  return defined<RunRouteStageRecord>({ ...stage, values: read });
}

function readStage({ values, ...stage }: RunRouteStageRecord): RunRouteStage {
  const read = values && Object.fromEntries(values.map(({ path, value }) => [path, value]));
  return defined<RunRouteStage>({ ...stage, values: read });
}

/**
 * The update that makes a run another version of itself: the fields of stages and the seats that differ, each by its
 * place, which no other command can have moved; all stages where some have come or gone.
 */
export function runUpdate(before: RunRecord, after: RunRecord): Document {
  const { tasks: tasksBefore, keys: keysBefore, ...fieldsBefore } = before;
  const { tasks: tasksAfter, keys: keysAfter, ...fieldsAfter } = after;
  const ofRun = changedFields(fieldsBefore, fieldsAfter);
  const changes = hasSameIds(tasksBefore, tasksAfter)
    ? tasksAfter.map((task, at) => taskUpdate(tasksBefore[at]!, task, `tasks.${at}.`))
    : [{ $set: { tasks: tasksAfter } }];
  const update: Record<string, Document> = {};
  for (const change of [ofRun, keysUpdate(keysBefore, keysAfter), ...changes]) {
    for (const [operator, fields] of Object.entries(change ?? {})) {
      update[operator] = { ...update[operator], ...(fields as Document) };
    }
  }
  return update;
}

/** Keys are added behind the others; all are written where some are over. */
function keysUpdate(before: readonly RunKey[] = [], after: readonly RunKey[] = []): Document | undefined {
  const areLeft = before.every((key, at) => key === after[at]);
  if (!areLeft) return after.length > 0 ? { $set: { keys: after } } : { $unset: { keys: true } };
  const newKeys = after.slice(before.length);
  return newKeys.length > 0 ? { $addToSet: { keys: { $each: newKeys } } } : undefined;
}

function taskUpdate(before: RunTaskRecord, after: RunTaskRecord, path: string): Document {
  const { approvals: seatsBefore, ...fieldsBefore } = before;
  const { approvals: seatsAfter, ...fieldsAfter } = after;
  const update: Record<string, Document> = {};
  for (const [operator, fields] of Object.entries(changedFields(fieldsBefore, fieldsAfter) ?? {})) {
    update[operator] = Object.fromEntries(
      Object.entries(fields as Document).map(([field, value]) => [path + field, value]),
    );
  }
  const seats = hasSameIds(seatsBefore, seatsAfter)
    ? seatsAfter.flatMap((seat, at) =>
        changedFields(seatsBefore[at]!, seat) ? [[`${path}approvals.${at}`, seat] as const] : [],
      )
    : [[`${path}approvals`, seatsAfter] as const];
  if (seats.length > 0) update["$set"] = { ...update["$set"], ...Object.fromEntries(seats) };
  return update;
}

const hasSameIds = (
  before: readonly Pick<RunTaskRecord, "_id">[],
  after: readonly Pick<RunTaskRecord, "_id">[],
): boolean => before.length === after.length && before.every(({ _id }, at) => _id.equals(after[at]!._id));
