import { isActive } from "@countersign/domain/approval";
import { toHex } from "@countersign/mongo";
import { type Db, ObjectId } from "mongodb";

import { type RunRecord, type WaitingTask, askedNow } from "../runs/index.ts";
import { WORKFLOW_RUNS } from "../shared/pending.ts";
import type { Caller } from "../shared/caller.ts";
import { type SnoozeRowRecord, snoozesIn } from "./records.ts";

/** A stage that a user puts off. */
export interface HeldSnooze {
  runId: string;
  taskId: string;
  until: Date;
  /** The stage as it is now. */
  task: WaitingTask;
}

export interface SnoozeReadModel {
  /** Stages that the caller puts off now, whether or not they still wait for them; one command. */
  snoozesOf(caller: Caller): Promise<HeldSnooze[]>;
}

type SnoozeWithRun = SnoozeRowRecord & { runs: RunRecord[] };

export function createSnoozeReadModel(db: Pick<Db, "collection">, clock: () => Date): SnoozeReadModel {
  return {
    snoozesOf: async ({ companyId, userId }) => {
      const ofCaller = { companyId: new ObjectId(companyId), userId: new ObjectId(userId) };
      const rows = await snoozesIn({ db })
        .aggregate<SnoozeWithRun>(
          [
            { $match: { ...ofCaller, until: { $gt: clock() } } },
            { $lookup: { from: WORKFLOW_RUNS, localField: "runId", foreignField: "_id", as: "runs" } },
          ],
          { hint: "of_user" },
        )
        .toArray();
      return rows.flatMap(heldSnoozeOf);
    },
  };
}

/** The snooze, if it still holds. */
function heldSnoozeOf({ runs: [run], until, ...row }: SnoozeWithRun): HeldSnooze[] {
  const waitingTask = run?.tasks.find(isActive);
  if (run === undefined || waitingTask === undefined || !waitingTask._id.equals(row.taskId)) return [];
  const askedIds = askedNow(run.askedIds).map(toHex);
  const isHeld =
    (waitingTask.activation ?? 1) === row.activation &&
    askedIds.includes(toHex(row.userId)) === row.isAsked &&
    (waitingTask.dueAt === undefined || until <= waitingTask.dueAt);
  if (!isHeld) return [];
  const { kind, beneficiaryId, stageIds = [] } = run;
  const people = { askedIds, involvedIds: stageIds.map(toHex) };
  const task = {
    ...waitingTask,
    ...people,
    kind,
    ...(beneficiaryId && { beneficiaryId: toHex(beneficiaryId) }),
  };
  return [{ runId: toHex(row.runId), taskId: toHex(row.taskId), until, task }];
}
