import { type Id, endAfter, isActive, movedBy } from "@countersign/domain/approval";
import { toHex, toObjectId } from "@countersign/mongo";
import { markDone } from "@countersign/mongo/due-work";
import type { WithId } from "mongodb";

import { calendarChangesIn, calendarsAmong } from "../calendars/index.ts";
import { type WorkflowTask, createRunsRepository, runsIn, withTask } from "../runs/index.ts";
import { snoozesIn } from "../snooze/index.ts";
import type { SettlingRecord } from "../shared/settling.ts";
import type { RunCommands } from "../shared/run-commands.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { type TimerPlace, toTimer } from "./records.ts";
import { createTimersRepository } from "./timers-repository.ts";

/** Stages that are found with one command. */
const BATCH = 100;

export type MoveTimers = (row: WithId<SettlingRecord>) => Promise<void>;

/**
 * Moves what was reckoned by a calendar that has changed: the due times of stages that wait, and their timers that have not
 * fired, never before now (contract-3, TIME-4). One stage a command; it may be repeated.
 */
export function createMoveTimers({ transact, runs }: { transact: Transact; runs: RunCommands }): MoveTimers {
  return async (row) => {
    const [calendarId, companyId] = [toHex(row._id), toHex(row.companyId)];
    for (let after: Id | undefined; ;) {
      const stages = await transact(async (scope) => reckonedBy(scope, { companyId, calendarId, after }));
      for (const { taskId } of stages) {
        await runs.alone(async (scope) => moveStage(scope, { companyId, calendarId, taskId }), taskId);
      }
      if (stages.length < BATCH) break;
      after = stages.at(-1)?.runId;
    }
    await transact(async (scope) => markDone(scope, calendarChangesIn(scope), row));
  };
}

/** Stages that wait and were reckoned by the calendar. */
async function reckonedBy(
  scope: TransactionScope,
  { companyId, calendarId, after }: { companyId: Id; calendarId: Id; after: Id | undefined },
): Promise<{ runId: Id; taskId: Id }[]> {
  const { session } = scope;
  const foundRuns = await runsIn(scope)
    .find(
      {
        calendarId: toObjectId(calendarId),
        companyId: toObjectId(companyId),
        ...(after !== undefined && { _id: { $gt: toObjectId(after) } }),
      },
      {
        session,
        projection: { "tasks._id": 1, "tasks.status": 1, "tasks.archived": 1 },
        sort: { _id: 1 },
        limit: BATCH,
      },
    )
    .toArray();
  return foundRuns.flatMap(({ _id: runId, tasks }) =>
    tasks.filter(isActive).map(({ _id }) => ({ runId: toHex(runId), taskId: toHex(_id) })),
  );
}

async function moveStage(
  scope: TransactionScope,
  { companyId, calendarId, taskId }: { companyId: Id; calendarId: Id; taskId: Id },
): Promise<void> {
  const runs = createRunsRepository(scope);
  const taskInRun = await runs.ofTask(companyId, taskId);
  if (taskInRun === undefined) return;
  const { run, task } = taskInRun;
  if (!isActive(task) || task.calendarId !== calendarId || !task.ladder) return;
  // Its time stood still: the rest of it counts, not when it was asked.
  if (task.waitsOnAnswer || task.stoodStill) return;
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
  const { dueAt: _before, ...rest } = task;
  const after = { ...rest, ...(dueMs !== undefined && { dueAt: new Date(dueMs) }) };
  await runs.save(run, withTask(run, after), { facts: { changed: await changeOf(scope, task) } });
}

/** Says to live lists that the stage has another due time, also to substitutes who snoozed it: it may wake them. */
async function changeOf(
  scope: TransactionScope,
  { _id, companyId, refId, runId, involvedIds }: WorkflowTask,
) {
  const { session } = scope;
  const snoozes = await snoozesIn(scope)
    .find({ taskId: toObjectId(_id) }, { session, projection: { userId: 1 } })
    .toArray();
  const userIds = [...new Set([...involvedIds, ...snoozes.map(({ userId }) => toHex(userId))])];
  return { id: scope.newId(), companyId, refId, runId, userIds };
}
