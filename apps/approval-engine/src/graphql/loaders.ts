import { type DutyRun, EMPTY_RUN } from "@countersign/domain/approval";
import DataLoader from "dataloader";

import type { Caller } from "../shared/caller.ts";
import type { ReadModels } from "../read-models.ts";

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
) {
  const { companyId, isAgent } = caller;
  /** An id that is asked for several times is read once. */
  const batched = <T>(readAll: (ids: readonly string[]) => Promise<T[]>) =>
    new DataLoader<string, T>(
      async (ids) => {
        const distinct = [...new Set(ids)];
        const found = await readAll(distinct);
        const byId = new Map(distinct.map((id, index) => [id, found[index] as T]));
        return ids.map((id) => byId.get(id) as T);
      },
      { cache: false, maxBatchSize: BATCH_MAX },
    );
  const ofCaller = new DataLoader(
    async (userIds: readonly string[]) => {
      const grants = await substitutions.grantsOf(caller);
      return userIds.map(() => grants);
    },
    { cache: false },
  );
  const duties = new DataLoader(
    async (judged: readonly JudgedRun[]) => {
      const rules = await approvalSettings.find(companyId);
      const { onePersonOneStage, exclusiveGroups } = rules;
      const looksBack = onePersonOneStage || exclusiveGroups.length > 0;
      const concerned = looksBack ? judged.filter((one) => one.userIds.length > 0) : [];
      const runIds = [...new Set(concerned.map(({ runId }) => runId))];
      const userIds = [...new Set(concerned.flatMap((one) => one.userIds))];
      const found = runIds.length > 0 ? await runs.verdictsInRuns(companyId, runIds, userIds) : [];
      const byId = new Map<string, DutyRun>(runIds.map((id, index) => [id, found[index] ?? EMPTY_RUN]));
      return judged.map(({ runId }) => ({ rules, run: byId.get(runId) ?? EMPTY_RUN, isAgent }));
    },
    { cache: false, maxBatchSize: BATCH_MAX },
  );
  return {
    workflow: batched((ids) => definitions.workflowsByIds(companyId, ids)),
    stage: batched((ids) => definitions.stagesByIds(companyId, ids)),
    stagesOfWorkflow: batched((ids) => definitions.stagesByWorkflowIds(companyId, ids)),
    newestVersion: batched((ids) => definitions.newestVersions(companyId, ids)),
    task: batched((ids) => runs.tasksByIds(companyId, ids)),
    document: batched((ids) => runs.documentsByIds(caller, ids)),
    approvalsOfTask: batched(async (ids) => (await runs.approvalsByTaskIds(companyId, ids)).map(inOrder)),
    /** By the caller's own id: whom they may represent now. */
    grants: ofCaller,
    /** The verdicts in a run that limit, by separation of duties, the caller and those they represent. */
    duties,
    user: batched((ids) => directory.usersByIds(companyId, ids)),
    order: batched((ids) => directory.ordersByIds(companyId, ids)),
  };
}

const inOrder = <T extends { _id: string }>(records: T[]) =>
  records.toSorted((a, b) => (a._id < b._id ? -1 : 1));

export type Loaders = ReturnType<typeof createLoaders>;
