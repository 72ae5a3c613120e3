import type { Timer } from "@countersign/domain/approval";
import { toHex, toObjectId } from "@countersign/mongo";
import { workingTimeBetween } from "@countersign/domain/calendar";

import { calendarsAmong } from "../calendars/index.ts";
import type { ReadParts } from "../shared/feature.ts";

import { type TimerRecord, toTimer } from "./records.ts";
import { timersIn } from "./timers-repository.ts";

/** A timer as people see it. */
export interface ShownTimer extends Pick<Timer, "rung" | "action" | "state"> {
  at: Date;
}

/** A stage, since it was last asked. */
export interface AskedStage {
  _id: string;
  activation?: number;
}

export interface TimersReadModel {
  /** The timers of each stage; one command for all of them. */
  ofStages(companyId: string, stages: readonly AskedStage[]): Promise<ShownTimer[][]>;
  /** The working time that each stage has until it is due, in hours, null without a calendar; one command for their calendars. */
  hoursLeft(companyId: string, stages: readonly DueStage[]): Promise<(number | null)[]>;
}

/** A stage that waits, and when it is due. */
export interface DueStage {
  status: string;
  archived: boolean;
  calendarId?: string;
  dueAt?: Date;
}

const HOUR_MS = 3_600_000;
const inCents = (hours: number): number => Math.round(hours * 100) / 100;

/** Most timers of a stage that are shown. */
const SHOWN = 100;

export function createTimersReadModel({ db, clock }: Pick<ReadParts, "db" | "clock">): TimersReadModel {
  return {
    ofStages: async (companyId, stages) => {
      const ofStage = stages.map(({ _id, activation = 1 }) => ({ taskId: toObjectId(_id), activation }));
      const timerRows = await timersIn({ db })
        .find({ companyId: toObjectId(companyId), $or: ofStage })
        .toArray();
      const byTask = Map.groupBy(timerRows, ({ taskId }) => toHex(taskId));
      return stages.map(({ _id }) => (byTask.get(_id) ?? []).toSorted(byRung).slice(0, SHOWN).map(showTimer));
    },
    hoursLeft: async (companyId, stages) => {
      const waitingStages = stages.filter(isDue);
      const ids = waitingStages.flatMap(({ calendarId = [] }) => calendarId);
      const calendars = await calendarsAmong({ db }, companyId, ids);
      const now = Temporal.Instant.fromEpochMilliseconds(clock().getTime());
      return stages.map((stage) => {
        if (!isDue(stage)) return null;
        const calendar = stage.calendarId === undefined ? undefined : calendars.get(stage.calendarId);
        if (calendar === undefined) return null;
        const due = Temporal.Instant.fromEpochMilliseconds(stage.dueAt.getTime());
        return inCents(workingTimeBetween(calendar, now, due) / HOUR_MS);
      });
    },
  };
}

const isDue = <S extends DueStage>(stage: S): stage is S & { dueAt: Date } =>
  stage.status === "AWAITING_APPROVAL" && !stage.archived && stage.dueAt !== undefined;

const byRung = (left: TimerRecord, right: TimerRecord) => left.rung - right.rung;

function showTimer(row: TimerRecord): ShownTimer {
  const { rung, action, state } = toTimer(row);
  return { rung, action, state, at: row.firedAt ?? row.at };
}
