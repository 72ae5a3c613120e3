import { type Db, type Filter, ObjectId } from "mongodb";

import { type WorkflowApprovalRecord, type WorkflowTaskRecord, runsIn } from "../runs/index.ts";
import { verdictOf } from "./audit-verdicts.ts";
import { fieldIn } from "./fields.ts";
import type { AuditLog, AuditLogRecord } from "./records.ts";

/** The document that a change is about. */
export interface AuditedDocument {
  refId: string;
  ref: string | undefined;
  title: string | undefined;
  /** The stage, of changes of one. */
  stageName: string | undefined;
  /** The user in whose place a verdict was given. */
  forUserId: string | undefined;
}

/** The documents that changes are about. */
export interface AuditDocuments {
  /** Of each change; two commands. */
  of(companyId: string, logs: readonly AuditLog[]): Promise<(AuditedDocument | null)[]>;
  /** The conditions on changes of the documents with a number, and of their stages and seats. */
  changesOf(companyId: string, ref: string): Promise<Filter<AuditLogRecord>[]>;
}

/** Most runs, stages and seats of a number whose changes are found. */
const FOUND_MAX = 200;

/** The entities under which services record changes of documents themselves. */
const DOCUMENTS = ["document", "journal_entry"];
const TASKS = "workflow_tasks";
const APPROVALS = "workflow_approvals";

type AboutTask = Pick<WorkflowTaskRecord, "_id" | "runId" | "stageName">;

export function createAuditDocuments(db: Pick<Db, "collection">): AuditDocuments {
  const runs = runsIn({ db });
  const tasks = db.collection<WorkflowTaskRecord>(TASKS);
  const approvals = db.collection<WorkflowApprovalRecord>(APPROVALS);

  return {
    of: async (companyId, logs) => {
      const company = new ObjectId(companyId);
      const about = await tasks
        .find<AboutTask>(
          { _id: { $in: idsOf(logs.map(taskIdOf)) }, companyId: company },
          { projection: { runId: 1, stageName: 1 } },
        )
        .toArray();
      const taskOf = new Map(about.map((task) => [task._id.toHexString(), task]));
      const runIds = logs.map((log) => runIdOf(log) ?? taskOf.get(taskIdOf(log) ?? "")?.runId.toHexString());
      const namedRuns = await runs
        .find(
          { _id: { $in: idsOf(runIds) }, companyId: company },
          { projection: { refId: 1, ref: 1, "document.title": 1 } },
        )
        .toArray();
      const runOf = new Map(namedRuns.map((run) => [run._id.toHexString(), run]));
      return logs.map((log, at) => {
        const run = runOf.get(runIds[at] ?? "");
        if (run === undefined) return null;
        return {
          refId: run.refId.toHexString(),
          ref: run.ref,
          title: run.document?.title,
          stageName: taskOf.get(taskIdOf(log) ?? "")?.stageName,
          forUserId: principalOf(log),
        };
      });
    },
    changesOf: async (companyId, ref) => {
      const company = new ObjectId(companyId);
      const byNumber = { companyId: company, ref: { $in: [...new Set([ref, ref.toUpperCase()])] } };
      const options = { projection: { _id: 1, refId: 1 }, limit: FOUND_MAX };
      const numberedRuns = await runs.find(byNumber, { ...options, hint: "number" }).toArray();
      const ofRuns = { runId: { $in: numberedRuns.map(({ _id }) => _id) }, companyId: company };
      const stages = await tasks.find(ofRuns, options).toArray();
      const seats = await approvals.find(ofRuns, options).toArray();
      const refIds = idsOf(numberedRuns.map(({ refId }) => refId.toHexString()));
      return [
        ...DOCUMENTS.map((entity) => ({ entity, entityId: { $in: refIds } })),
        { entity: TASKS, entityId: { $in: stages.map(({ _id }) => _id) } },
        { entity: APPROVALS, entityId: { $in: seats.map(({ _id }) => _id) } },
      ];
    },
  };
}

const idsOf = (ids: readonly (string | undefined)[]): ObjectId[] =>
  [...new Set(ids)].filter((id) => id !== undefined && ObjectId.isValid(id)).map((id) => new ObjectId(id));

/** An id in such a field. */
function idIn(record: unknown, name: string): string | undefined {
  const id = fieldIn(record, name);
  return typeof id === "string" ? id : undefined;
}

/** The stage that a change is about: its own record, or that of its seat. */
function taskIdOf({ entity, entityId, before, after }: AuditLog): string | undefined {
  if (entity === TASKS) return entityId;
  return entity === APPROVALS ? (idIn(after, "taskId") ?? idIn(before, "taskId")) : undefined;
}

/** The run that a decision changed. */
const runIdOf = ({ details }: AuditLog): string | undefined => idIn(details, "runId");

/** The approver in whose place the actor gave a verdict. */
function principalOf(log: AuditLog): string | undefined {
  const approverId = verdictOf(log)?.approverId;
  return approverId === log.actorId ? undefined : approverId;
}
