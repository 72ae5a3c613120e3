import type { EventOf } from "@countersign/contracts";
import type { Owner, WorkflowTaskStatus } from "@countersign/domain/approval";
import type { Evaluation } from "@countersign/domain/inventory";

import type {
  ApprovalThreshold,
  HrApprovalPolicy,
  Workflow,
  WorkflowApproval,
  WorkflowApprover,
  WorkflowStage,
} from "./shared/records.ts";
import type { Caller } from "./shared/caller.ts";
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
} from "./shared/inputs.ts";
import type { RecordUseCases } from "./shared/record-use-cases.ts";
import type { TaskUseCases } from "./runs/task-use-cases.ts";

/** Answer to a submission: the run and its tasks in their order. */
export interface SubmitAnswer {
  refId: string;
  runId: string;
  /** The stored workflow that it follows. */
  workflowId?: string | undefined;
  tasks: { _id: string; orderNo: number; stageName: string; status: WorkflowTaskStatus }[];
}

/** The same for an HR document, with everybody whom its stages ask. */
export type SubmitHrAnswer = SubmitAnswer & { approverIds: string[] };

/** What a new order needs, and its run if it has one. */
export type OrderAnswer = Evaluation & { runId?: string };

/**
 * Everything the approval engine can be told to do. Inputs are checked here, so every edge may pass on what it got.
 * Each use case is one transaction with its events, notifications, audit and outbox rows; all throw `DomainError`.
 */
export interface Engine {
  submitDocument(caller: Caller, input: SubmitInput): Promise<SubmitAnswer>;
  submitHr(caller: Caller, input: SubmitHrInput): Promise<SubmitHrAnswer>;
  /** `updateWorkflowApprovalStatus`: the caller's verdict on the active task. */
  decideApproval(caller: Caller, input: DecideInput): Promise<void>;
  /** HR facade: the caller's verdict, taking a pending approval over where `HR_TAKEOVER` lets them; answers the approval row. */
  actionApproval(caller: Caller, taskId: string, input: ActionApprovalInput): Promise<WorkflowApproval>;
  /**
   * Archives the open tasks of a document and answers how many; without an open run nothing happens.
   *
   * @param owner - reaches this owner's documents only; left out, any
   */
  cancelDocument(caller: Caller, input: CancelInput, owner?: Owner): Promise<number>;

  workflows: RecordUseCases<Workflow, CreateWorkflowInput, UpdateWorkflowInput>;
  stages: RecordUseCases<WorkflowStage, CreateWorkflowStageInput, UpdateWorkflowStageInput>;
  approvers: RecordUseCases<WorkflowApprover, CreateWorkflowApproverInput, UpdateWorkflowApproverInput>;
  tasks: TaskUseCases;
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
  orderCreated(caller: Caller, order: OrderInput): Promise<OrderAnswer>;
  /** @throws DomainError `POSTING_NEEDS_APPROVAL` */
  assertPostable(companyId: string, orderId: string): Promise<void>;

  /** Durable commands: handled once, answered with a message. */
  handleSubmitCommand(event: EventOf<"submitCommand">, authorize?: () => void): Promise<void>;
  handleCancelCommand(event: EventOf<"cancelCommand">, owner?: Owner): Promise<void>;
}
