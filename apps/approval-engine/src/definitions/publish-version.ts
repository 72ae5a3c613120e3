import { type Id, ladderFieldsIn } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import { stageKeys } from "@countersign/domain/routing";
import type { Scope } from "@countersign/mongo";

import type { TransactionScope } from "../shared/transact.ts";
import type { Workflow, WorkflowApprover, WorkflowStage } from "./records.ts";
import { type Judgement, refuseFaults } from "./refuse-faults.ts";
import { createApprovers, createStages, createWorkflows } from "./repositories.ts";
import { eachOnce } from "./stage-seats.ts";
import {
  type NewestVersion,
  type VersionContent,
  type VersionStage,
  type WorkflowVersion,
  findNewestVersion,
  hashOf,
  insertVersion,
} from "./versions.ts";

/** A workflow as its records are now, and the newest version of it. */
export interface Definition {
  workflow: Workflow;
  /** In their order. */
  stages: readonly WorkflowStage[];
  /** Of all its stages. */
  approvers: readonly WorkflowApprover[];
  newest: NewestVersion | undefined;
}

/** A workflow of the company, read whole. */
export async function definitionOf(
  scope: Scope,
  companyId: Id,
  workflowId: Id,
): Promise<Definition | undefined> {
  const workflow = await createWorkflows(scope).find(companyId, workflowId);
  if (workflow === undefined) return undefined;
  const approvers = await createApprovers(scope).list(companyId, { workflowId });
  const stages = await createStages(scope).list(companyId, { workflowId });
  const newest = await findNewestVersion(scope, companyId, workflowId);
  return { workflow, stages: stages.toSorted((a, b) => a.order - b.order), approvers, newest };
}

/** The content of a version that is the workflow as it is now. @param keys - of stages that no version has yet */
export function contentOf(
  { workflow: { name, facts }, stages, approvers, newest }: Definition,
  keys: ReadonlyMap<Id, string> = new Map(),
): VersionContent {
  const given = stages.map(({ _id }) => ({ key: keys.get(_id) ?? newest?.keys.get(_id) }));
  const named = stageKeys(given);
  const keyed = stages.map((stage, place) => versionStage(named[place] ?? "", stage, approvers));
  return defined<VersionContent>({ name, facts, stages: keyed });
}

function versionStage(key: string, stage: WorkflowStage, rows: readonly WorkflowApprover[]): VersionStage {
  const { _id: stageId, name, order, approveBy, quorum, rejectBy, bulk, sources, when } = stage;
  const approvers = eachOnce(rows.filter((row) => row.stageId === stageId));
  const rule = { name, order, approveBy, quorum, rejectBy, bulk };
  const own = { key, stageId, ...rule, approvers, sources, when };
  return defined<VersionStage>({ ...own, ...ladderFieldsIn(stage) });
}

/** A version that is about to be published. */
export interface Publication {
  companyId: Id;
  workflowId: Id;
  /** Absent: the first use of the workflow publishes it. */
  createdBy?: Id;
  note?: string | undefined;
  /** The keys of new stages, by the stages' ids. */
  keys?: ReadonlyMap<Id, string>;
  /** Absent: the command changes neither conditions nor sources. */
  judgement?: Judgement | undefined;
}

/**
 * Publishes the workflow, as its records are in the transaction, as its next version (contract-3, ROUTE-1). A workflow that
 * is not there, because the same command deletes it, gets none.
 *
 * @throws DomainError as {@link refuseFaults}
 */
export async function publishVersion(
  scope: TransactionScope,
  { companyId, workflowId, keys, judgement, ...origin }: Publication,
): Promise<WorkflowVersion | undefined> {
  const definition = await definitionOf(scope, companyId, workflowId);
  if (definition === undefined) return undefined;
  const content = contentOf(definition, keys);
  if (judgement !== undefined) await refuseFaults(scope, companyId, content, judgement);
  return insertNext(scope, { ...origin, companyId, workflowId, ...content }, definition.newest);
}

async function insertNext(
  scope: TransactionScope,
  fields: Omit<Publication, "keys" | "judgement"> & VersionContent,
  newest: NewestVersion | undefined,
): Promise<WorkflowVersion> {
  const next = defined<WorkflowVersion>({
    _id: scope.newId(),
    version: (newest?.version ?? 0) + 1,
    hash: hashOf(fields),
    ...fields,
    createdAt: scope.now,
  });
  await insertVersion(scope, next);
  return next;
}

/** A version as commands follow it. */
export type CurrentVersion = VersionContent & Pick<WorkflowVersion, "version">;

/**
 * The version that commands follow: the newest one. A workflow without a version, or one that a release before versions
 * has changed since, gets the next one in this transaction.
 */
export async function currentVersion(
  scope: TransactionScope,
  companyId: Id,
  workflowId: Id,
): Promise<CurrentVersion | undefined> {
  const definition = await definitionOf(scope, companyId, workflowId);
  if (definition === undefined) return undefined;
  const { newest } = definition;
  const content = contentOf(definition);
  if (newest?.hash === hashOf(content)) return { version: newest.version, ...content };
  return insertNext(scope, { companyId, workflowId, ...content }, newest);
}
