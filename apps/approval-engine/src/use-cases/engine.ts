import type { WorkflowTaskStatus } from "@countersign/domain/approval";

import type {
  ApprovalThreshold,
  HrApprovalPolicy,
  Workflow,
  WorkflowApproval,
  WorkflowApprover,
  WorkflowStage,
  WorkflowTask,
} from "../repositories/records.ts";
import type { Caller } from "./caller.ts";
import type {
  ActionApprovalInput,
  CancelInput,
  CreateApprovalThresholdInput,
  CreateHrApprovalPolicyInput,
  CreateWorkflowApprovalInput,
  CreateWorkflowApproverInput,
  CreateWorkflowInput,
  CreateWorkflowStageInput,
  DecideInput,
  OrderInput,
  SubmitHrInput,
  SubmitInput,
  UpdateApprovalThresholdInput,
  UpdateHrApprovalPolicyInput,
  UpdateWorkflowApprovalInput,
  UpdateWorkflowApproverInput,
  UpdateWorkflowInput,
  UpdateWorkflowStageInput,
  UpdateWorkflowTaskInput,
} from "./inputs.ts";

/** Answer to a submission: the run's tasks in their order. */
export interface SubmitAnswer {
  refId: string;
  tasks: { _id: string; orderNo: number; stageName: string; status: WorkflowTaskStatus }[];
}

/** Whether an order needs approval, and by which workflow. */
export interface Evaluation {
  required: boolean;
  workflowId?: string;
}

/** The three writes of one kind of record. Every one is audited; another company's record is a missing one. */
export interface RecordUseCases<R, Create, Update> {
  create(caller: Caller, input: Create): Promise<R>;
  update(caller: Caller, id: string, input: Update): Promise<R>;
  /** Soft delete. */
  remove(caller: Caller, id: string): Promise<true>;
}

/**
 * Everything the approval engine can be told to do. Inputs are checked here, so every edge may pass on what it got.
 * Each use case is one transaction with its events, notifications, audit and outbox rows; all throw `DomainError`.
 */
export interface Engine {
  submitDocument(caller: Caller, input: SubmitInput): Promise<SubmitAnswer>;
  submitHr(caller: Caller, input: SubmitHrInput): Promise<SubmitAnswer>;
  /** `updateWorkflowApprovalStatus`: the caller's verdict on the active task. */
  decideApproval(caller: Caller, input: DecideInput): Promise<void>;
  /** HR facade: the caller's verdict, taking a pending approval over where `HR_TAKEOVER` lets them; answers the approval row. */
  actionApproval(caller: Caller, taskId: string, input: ActionApprovalInput): Promise<WorkflowApproval>;
  /** Archives the open tasks of a document; a document without an open run is left as it is. */
  cancelDocument(caller: Caller, input: CancelInput): Promise<void>;

  workflows: RecordUseCases<Workflow, CreateWorkflowInput, UpdateWorkflowInput>;
  stages: RecordUseCases<WorkflowStage, CreateWorkflowStageInput, UpdateWorkflowStageInput>;
  approvers: RecordUseCases<WorkflowApprover, CreateWorkflowApproverInput, UpdateWorkflowApproverInput>;
  tasks: Pick<RecordUseCases<WorkflowTask, never, UpdateWorkflowTaskInput>, "update" | "remove">;
  approvals: RecordUseCases<WorkflowApproval, CreateWorkflowApprovalInput, UpdateWorkflowApprovalInput>;
  policies: RecordUseCases<HrApprovalPolicy, CreateHrApprovalPolicyInput, UpdateHrApprovalPolicyInput>;
  thresholds: RecordUseCases<ApprovalThreshold, CreateApprovalThresholdInput, UpdateApprovalThresholdInput>;

  /** @throws DomainError `NOT_FOUND` when the notification is not the caller's */
  markNotificationRead(caller: Caller, id: string): Promise<void>;
  markAllNotificationsRead(caller: Caller): Promise<void>;

  /** Seeds the default HR policies of a new company, once for ever. */
  seedCompany(companyId: string): Promise<void>;

  evaluateOrder(companyId: string, order: OrderInput): Promise<Evaluation>;
  /** Submits a new order where a threshold or the company's default workflow asks for it; never fails. */
  orderCreated(caller: Caller, order: OrderInput): Promise<Evaluation>;
  /** @throws DomainError `POSTING_NEEDS_APPROVAL` */
  assertPostable(companyId: string, orderId: string): Promise<void>;
}
