import type { Timer } from "@countersign/domain/approval";
import { toHex, toObjectId } from "@countersign/mongo";
import type { Db } from "mongodb";

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
}

/** Most timers of a stage that are shown. */
const SHOWN = 100;

export function createTimersReadModel(db: Pick<Db, "collection">): TimersReadModel {
  return {
    ofStages: async (companyId, stages) => {
      const ofStage = stages.map(({ _id, activation = 1 }) => ({ taskId: toObjectId(_id), activation }));
      const found = await timersIn({ db })
        .find({ companyId: toObjectId(companyId), $or: ofStage })
        .toArray();
      const byTask = Map.groupBy(found, ({ taskId }) => toHex(taskId));
      return stages.map(({ _id }) => (byTask.get(_id) ?? []).toSorted(byRung).slice(0, SHOWN).map(shown));
    },
  };
}

const byRung = (left: TimerRecord, right: TimerRecord) => left.rung - right.rung;

function shown(row: TimerRecord): ShownTimer {
  const { rung, action, state } = toTimer(row);
  return { rung, action, state, at: row.firedAt ?? row.at };
}
