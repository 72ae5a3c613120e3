import { type DueWork, dueWork } from "@countersign/mongo/due-work";
import { Counter } from "prom-client";

import type { StartParts } from "../shared/feature.ts";
import type { Projector } from "../shared/pending.ts";
import { liveKeys } from "../shared/run-keys.ts";
import type { RunRecord } from "./run-record.ts";
import { runsIn } from "./runs-repository.ts";

/** How long a run belongs to the one who finishes it: longer than its projection is attempted. */
const CLAIM_MS = 8_000;

/** The metric of {@link runRecovery}. */
export const countFinishedRuns = (metrics?: StartParts["metrics"]): Counter =>
  new Counter({
    name: "approval_runs_finished_total",
    help: "Runs from whose last write something followed that another than its own process had to project",
    registers: metrics ? [metrics.registry] : [],
  });

/**
 * Projects what processes that died, or that could not reach the store, have left of runs they wrote (contract-4, ONE-3), and
 * empties the keys of runs that have ended.
 */
export function runRecovery({
  db,
  logger,
  metrics,
  projector,
}: Pick<StartParts, "db" | "logger"> & { metrics?: StartParts["metrics"]; projector: Projector }): DueWork {
  const finishedRuns = countFinishedRuns(metrics);
  const runs = runsIn({ db });
  /** Drops the keys that are over; whoever writes the run meanwhile does it themselves. */
  async function dropKeys({ _id, companyId, version, ...run }: RunRecord): Promise<void> {
    const { keys } = liveKeys(run, new Date());
    const claimedUntil = keys?.at(-1)?.until;
    const change =
      keys && claimedUntil
        ? { $set: { keys, claimedUntil }, $unset: { failures: true as const } }
        : { $unset: { keys: true, claimedUntil: true, failures: true } as const };
    await runs.updateOne({ _id, companyId, version }, change);
  }
  return dueWork<RunRecord>({
    rows: runs,
    work: async (run) => {
      if (run.pending === undefined) {
        await dropKeys(run);
        return;
      }
      if (!(await projector.finish(run))) return;
      finishedRuns.inc();
      logger.warn({ runId: run._id, version: run.version }, "a run was finished that its process had left");
    },
    failed: (err, { row, retryInMs }) =>
      logger.warn(
        { err, runId: row?._id, retryInMs },
        "a run could not be finished that its process had left; this is tried again",
      ),
    claimMs: CLAIM_MS,
  });
}
