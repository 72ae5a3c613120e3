import {
  type Decision,
  type DueStep,
  type Task,
  type Timer,
  approverIdsOf,
  decide,
  dueStep,
  isActive,
  movedBy,
} from "@countersign/domain/approval";
import type { Calendar } from "@countersign/domain/calendar";
import { toHex } from "@countersign/mongo";
import type { WithId } from "mongodb";

import {
  type RunContext,
  type WorkflowRun,
  type WorkflowTask,
  createRunsRepository,
  decisionContext,
  recordDecision,
  toRun,
} from "../runs/index.ts";
import type { SystemCaller } from "../shared/caller.ts";
import type { RunCommands } from "../shared/run-commands.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { calendarOf } from "./keep-timers.ts";
import { type TimerPlace, type TimerRecord, toTimer } from "./records.ts";
import { createTimersRepository } from "./timers-repository.ts";

/** The audit's names of what a timer does. */
const ACTIONS = { REMIND: "remind", ESCALATE: "escalate", END: "timeOut" } as const;

export type FireTimer = (row: WithId<TimerRecord>) => Promise<void>;

/**
 * Does what a timer that is due stands for, in one transaction with its mark (contract-3, TIME-4): once, however many
 * replicas claim it; nothing for a stage that was left since. Where several timers of the stage are late, `dueStep` says which
 * takes effect, and the others are dropped or put off with it.
 */
export function createFireTimer({ runs }: { runs: RunCommands }): FireTimer {
  return async (row) => {
    const taskId = toHex(row.taskId);
    await runs.together(async (scope) => fire(scope, row), taskId);
  };
}

async function fire(scope: TransactionScope, claimedRow: WithId<TimerRecord>): Promise<void> {
  const place: TimerPlace = {
    companyId: claimedRow.companyId,
    taskId: claimedRow.taskId,
    activation: claimedRow.activation,
  };
  const timers = createTimersRepository(scope);
  const companyId = toHex(place.companyId);
  const taskInRun = await createRunsRepository(scope).ofTask(companyId, toHex(place.taskId));
  const rows = await timers.ofStage(place);
  if (!rows.some((row) => isClaim(row, claimedRow))) return;
  if (taskInRun === undefined || !isOf(taskInRun.task, place)) return timers.drop(place);
  const { run: before, task } = taskInRun;
  const run = toRun(before);
  const askedTask = run.tasks.find(({ id }) => id === task._id)!;
  const calendar = await calendarOf(scope, companyId, askedTask);
  const all = reckonedAnew(rows.map(toTimer), askedTask, { calendar, nowMs: scope.now.getTime() });
  const seatId = claimedRow.seatId && toHex(claimedRow.seatId);
  const step = dueStep(all, { nowMs: scope.now.getTime(), calendar, seatId });
  if (step.fire === undefined)
    return timers.move(
      place,
      all.filter(({ rung }) => rung === claimedRow.rung),
    );
  const context = await contextFor(scope, companyId, { before, askedTask, timer: step.fire });
  const decision = decide(
    {
      type: "fire",
      taskId: task._id,
      activation: place.activation,
      action: step.fire.action,
      seatId,
      otherSeatIds: all.flatMap((timer) => timer.seatId ?? []),
    },
    run,
    context,
  );
  await mark(scope, place, step as FiredStep, decision);
  if (decision.events.length === 0) return;
  await recordDecision(scope, systemIn(task), {
    before,
    decision,
    substitutions: context.substitutions,
    audit: { action: ACTIONS[step.fire.action], entity: "workflow_tasks", entityId: task._id },
  });
}

/**
 * The timers as the calendar has them now: one that has changed moves them within 15 seconds, and meanwhile none fires that
 * is not due by it (contract-4, MEET-16).
 */
function reckonedAnew(
  timers: readonly Timer[],
  { ladder, stoodStill }: Pick<Task, "ladder" | "stoodStill">,
  now: { calendar: Calendar | undefined; nowMs: number },
): readonly Timer[] {
  if (ladder === undefined || stoodStill || now.calendar === undefined) return timers;
  const later = movedBy(timers, ladder, now).filter(({ atMs }) => atMs > now.nowMs);
  const movedTimers = new Map(later.map((timer) => [timer.rung, timer]));
  return timers.map((timer) => movedTimers.get(timer.rung) ?? timer);
}

/** Whether the row still carries the claim: nobody else has claimed it since, and it has not taken effect. */
const isClaim = ({ _id, state, claimedUntil }: TimerRecord, claimedRow: TimerRecord): boolean =>
  _id === claimedRow._id &&
  state === "WAITING" &&
  claimedUntil?.getTime() === claimedRow.claimedUntil?.getTime();

const isOf = (task: WorkflowTask, { activation }: TimerPlace): boolean =>
  isActive(task) && task.deletedAt === null && (task.activation ?? 1) === activation;

const systemIn = ({ companyId, branchId }: WorkflowTask): SystemCaller => ({
  companyId,
  ...(branchId !== undefined && { branchId }),
});

async function contextFor(
  scope: TransactionScope,
  companyId: string,
  { before, askedTask, timer }: { before: WorkflowRun; askedTask: Task; timer: Timer },
): Promise<RunContext> {
  const to = timer.action === "ESCALATE" ? askedTask.ladder?.escalate?.to : undefined;
  const lateIds = approverIdsOf(toRun(before), askedTask.id);
  return decisionContext(scope, companyId, before, { ...(to && { escalation: { to, lateIds } }) });
}

type FiredStep = DueStep & { fire: Timer };

/** The marks of the step: a timer without effect, such as a reminder to nobody, is dropped. */
async function mark(
  scope: TransactionScope,
  place: TimerPlace,
  { fire: firedTimer, drop, putOff }: FiredStep,
  { events }: Decision,
): Promise<void> {
  const timers = createTimersRepository(scope);
  const rungs = drop.map(({ rung }) => rung);
  if (events.length > 0) await timers.fired(place, firedTimer.rung, scope.now);
  else rungs.push(firedTimer.rung);
  if (rungs.length > 0) await timers.drop({ ...place, rungs });
  await timers.move(place, putOff);
}
