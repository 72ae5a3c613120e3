import {
  type Approval,
  type Run,
  type Task,
  isActive,
  pauseTimers,
  remindersOf,
  resumeTimers,
  timersOf,
} from "@countersign/domain/approval";
import type { Calendar } from "@countersign/domain/calendar";
import { toObjectId } from "@countersign/mongo";

import { calendarsAmong } from "../calendars/index.ts";
import type { Follow, TransactionScope } from "../shared/transact.ts";
import { type TimerPlace, type TimerRecord, toTimer, toTimerRecord } from "./records.ts";
import { type DroppedTimers, createTimersRepository } from "./timers-repository.ts";

/** A stage with a ladder. */
export type TimedTask = Task & { ladder: NonNullable<Task["ladder"]> };

const placeOfTask = (companyId: string, { id, activation = 1 }: Task): TimerPlace => ({
  companyId: toObjectId(companyId),
  taskId: toObjectId(id),
  activation,
});

/** How the timers of a run's stages change. */
interface TimersChange {
  dropped: DroppedTimers[];
  added: TimerRecord[];
  /** Those that stand still from now on, or run again. */
  turned: TimerRecord[];
}

/**
 * The timers of stages after a decision (contract-3, TIME-4): those of a stage that it asks are added, those of one that it
 * leaves are dropped, and the reminders of a seat that it gives to somebody else begin anew. While changes are wanted they
 * stand still (contract-4, TALK-2). Without a ladder there is nothing to write.
 */
export const keepTimers: Follow<TimersChange> = {
  derive: async (scope, { caller: { companyId }, before, decision: { run } }) => {
    const askedTasks = askedIn(run);
    const earlierTasks = askedIn(before);
    const droppedTimers: DroppedTimers[] = earlierTasks
      .filter((task) => !isIn(askedTasks, task))
      .map((task) => placeOfTask(companyId, task));
    const addedRows: TimerRecord[] = [];
    for (const task of askedTasks) {
      const place = placeOfTask(companyId, task);
      const seats = isIn(earlierTasks, task) ? reassignedIn(before, run, task) : [];
      if (!isIn(earlierTasks, task)) {
        const calendar = await calendarOf(scope, companyId, task);
        const timers = timersOf(task.ladder, calendar, scope.now.getTime());
        addedRows.push(...timers.map((timer) => toTimerRecord(place, timer)));
      } else if (seats.length > 0 && task.ladder.remind !== undefined) {
        const calendar = await calendarOf(scope, companyId, task);
        const renewedTimers = await remindersAnew(scope, place, { task, seats, calendar });
        droppedTimers.push(renewedTimers.dropped);
        const isHeld = run.changesWanted?.taskId === task.id;
        addedRows.push(...(isHeld ? pausedRows(renewedTimers.added, scope, calendar) : renewedTimers.added));
      }
    }
    const turnedRows = await turnedTimers(scope, companyId, before, run);
    return droppedTimers.length + addedRows.length + turnedRows.length === 0
      ? undefined
      : { dropped: droppedTimers, added: addedRows, turned: turnedRows };
  },
  write: async (scope, { dropped, added, turned }) => {
    const timers = createTimersRepository(scope);
    for (const droppedTimers of dropped) await timers.drop(droppedTimers);
    await timers.add(added);
    await timers.turn(turned);
  },
};

/** The timers that stand still from now on, because changes are wanted, or run again; of a stage that goes on waiting. */
async function turnedTimers(
  scope: TransactionScope,
  companyId: string,
  before: Run,
  run: Run,
): Promise<TimerRecord[]> {
  const [earlierId, id] = [before.changesWanted?.id, run.changesWanted?.id];
  if (earlierId === id) return [];
  const taskId = (run.changesWanted ?? before.changesWanted)?.taskId;
  const task = askedIn(run).find((askedTask) => askedTask.id === taskId);
  if (task === undefined || !isIn(askedIn(before), task)) return [];
  const place = placeOfTask(companyId, task);
  const calendar = await calendarOf(scope, companyId, task);
  const rows = await createTimersRepository(scope).ofStage(place);
  const timers = rows.map(toTimer);
  const turn = id === undefined ? resumeTimers : pauseTimers;
  return turn(timers, scope.now.getTime(), calendar).flatMap((timer, at) =>
    timer === timers[at]
      ? []
      : [Object.assign(toTimerRecord(place, timer), { turns: (rows[at]?.turns ?? 0) + 1 })],
  );
}

/** New timers of a stage whose time stands still. */
const pausedRows = (
  rows: readonly TimerRecord[],
  { now }: Pick<TransactionScope, "now">,
  calendar: Calendar | undefined,
): TimerRecord[] =>
  pauseTimers(rows.map(toTimer), now.getTime(), calendar).map((timer, at) => toTimerRecord(rows[at]!, timer));

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

/** The reminders of seats that begin anew, behind all others of the stage. */
async function remindersAnew(
  scope: TransactionScope,
  place: TimerPlace,
  { task, seats, calendar }: { task: TimedTask; seats: readonly Approval[]; calendar: Calendar | undefined },
): Promise<{ dropped: DroppedTimers; added: TimerRecord[] }> {
  const lastRung = (await createTimersRepository(scope).ofStage(place)).at(-1)?.rung ?? 0;
  const addedRows: TimerRecord[] = [];
  for (const { id: seatId } of seats) {
    const afterRung = addedRows.at(-1)?.rung ?? lastRung;
    const reminders = remindersOf(task.ladder, calendar, { seatId, fromMs: scope.now.getTime(), afterRung });
    addedRows.push(...reminders.map((timer) => toTimerRecord(place, timer)));
  }
  const seatIds = seats.map(({ id }) => toObjectId(id));
  return { dropped: { ...place, seatIds, untilRung: lastRung }, added: addedRows };
}
