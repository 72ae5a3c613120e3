import { type ApprovalRules, type DutyRun, EMPTY_RUN } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import DataLoader from "dataloader";

import { type ApprovalSettingsReadModel, rulesOf } from "../approval-settings/index.ts";
import type { Revision } from "../documents/index.ts";
import type { ShownTask } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import { BATCH_MAX, type Load, batchLoad, batchLoadBy } from "../shared/loader.ts";
import type { RunReadModel } from "./run-read-model.ts";
import type { SeenApproval, TaskOfRun } from "./task-page.ts";

/** A run, and the people whose verdicts in it are needed; without people, no verdicts are read. */
interface JudgedRun {
  runId: string;
  userIds: readonly string[];
  /** The verdicts, where they have been read. */
  dutyRun?: DutyRun | undefined;
}

/** Parts of runs that resolvers show. */
export interface InboxLoaders {
  task: Load<ShownTask | null>;
  document: Load<Revision | null>;
  approvalsOfTask: Pick<DataLoader<TaskOfRun, SeenApproval[]>, "load">;
  /** The verdicts in a run that limit, by separation of duties, the caller and those they represent. */
  duties: Pick<DataLoader<JudgedRun, Duties>, "load">;
}

/** Those who relaxed a setting that keeps people from deciding: it binds them where the submission came before. */
const relaxersOf = ({ seatChanges = {} }: ApprovalRules): ReadonlySet<string> => {
  const { submitterNeverDecides, onePersonOneStage, substitutionDepth, exclusiveGroups = [] } = seatChanges;
  const changes = [submitterNeverDecides, onePersonOneStage, substitutionDepth, ...exclusiveGroups];
  return new Set(changes.flatMap((change) => change?.userId ?? []));
};

interface Duties {
  rules: ApprovalRules;
  run: DutyRun;
  isAgent: boolean | undefined;
}

export function createInboxLoaders(
  caller: Caller,
  { approvalSettings, runs }: { approvalSettings: ApprovalSettingsReadModel; runs: RunReadModel },
): InboxLoaders {
  const { companyId, isAgent } = caller;
  const duties = new DataLoader(
    async (judgedRuns: readonly JudgedRun[]) => {
      const rules = rulesOf(await approvalSettings.find(companyId));
      const { onePersonOneStage, exclusiveGroups } = rules;
      const looksBack = onePersonOneStage || exclusiveGroups.length > 0;
      const relaxedBy = relaxersOf(rules);
      const isByThem = ({ userIds }: JudgedRun) => userIds.some((userId) => relaxedBy.has(userId));
      const unread = judgedRuns.filter(({ dutyRun }) => dutyRun === undefined);
      const concernedRuns = unread.filter(
        (judgedRun) => judgedRun.userIds.length > 0 && (looksBack || isByThem(judgedRun)),
      );
      const runIds = [...new Set(concernedRuns.map(({ runId }) => runId))];
      const userIds = [...new Set(concernedRuns.flatMap((judgedRun) => judgedRun.userIds))];
      const foundRuns = runIds.length > 0 ? await runs.verdictsInRuns(companyId, runIds, userIds) : [];
      const byId = new Map<string, DutyRun>(runIds.map((id, index) => [id, foundRuns[index] ?? EMPTY_RUN]));
      const submittedMs = concernedRuns.some(isByThem)
        ? await runs.submissionTimes(companyId, runIds)
        : new Map();
      return judgedRuns.map(({ runId, dutyRun }) => {
        const run = { ...(byId.get(runId) ?? EMPTY_RUN), submittedMs: submittedMs.get(runId) };
        return { rules, run: dutyRun ?? defined<DutyRun>(run), isAgent };
      });
    },
    { cache: false, maxBatchSize: BATCH_MAX },
  );
  return {
    task: batchLoad((ids) => runs.tasksByIds(companyId, ids)),
    document: batchLoad((ids) => runs.documentsByIds(caller, ids)),
    approvalsOfTask: batchLoadBy(
      ({ _id }) => _id,
      (tasks) => runs.approvalsOfTasks(companyId, tasks),
    ),
    duties,
  };
}
