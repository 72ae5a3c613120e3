import {
  WORKFLOW_APPROVAL_STATUSES,
  WORKFLOW_TASK_KINDS,
  WORKFLOW_TASK_STATUSES,
} from "@countersign/domain/approval";
import { HR_APPROVAL_KINDS } from "@countersign/domain/hr";
import { APPROVAL_THRESHOLD_KINDS } from "@countersign/domain/inventory";
import { newId, toObjectId } from "@countersign/mongo";
import type { Db, Document, ObjectId } from "mongodb";

import type { Caller } from "../src/engine.ts";
import { NO_TERMS } from "../src/shared/rule-lists.ts";
import { deriveLists } from "./derive-lists.ts";
import { aCompany } from "./engine-fixture.ts";

/** Records of each kind in the company: many more than any read may look at for a page. */
const CROWD = 1_200;
/** Stages of a run, and of a workflow: as many as there may be. */
const STAGES = 50;
/** Records of the rare kind: one of this place. */
const RARE = 7;

const DEFINITION_STATUSES = ["DRAFT", "IN_PROGRESS", "COMPLETED"];

const WEEK = [{ day: "MONDAY", from: "09:00", to: "17:00" }];

/** Half of the tasks wait, all for the same person. */
const isWaiting = (n: number): boolean => n >= CROWD / 2;

const pick = <T>(values: readonly T[], n: number): T => values[n % values.length] as T;
const crowdOf = (make: (n: number) => Document, count = CROWD): Document[] =>
  Array.from({ length: count }, (_, n) => make(n));
const idOf = ({ userId }: Caller): ObjectId => toObjectId(userId);
const at = (n: number) => new Date(1_700_000_000_000 + n * 1_000);

const anId = (): ObjectId => toObjectId(newId());
const nameOf = (n: number) => ({ name: n === RARE ? "The rare one" : "One of many" });

/** A company with a crowd of everything, and the ids by which its records are found. */
export type World = Awaited<ReturnType<typeof crowdedWorld>>;

