import { type Id, endAfter, isActive, movedBy } from "@countersign/domain/approval";
import { toHex, toObjectId } from "@countersign/mongo";
import { markDone } from "@countersign/mongo/due-work";
import type { WithId } from "mongodb";

import { calendarChangesIn, calendarsAmong } from "../calendars/index.ts";
import { type WorkflowTask, createRunsRepository } from "../runs/index.ts";
import { recordFacts } from "../shared/record-facts.ts";
import type { SettlingRecord } from "../shared/settling.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { type TimerPlace, toTimer } from "./records.ts";
import { createTimersRepository } from "./timers-repository.ts";

/** Stages that are found with one command. */
const BATCH = 100;

export type MoveTimers = (row: WithId<SettlingRecord>) => Promise<void>;

/**
 * Moves what was reckoned by a calendar that has changed: the due times of stages that wait, and their timers that have not
 * fired, never before now (contract-3, TIME-4). One stage a transaction; it may be repeated.
 */
export function createMoveTimers({ transact }: { transact: Transact }): MoveTimers {
  return async (row) => {
    const [calendarId, companyId] = [toHex(row._id), toHex(row.companyId)];
    for (let after: Id | undefined; ;) {
      const taskIds = await transact(async (scope) => reckonedBy(scope, { companyId, calendarId, after }));
      for (const taskId of taskIds) {
        await transact(async (scope) => moveStage(scope, { companyId, calendarId, taskId }), taskId);
      }
      if (taskIds.length < BATCH) break;
      after = taskIds.at(-1);
    }
    await transact(async (scope) => markDone(scope, calendarChangesIn(scope), row));
  };
}

/** Stages that wait and were reckoned by the calendar. */
async function reckonedBy(
  scope: TransactionScope,
  { companyId, calendarId, after }: { companyId: Id; calendarId: Id; after: Id | undefined },
): Promise<Id[]> {
  const { session } = scope;
  const found = await createRunsRepository(scope)
    .tasks.collection.find(
      {
        calendarId: toObjectId(calendarId),
        companyId: toObjectId(companyId),
        status: "AWAITING_APPROVAL",
        ...(after !== undefined && { _id: { $gt: toObjectId(after) } }),
      },
      { session, projection: { _id: 1 }, sort: { _id: 1 }, limit: BATCH },
    )
    .toArray();
  return found.map(({ _id }) => toHex(_id));
}

async function moveStage(
  scope: TransactionScope,
  { companyId, calendarId, taskId }: { companyId: Id; calendarId: Id; taskId: Id },
): Promise<void> {
  const runs = createRunsRepository(scope);
  const task = await runs.lockTask(companyId, taskId);
  if (task === undefined || !isActive(task) || task.calendarId !== calendarId || !task.ladder) return;
  const calendar = (await calendarsAmong(scope, companyId, [calendarId])).get(calendarId);
  if (calendar === undefined) return;
  const timers = createTimersRepository(scope);
  const place: TimerPlace = {
    companyId: toObjectId(companyId),
    taskId: toObjectId(taskId),
    activation: task.activation ?? 1,
  };
  const all = (await timers.ofStage(place)).map(toTimer);
  const askedMs = all[0]?.fromMs ?? task.askedAt?.getTime() ?? task.createdAt.getTime();
  await timers.move(place, movedBy(all, task.ladder, { calendar, nowMs: scope.now.getTime() }));
  const dueMs = endAfter(calendar, askedMs, task.ladder.dueIn);
  if (dueMs === task.dueAt?.getTime()) return;
  const { dueAt: _before, snoozed = [], ...rest } = task;
  // Nobody snoozes a stage past its due time (TIME-6): who would do so now is woken.
  const kept = snoozed.filter(({ until }) => dueMs === undefined || until.getTime() <= dueMs);
  const after = {
    ...rest,
    ...(dueMs !== undefined && { dueAt: new Date(dueMs) }),
    ...(kept.length > 0 && { snoozed: kept }),
  };
  await runs.tasks.update([{ before: task, after }]);
  await recordFacts(scope, { changed: changeOf(scope, task) });
}

/** Says to live lists that the stage has another due time, also to substitutes who snoozed it. */
function changeOf(
  scope: TransactionScope,
  { companyId, refId, runId, involvedIds, snoozed = [] }: WorkflowTask,
) {
  const userIds = [...new Set([...involvedIds, ...snoozed.map(({ userId }) => userId)])];
  return { id: scope.newId(), companyId, refId, runId, userIds };
}
