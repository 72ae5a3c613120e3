import {
  type Approval,
  type Run,
  type Task,
  isActive,
  remindersOf,
  timersOf,
} from "@countersign/domain/approval";
import type { Calendar } from "@countersign/domain/calendar";
import { toObjectId } from "@countersign/mongo";

import { calendarsAmong } from "../calendars/index.ts";
import type { Follow, TransactionScope } from "../shared/transact.ts";
import type { TimerPlace } from "./records.ts";
import { createTimersRepository } from "./timers-repository.ts";

/** A stage with a ladder. */
export type TimedTask = Task & { ladder: NonNullable<Task["ladder"]> };

const placeOfTask = (companyId: string, { id, activation = 1 }: Task): TimerPlace => ({
  companyId: toObjectId(companyId),
  taskId: toObjectId(id),
  activation,
});

/**
 * Writes the timers of stages with a decision (contract-3, TIME-4): those of a stage that it asks are added, those of one
 * that it leaves are dropped, and the reminders of a seat that it gives to somebody else begin anew. Without a ladder it
 * sends no command.
 */
export const keepTimers: Follow = async (scope, { caller: { companyId }, before, decision: { run } }) => {
  const timers = createTimersRepository(scope);
  const asked = askedIn(run);
  const was = askedIn(before);
  for (const task of was.filter((one) => !isIn(asked, one))) await timers.drop(placeOfTask(companyId, task));
  for (const task of asked) {
    const place = placeOfTask(companyId, task);
    if (!isIn(was, task)) {
      const calendar = await calendarOf(scope, companyId, task);
      await timers.add(place, timersOf(task.ladder, calendar, scope.now.getTime()));
      continue;
    }
    const given = reassignedIn(before, run, task);
    if (given.length > 0 && task.ladder.remind !== undefined) {
      await remindAnew(scope, place, {
        task,
        seats: given,
        calendar: await calendarOf(scope, companyId, task),
      });
    }
  }
};

/** Whether the stage is among them, as it was last asked. */
const isIn = (tasks: readonly TimedTask[], { id, activation }: Task): boolean =>
  tasks.some((task) => task.id === id && task.activation === activation);

/** The stages with ladders that wait for verdicts. */
const askedIn = ({ tasks }: Run): TimedTask[] =>
  tasks.filter((task): task is TimedTask => isActive(task) && task.ladder !== undefined);

/** The calendar by which the stage's times were reckoned. */
export async function calendarOf(
  scope: TransactionScope,
  companyId: string,
  { calendarId }: Task,
): Promise<Calendar | undefined> {
  if (calendarId === undefined) return undefined;
  return (await calendarsAmong(scope, companyId, [calendarId])).get(calendarId);
}

/** The seats of the stage that the decision gave to somebody else. */
function reassignedIn(before: Run, run: Run, { id }: Task): Approval[] {
  const hopsOf = new Map(before.approvals.map((seat) => [seat.id, seat.hops ?? 0]));
  return run.approvals.filter((seat) => seat.taskId === id && (seat.hops ?? 0) > (hopsOf.get(seat.id) ?? 0));
}

async function remindAnew(
  scope: TransactionScope,
  place: TimerPlace,
  { task, seats, calendar }: { task: TimedTask; seats: readonly Approval[]; calendar: Calendar | undefined },
): Promise<void> {
  const timers = createTimersRepository(scope);
  await timers.drop(place, { seatIds: seats.map(({ id }) => toObjectId(id)) });
  let afterRung = (await timers.ofStage(place)).at(-1)?.rung ?? 0;
  for (const { id: seatId } of seats) {
    const own = remindersOf(task.ladder, calendar, { seatId, fromMs: scope.now.getTime(), afterRung });
    await timers.add(place, own);
    afterRung += own.length;
  }
}