/** Writes records as the engine does: archived and deleted ones are among them. */
export async function crowdedWorld(db: Db) {
  const company = aCompany();
  const companyId = toObjectId(company.companyId);
  /** In half of everything; in one task; in nothing; in the place of the first. */
  const [busy, idle, stranger, substitute] = [company.user(), company.user(), company.user(), company.user()];
  const admin = company.user({ privileged: true });
  const [workflow, rareWorkflow, stage, rareStage] = [anId(), anId(), anId(), anId()];
  const [document, rareDocument, run] = [anId(), anId(), anId()];

  const record = (n: number): Document => ({
    _id: anId(),
    companyId,
    createdAt: at(n),
    updatedAt: at(n),
    createdBy: idOf(n % 2 === 0 ? busy : idle),
    deletedAt: n % 11 === 10 ? new Date() : null,
    canUpdate: true,
    canView: true,
    canDelete: true,
    canPost: true,
    ref: n === RARE ? "RARE-1" : `NO-${String(n).padStart(6, "0")}`,
  });

  /** The stages of one run come first, then runs of one stage. */
  const taskOf = (n: number): Document => {
    const isOfRun = n < STAGES;
    const submitter = n % 2 === 0 ? busy : company.user();
    return {
      ...record(n),
      archived: n % 13 === 12,
      runId: isOfRun ? run : anId(),
      runNumber: 1,
      refId: isOfRun ? document : n === STAGES + RARE ? rareDocument : anId(),
      title: "Board - Approval",
      stageName: "Board",
      orderNo: isOfRun ? n + 1 : 1,
      status: isWaiting(n) ? "AWAITING_APPROVAL" : pick(WORKFLOW_TASK_STATUSES, Math.floor(n / 2)),
      kind: pick(WORKFLOW_TASK_KINDS, Math.floor(n / 3)),
      approveBy: "ALL",
      workflowId: n === RARE ? rareWorkflow : workflow,
      stageId: n === RARE ? rareStage : stage,
      submitterId: idOf(submitter),
      createdBy: idOf(submitter),
      involvedIds: [submitter, ...(n === RARE ? [idle] : [])].map(idOf),
      ...(n % 17 === 0 && { unassigned: true }),
      version: 0,
    };
  };
  const tasks = crowdOf(taskOf);
  const approvals = tasks.map((task, n): Document => {
    const { createdAt, deletedAt, archived, kind, runId, status: taskStatus } = task;
    const approver = n === RARE ? idle : n % 4 === 3 && !isWaiting(n) ? company.user() : busy;
    const ofTask = { taskId: task["_id"], workflowId: task["workflowId"], stageId: task["stageId"] };
    const status = isWaiting(n) ? "AWAITING_APPROVAL" : pick(WORKFLOW_APPROVAL_STATUSES, Math.floor(n / 5));
    const of = { createdAt, deletedAt, archived, kind, runId, taskStatus, status };
    return { ...record(n), ...ofTask, ...of, approverId: idOf(approver) };
  });

  const revisions = crowdOf((n) => ({
    _id: anId(),
    companyId,
    refId: n === RARE ? rareDocument : document,
    runId: run,
    revision: n + 1,
    actorId: idOf(busy),
    title: "Chairs",
    tables: [{ key: "lines", label: "Lines", columns: [], total: CROWD, digest: "0" }],
    createdAt: at(n),
  }));
  const newest = revisions.at(-1)?.["_id"] as ObjectId;

  const collections: Record<string, Document[]> = {
    workflow_tasks: tasks,
    workflow_approvals: approvals,
    workflow_documents: revisions,
    workflow_document_rows: crowdOf(
      (n) => ({ companyId, documentId: newest, key: "lines", from: n * 100, rows: [["1"]] }),
      20,
    ),
    workflow_events: crowdOf((n) => ({
      ...record(n),
      deletedAt: null,
      refId: n === RARE ? rareDocument : document,
      runId: run,
      event: "APPROVED",
      kind: "Leave",
      actorId: idOf(busy),
      targetIds: [],
      metadata: {},
    })),
    workflow_notifications: crowdOf((n) => ({
      ...record(n),
      deletedAt: null,
      userId: idOf(busy),
      eventId: anId(),
      refId: document,
      kind: "Leave",
      message: "One of many",
      read: n % 3 === 0,
    })),
    workflows: [
      ...crowdOf((n) => ({ ...record(n), ...nameOf(n), status: pick(DEFINITION_STATUSES, n) })),
      { ...record(0), ...nameOf(0), _id: workflow, status: "DRAFT" },
    ],
    workflow_stages: crowdOf((n) => ({
      ...record(n),
      ...nameOf(n),
      ...(n === RARE && { _id: rareStage }),
      workflowId: n === RARE ? rareWorkflow : n < STAGES ? workflow : anId(),
      order: n === RARE ? 7_777 : n,
      approveBy: "ANY",
      status: pick(DEFINITION_STATUSES, n),
    })),
    workflow_approvers: crowdOf((n) => ({
      ...record(n),
      workflowId: n === RARE ? rareWorkflow : workflow,
      stageId: n === RARE ? rareStage : n < STAGES ? stage : anId(),
      approverId: idOf(n === RARE ? idle : busy),
    })),
    workflow_versions: crowdOf((n) => ({
      _id: anId(),
      companyId,
      workflowId: workflow,
      version: n + 1,
      hash: "0",
      name: `Version ${n + 1}`,
      stages: [
        {
          key: "only",
          stageId: stage,
          name: "Only",
          order: 1,
          approveBy: "ANY",
          approvers: [{ id: anId(), approverId: idOf(busy) }],
        },
      ],
      createdAt: at(n),
      until: n === CROWD - 1 ? null : at(n + 1),
    })),
    approval_thresholds: crowdOf((n) => ({
      ...record(n),
      kind: pick(APPROVAL_THRESHOLD_KINDS, n),
      workflowId: workflow,
      amountThreshold: n,
      discountPercentageThreshold: null,
      enabled: n === RARE,
    })),
    // One of each kind lives; the others were deleted.
    hr_approval_policies: crowdOf((n) => ({
      ...record(n),
      kind: pick(HR_APPROVAL_KINDS, n),
      levels: [{ role: "MANAGER", order: 1, approveBy: "ANY" }],
      version: 1,
      deletedAt: n < HR_APPROVAL_KINDS.length ? null : new Date(),
    })),
    approval_rule_lists: crowdOf((n) => ({
      _id: anId(),
      companyId,
      kind: "SalesOrder",
      version: n + 1,
      createdAt: at(n),
      createdBy: idOf(busy),
      until: n === CROWD - 1 ? null : at(n + 1),
      rules: [{ id: workflow, workflowId: workflow, enabled: true, ...NO_TERMS, publishedAt: at(n) }],
    })),
    approval_calendars: crowdOf((n) => ({
      ...record(n),
      ...nameOf(n),
      timeZone: "UTC",
      week: WEEK,
      days: [],
      changes: 1,
    })),
    // Every other one comes from the directory, and has no more than its messages say.
    user_groups: crowdOf((n) => ({
      ...(n % 2 === 0 ? { _id: anId(), companyId, version: 1 } : record(n)),
      ...nameOf(n),
      memberIds: [idOf(n === RARE ? idle : busy)],
    })),
    approval_limits: crowdOf((n) => ({
      ...record(n),
      ...(n % 2 === 0 ? { userId: idOf(busy) } : { groupId: workflow }),
      kind: n === RARE ? "SalesOrder" : "Leave",
      currency: "EUR",
      upTo: "1000",
      changes: 1,
      holderId: anId(),
    })),
    failed_submissions: crowdOf((n) => ({
      _id: anId(),
      companyId,
      refId: anId(),
      kind: "PurchaseOrder",
      workflowId: workflow,
      reason: "Workflow has no stages",
      at: at(n),
    })),
    approval_substitutions: crowdOf((n) => ({
      ...record(n),
      principalId: idOf(n === RARE ? idle : busy),
      substituteId: idOf(n === 0 ? substitute : n === RARE ? stranger : company.user()),
      kinds: [],
      fromDate: "2023-11-14",
      untilDate: "2023-11-15",
      timeZone: "UTC",
      from: at(0),
      until: n === 0 ? new Date("2100-01-01") : at(n),
    })).map((row) => Object.assign(row, { peopleIds: [row["principalId"], row["substituteId"]] })),
    users: [
      ...crowdOf((n) => ({
        _id: anId(),
        companyId,
        name: n === RARE ? "Rare Person" : `Person ${n}`,
        email: `person${n}@example.com`,
        active: true,
      })),
      ...[busy, idle, stranger, substitute, admin].map((user) => ({
        _id: idOf(user),
        companyId,
        name: "Zoe Last",
      })),
    ],
    audit_logs: crowdOf((n) => ({
      _id: anId(),
      companyId,
      at: at(0),
      actorId: idOf(n === RARE ? idle : busy),
      action: n === RARE ? "rare" : "update",
      entity: n === RARE ? "rare" : "workflows",
      entityId: n === RARE + 1 ? rareWorkflow : workflow,
      before: null,
      after: null,
    })),
  };
  for (const [name, documents] of Object.entries(collections)) {
    await db.collection(name).insertMany(documents);
  }
  await deriveLists(db);
  const ids = { workflow, rareWorkflow, stage, rareStage, document, rareDocument, run };
  const texts = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, String(id)]));
  return {
    callers: { admin, busy, idle, stranger, substitute },
    ids: texts as Record<keyof typeof ids, string>,
    /** The id of a record of a collection. */
    one: (collection: string) => String(collections[collection]?.[RARE]?.["_id"]),
  };
}
