import { setTimeout as delay } from "node:timers/promises";
import { TurnRefused, createKeyedQueue, repeat } from "@countersign/concurrency";
import { DomainError, isPassing } from "@countersign/domain/errors";
import { type Scope, type Store, beginAnew, isDuplicateKey, isStoreUnavailable } from "@countersign/mongo";
import { text } from "@countersign/texts";
import { traced } from "@countersign/tracing";
import type { ClientSession } from "mongodb";

import { type Projector, type RunAccess, type RunWrite, WORKFLOW_RUNS, type WrittenRun } from "./pending.ts";
import {
  type Transact,
  type TransactDependencies,
  createAttempts,
  createTransact,
  scopeFor,
} from "./transact.ts";

/** Commands that write one run. What follows is projected before they answer (contract-4, ONE-2 and ONE-3). */
export interface RunCommands {
  /** Such a command that writes nothing else: reads outside of a transaction, and one conditional write. */
  alone: Transact;
  /** The same with other records, in one transaction. */
  together: Transact;
  /** Waits until everything is there that followed from the last write of a document's newest run. */
  settled: (companyId: string, refId: string) => Promise<void>;
}

/** Others have written the run since it was read, or an index refuses the write: then that error is the cause. */
export class RunMoved extends Error {
  override readonly name = "RunMoved";
}

/** How long a command on a run that others write is judged anew. */
const CROWDED_MS = 10_000;
/** How many commands may wait for a turn; further ones are refused at once. */
const MAX_WAITING = 100;
const JITTER_MS = 20;
/** How long what was read counts: a write that would come later is judged anew. Leavers are looked at again after it. */
const JUDGED_MS = 5_000;
/** How long the outcome of an update whose answer was lost is looked for. */
const OUTCOME_MS = 5_000;
const OUTCOME_RETRY_MS = 100;

export interface RunCommandsDependencies extends TransactDependencies {
  store: Pick<Store, "client" | "db" | "tracing" | "transactions">;
  projector: Projector;
  /** The newest run of a document. */
  findRun: (companyId: string, refId: string) => Promise<WrittenRun | undefined>;
}

/** Makes the transactions of use cases in general, and the commands on one run. */
export function createRunCommands(dependencies: RunCommandsDependencies): {
  transact: Transact;
  runs: RunCommands;
} {
  const { store, projector, findRun } = dependencies;
  const takeTurns = createKeyedQueue({ maxWaiting: MAX_WAITING, waitMs: CROWDED_MS });
  /** A transaction does not see what is projected after its snapshot. */
  const settleAnew = async (run: WrittenRun): Promise<void> => {
    if (await projector.settle(run)) throw beginAnew("What followed from the run's last write was projected");
  };
  const transact = createTransact({ ...dependencies, settle: settleAnew });

  const settle = async (run: WrittenRun): Promise<void> => void (await projector.settle(run));

  /** Runs a command in its turn, with a place in the projector. */
  async function inPlace<T>(work: () => Promise<T>, inTurn: string | undefined): Promise<T> {
    const workInPlace = async () => {
      const place = projector.takePlace();
      try {
        return await work();
      } finally {
        place.release();
      }
    };
    if (inTurn === undefined) return workInPlace();
    return takeTurns(inTurn, workInPlace).catch((error: unknown) => {
      throw error instanceof TurnRefused ? crowdRefusal(error) : error;
    });
  }

  const runTogether: Transact = async (work, inTurn) =>
    inPlace(async () => {
      let committedRuns: readonly WrittenRun[] = [];
      const result = await transact(async (scope) => {
        const writtenRuns: WrittenRun[] = [];
        const write: RunAccess["write"] = async (runWrite) => {
          if (!(await writeRun(scope, runWrite))) throw beginAnew("The run has moved");
          writtenRuns.push(runWrite.record);
        };
        committedRuns = writtenRuns;
        const isWritten = ({ _id }: WrittenRun) => writtenRuns.some((run) => run._id.equals(_id));
        const settle: RunAccess["settle"] = async (run) => (isWritten(run) ? undefined : settleAnew(run));
        return work({ ...scope, runs: { settle, write, writtenRuns } });
      });
      // One after the other: a run that gives way to the document's next one sends its messages first.
      for (const run of committedRuns) await projector.project(run);
      return result;
    }, inTurn);

  const runAlone: Transact = async (work, inTurn) => {
    const deadline = performance.now() + CROWDED_MS;
    const attempts = createAttempts(dependencies);

    async function attempt(session: ClientSession) {
      const latestWrite = performance.now() + JUDGED_MS;
      const projections: Promise<void>[] = [];
      const writtenRuns: WrittenRun[] = [];
      const write: RunAccess["write"] = async (runWrite) => {
        if (performance.now() > latestWrite) throw new RunMoved();
        await writeKnown({ db: store.db, session }, runWrite);
        writtenRuns.push(runWrite.record);
        const projection = projector.project(runWrite.record);
        // Awaited below, also where the work goes on before.
        projection.catch(() => undefined);
        projections.push(projection);
      };
      const scope = scopeFor(dependencies, attempts(), {
        db: store.db,
        session,
        write: () => Promise.reject(new Error("This command writes its run alone")),
        afterCommit: () => undefined,
      });
      const result = await work({ ...scope, runs: { settle, write, writtenRuns } });
      await Promise.all(projections);
      return result;
    }

    const commanding = traced(store.tracing, "command", { isAnswer: isRefusal }, () =>
      inPlace(
        () =>
          store.client.withSession({ causalConsistency: false }, async (session) => {
            for (;;) {
              try {
                return await attempt(session);
              } catch (error) {
                if (!(error instanceof RunMoved)) throw error;
                if (performance.now() >= deadline) throw crowdRefusal(error);
              }
              await delay(Math.random() * JITTER_MS);
            }
          }),
        inTurn,
      ),
    );
    store.transactions.add(commanding);
    try {
      return await commanding;
    } finally {
      store.transactions.delete(commanding);
    }
  };

  return {
    transact,
    runs: {
      alone: runAlone,
      together: runTogether,
      settled: async (companyId, refId) => {
        const run = await findRun(companyId, refId);
        if (run !== undefined) await projector.settle(run);
      },
    },
  };
}

