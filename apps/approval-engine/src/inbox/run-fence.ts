import { type Db, type Filter, ObjectId } from "mongodb";

import type { ApprovalSettingsReadModel } from "../approval-settings/index.ts";
import { type Caller, seesEverything } from "../shared/caller.ts";
import type { SubstitutionReadModel } from "../substitutions/index.ts";
import { type WorkflowTaskRecord, representedTexts } from "../runs/index.ts";

type Condition = Filter<WorkflowTaskRecord>;

/** The readers of a run (contract-3, FIX-11). */
export interface RunFence {
  /** Whether the caller reads every run of the company: by privilege, as its auditor, or by the setting `runReaders`. */
  readsAll(caller: Caller): Promise<boolean>;
  /**
   * Those of the runs in which the caller is submitter, approver or the person it is about, or may represent one asked.
   *
   * @param among - a condition on their tasks
   */
  runsOf(caller: Caller, among: Condition): Promise<ReadonlySet<string>>;
  /** The condition on tasks of {@link runsOf}. */
  takesPart(caller: Caller): Promise<Condition>;
  /** The lists of what the caller takes part in: their own, and those of people they may represent. */
  listsOf(caller: Caller): Promise<(ObjectId | string)[]>;
  /** Those of the records whose run the caller reads. */
  readable<R extends { runId: string }>(caller: Caller, records: readonly R[]): Promise<R[]>;
}

export function createRunFence(
  db: Pick<Db, "collection">,
  {
    settings,
    grantsOf,
  }: {
    settings: Pick<ApprovalSettingsReadModel, "find">;
    grantsOf: SubstitutionReadModel["grantsOf"];
  },
): RunFence {
  const tasks = db.collection<WorkflowTaskRecord>("workflow_tasks");
  const representedPeople = async (caller: Caller) => representedTexts(await grantsOf(caller));
  async function takesPart(caller: Caller): Promise<Condition> {
    const user = new ObjectId(caller.userId);
    return {
      $or: [
        { involvedIds: user },
        { beneficiaryId: user },
        { listedFor: { $in: await representedPeople(caller) } },
      ],
    };
  }
  const readsAll = async (caller: Caller): Promise<boolean> =>
    seesEverything(caller) || (await settings.find(caller.companyId)).runReaders === "COMPANY";
  async function runsOf(caller: Caller, among: Condition): Promise<ReadonlySet<string>> {
    const ofCompany = { companyId: new ObjectId(caller.companyId) };
    const ownTasks = await tasks
      .find({ ...among, ...ofCompany, ...(await takesPart(caller)) }, { projection: { runId: 1 } })
      .toArray();
    return new Set(ownTasks.map(({ runId }) => runId.toHexString()));
  }

  return {
    takesPart,
    readsAll,
    runsOf,
    listsOf: async (caller) => [new ObjectId(caller.userId), ...(await representedPeople(caller))],
    readable: async (caller, records) => {
      if (records.length === 0 || (await readsAll(caller))) return [...records];
      const runIds = [...new Set(records.map(({ runId }) => runId))].map((id) => new ObjectId(id));
      const ownRunIds = await runsOf(caller, { runId: { $in: runIds } });
      return records.filter(({ runId }) => ownRunIds.has(runId));
    },
  };
}
