import { createEngine, type Engine, engineIndexes } from "@countersign/approval-engine/engine";
import { BUILT_IN_KINDS } from "@countersign/contracts";
import {
  connectStore,
  createUnitOfWork,
  ensureIndexes,
  newId,
  platformIndexes,
  type Scope,
  type Store,
  type UnitOfWork,
} from "@countersign/mongo";
import { claimDue } from "@countersign/mongo/due-work";
import { OUTBOX_INDEXES } from "@countersign/outbox";
import type { Collection } from "mongodb";

import type { TimeMutant } from "../mutants.ts";
import type { Random } from "../random.ts";

/** A row of `approval_timers`. */
type TimerRow = Parameters<Engine["fireTimer"]>[0];

/** The place at which a replica dies while it fires a timer. */
const DEATHS = ["after-claim", "before-commit", "after-commit"] as const;
type Death = (typeof DEATHS)[number];

/** A replica was killed. */
class Killed extends Error {}

/** Two engines on one store, in this process, with one clock that the history sets. */
export interface TimeWorld {
  readonly engines: readonly [Engine, Engine];
  readonly store: Store;
  /** Hours since the beginning. */
  now(): number;
  advance(hours: number): void;
  /** Lets both replicas fire what is due, at once. @param random - lets some of them die; absent: nobody does */
  look(random?: Random): Promise<void>;
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;
const CLAIM_MS = 30_000;

export async function startTimeWorld(uri: string, mutant?: TimeMutant): Promise<TimeWorld> {
  let nowMs = Date.now();
  const startMs = nowMs;
  const clock = () => new Date(nowMs);
  const store = await connectStore({ uri, dbName: `time_${newId()}`, appName: "time-histories" });
  await ensureIndexes(store, [...platformIndexes(), ...OUTBOX_INDEXES, ...engineIndexes()]);
  const rows = store.db.collection<TimerRow>("approval_timers");
  const replicas = [0, 1].map(() => replicaOn(store, clock)) as [Replica, Replica];

  async function round({ engine, die }: Replica, random: Random | undefined): Promise<void> {
    for (;;) {
      const row = await claimDue(rows, { now: clock(), until: new Date(nowMs + CLAIM_MS) });
      if (row === null || row === undefined) return;
      const death = random?.chance(0.25) ? random.pick(DEATHS) : undefined;
      if (death === "after-claim") return;
      const before = mutant && (await rows.find({ taskId: row.taskId }).toArray());
      die(death);
      try {
        await engine.fireTimer(row);
      } catch (error) {
        if (error instanceof Killed) return;
        throw error;
      }
      if (before) await undo(rows, row, before, mutant);
    }
  }

  return {
    engines: [replicas[0].engine, replicas[1].engine],
    store,
    now: () => (nowMs - startMs) / HOUR_MS,
    advance: (hours) => {
      nowMs += Math.round(hours * HOUR_MS);
    },
    look: async (random) => {
      if (mutant === "fires-stale") await revive(store, rows);
      await Promise.all(replicas.map((replica) => round(replica, random)));
      await finishRuns(store, replicas[0].engine);
    },
    close: async () => {
      await store.db.dropDatabase();
      await store.close();
    },
  };
}

/** Projects what a replica that died has left of its runs, as recovery does. */
async function finishRuns({ db }: Store, { projector }: Engine): Promise<void> {
  const runsLeft = db.collection<WrittenRun>("workflow_runs").find({ pending: { $exists: true } });
  for (const run of await runsLeft.toArray()) await projector.settle(run);
}

/** A run as the projector takes it. */
type WrittenRun = Parameters<Engine["projector"]["settle"]>[0];

interface Replica {
  engine: Engine;
  /** Lets the next transaction die. */
  die: (death: Death | undefined) => void;
}

function replicaOn(store: Store, clock: () => Date): Replica {
  let next: Death | undefined;
  const unitOfWork = createUnitOfWork<Scope>(store, (scope) => scope);
  const dyingUnit: UnitOfWork<Scope> = async (work, options) => {
    const death = next;
    next = undefined;
    const outcome = await unitOfWork(async (scope) => {
      const result = await work(scope);
      if (death === "before-commit") throw new Killed(death);
      return result;
    }, options);
    if (death === "after-commit") throw new Killed(death);
    return outcome;
  };
  const engine = createEngine({
    kinds: BUILT_IN_KINDS,
    rules: { returnRequeue: true, hrTakeOver: "anyone", definitionsRequirePrivileged: false },
    unitOfWork: dyingUnit,
    store,
    newId,
    clock,
    committed: () => undefined,
    submissionFailed: ({ error }) => {
      throw error;
    },
  });
  return { engine, die: (death) => (next = death) };
}

/** Undoes the marks that a mutant forgets. */
async function undo(
  rows: Collection<TimerRow>,
  firedRow: TimerRow,
  before: readonly TimerRow[],
  mutant: TimeMutant | undefined,
): Promise<void> {
  const forgottenRows =
    mutant === "fires-twice"
      ? before.filter(({ _id, rung }) => _id === firedRow._id && rung === 1)
      : mutant === "whole-ladder"
        ? before.filter(({ _id, state }) => _id !== firedRow._id && state === "WAITING")
        : [];
  for (const { _id, at } of forgottenRows) {
    const isOnce = mutant === "fires-twice" ? { again: { $exists: false } } : {};
    await rows.updateOne(
      { _id, state: { $in: ["FIRED", "DROPPED", "WAITING"] }, ...isOnce },
      { $set: { state: "WAITING", at, claimedUntil: at, again: true }, $unset: { putOff: true } },
    );
  }
}

/** Brings dropped timers back, as timers of whatever their stage is now. */
async function revive({ db }: Store, rows: Collection<TimerRow>): Promise<void> {
  for (const row of await rows.find({ state: "DROPPED", again: { $exists: false } }).toArray()) {
    const task = await db.collection("workflow_tasks").findOne({ _id: row.taskId });
    const activation = Number(task?.["activation"] ?? 1);
    if (task?.["status"] !== "AWAITING_APPROVAL" || activation === row.activation) continue;
    const rung = row.rung + 50 * activation;
    const again = { activation, rung, state: "WAITING" as const, claimedUntil: row.at, again: true };
    await rows.updateOne({ _id: row._id }, { $set: again });
  }
}
