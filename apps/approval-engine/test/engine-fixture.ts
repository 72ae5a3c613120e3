import { type ApprovalDocument, BUILT_IN_KINDS } from "@countersign/contracts";
import type { WorkflowTaskKind } from "@countersign/domain/approval";
import {
  type Store,
  createUnitOfWork,
  ensureIndexes,
  newId,
  platformIndexes,
  toObjectId,
} from "@countersign/mongo";
import { OUTBOX_INDEXES } from "@countersign/outbox";
import { commandEventsOf } from "@countersign/testing";
import type { Document } from "mongodb";

import {
  type Caller,
  type Engine,
  type EngineDependencies,
  type EngineRules,
  type SubmitAnswer,
  createEngine,
  engineIndexes,
} from "../src/engine.ts";
import type { WorkflowApproval, WorkflowTask } from "../src/runs/index.ts";
import { type WorkflowEvent, type WorkflowNotification, toRecord } from "../src/shared/record-of.ts";

const DEFAULT_RULES: EngineRules = {
  returnRequeue: true,
  hrTakeOver: "anyone",
  definitionsRequirePrivileged: false,
};

/** The engine on a store, without its edges. */
export async function engineOn(
  store: Pick<Store, "builds" | "client" | "db" | "tracing" | "transactions" | "withoutTimeouts">,
  {
    rules = {},
    ...overrides
  }: Partial<Omit<EngineDependencies, "rules">> & { rules?: Partial<EngineRules> } = {},
): Promise<Engine> {
  await ensureIndexes(store, [...platformIndexes(), ...OUTBOX_INDEXES, ...engineIndexes(overrides.features)]);
  return createEngine({
    kinds: BUILT_IN_KINDS,
    rules: { ...DEFAULT_RULES, ...rules },
    unitOfWork: createUnitOfWork(store, (scope) => scope),
    store,
    newId,
    clock: () => new Date(),
    committed: () => undefined,
    submissionFailed: ({ error }) => {
      throw error;
    },
    ...overrides,
  });
}

/** A company of the test's own, and its people. */
export interface Company {
  companyId: string;
  /** A new user of the company. */
  user(fields?: Partial<Caller>): Caller;
}

export function aCompany(): Company {
  const companyId = newId();
  return {
    companyId,
    user: (fields = {}) => ({ companyId, userId: newId(), privileged: false, ...fields }),
  };
}

/** Stages with the given approvers, in their order, each with the rule ANY by default. */
export function stagesOf(
  ...stages: ({ approvers: Caller[]; approveBy?: "ANY" | "ALL"; name?: string } | Caller[])[]
) {
  return stages.map((stage, index) => {
    const {
      approvers,
      approveBy = "ANY",
      name = `Stage ${index + 1}`,
    } = Array.isArray(stage) ? { approvers: stage } : stage;
    return { name, order: index + 1, approveBy, approverIds: approvers.map(({ userId }) => userId) };
  });
}

/** A submitted document. */
export interface Submitted extends SubmitAnswer {
  submitter: Caller;
}

/** Submits a new document to dynamic stages. */
export async function submitNew(
  engine: Pick<Engine, "submitDocument">,
  submitter: Caller,
  dynamicStages: ReturnType<typeof stagesOf>,
  fields: { kind?: WorkflowTaskKind; ref?: string; refId?: string; document?: ApprovalDocument } = {},
): Promise<Submitted> {
  const answer = await engine.submitDocument(submitter, {
    refId: newId(),
    kind: "Leave",
    submitterId: submitter.userId,
    dynamicStages,
    ...fields,
  });
  return { ...answer, submitter };
}

/** Reads what the engine wrote about a document. */
export function recordsOf({ db }: Pick<Store, "db">) {
  const list = async <T>(collection: string, filter: Document): Promise<T[]> =>
    (await db.collection(collection).find(filter).sort({ _id: 1 }).toArray()).map(
      (record) => toRecord(record) as T,
    );
  return {
    list,
    tasks: (refId: string) => list<WorkflowTask>("workflow_tasks", { refId: toObjectId(refId) }),
    approvals: (taskId: string) =>
      list<WorkflowApproval>("workflow_approvals", { taskId: toObjectId(taskId) }),
    events: (refId: string) => list<WorkflowEvent>("workflow_events", { refId: toObjectId(refId) }),
    notifications: (refId: string) =>
      list<WorkflowNotification>("workflow_notifications", { refId: toObjectId(refId) }),
    outbox: async (refId: string) =>
      (await db.collection("outbox").find({ key: refId }).sort({ position: 1 }).toArray()).map(
        ({ subject, data }) => ({ subject: String(subject), data: data as Document }),
      ),
    audit: (entityId: string) => list<Document>("audit_logs", { entityId: toObjectId(entityId) }),
  };
}

/**
 * The commands that a command of the engine sends before it is answered, such as `find users`. No answer waits for the
 * clearing of what is projected.
 */
export async function commandsBeforeAnswer(
  { client }: Pick<Store, "client">,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const events = await commandEventsOf(client, work);
  return events
    .filter(({ command }) => !isClear(command))
    .map(({ commandName, command }) => `${commandName} ${String(command[commandName])}`);
}

const isClear = ({ updates = [] }: Document): boolean => updates[0]?.u.$unset?.pending === true;

/** Every document of every collection that the engine writes, counted: nothing more may be there after a refusal. */
export async function countAll({ db }: Pick<Store, "db">): Promise<number> {
  const names = (await db.listCollections().toArray())
    .map(({ name }) => name)
    .filter((name) => name !== "platform");
  const counts = await Promise.all(names.map((name) => db.collection(name).countDocuments()));
  return counts.reduce((sum, count) => sum + count, 0);
}
