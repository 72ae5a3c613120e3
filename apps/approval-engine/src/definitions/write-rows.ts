import type { Id } from "@countersign/domain/approval";

import type { Caller } from "../shared/caller.ts";
import { projectRows, withoutFields } from "../shared/project-rows.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { type StageFields, type VersionContent, STAGE_FIELDS } from "./content.ts";
import type { DefinitionStatus, WorkflowApprover, WorkflowStage } from "./records.ts";
import { createApprovers, createStages } from "./repositories.ts";
import { type ApproverFields, rowsOf } from "./rows.ts";

/** A command's own part in the rows that follow from its change. */
export interface OwnRows {
  /** A row that the command names, with its own fields and those that it derives. */
  stage?: WorkflowStage;
  /** The same. */
  approver?: WorkflowApprover;
  /** The states of stages that the command gives, by their ids. */
  statuses?: ReadonlyMap<Id, DefinitionStatus>;
  /** Rows of approvers that the command names, whether or not it changes them. */
  namedApproverIds?: ReadonlySet<Id>;
}

/** A change of a workflow's content. */
interface ContentChange {
  workflowId: Id;
  /** Absent of a new workflow. */
  before: Pick<VersionContent, "stages"> | undefined;
  /** Absent of a workflow that is deleted. */
  after: Pick<VersionContent, "stages"> | undefined;
}

/** Writes the rows of stages and approvers that follow from a change of a workflow's content (contract-4, ONE-6). */
export async function writeRows(
  scope: TransactionScope,
  caller: Caller,
  { workflowId, before, after }: ContentChange,
  { stage, approver, statuses = new Map(), namedApproverIds = new Set() }: OwnRows = {},
): Promise<void> {
  const { stages, approvers } = rowsOf(before, after);
  const statusOf = (id: Id, present: DefinitionStatus = "DRAFT") => statuses.get(id) ?? present;
  await projectRows<WorkflowStage, StageFields>(scope, caller, {
    among: { workflowId },
    store: createStages(scope),
    series: "WS",
    changes: stages,
    namedRow: stage,
    rowAfter: (base, fields) => ({
      ...withoutFields(base, STAGE_FIELDS),
      workflowId,
      status: statusOf(fields._id, base.status),
      ...fields,
    }),
    isNamed: ({ _id, status }) => statusOf(_id, status) !== status,
  });
  await projectRows<WorkflowApprover, ApproverFields>(scope, caller, {
    among: { workflowId },
    store: createApprovers(scope),
    series: "WA",
    changes: approvers,
    namedRow: approver,
    rowAfter: (base, fields) => ({ ...withoutFields(base, ["groups"]), workflowId, ...fields }),
    isNamed: ({ _id }) => namedApproverIds.has(_id),
  });
}
