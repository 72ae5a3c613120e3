import type { Id } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";

import type { Caller } from "../shared/caller.ts";
import type { ChangeNote } from "../shared/change-note.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { type UnplacedStage, type VersionContent, placedStages } from "./content.ts";
import { type Judgement, refuseFaults } from "./refuse-faults.ts";
import { type WorkflowVersion, insertNext } from "./versions.ts";
import { type OwnRows, writeRows } from "./write-rows.ts";

/** A change of a workflow that is about to be published. */
export interface Publication {
  workflowId: Id;
  /** The newest version; absent of a new workflow. */
  before: WorkflowVersion | undefined;
  /** The content after it, whose stages may stand in any order and lack keys. */
  after: Omit<VersionContent, "stages"> & { stages: readonly UnplacedStage[] };
  note?: string | undefined;
  changeNote?: ChangeNote | undefined;
  /** Absent: the command changes neither conditions nor sources. */
  judgement?: Judgement | undefined;
  rows?: OwnRows;
}

/**
 * Publishes the next version of a workflow and writes the rows that follow from it, in one transaction (contract-3, ROUTE-1;
 * contract-4, ONE-6).
 *
 * @throws DomainError as {@link refuseFaults}
 */
export async function publishContent(
  scope: TransactionScope,
  caller: Caller,
  { workflowId, before, after: { name, facts, stages }, note, changeNote, judgement, rows }: Publication,
): Promise<WorkflowVersion> {
  const { companyId, userId: createdBy } = caller;
  const content = defined<VersionContent>({ name, facts, stages: placedStages(stages) });
  if (judgement !== undefined) await refuseFaults(scope, companyId, content, judgement);
  const next = await insertNext(scope, before, {
    companyId,
    workflowId,
    createdBy,
    note,
    changeNote,
    content,
  });
  await writeRows(scope, caller, { workflowId, before, after: content }, rows);
  return next;
}
