import { type DutyRun, EMPTY_RUN } from "@countersign/domain/approval";
import DataLoader from "dataloader";

import type { Caller } from "../shared/caller.ts";
import type { ReadModels } from "../read-models.ts";
import type { OperationShare } from "@countersign/graphql";

/** A run, and the people whose verdicts in it are needed; without people, no verdicts are read. */
interface JudgedRun {
  runId: string;
  userIds: readonly string[];
}

/** Most ids that one command reads and resolves together: more than the children of a full page. */
const BATCH_MAX = 200;

/**
 * Child fields of one operation: what is asked for in the same turn becomes one store command.
 * Nothing is cached, so that a mutation's answer, or a later event of a subscription, shows the state of its moment.
 */
export function createLoaders(
  caller: Caller,
  { approvalSettings, definitions, directory, runs, substitutions }: ReadModels,
  { read, turn, pace }: Pick<OperationShare, "read" | "turn" | "pace">,
) {
  const { companyId, isAgent } = caller;
  /** Lists of many records are handed out in several turns of the event loop. */
  const inTurn = <T>(found: T, show: (found: T) => T) =>
    (Array.isArray(found) ? turn(found.length)?.then(() => show(found)) : undefined) ?? show(found);
  /**
   * An id that is asked for several times is read once.
   *
   * @param show - makes what is shown of what was read, in the turn of each
   */
  const batched = <T>(
    readAll: (ids: readonly string[]) => Promise<T[]>,
    show: (found: T) => T = (found) => found,
  ) =>
    new DataLoader<string, T>(
      async (ids) => {
        const distinct = [...new Set(ids)];
        const found = await read(() => readAll(distinct));
        const byId = new Map(distinct.map((id, index) => [id, found[index] as T]));
        // DataLoader resolves each key with its item, also with a promise.
        return ids.map((id) => inTurn(byId.get(id) as T, show) as T);
      },
      { cache: false, maxBatchSize: BATCH_MAX },
    );
  /** Without a turn of its own: pages ask within a read of theirs, which would wait for itself. */
  const ofCaller = new DataLoader(
    async (userIds: readonly string[]) => {
      const grants = await substitutions.grantsOf(caller);
      return userIds.map(() => grants);
    },
    { cache: false },
  );
  const duties = new DataLoader(
    async (judged: readonly JudgedRun[]) => {
      const rules = await read(() => approvalSettings.find(companyId));
      const { onePersonOneStage, exclusiveGroups } = rules;
      const looksBack = onePersonOneStage || exclusiveGroups.length > 0;
      const concerned = looksBack ? judged.filter((one) => one.userIds.length > 0) : [];
      const runIds = [...new Set(concerned.map(({ runId }) => runId))];
      const userIds = [...new Set(concerned.flatMap((one) => one.userIds))];
      const found =
        runIds.length > 0 ? await read(() => runs.verdictsInRuns(companyId, runIds, userIds)) : [];
      const byId = new Map<string, DutyRun>(runIds.map((id, index) => [id, found[index] ?? EMPTY_RUN]));
      return judged.map(({ runId }) => ({ rules, run: byId.get(runId) ?? EMPTY_RUN, isAgent }));
    },
    { cache: false, maxBatchSize: BATCH_MAX },
  );
  return {
    workflow: batched((ids) => definitions.workflowsByIds(companyId, ids)),
    stage: batched((ids) => definitions.stagesByIds(companyId, ids)),
    stagesOfWorkflow: batched((ids) => definitions.stagesByWorkflowIds(companyId, ids)),
    task: batched((ids) => runs.tasksByIds(companyId, ids)),
    document: batched((ids) => runs.documentsByIds(caller, ids)),
    approvalsOfTask: batched((ids) => runs.approvalsByTaskIds(companyId, ids, pace), inOrder),
    /** By the caller's own id: whom they may represent now. */
    grants: ofCaller,
    /** What separation of duties depends on in a run, when the caller or somebody whom they represent decides. */
    duties,
    user: batched((ids) => directory.usersByIds(companyId, ids)),
    order: batched((ids) => directory.ordersByIds(companyId, ids)),
  };
}

const inOrder = <T extends { _id: string }>(records: T[]) =>
  records.toSorted((a, b) => (a._id < b._id ? -1 : 1));

export type Loaders = ReturnType<typeof createLoaders>;
