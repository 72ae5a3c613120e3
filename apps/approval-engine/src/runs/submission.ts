import type { ApprovalDocument } from "@countersign/contracts";
import type { SubmitCommand, WorkflowTaskStatus } from "@countersign/domain/approval";

import type { DocumentAction, EarlierRejection } from "../documents/index.ts";
import type { NamedPerson } from "../approval-settings/index.ts";

/** Answer to a submission: the run and its tasks in their order. */
export interface SubmitAnswer {
  refId: string;
  runId: string;
  /** The stored workflow that it follows. */
  workflowId?: string | undefined;
  /** The document's revision, where one was sent. */
  revision?: number | undefined;
  tasks: { _id: string; orderNo: number; stageName: string; status: WorkflowTaskStatus }[];
}

/** A submission by a service or a person. */
export type Submission = Pick<
  SubmitCommand,
  "refId" | "kind" | "ref" | "submitterId" | "beneficiaryId" | "workflowId" | "dynamicStages" | "stagesBefore"
> & {
  /** The people whom the fields of the command name. */
  named: readonly NamedPerson[];
  /** Whether the service that owns the document submits it; else a person does. */
  byOwner: boolean;
  /** A rule of the kind, or the default, has chosen the workflow. */
  byRule?: true;
  /** The owner's id of the submission, which the outcome carries (contract-3, OPS-4). */
  requestId?: string | undefined;
  /** The document that approvers decide on. */
  document?: ApprovalDocument | undefined;
  /** The call that an agent wants to make, once it is approved. */
  action?: DocumentAction | undefined;
  /** Rejections of the same call before, the newest first. */
  earlierRejections?: readonly EarlierRejection[] | undefined;
  /** From when on no verdict counts (contract-3, ASK-3). */
  expiresAt?: Date | undefined;
};
