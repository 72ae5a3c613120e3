import type { Decision, Id, WorkflowTaskKind } from "@countersign/domain/approval";
import type { Scope } from "@countersign/mongo";
import type { Document } from "mongodb";

import { COLLECTION as SETTINGS, type SettingsDefaults, settingsIn } from "../approval-settings/index.ts";

import type { Stamp } from "../shared/base-fields.ts";
import { APPROVAL_LISTS, TASK_LISTS } from "./lists.ts";
import { type RecordRepository, createRecordRepository } from "../shared/record-repository.ts";
import { type PersonRecord, peopleIn } from "../shared/people.ts";
import { SUBSTITUTIONS_OF, type SubstitutionRecord, substitutionsIn } from "../substitutions/index.ts";
import type { WorkflowApprovalRecord, WorkflowTask, WorkflowTaskRecord } from "./records.ts";
import { type LoadedRun, type RunRecords, runOf, writesOf } from "./run-records.ts";

/** The runs of documents: their tasks and approvals. */
export interface RunsRepository {
  tasks: RecordRepository<WorkflowTaskRecord>;
  approvals: RecordRepository<WorkflowApprovalRecord>;
  /**
   * Finds a task and writes it at once, so that of two transactions that act on it one waits or is repeated: two
   * verdicts on different approvals of a task would otherwise pass each other (write skew).
   */
  lockTask(companyId: Id, taskId: Id): Promise<WorkflowTask | undefined>;
  /** The same for the marked task of the document's open run, if it is of one of these kinds. */
  lockOpenRun(
    companyId: Id,
    refId: Id,
    kinds?: readonly WorkflowTaskKind[],
  ): Promise<WorkflowTask | undefined>;
  load(companyId: Id, runId: Id): Promise<LoadedRun>;
  /** The records of the document's current run, the one that was submitted last. */
  loadCurrent(companyId: Id, refId: Id): Promise<LoadedRun>;
  save(before: RunRecords, decision: Decision, stamp: Stamp): Promise<void>;
}

const LOOKUP = { from: "workflow_approvals", localField: "_id", foreignField: "taskId", as: "approvals" };

/** The records that are read with each task of a run. */
const JOINS = [
  { $lookup: LOOKUP },
  { $lookup: { from: SETTINGS, localField: "companyId", foreignField: "_id", as: "settings" } },
  { $lookup: { from: "users", localField: "involvedIds", foreignField: "_id", as: "people" } },
  { $lookup: { ...SUBSTITUTIONS_OF, localField: "involvedIds", as: "substitutions" } },
];
const JOINED = JOINS.map(({ $lookup }) => $lookup.as);

interface JoinedTask extends WorkflowTaskRecord {
  approvals: WorkflowApprovalRecord[];
  settings: Document[];
  people: PersonRecord[];
  substitutions: SubstitutionRecord[];
}

type RunScope = Scope & { settingsDefaults?: SettingsDefaults };

export function createRunsRepository(scope: RunScope): RunsRepository {
  const noRun = (): LoadedRun => ({
    ...runOf([], []),
    settings: settingsIn(undefined, scope.settingsDefaults),
    people: new Map(),
    substitutions: [],
  });
  const tasks = createRecordRepository<WorkflowTaskRecord>(
    scope,
    "workflow_tasks",
    [
      "runId",
      "refId",
      "parentId",
      "stageId",
      "workflowId",
      "submitterId",
      "beneficiaryId",
      "submittedBy.userId",
      "agentPrincipalIds",
      "document.id",
      "document.editorIds",
      "involvedIds",
      "askedIds",
    ],
    TASK_LISTS,
  );
  const approvals = createRecordRepository<WorkflowApprovalRecord>(
    scope,
    "workflow_approvals",
    ["runId", "taskId", "stageId", "workflowId", "approverId", "reasonUserId", "decidedBy", "takenFrom"],
    APPROVAL_LISTS,
  );
  async function lock(
    companyId: Id,
    equal: Partial<WorkflowTask>,
    kinds?: readonly WorkflowTaskKind[],
  ): Promise<WorkflowTask | undefined> {
    const ofKind = kinds && { kind: { $in: [...kinds] } };
    const filter = { ...tasks.toStored({ ...equal, companyId }), deletedAt: null, ...ofKind };
    const document = await tasks.collection.findOneAndUpdate(
      filter,
      { $inc: { version: 1 } },
      { session: scope.session, returnDocument: "after" },
    );
    return document === null ? undefined : tasks.read(document);
  }
  // A deleted task is only hidden: what happened in its run still counts.
  async function currentRunId(companyId: Id, refId: Id): Promise<Id | undefined> {
    const ofDocument = tasks.toStored({ companyId, refId });
    const latest = await tasks.collection.findOne(ofDocument, {
      session: scope.session,
      sort: { runNumber: -1 },
    });
    return latest?.runId.toHexString();
  }
  // One command: the run, and what the rules about people need to know for it.
  async function load(companyId: Id, runId: Id): Promise<LoadedRun> {
    const found = await tasks.collection
      .aggregate<JoinedTask>(
        [{ $match: tasks.toStored({ companyId, runId }) }, { $sort: { _id: 1 } }, ...JOINS],
        { session: scope.session },
      )
      .toArray();
    const rows = found.flatMap((task) => task.approvals).filter(({ deletedAt }) => !deletedAt);
    const run = runOf(
      found.map((task) => tasks.read(task, JOINED)),
      rows.map((row) => approvals.read(row)).toSorted((a, b) => (a._id < b._id ? -1 : 1)),
    );
    return {
      ...run,
      settings: settingsIn(found[0]?.settings[0], scope.settingsDefaults),
      people: peopleIn(
        companyId,
        found.flatMap(({ people }) => people),
      ),
      substitutions: substitutionsIn(
        companyId,
        found.flatMap(({ substitutions }) => substitutions),
      ),
    };
  }

  return {
    tasks,
    approvals,
    lockTask: (companyId, taskId) => lock(companyId, { _id: taskId }),
    lockOpenRun: (companyId, refId, kinds) => lock(companyId, { refId, openRun: true }, kinds),
    load,
    loadCurrent: async (companyId, refId) => {
      const runId = await currentRunId(companyId, refId);
      return runId === undefined ? noRun() : load(companyId, runId);
    },
    save: async (before, decision, stamp) => {
      const writes = writesOf(before, decision, stamp);
      // A task leaves the active state before another one enters it.
      await tasks.replace(writes.replacedTasks);
      await tasks.insert(writes.insertedTasks);
      await approvals.replace(writes.replacedApprovals);
      await approvals.insert(writes.insertedApprovals);
    },
  };
}