/**
 * @returns whether the run was as it had been read
 * @throws the driver's error where another run of the document has begun meanwhile
 */
async function writeRun(
  { db, session }: Pick<Scope, "db" | "session">,
  { record, change }: RunWrite,
): Promise<boolean> {
  const runs = db.collection<WrittenRun>(WORKFLOW_RUNS);
  if (change === undefined) return (await runs.insertOne(record, { session })).acknowledged;
  const { _id, companyId } = record;
  const filter = { _id, companyId, version: change.version };
  return (await runs.updateOne(filter, change.updateTo(record), { session })).matchedCount === 1;
}

/**
 * Writes a run. Where the answer is lost, the run is read until it says what became of the update, which may come late: an
 * update counts only while the run has the version that it was judged by.
 *
 * @throws RunMoved; DomainError `UNAVAILABLE` where the outcome stays unknown
 */
async function writeKnown(scope: Pick<Scope, "db" | "session">, runWrite: RunWrite): Promise<void> {
  let lostAnswer: unknown;
  let isWritten: boolean | undefined;
  try {
    isWritten = await writeRun(scope, runWrite);
  } catch (error) {
    if (isDuplicateKey(error)) throw new RunMoved("An index refuses the write", { cause: error });
    if (!isStoreUnavailable(error)) throw error;
    lostAnswer = error;
    isWritten = await findOutcome(scope, runWrite);
  }
  if (isWritten === undefined) {
    throw new DomainError("UNAVAILABLE", text("passing.outcomeUnknown"), { cause: lostAnswer });
  }
  if (!isWritten) throw new RunMoved();
}

/**
 * @returns whether an update whose answer was lost was recorded; undefined where the run still has the version before it, or
 *   has been written several times since
 */
async function findOutcome(
  { db }: Pick<Scope, "db">,
  { record: { _id, companyId, lastDecision }, change }: RunWrite,
): Promise<boolean | undefined> {
  const { version = 0 } = change ?? {};
  const runs = db.collection<RunWrite["record"]>(WORKFLOW_RUNS);
  const deadline = performance.now() + OUTCOME_MS;
  const findLaterRun = async () => {
    const run = await runs.findOne(
      { _id, companyId, version: { $gt: version } },
      { projection: { version: 1, lastDecision: 1 } },
    );
    if (run === null) throw new Error("The update has not come yet");
    return run;
  };
  const laterRun = await repeat(findLaterRun, {
    waitMs: () => (performance.now() < deadline ? OUTCOME_RETRY_MS : undefined),
  }).catch(() => undefined);
  if (laterRun?.lastDecision && lastDecision?.equals(laterRun.lastDecision)) return true;
  return laterRun?.version === version + 1 ? false : undefined;
}

const crowdRefusal = (cause: unknown) => new DomainError("BUSY", text("passing.crowd"), { cause });

/** Whether a rule ended the command, which is not a fault. */
const isRefusal = (error: unknown): boolean => error instanceof DomainError && !isPassing(error);
