import { type Id, decide, hasLeft, isActive } from "@countersign/domain/approval";
import { type IndexPlan, toHex, toObjectId } from "@countersign/mongo";
import { DUE_INDEX, type DueWork, dueWork, markDone } from "@countersign/mongo/due-work";
import type { Collection, Db, WithId } from "mongodb";

import { serviceCaller } from "../shared/caller.ts";
import type { StartParts } from "../shared/feature.ts";
import { peopleAmong } from "../shared/people.ts";
import type { RunCommands } from "../shared/run-commands.ts";
import { type SettlingRecord, noteSettling } from "../shared/settling.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { decisionContext } from "./decision-context.ts";
import { recordDecision } from "./record-decision.ts";
import { heldText, talkText } from "./run-record.ts";
import { toRun } from "./run.ts";
import { createRunsRepository, runsIn } from "./runs-repository.ts";

/** Tasks that are found with one command. */
const BATCH = 100;

interface ReleaseDependencies {
  transact: Transact;
  runs: RunCommands;
}

/**
 * Resolves the seats of active stages that wait for somebody who has left (contract-2, PPL-5), one run a command, and
 * notes that they are looked at again: {@link createReleaseAgain}. It may be repeated, and resolves nothing for a user whom
 * the directory does not mark as a leaver.
 *
 * @throws the driver's errors; runs that were done stay done
 */
export function createReleaseLeaver({ transact, runs }: ReleaseDependencies) {
  return async (companyId: Id, userId: Id): Promise<void> => {
    await transact(async (scope) => noteSettling(leaversIn(scope), { _id: userId, companyId }, scope));
    await releaseAll({ transact, runs }, companyId, userId);
  };
}

/** Resolves seats likewise that a transaction has given to a leaver whom it had read as present. */
export function createReleaseAgain({ transact, runs }: ReleaseDependencies): ReleaseAgain {
  return async (row) => {
    await releaseAll({ transact, runs }, toHex(row.companyId), toHex(row._id));
    await transact(async (scope) => markDone(scope, leaversIn(scope), row));
  };
}

async function releaseAll({ transact, runs }: ReleaseDependencies, companyId: Id, userId: Id): Promise<void> {
  for (let triedTaskIds: readonly Id[] = []; ;) {
    const taskIds = await transact(async (scope) => waitingFor(scope, companyId, userId, triedTaskIds));
    for (const taskId of taskIds) {
      await runs.alone(async (scope) => releaseSeats(scope, companyId, userId, taskId), taskId);
    }
    if (taskIds.length < BATCH) return;
    triedTaskIds = [...triedTaskIds, ...taskIds];
  }
}

/** Active tasks on which somebody who has left can still decide, or that wait for an answer of theirs or to them. */
async function waitingFor(
  scope: TransactionScope,
  companyId: Id,
  userId: Id,
  triedTaskIds: readonly Id[],
): Promise<Id[]> {
  if (!hasLeft(await peopleAmong(scope, companyId, [userId]), userId)) return [];
  const waitingRuns = await runsIn(scope)
    .find(
      {
        companyId: toObjectId(companyId),
        askedIds: { $in: [toObjectId(userId), heldText(userId), talkText(userId)] },
        "tasks._id": { $nin: triedTaskIds.map((id) => toObjectId(id)) },
      },
      {
        session: scope.session,
        projection: { "tasks._id": 1, "tasks.status": 1, "tasks.archived": 1 },
        limit: BATCH,
        hint: "asked",
      },
    )
    .toArray();
  return waitingRuns.flatMap(({ tasks }) => tasks.filter(isActive).map(({ _id }) => toHex(_id)));
}

async function releaseSeats(scope: TransactionScope, companyId: Id, userId: Id, taskId: Id): Promise<void> {
  const taskInRun = await createRunsRepository(scope).ofTask(companyId, taskId);
  if (taskInRun === undefined || !isActive(taskInRun.task)) return;
  const { run: before, task } = taskInRun;
  const context = await decisionContext(scope, companyId, before, { named: [userId] });
  const decision = decide({ type: "release", userId }, toRun(before), context);
  const isTalkOver = decision.run.changesWanted !== before.changesWanted;
  if (decision.events.length === 0 && !isTalkOver) return;
  const { branchId } = task;
  await recordDecision(scope, serviceCaller({ companyId, branchId }, userId), {
    before,
    decision,
    substitutions: context.substitutions,
    audit: { action: "release", entity: "workflow_tasks", entityId: taskId },
  });
}

const LEAVERS = "approval_leavers";

export const LEAVER_INDEXES: readonly IndexPlan[] = [{ collection: LEAVERS, indexes: [DUE_INDEX] }];

/** `approval_leavers`: people who have just left, until their seats have been looked at a second time. */
export const leaversIn = ({ db }: { db: Pick<Db, "collection"> }): Collection<SettlingRecord> =>
  db.collection<SettlingRecord>(LEAVERS);

type ReleaseAgain = (row: WithId<SettlingRecord>) => Promise<void>;

/** Looks a second time at the seats of people who have left. */
export const leaverWork = ({
  db,
  logger,
  releaseAgain,
}: Pick<StartParts, "db" | "logger"> & { releaseAgain: ReleaseAgain }): DueWork =>
  dueWork<SettlingRecord>({
    rows: leaversIn({ db }),
    work: releaseAgain,
    failed: (err, { row, retryInMs }) =>
      logger.warn(
        { err, userId: row?._id, retryInMs },
        "seats of somebody who has left could not be looked at; this is tried again",
      ),
  });
