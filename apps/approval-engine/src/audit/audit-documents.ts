import { type Db, type Filter, ObjectId } from "mongodb";

import {
  RUN_SEARCH,
  type RunSearchRecord,
  type WorkflowApprovalRecord,
  type WorkflowTaskRecord,
} from "../runs/index.ts";
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
  const rows = db.collection<RunSearchRecord>(RUN_SEARCH);
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
      const found = await rows
        .find(
          { _id: { $in: idsOf(runIds) }, companyId: company },
          { projection: { refId: 1, ref: 1, document: 1 } },
        )
        .toArray();
      const rowOf = new Map(found.map((row) => [row._id.toHexString(), row]));
      return logs.map((log, at) => {
        const row = rowOf.get(runIds[at] ?? "");
        if (row === undefined) return null;
        return {
          refId: row.refId.toHexString(),
          ref: row.ref,
          title: row.document?.title,
          stageName: taskOf.get(taskIdOf(log) ?? "")?.stageName,
          forUserId: principalOf(log),
        };
      });
    },
    changesOf: async (companyId, ref) => {
      const company = new ObjectId(companyId);
      const named = { companyId: company, ref: { $in: [...new Set([ref, ref.toUpperCase()])] } };
      const options = { projection: { _id: 1, refId: 1 }, limit: FOUND_MAX };
      const runs = await rows.find(named, { ...options, hint: "by_number" }).toArray();
      const ofRuns = { runId: { $in: runs.map(({ _id }) => _id) }, companyId: company };
      const stages = await tasks.find(ofRuns, options).toArray();
      const seats = await approvals.find(ofRuns, options).toArray();
      const refIds = idsOf(runs.map(({ refId }) => refId.toHexString()));
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

/** The value of a field of a record that a change keeps as it was. */
function fieldIn(record: unknown, name: string): unknown {
  return typeof record === "object" && record !== null
    ? (record as Record<string, unknown>)[name]
    : undefined;
}

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

interface ChangedSeat {
  taskId: string;
  approverId: string;
  status: string;
}

/** The approver in whose place the actor gave a verdict. */
function principalOf({ action, actorId, entityId, after }: AuditLog): string | undefined {
  const seats = action === "changeStatus" ? fieldIn(after, "approvals") : undefined;
  if (!Array.isArray(seats)) return undefined;
  const decided = (seats as ChangedSeat[]).filter(
    ({ taskId, status }) => taskId === entityId && (status === "APPROVED" || status === "REJECTED"),
  );
  if (decided.some(({ approverId }) => approverId === actorId)) return undefined;
  return decided[0]?.approverId;
}
