import { type DutyRun, EMPTY_RUN } from "@countersign/domain/approval";
import DataLoader from "dataloader";

import type { ApprovalSettingsReadModel } from "../approval-settings/index.ts";
import type { Revision } from "../documents/index.ts";
import type { ShownTask } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import { BATCH_MAX, type Load, batched, batchedBy } from "../shared/loader.ts";
import type { RunReadModel } from "./run-read-model.ts";
import type { SeenApproval, TaskOfRun } from "./task-page.ts";

/** A run, and the people whose verdicts in it are needed; without people, no verdicts are read. */
interface JudgedRun {
  runId: string;
  userIds: readonly string[];
}

/** Parts of runs that resolvers show. */
export interface InboxLoaders {
  task: Load<ShownTask | null>;
  document: Load<Revision | null>;
  approvalsOfTask: Pick<DataLoader<TaskOfRun, SeenApproval[]>, "load">;
  /** The verdicts in a run that limit, by separation of duties, the caller and those they represent. */
  duties: Pick<DataLoader<JudgedRun, Duties>, "load">;
}

interface Duties {
  rules: Awaited<ReturnType<ApprovalSettingsReadModel["find"]>>;
  run: DutyRun;
  isAgent: boolean | undefined;
}

export function createInboxLoaders(
  caller: Caller,
  { approvalSettings, runs }: { approvalSettings: ApprovalSettingsReadModel; runs: RunReadModel },
): InboxLoaders {
  const { companyId, isAgent } = caller;
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
    task: batched((ids) => runs.tasksByIds(companyId, ids)),
    document: batched((ids) => runs.documentsByIds(caller, ids)),
    approvalsOfTask: batchedBy(
      ({ _id }) => _id,
      (tasks) => runs.approvalsOfTasks(companyId, tasks),
    ),
    duties,
  };
}
