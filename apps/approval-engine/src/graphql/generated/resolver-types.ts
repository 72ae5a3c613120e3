// Generated from the SDL by `npm run graphql`. Do not edit.

import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { Workflow as WorkflowRecord, WorkflowStage as WorkflowStageRecord, WorkflowApprover as WorkflowApproverRecord, WorkflowPage, WorkflowStagePage, WorkflowApproverPage } from '../../definitions/index.ts';
import type { WorkflowTask as WorkflowTaskRecord, WorkflowApproval as WorkflowApprovalRecord, WorkflowEvent as WorkflowEventRecord, WorkflowTaskPage } from '../../runs/index.ts';
import type { WorkflowNotification as WorkflowNotificationRecord } from '../../shared/records.ts';
import type { HrApprovalPolicy as HrApprovalPolicyRecord, ApprovalPage, HrApprovalPolicyPage } from '../../hr/index.ts';
import type { ApprovalThreshold as ApprovalThresholdRecord, ApprovalThresholdPage } from '../../thresholds/index.ts';
import type { User as UserRecord, Order as OrderRecord } from '../../shared/directory-read-model.ts';
import type { AuditLog as AuditLogRecord, AuditLogPage } from '../../audit/index.ts';
import type { GraphqlContext } from '../context.ts';
export type Maybe<T> = T | null | undefined;
export type InputMaybe<T> = T | null | undefined;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** An instant as an ISO 8601 date-time in UTC, such as 2026-01-31T08:30:00.000Z. */
  DateTime: { input: Date; output: Date; }
  /** Any JSON value. */
  JSON: { input: unknown; output: unknown; }
};

/** Reading. */
export type Query = {
  /** Changes made in the company, newest first. Privileged users only. */
  auditLogPage: AuditLogPageResult;
  /** Workflow definitions, newest first. */
  workflowPage: WorkflowPageResult;
  /** The newest workflow definition that matches. */
  findWorkflow?: Maybe<Workflow>;
  /** Stages of workflow definitions, newest first. */
  workflowStagePage: WorkflowStagePageResult;
  /** The newest stage that matches. */
  findWorkflowStage?: Maybe<WorkflowStage>;
  /** Approvers of workflow definitions, newest first. */
  workflowApproverPage: WorkflowApproverPageResult;
  /** The newest approver record that matches. */
  findWorkflowApprover?: Maybe<WorkflowApprover>;
  /** Approvals of HR documents, archived ones included, newest first. */
  approvalPage: ApprovalPageResult;
  /** The 500 newest HR approvals that wait for the caller's verdict, newest first. */
  myPendingApprovals: Array<Approval>;
  /** HR policies, newest first. */
  hrApprovalPolicyPage: HrApprovalPolicyPageResult;
  /** The caller's 500 newest notifications, newest first. */
  findMyNotifications: Array<WorkflowNotificationDto>;
  /** The inbox: tasks that are not archived, newest first. Users who are not privileged see those they approve, created or submitted. */
  workflowTaskPage: WorkflowTaskPageResult;
  /** Tasks of the documents the caller submitted, archived ones included, newest first. */
  findMySubmissions: WorkflowTaskSubmissionsPageResult;
  /** The task that matches; of several the one that waits for approval, else the newest. */
  findOneWorkflowTask?: Maybe<WorkflowTask>;
  /** The newest approval that matches. */
  findOneWorkflowApproval?: Maybe<WorkflowApproval>;
  /** The 500 newest approvals that match, newest first. */
  findWorkflowApproval: Array<WorkflowApproval>;
  /** The 1,000 newest events of a document, in the order they happened. */
  workflowEvents: Array<WorkflowEvent>;
  /** How many tasks of each kind wait for approval in the company. */
  pendingApprovalCounts: Array<PendingApprovalCount>;
  /** Approval thresholds, newest first. */
  approvalThresholdPage: ApprovalThresholdPageResult;
};


/** Reading. */
export type QueryAuditLogPageArgs = {
  input?: InputMaybe<AuditLogPageInput>;
};


/** Reading. */
export type QueryWorkflowPageArgs = {
  input?: InputMaybe<WorkflowPageInput>;
};


/** Reading. */
export type QueryFindWorkflowArgs = {
  input: QueryWorkflowInput;
};


/** Reading. */
export type QueryWorkflowStagePageArgs = {
  input?: InputMaybe<WorkflowStagePageInput>;
};


/** Reading. */
export type QueryFindWorkflowStageArgs = {
  input: FindWorkflowStageInput;
};


/** Reading. */
export type QueryWorkflowApproverPageArgs = {
  input?: InputMaybe<WorkflowApproverPageInput>;
};


/** Reading. */
export type QueryFindWorkflowApproverArgs = {
  input: FindWorkflowApproverInput;
};


/** Reading. */
export type QueryApprovalPageArgs = {
  input?: InputMaybe<ApprovalPageInput>;
};


/** Reading. */
export type QueryHrApprovalPolicyPageArgs = {
  input?: InputMaybe<HrApprovalPolicyPageInput>;
};


/** Reading. */
export type QueryFindMyNotificationsArgs = {
  read?: InputMaybe<Scalars['Boolean']['input']>;
};


/** Reading. */
export type QueryWorkflowTaskPageArgs = {
  input?: InputMaybe<WorkflowTaskPageInput>;
};


/** Reading. */
export type QueryFindMySubmissionsArgs = {
  input?: InputMaybe<WorkflowTaskSubmissionsPageInput>;
};


/** Reading. */
export type QueryFindOneWorkflowTaskArgs = {
  input: QueryWorkflowTaskInput;
};


/** Reading. */
export type QueryFindOneWorkflowApprovalArgs = {
  input: QueryWorkflowApprovalInput;
};


/** Reading. */
export type QueryFindWorkflowApprovalArgs = {
  input: QueryWorkflowApprovalInput;
};


/** Reading. */
export type QueryWorkflowEventsArgs = {
  refId: Scalars['ID']['input'];
};


/** Reading. */
export type QueryApprovalThresholdPageArgs = {
  input?: InputMaybe<ApprovalThresholdPageInput>;
};

/** Who changed what, and from what to what. */
export type AuditLog = {
  /** Unique id, 24 hexadecimal characters. */
  _id: Scalars['ID']['output'];
  /** When the change was made. */
  at: Scalars['DateTime']['output'];
  /** User who made it; absent for the platform itself. */
  actorId?: Maybe<Scalars['ID']['output']>;
  /** What was done, such as update or approve. */
  action: Scalars['String']['output'];
  /** Kind of the changed record, such as workflow. */
  entity: Scalars['String']['output'];
  /** Id of the changed record. */
  entityId: Scalars['ID']['output'];
  /** The record, or its changed fields, before; absent for a new record. */
  before?: Maybe<Scalars['JSON']['output']>;
  /** The record, or its changed fields, after; absent for a deleted record. */
  after?: Maybe<Scalars['JSON']['output']>;
  /** What else there is to know about the change. */
  details?: Maybe<Scalars['JSON']['output']>;
};

/** One page of changes. */
export type AuditLogPageResult = {
  /** The records of the page, newest first. */
  data: Array<AuditLog>;
  /** How many records match, over all pages. */
  total: Scalars['Int']['output'];
};

/** Filter and page of auditLogPage. */
export type AuditLogPageInput = {
  /** Records to leave out before the page; 0 or more, default 0. */
  skip?: InputMaybe<Scalars['Int']['input']>;
  /** Records on the page; 1 to 100, default 20. */
  take?: InputMaybe<Scalars['Int']['input']>;
  /** Only changes of this kind of record, such as workflow; 1 to 100 characters. */
  entity?: InputMaybe<Scalars['String']['input']>;
  /** Only changes of this record. */
  entityId?: InputMaybe<Scalars['ID']['input']>;
  /** Only changes by this user. */
  actorId?: InputMaybe<Scalars['ID']['input']>;
  /** Only changes of this kind, such as update; 1 to 100 characters. */
  action?: InputMaybe<Scalars['String']['input']>;
};

/** Changing. Every operation is audited. */
export type Mutation = {
  /** Creates a workflow definition. */
  createWorkflow: Workflow;
  /** Changes a workflow definition. */
  updateWorkflow: Workflow;
  /** Deletes a workflow definition; the record is kept, but no longer seen. */
  deleteWorkflow: Scalars['Boolean']['output'];
  /** Creates a stage. */
  createWorkflowStage: WorkflowStage;
  /** Changes a stage. */
  updateWorkflowStage: WorkflowStage;
  /** Deletes a stage; the record is kept, but no longer seen. */
  deleteWorkflowStage: Scalars['Boolean']['output'];
  /** Creates an approver of a stage. */
  createWorkflowApprover: WorkflowApprover;
  /** Changes an approver of a stage. */
  updateWorkflowApprover: WorkflowApprover;
  /** Deletes an approver of a stage; the record is kept, but no longer seen. */
  deleteWorkflowApprover: Scalars['Boolean']['output'];
  /** Records the caller's verdict on an HR document, taking the approval over from the user it waits for if need be. */
  actionApproval: Approval;
  /** Creates an HR policy. */
  createHrApprovalPolicy: HrApprovalPolicyDto;
  /** Changes an HR policy. */
  updateHrApprovalPolicy: HrApprovalPolicyDto;
  /** Deletes an HR policy and returns it; the record is kept, but no longer seen. */
  deleteHrApprovalPolicy: HrApprovalPolicyDto;
  /** Marks one of the caller's notifications as read. */
  markNotificationRead: Scalars['Boolean']['output'];
  /** Marks all of the caller's notifications as read. */
  markAllNotificationsRead: Scalars['Boolean']['output'];
  /** Submits a document to a stored workflow: creates the whole run and asks its first stage. */
  newWorkflowTask: Scalars['Boolean']['output'];
  /** Changes the texts of a task, for those involved in its run and privileged users. */
  updateWorkflowTask: WorkflowTask;
  /** Deletes a task of a run that has ended, for privileged users; the record is kept, but no longer seen. */
  deleteWorkflowTask: Scalars['Boolean']['output'];
  /** Records the caller's verdict on a task: advances or returns the run. */
  updateWorkflowApprovalStatus: Scalars['Boolean']['output'];
  /** Asks a further approver on an active task. */
  createWorkflowApproval: WorkflowApproval;
  /** Changes an approval, for those involved in its run and privileged users. */
  updateWorkflowApproval: WorkflowApproval;
  /** Withdraws an open approval, for privileged users; the record is kept, but no longer seen. */
  deleteWorkflowApproval: Scalars['Boolean']['output'];
  /** Creates a threshold. */
  createApprovalThreshold: ApprovalThreshold;
  /** Changes a threshold. */
  updateApprovalThreshold: ApprovalThreshold;
  /** Deletes a threshold; the record is kept, but no longer seen. */
  deleteApprovalThreshold: Scalars['Boolean']['output'];
};


/** Changing. Every operation is audited. */
export type MutationCreateWorkflowArgs = {
  input: CreateWorkflowInput;
};


/** Changing. Every operation is audited. */
export type MutationUpdateWorkflowArgs = {
  id: Scalars['ID']['input'];
  input: UpdateWorkflowInput;
};


/** Changing. Every operation is audited. */
export type MutationDeleteWorkflowArgs = {
  id: Scalars['ID']['input'];
};


/** Changing. Every operation is audited. */
export type MutationCreateWorkflowStageArgs = {
  input: CreateWorkflowStageInput;
};


/** Changing. Every operation is audited. */
export type MutationUpdateWorkflowStageArgs = {
  id: Scalars['ID']['input'];
  input: UpdateWorkflowStageInput;
};


/** Changing. Every operation is audited. */
export type MutationDeleteWorkflowStageArgs = {
  id: Scalars['ID']['input'];
};


/** Changing. Every operation is audited. */
export type MutationCreateWorkflowApproverArgs = {
  input: CreateWorkflowApproverInput;
};


/** Changing. Every operation is audited. */
export type MutationUpdateWorkflowApproverArgs = {
  id: Scalars['ID']['input'];
  input: UpdateWorkflowApproverInput;
};


/** Changing. Every operation is audited. */
export type MutationDeleteWorkflowApproverArgs = {
  id: Scalars['ID']['input'];
};


/** Changing. Every operation is audited. */
export type MutationActionApprovalArgs = {
  taskId: Scalars['ID']['input'];
  input: ActionApprovalInput;
};


/** Changing. Every operation is audited. */
export type MutationCreateHrApprovalPolicyArgs = {
  input: CreateHrApprovalPolicyInput;
};


/** Changing. Every operation is audited. */
export type MutationUpdateHrApprovalPolicyArgs = {
  id: Scalars['ID']['input'];
  input: UpdateHrApprovalPolicyInput;
};


/** Changing. Every operation is audited. */
export type MutationDeleteHrApprovalPolicyArgs = {
  id: Scalars['ID']['input'];
};


/** Changing. Every operation is audited. */
export type MutationMarkNotificationReadArgs = {
  id: Scalars['ID']['input'];
};


/** Changing. Every operation is audited. */
export type MutationNewWorkflowTaskArgs = {
  input: NewWorkflowTaskInput;
};


/** Changing. Every operation is audited. */
export type MutationUpdateWorkflowTaskArgs = {
  id: Scalars['ID']['input'];
  input: UpdateWorkflowTaskInput;
};


/** Changing. Every operation is audited. */
export type MutationDeleteWorkflowTaskArgs = {
  id: Scalars['ID']['input'];
};


/** Changing. Every operation is audited. */
export type MutationUpdateWorkflowApprovalStatusArgs = {
  input: UpdateWorkflowApprovalStatusInput;
};


/** Changing. Every operation is audited. */
export type MutationCreateWorkflowApprovalArgs = {
  input: CreateWorkflowApprovalInput;
};


/** Changing. Every operation is audited. */
export type MutationUpdateWorkflowApprovalArgs = {
  id: Scalars['ID']['input'];
  input: UpdateWorkflowApprovalInput;
};


/** Changing. Every operation is audited. */
export type MutationDeleteWorkflowApprovalArgs = {
  id: Scalars['ID']['input'];
};


/** Changing. Every operation is audited. */
export type MutationCreateApprovalThresholdArgs = {
  input: CreateApprovalThresholdInput;
};


/** Changing. Every operation is audited. */
export type MutationUpdateApprovalThresholdArgs = {
  id: Scalars['ID']['input'];
  input: UpdateApprovalThresholdInput;
};


/** Changing. Every operation is audited. */
export type MutationDeleteApprovalThresholdArgs = {
  id: Scalars['ID']['input'];
};

/** Life cycle of a workflow definition and of a stage. */
export type WorkflowStatus =
  /** Being drawn up; may already be submitted. */
  | 'DRAFT'
  /** In use. */
  | 'IN_PROGRESS'
  /** No longer worked on. */
  | 'COMPLETED'
  /** Withdrawn. */
  | 'CANCELLED';

/** A reusable definition of the stages a document passes. */
export type Workflow = BaseRecord & {
  /** Unique id, 24 hexadecimal characters. */
  _id: Scalars['ID']['output'];
  /** Company the record belongs to; nobody outside it ever sees the record. */
  companyId: Scalars['ID']['output'];
  /** Branch of the company, if the caller belonged to one. */
  branchId?: Maybe<Scalars['ID']['output']>;
  /** Human reference, numbered within the company. */
  ref?: Maybe<Scalars['String']['output']>;
  /** Code of the document's numbering series. */
  documentCode?: Maybe<Scalars['String']['output']>;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: Maybe<Scalars['Float']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** User who created the record; absent for records seeded by the platform. */
  createdBy?: Maybe<Scalars['ID']['output']>;
  /** User who last changed the record. */
  updatedBy?: Maybe<Scalars['ID']['output']>;
  /** When the record was deleted; absent while it lives. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether clients may offer to change the record. */
  canUpdate: Scalars['Boolean']['output'];
  /** Whether clients may offer to show the record. */
  canView: Scalars['Boolean']['output'];
  /** Whether clients may offer to delete the record. */
  canDelete: Scalars['Boolean']['output'];
  /** Whether clients may offer to post the record. */
  canPost: Scalars['Boolean']['output'];
  /** Label. */
  name?: Maybe<Scalars['String']['output']>;
  /** Free text. */
  description?: Maybe<Scalars['String']['output']>;
  /** Legacy; not used. */
  stageId?: Maybe<Scalars['String']['output']>;
  /** Life cycle of the definition. */
  status: WorkflowStatus;
  /** The stages, in the order they run. */
  stages: Array<WorkflowStage>;
  /** The user who created the definition. */
  creator?: Maybe<User>;
};

/** One stage of a workflow definition. */
export type WorkflowStage = BaseRecord & {
  /** Unique id, 24 hexadecimal characters. */
  _id: Scalars['ID']['output'];
  /** Company the record belongs to; nobody outside it ever sees the record. */
  companyId: Scalars['ID']['output'];
  /** Branch of the company, if the caller belonged to one. */
  branchId?: Maybe<Scalars['ID']['output']>;
  /** Human reference, numbered within the company. */
  ref?: Maybe<Scalars['String']['output']>;
  /** Code of the document's numbering series. */
  documentCode?: Maybe<Scalars['String']['output']>;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: Maybe<Scalars['Float']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** User who created the record; absent for records seeded by the platform. */
  createdBy?: Maybe<Scalars['ID']['output']>;
  /** User who last changed the record. */
  updatedBy?: Maybe<Scalars['ID']['output']>;
  /** When the record was deleted; absent while it lives. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether clients may offer to change the record. */
  canUpdate: Scalars['Boolean']['output'];
  /** Whether clients may offer to show the record. */
  canView: Scalars['Boolean']['output'];
  /** Whether clients may offer to delete the record. */
  canDelete: Scalars['Boolean']['output'];
  /** Whether clients may offer to post the record. */
  canPost: Scalars['Boolean']['output'];
  /** Label. */
  name?: Maybe<Scalars['String']['output']>;
  /** Workflow the stage belongs to. */
  workflowId: Scalars['ID']['output'];
  /** Position; stages run in ascending order. */
  order: Scalars['Float']['output'];
  /** How many of the approvers have to approve. */
  approveBy: ApproveBy;
  /** Life cycle of the stage. */
  status: WorkflowStatus;
  /** Only posted, never stored: always empty. The approvers are the WorkflowApprover records. */
  approverIds: Array<Scalars['ID']['output']>;
};

/** A user who approves a stage of a workflow definition. */
export type WorkflowApprover = BaseRecord & {
  /** Unique id, 24 hexadecimal characters. */
  _id: Scalars['ID']['output'];
  /** Company the record belongs to; nobody outside it ever sees the record. */
  companyId: Scalars['ID']['output'];
  /** Branch of the company, if the caller belonged to one. */
  branchId?: Maybe<Scalars['ID']['output']>;
  /** Human reference, numbered within the company. */
  ref?: Maybe<Scalars['String']['output']>;
  /** Code of the document's numbering series. */
  documentCode?: Maybe<Scalars['String']['output']>;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: Maybe<Scalars['Float']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** User who created the record; absent for records seeded by the platform. */
  createdBy?: Maybe<Scalars['ID']['output']>;
  /** User who last changed the record. */
  updatedBy?: Maybe<Scalars['ID']['output']>;
  /** When the record was deleted; absent while it lives. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether clients may offer to change the record. */
  canUpdate: Scalars['Boolean']['output'];
  /** Whether clients may offer to show the record. */
  canView: Scalars['Boolean']['output'];
  /** Whether clients may offer to delete the record. */
  canDelete: Scalars['Boolean']['output'];
  /** Whether clients may offer to post the record. */
  canPost: Scalars['Boolean']['output'];
  /** Stage that is approved. */
  stageId: Scalars['ID']['output'];
  /** Workflow the stage belongs to. */
  workflowId: Scalars['ID']['output'];
  /** User who approves. */
  approverId: Scalars['ID']['output'];
};

/** One page of workflow definitions. */
export type WorkflowPageResult = {
  /** The records of the page, newest first. */
  data: Array<Workflow>;
  /** How many records match, over all pages. */
  total: Scalars['Int']['output'];
};

/** One page of stages. */
export type WorkflowStagePageResult = {
  /** The records of the page, newest first. */
  data: Array<WorkflowStage>;
  /** How many records match, over all pages. */
  total: Scalars['Int']['output'];
};

/** One page of approvers. */
export type WorkflowApproverPageResult = {
  /** The records of the page, newest first. */
  data: Array<WorkflowApprover>;
  /** How many records match, over all pages. */
  total: Scalars['Int']['output'];
};

/** Filter and page of workflowPage. */
export type WorkflowPageInput = {
  /** Records to leave out before the page; 0 or more, default 0. */
  skip?: InputMaybe<Scalars['Int']['input']>;
  /** Records on the page; 1 to 100, default 20. */
  take?: InputMaybe<Scalars['Int']['input']>;
  /** Text to find in reference and name, in either case; every character counts as itself. Up to 200 characters; empty or left out: every record. */
  keyword?: InputMaybe<Scalars['String']['input']>;
  /** Only definitions in this state. */
  status?: InputMaybe<WorkflowStatus>;
};

/** Filter of findWorkflow; at least one field. */
export type QueryWorkflowInput = {
  /** Id of the workflow. */
  _id?: InputMaybe<Scalars['ID']['input']>;
  /** Reference of the workflow. */
  ref?: InputMaybe<Scalars['String']['input']>;
  /** Exact name. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** State of the definition. */
  status?: InputMaybe<WorkflowStatus>;
};

/** Fields of a new workflow definition. */
export type CreateWorkflowInput = {
  /** Label, 1 to 200 characters. */
  name: Scalars['String']['input'];
  /** Free text, up to 2,000 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Legacy; not used. */
  stageId?: InputMaybe<Scalars['String']['input']>;
  /** Default DRAFT. */
  status?: InputMaybe<WorkflowStatus>;
  /** Code of the document's numbering series, 1 to 200 characters. */
  documentCode?: InputMaybe<Scalars['String']['input']>;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

/** Fields of a workflow definition to change; the others stay. */
export type UpdateWorkflowInput = {
  /** Label, 1 to 200 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Free text, up to 2,000 characters; null removes it. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Legacy; not used. */
  stageId?: InputMaybe<Scalars['String']['input']>;
  /** State of the definition. */
  status?: InputMaybe<WorkflowStatus>;
  /** Code of the document's numbering series, 1 to 200 characters. */
  documentCode?: InputMaybe<Scalars['String']['input']>;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

/** Filter and page of workflowStagePage. */
export type WorkflowStagePageInput = {
  /** Records to leave out before the page; 0 or more, default 0. */
  skip?: InputMaybe<Scalars['Int']['input']>;
  /** Records on the page; 1 to 100, default 20. */
  take?: InputMaybe<Scalars['Int']['input']>;
  /** Text to find in reference and name, in either case; every character counts as itself. Up to 200 characters; empty or left out: every record. */
  keyword?: InputMaybe<Scalars['String']['input']>;
  /** Only stages of this workflow. */
  workflowId?: InputMaybe<Scalars['ID']['input']>;
  /** Only stages in this state. */
  status?: InputMaybe<WorkflowStatus>;
};

/** Filter of findWorkflowStage; at least one field. */
export type FindWorkflowStageInput = {
  /** Id of the stage. */
  _id?: InputMaybe<Scalars['ID']['input']>;
  /** Reference of the stage. */
  ref?: InputMaybe<Scalars['String']['input']>;
  /** Exact name. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Workflow of the stage. */
  workflowId?: InputMaybe<Scalars['ID']['input']>;
  /** Position of the stage. */
  order?: InputMaybe<Scalars['Float']['input']>;
};

/** Fields of a new stage. */
export type CreateWorkflowStageInput = {
  /** Label, 1 to 200 characters. */
  name: Scalars['String']['input'];
  /** Workflow the stage belongs to. */
  workflowId: Scalars['ID']['input'];
  /** Position; any finite number, unique within the workflow. */
  order: Scalars['Float']['input'];
  /** Default ANY. */
  approveBy?: InputMaybe<ApproveBy>;
  /** Default DRAFT. */
  status?: InputMaybe<WorkflowStatus>;
  /** Users who approve; each becomes a WorkflowApprover record. Up to 200. */
  approverIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Code of the document's numbering series, 1 to 200 characters. */
  documentCode?: InputMaybe<Scalars['String']['input']>;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

/** Fields of a stage to change; the others stay. */
export type UpdateWorkflowStageInput = {
  /** Label, 1 to 200 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Position; any finite number, unique within the workflow. */
  order?: InputMaybe<Scalars['Float']['input']>;
  /** How many of the approvers have to approve. */
  approveBy?: InputMaybe<ApproveBy>;
  /** State of the stage. */
  status?: InputMaybe<WorkflowStatus>;
  /** Users who approve: replaces the stage's WorkflowApprover records. Up to 200. */
  approverIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Code of the document's numbering series, 1 to 200 characters. */
  documentCode?: InputMaybe<Scalars['String']['input']>;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

/** Filter and page of workflowApproverPage. */
export type WorkflowApproverPageInput = {
  /** Records to leave out before the page; 0 or more, default 0. */
  skip?: InputMaybe<Scalars['Int']['input']>;
  /** Records on the page; 1 to 100, default 20. */
  take?: InputMaybe<Scalars['Int']['input']>;
  /** Only approvers of this workflow. */
  workflowId?: InputMaybe<Scalars['ID']['input']>;
  /** Only approvers of this stage. */
  stageId?: InputMaybe<Scalars['ID']['input']>;
  /** Only this user's records. */
  approverId?: InputMaybe<Scalars['ID']['input']>;
};

/** Filter of findWorkflowApprover; at least one field. */
export type FindWorkflowApproverInput = {
  /** Id of the record. */
  _id?: InputMaybe<Scalars['ID']['input']>;
  /** Workflow of the stage. */
  workflowId?: InputMaybe<Scalars['ID']['input']>;
  /** Stage that is approved. */
  stageId?: InputMaybe<Scalars['ID']['input']>;
  /** User who approves. */
  approverId?: InputMaybe<Scalars['ID']['input']>;
};

/** Fields of a new approver. */
export type CreateWorkflowApproverInput = {
  /** Stage that is approved. */
  stageId: Scalars['ID']['input'];
  /** Workflow of the stage; may be left out, must be the stage's if given. */
  workflowId?: InputMaybe<Scalars['ID']['input']>;
  /** User who approves. */
  approverId: Scalars['ID']['input'];
  /** Code of the document's numbering series, 1 to 200 characters. */
  documentCode?: InputMaybe<Scalars['String']['input']>;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

/** Fields of an approver to change; the others stay. */
export type UpdateWorkflowApproverInput = {
  /** User who approves. */
  approverId?: InputMaybe<Scalars['ID']['input']>;
  /** Code of the document's numbering series, 1 to 200 characters. */
  documentCode?: InputMaybe<Scalars['String']['input']>;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

/** Kind of an HR document. */
export type HrApprovalKind =
  /** Leave request. */
  | 'LEAVE'
  /** Expense claim. */
  | 'CLAIM'
  /** Loan. */
  | 'LOAN'
  /** Salary advance. */
  | 'ADVANCE';

/** State of an HR document's approval, as HR sees it. */
export type HrApprovalStatus =
  /** Waits for a verdict. */
  | 'PENDING'
  /** Approved. */
  | 'APPROVED'
  /** Rejected. */
  | 'REJECTED'
  /** The document was cancelled. */
  | 'CANCELLED';

/** Who approves a level of an HR policy. */
export type HrApprovalRole =
  /** The person the employee reports to. */
  | 'MANAGER'
  /** The head of the employee's department. */
  | 'HEAD_OF_DEPARTMENT'
  /** The employee's HR officer. */
  | 'HR';

/** An approver's row on an HR document. */
export type Approval = {
  /** Id of the approval row, 24 hexadecimal characters. */
  _id: Scalars['ID']['output'];
  /** Task the row belongs to; the argument of actionApproval. */
  taskId: Scalars['ID']['output'];
  /** HR document that is approved. */
  refId: Scalars['ID']['output'];
  /** Human reference of the document. */
  ref?: Maybe<Scalars['String']['output']>;
  /** Kind of the document. */
  kind: HrApprovalKind;
  /** State of the task. */
  status: HrApprovalStatus;
  /** Name of the stage: the role that approves. */
  stageName: Scalars['String']['output'];
  /** User who is asked or who judged. */
  approverId: Scalars['ID']['output'];
  /** The user who is asked or who judged. */
  approver?: Maybe<User>;
  /** Remark given with the verdict. */
  remark?: Maybe<Scalars['String']['output']>;
  /** When the verdict was recorded, whole seconds since 1970. */
  statusUpdateDate?: Maybe<Scalars['Float']['output']>;
  /** When the row was created. */
  createdAt: Scalars['DateTime']['output'];
  /** User who submitted the document. */
  submitterId: Scalars['ID']['output'];
};

/** One level of an HR policy. */
export type HrApprovalPolicyLevel = {
  /** Who approves. */
  role: HrApprovalRole;
  /** Position; levels are asked in ascending order. */
  order: Scalars['Int']['output'];
  /** How many of the level's approvers have to approve. */
  approveBy: ApproveBy;
};

/** Who approves an HR document of one kind, level by level. */
export type HrApprovalPolicyDto = BaseRecord & {
  /** Unique id, 24 hexadecimal characters. */
  _id: Scalars['ID']['output'];
  /** Company the record belongs to; nobody outside it ever sees the record. */
  companyId: Scalars['ID']['output'];
  /** Branch of the company, if the caller belonged to one. */
  branchId?: Maybe<Scalars['ID']['output']>;
  /** Human reference, numbered within the company. */
  ref?: Maybe<Scalars['String']['output']>;
  /** Code of the document's numbering series. */
  documentCode?: Maybe<Scalars['String']['output']>;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: Maybe<Scalars['Float']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** User who created the record; absent for records seeded by the platform. */
  createdBy?: Maybe<Scalars['ID']['output']>;
  /** User who last changed the record. */
  updatedBy?: Maybe<Scalars['ID']['output']>;
  /** When the record was deleted; absent while it lives. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether clients may offer to change the record. */
  canUpdate: Scalars['Boolean']['output'];
  /** Whether clients may offer to show the record. */
  canView: Scalars['Boolean']['output'];
  /** Whether clients may offer to delete the record. */
  canDelete: Scalars['Boolean']['output'];
  /** Whether clients may offer to post the record. */
  canPost: Scalars['Boolean']['output'];
  /** Kind of the document. */
  kind: HrApprovalKind;
  /** The levels, in ascending order. */
  levels: Array<HrApprovalPolicyLevel>;
};

/** One page of HR approvals. */
export type ApprovalPageResult = {
  /** The records of the page, newest first. */
  data: Array<Approval>;
  /** How many records match, over all pages. */
  total: Scalars['Int']['output'];
};

/** One page of HR policies. */
export type HrApprovalPolicyPageResult = {
  /** The records of the page, newest first. */
  data: Array<HrApprovalPolicyDto>;
  /** How many records match, over all pages. */
  total: Scalars['Int']['output'];
};

/** Filter and page of approvalPage. */
export type ApprovalPageInput = {
  /** Records to leave out before the page; 0 or more, default 0. */
  skip?: InputMaybe<Scalars['Int']['input']>;
  /** Records on the page; 1 to 100, default 20. */
  take?: InputMaybe<Scalars['Int']['input']>;
  /** Only approvals in this state. */
  status?: InputMaybe<HrApprovalStatus>;
  /** Only documents of this kind. */
  kind?: InputMaybe<HrApprovalKind>;
  /** Only this user's rows. */
  approverId?: InputMaybe<Scalars['ID']['input']>;
};

/** Verdict on an HR document. */
export type ActionApprovalInput = {
  /** APPROVED or REJECTED. */
  status: HrApprovalStatus;
  /** Comment or reason, up to 2,000 characters. */
  remark?: InputMaybe<Scalars['String']['input']>;
};

/** Filter and page of hrApprovalPolicyPage. */
export type HrApprovalPolicyPageInput = {
  /** Records to leave out before the page; 0 or more, default 0. */
  skip?: InputMaybe<Scalars['Int']['input']>;
  /** Records on the page; 1 to 100, default 20. */
  take?: InputMaybe<Scalars['Int']['input']>;
  /** Only the policy of this kind. */
  kind?: InputMaybe<HrApprovalKind>;
};

/** One level of an HR policy. */
export type HrApprovalPolicyLevelInput = {
  /** Who approves; each role once in a policy. */
  role: HrApprovalRole;
  /** Position: a positive integer, unique within the policy. */
  order: Scalars['Int']['input'];
  /** How many of the level's approvers have to approve. */
  approveBy: ApproveBy;
};

/** A new HR policy; one per kind and company. */
export type CreateHrApprovalPolicyInput = {
  /** Kind of the document. */
  kind: HrApprovalKind;
  /** The levels, 1 to 20. */
  levels: Array<HrApprovalPolicyLevelInput>;
  /** Code of the document's numbering series, 1 to 200 characters. */
  documentCode?: InputMaybe<Scalars['String']['input']>;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

/** Fields of an HR policy to change; the others stay. */
export type UpdateHrApprovalPolicyInput = {
  /** Kind of the document. */
  kind?: InputMaybe<HrApprovalKind>;
  /** Replaces all levels; 1 to 20. */
  levels?: InputMaybe<Array<HrApprovalPolicyLevelInput>>;
  /** Code of the document's numbering series, 1 to 200 characters. */
  documentCode?: InputMaybe<Scalars['String']['input']>;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

/** Live updates, over the graphql-transport-ws protocol at the same address. */
export type Subscription = {
  /** Each new notification of the caller, as it is written. */
  workflowNotificationAdded: WorkflowNotificationDto;
};

/** A message to one user about an event. */
export type WorkflowNotificationDto = BaseRecord & {
  /** Unique id, 24 hexadecimal characters. */
  _id: Scalars['ID']['output'];
  /** Company the record belongs to; nobody outside it ever sees the record. */
  companyId: Scalars['ID']['output'];
  /** Branch of the company, if the caller belonged to one. */
  branchId?: Maybe<Scalars['ID']['output']>;
  /** Human reference, numbered within the company. */
  ref?: Maybe<Scalars['String']['output']>;
  /** Code of the document's numbering series. */
  documentCode?: Maybe<Scalars['String']['output']>;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: Maybe<Scalars['Float']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** User who created the record; absent for records seeded by the platform. */
  createdBy?: Maybe<Scalars['ID']['output']>;
  /** User who last changed the record. */
  updatedBy?: Maybe<Scalars['ID']['output']>;
  /** When the record was deleted; absent while it lives. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether clients may offer to change the record. */
  canUpdate: Scalars['Boolean']['output'];
  /** Whether clients may offer to show the record. */
  canView: Scalars['Boolean']['output'];
  /** Whether clients may offer to delete the record. */
  canDelete: Scalars['Boolean']['output'];
  /** Whether clients may offer to post the record. */
  canPost: Scalars['Boolean']['output'];
  /** Recipient. */
  userId: Scalars['ID']['output'];
  /** Event the message is about. */
  eventId: Scalars['ID']['output'];
  /** Stored workflow; absent for inline stages. */
  workflowId?: Maybe<Scalars['ID']['output']>;
  /** Task the message is about. */
  taskId?: Maybe<Scalars['ID']['output']>;
  /** Document the message is about. */
  refId: Scalars['ID']['output'];
  /** Kind of the document. */
  kind: WorkflowTaskKind;
  /** The message, ready to show. */
  message: Scalars['String']['output'];
  /** Whether the recipient has read it. */
  read: Scalars['Boolean']['output'];
};

/** Kind of the document that is approved; it decides which service hears the outcome. */
export type WorkflowTaskKind =
  /** Purchase requisition (inventory). */
  | 'PurchaseRequisition'
  /** Purchase order (inventory). */
  | 'PurchaseOrder'
  /** Sales quotation (inventory). */
  | 'SalesQuotation'
  /** Sales order (inventory). */
  | 'SalesOrder'
  /** Leave request (HR). */
  | 'Leave'
  /** Expense claim (HR). */
  | 'Claim'
  /** Loan (HR). */
  | 'Loan'
  /** Salary advance (HR). */
  | 'Advance';

/** State of one stage of a run. */
export type WorkflowTaskStatus =
  /** Waits for the stages before it. */
  | 'PENDING'
  /** Active: its approvers are asked. */
  | 'AWAITING_APPROVAL'
  /** The stage is complete. */
  | 'APPROVED'
  /** An approver rejected it. */
  | 'REJECTED'
  /** Its document was cancelled. */
  | 'ARCHIEVED';

/** State of one approver's verdict. */
export type WorkflowApprovalStatus =
  /** The stage is not active yet. */
  | 'PENDING'
  /** The approver is asked. */
  | 'AWAITING_APPROVAL'
  /** The approver approved. */
  | 'APPROVED'
  /** The approver rejected. */
  | 'REJECTED'
  /** Reserved; never set. */
  | 'COMPLETED';

/** What happened in a run. */
export type WorkflowEventType =
  /** The document was submitted and its first stage asked. */
  | 'TASK_CREATED'
  /** A stage was completed and the next one asked. */
  | 'STAGE_ADVANCED'
  /** An approver approved. */
  | 'APPROVED'
  /** An approver rejected. */
  | 'REJECTED'
  /** The last stage was completed. */
  | 'COMPLETED'
  /** Reserved; never emitted. */
  | 'RESUBMITTED';

/** One stage of a run: a document on its way through its approvals. */
export type WorkflowTask = BaseRecord & {
  /** Unique id, 24 hexadecimal characters. */
  _id: Scalars['ID']['output'];
  /** Company the record belongs to; nobody outside it ever sees the record. */
  companyId: Scalars['ID']['output'];
  /** Branch of the company, if the caller belonged to one. */
  branchId?: Maybe<Scalars['ID']['output']>;
  /** Human reference of the document, as messages show it. */
  ref?: Maybe<Scalars['String']['output']>;
  /** Code of the document's numbering series. */
  documentCode?: Maybe<Scalars['String']['output']>;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: Maybe<Scalars['Float']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** User who created the record; absent for records seeded by the platform. */
  createdBy?: Maybe<Scalars['ID']['output']>;
  /** User who last changed the record. */
  updatedBy?: Maybe<Scalars['ID']['output']>;
  /** When the record was deleted; absent while it lives. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether clients may offer to change the record. */
  canUpdate: Scalars['Boolean']['output'];
  /** Whether clients may offer to show the record. */
  canView: Scalars['Boolean']['output'];
  /** Whether clients may offer to delete the record. */
  canDelete: Scalars['Boolean']['output'];
  /** Whether clients may offer to post the record. */
  canPost: Scalars['Boolean']['output'];
  /** Document that is approved; joins all tasks of its runs. */
  refId: Scalars['ID']['output'];
  /** Run the task belongs to; a document submitted again gets a new one. */
  runId: Scalars['ID']['output'];
  /** User who submitted the document. */
  submitterId: Scalars['ID']['output'];
  /** Task that was rejected and made this one necessary. */
  parentId?: Maybe<Scalars['ID']['output']>;
  /** Stage name and the word Approval. */
  title: Scalars['String']['output'];
  /** Position of the stage; stages run in ascending order. */
  orderNo: Scalars['Float']['output'];
  /** Rejected and cancelled tasks are archived and leave the inboxes. */
  archived: Scalars['Boolean']['output'];
  /** State of the stage. */
  status: WorkflowTaskStatus;
  /** Stage of the stored workflow; absent for inline stages. */
  stageId?: Maybe<Scalars['ID']['output']>;
  /** Stored workflow; absent for inline stages. */
  workflowId?: Maybe<Scalars['ID']['output']>;
  /** Name of the stage when it was submitted. */
  stageName: Scalars['String']['output'];
  /** Rule of the stage when it was submitted. */
  approveBy: ApproveBy;
  /** Kind of the document. */
  kind: WorkflowTaskKind;
  /** When the stage was approved or rejected, whole seconds since 1970. */
  completionDate?: Maybe<Scalars['Float']['output']>;
  /** The stored stage; absent for inline stages. */
  stage?: Maybe<WorkflowStage>;
  /** The verdicts of the stage's approvers. */
  approvals: Array<WorkflowApproval>;
  /** The stored workflow; absent for inline stages. */
  workflow?: Maybe<Workflow>;
  /** The inventory order that is approved; absent for HR documents. */
  order?: Maybe<Order>;
  /** Whether the caller's verdict on this task would be accepted now. */
  canUpdateStatus: Scalars['Boolean']['output'];
};

/** One approver's verdict on one task. */
export type WorkflowApproval = BaseRecord & {
  /** Unique id, 24 hexadecimal characters. */
  _id: Scalars['ID']['output'];
  /** Company the record belongs to; nobody outside it ever sees the record. */
  companyId: Scalars['ID']['output'];
  /** Branch of the company, if the caller belonged to one. */
  branchId?: Maybe<Scalars['ID']['output']>;
  /** Human reference, numbered within the company. */
  ref?: Maybe<Scalars['String']['output']>;
  /** Code of the document's numbering series. */
  documentCode?: Maybe<Scalars['String']['output']>;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: Maybe<Scalars['Float']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** User who created the record; absent for records seeded by the platform. */
  createdBy?: Maybe<Scalars['ID']['output']>;
  /** User who last changed the record. */
  updatedBy?: Maybe<Scalars['ID']['output']>;
  /** When the record was deleted; absent while it lives. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether clients may offer to change the record. */
  canUpdate: Scalars['Boolean']['output'];
  /** Whether clients may offer to show the record. */
  canView: Scalars['Boolean']['output'];
  /** Whether clients may offer to delete the record. */
  canDelete: Scalars['Boolean']['output'];
  /** Whether clients may offer to post the record. */
  canPost: Scalars['Boolean']['output'];
  /** Task that is judged. */
  taskId: Scalars['ID']['output'];
  /** Stage of the stored workflow; absent for inline stages. */
  stageId?: Maybe<Scalars['ID']['output']>;
  /** Stored workflow; absent for inline stages. */
  workflowId?: Maybe<Scalars['ID']['output']>;
  /** User whose verdict it is. */
  approverId: Scalars['ID']['output'];
  /** Comment, or reason of a rejection. */
  remark?: Maybe<Scalars['String']['output']>;
  /** Set when the task was rejected or cancelled. */
  archived: Scalars['Boolean']['output'];
  /** When the verdict was recorded, whole seconds since 1970. */
  statusUpdateDate?: Maybe<Scalars['Float']['output']>;
  /** The verdict. */
  status: WorkflowApprovalStatus;
  /** The user whose verdict it is. */
  approver?: Maybe<User>;
};

/** Facts about an event, as they were when it happened. */
export type WorkflowEventMetadata = {
  /** Human reference of the document. */
  ref?: Maybe<Scalars['String']['output']>;
  /** Stage the event speaks of; after a return the one returned to. */
  stageName?: Maybe<Scalars['String']['output']>;
  /** Remark given with the verdict. */
  remark?: Maybe<Scalars['String']['output']>;
  /** Name of the user who acted. */
  actorName?: Maybe<Scalars['String']['output']>;
  /** Stage the run left. */
  fromStageId?: Maybe<Scalars['ID']['output']>;
  /** Stage the run went to. */
  toStageId?: Maybe<Scalars['ID']['output']>;
  /** Stage a rejection returned to. */
  returnToStageId?: Maybe<Scalars['ID']['output']>;
  /** User the verdict was taken over from. */
  reassignedFrom?: Maybe<Scalars['ID']['output']>;
  /** User who took the verdict over. */
  reassignedTo?: Maybe<Scalars['ID']['output']>;
};

/** Something that happened in a run. Never changed, never deleted. */
export type WorkflowEvent = BaseRecord & {
  /** Unique id, 24 hexadecimal characters. */
  _id: Scalars['ID']['output'];
  /** Company the record belongs to; nobody outside it ever sees the record. */
  companyId: Scalars['ID']['output'];
  /** Branch of the company, if the caller belonged to one. */
  branchId?: Maybe<Scalars['ID']['output']>;
  /** Human reference, numbered within the company. */
  ref?: Maybe<Scalars['String']['output']>;
  /** Code of the document's numbering series. */
  documentCode?: Maybe<Scalars['String']['output']>;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: Maybe<Scalars['Float']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** User who created the record; absent for records seeded by the platform. */
  createdBy?: Maybe<Scalars['ID']['output']>;
  /** User who last changed the record. */
  updatedBy?: Maybe<Scalars['ID']['output']>;
  /** When the record was deleted; absent while it lives. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether clients may offer to change the record. */
  canUpdate: Scalars['Boolean']['output'];
  /** Whether clients may offer to show the record. */
  canView: Scalars['Boolean']['output'];
  /** Whether clients may offer to delete the record. */
  canDelete: Scalars['Boolean']['output'];
  /** Whether clients may offer to post the record. */
  canPost: Scalars['Boolean']['output'];
  /** Stored workflow; absent for inline stages. */
  workflowId?: Maybe<Scalars['ID']['output']>;
  /** Task it happened on. */
  taskId?: Maybe<Scalars['ID']['output']>;
  /** Stage of the stored workflow; absent for inline stages. */
  stageId?: Maybe<Scalars['ID']['output']>;
  /** Document the run is about. */
  refId: Scalars['ID']['output'];
  /** Kind of the document. */
  kind: WorkflowTaskKind;
  /** What happened. */
  event: WorkflowEventType;
  /** User who acted: the submitter or an approver. */
  actorId: Scalars['ID']['output'];
  /** Users who were told. */
  targetIds: Array<Scalars['ID']['output']>;
  /** Facts as they were then. */
  metadata: WorkflowEventMetadata;
};

/** Number of tasks of one kind that wait for approval. */
export type PendingApprovalCount = {
  /** Kind of the documents. */
  kind: WorkflowTaskKind;
  /** Tasks awaiting approval. */
  count: Scalars['Int']['output'];
};

/** One page of tasks. */
export type WorkflowTaskPageResult = {
  /** The records of the page, newest first. */
  data: Array<WorkflowTask>;
  /** How many records match, over all pages. */
  total: Scalars['Int']['output'];
};

/** One page of the caller's submissions. */
export type WorkflowTaskSubmissionsPageResult = {
  /** The records of the page, newest first. */
  data: Array<WorkflowTask>;
  /** How many records match, over all pages. */
  total: Scalars['Int']['output'];
};

/** Submission of a document to a stored workflow. */
export type NewWorkflowTaskInput = {
  /** Stored workflow to run. */
  workflowId: Scalars['ID']['input'];
  /** Document to approve. */
  refId: Scalars['ID']['input'];
  /** Kind of the document. */
  kind: WorkflowTaskKind;
  /** Human reference of the document, 1 to 200 characters. */
  ref?: InputMaybe<Scalars['String']['input']>;
};

/** Fields of a task to change; the others stay. State and document cannot be changed. */
export type UpdateWorkflowTaskInput = {
  /** Human reference of the document, 1 to 200 characters. */
  ref?: InputMaybe<Scalars['String']['input']>;
  /** Title, 1 to 200 characters. */
  title?: InputMaybe<Scalars['String']['input']>;
  /** Code of the document's numbering series, 1 to 200 characters. */
  documentCode?: InputMaybe<Scalars['String']['input']>;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

/** Filter and page of workflowTaskPage. */
export type WorkflowTaskPageInput = {
  /** Records to leave out before the page; 0 or more, default 0. */
  skip?: InputMaybe<Scalars['Int']['input']>;
  /** Records on the page; 1 to 100, default 20. */
  take?: InputMaybe<Scalars['Int']['input']>;
  /** Text to find in reference, title and stage name, in either case; every character counts as itself. Up to 200 characters; empty or left out: every record. */
  keyword?: InputMaybe<Scalars['String']['input']>;
  /** Only tasks in this state. */
  status?: InputMaybe<WorkflowTaskStatus>;
  /** Only tasks of these kinds; empty or left out: every kind. */
  kinds?: InputMaybe<Array<WorkflowTaskKind>>;
  /** Only tasks this user approves, created or submitted. */
  involvedUserId?: InputMaybe<Scalars['ID']['input']>;
};

/** Filter and page of findMySubmissions. */
export type WorkflowTaskSubmissionsPageInput = {
  /** Records to leave out before the page; 0 or more, default 0. */
  skip?: InputMaybe<Scalars['Int']['input']>;
  /** Records on the page; 1 to 100, default 20. */
  take?: InputMaybe<Scalars['Int']['input']>;
  /** Text to find in reference, title and stage name, in either case; every character counts as itself. Up to 200 characters; empty or left out: every record. */
  keyword?: InputMaybe<Scalars['String']['input']>;
  /** Only tasks in this state. */
  status?: InputMaybe<WorkflowTaskStatus>;
  /** Only tasks of these kinds; empty or left out: every kind. */
  kinds?: InputMaybe<Array<WorkflowTaskKind>>;
  /** Only archived tasks, or only the others; both if left out. */
  archived?: InputMaybe<Scalars['Boolean']['input']>;
};

/** Filter of findOneWorkflowTask; at least one field. */
export type QueryWorkflowTaskInput = {
  /** Id of the task. */
  _id?: InputMaybe<Scalars['ID']['input']>;
  /** Document of the run. */
  refId?: InputMaybe<Scalars['ID']['input']>;
  /** Run of the task. */
  runId?: InputMaybe<Scalars['ID']['input']>;
  /** Stored workflow. */
  workflowId?: InputMaybe<Scalars['ID']['input']>;
  /** Stage of the stored workflow. */
  stageId?: InputMaybe<Scalars['ID']['input']>;
  /** Kind of the document. */
  kind?: InputMaybe<WorkflowTaskKind>;
  /** State of the task. */
  status?: InputMaybe<WorkflowTaskStatus>;
  /** Whether the task is archived. */
  archived?: InputMaybe<Scalars['Boolean']['input']>;
};

/** The caller's verdict on a task. */
export type UpdateWorkflowApprovalStatusInput = {
  /** Task to judge. */
  taskId: Scalars['ID']['input'];
  /** APPROVED or REJECTED. */
  status: WorkflowApprovalStatus;
  /** Comment or reason, up to 2,000 characters. */
  remark?: InputMaybe<Scalars['String']['input']>;
  /** Earlier stage of the stored workflow that a rejection returns to; default the nearest one. */
  returnToStageId?: InputMaybe<Scalars['ID']['input']>;
};

/** Filter of findOneWorkflowApproval and findWorkflowApproval; at least one field. */
export type QueryWorkflowApprovalInput = {
  /** Id of the approval. */
  _id?: InputMaybe<Scalars['ID']['input']>;
  /** Task that is judged. */
  taskId?: InputMaybe<Scalars['ID']['input']>;
  /** Stage of the stored workflow. */
  stageId?: InputMaybe<Scalars['ID']['input']>;
  /** Stored workflow. */
  workflowId?: InputMaybe<Scalars['ID']['input']>;
  /** User whose verdict it is. */
  approverId?: InputMaybe<Scalars['ID']['input']>;
  /** The verdict. */
  status?: InputMaybe<WorkflowApprovalStatus>;
  /** Whether the approval is archived. */
  archived?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A further approver for an active task. */
export type CreateWorkflowApprovalInput = {
  /** Active task. */
  taskId: Scalars['ID']['input'];
  /** User to ask; not the caller. */
  approverId: Scalars['ID']['input'];
  /** Code of the document's numbering series, 1 to 200 characters. */
  documentCode?: InputMaybe<Scalars['String']['input']>;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

/** Fields of an open approval to change; the others stay. */
export type UpdateWorkflowApprovalInput = {
  /** Comment, up to 2,000 characters; null removes it. */
  remark?: InputMaybe<Scalars['String']['input']>;
  /** Code of the document's numbering series, 1 to 200 characters. */
  documentCode?: InputMaybe<Scalars['String']['input']>;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

/** How many of a stage's approvers have to approve. */
export type ApproveBy =
  /** One approval completes the stage. */
  | 'ANY'
  /** Every approver has to approve. */
  | 'ALL';

/** What every record carries. */
export type BaseRecord = {
  /** Unique id, 24 hexadecimal characters. */
  _id: Scalars['ID']['output'];
  /** Company the record belongs to; nobody outside it ever sees the record. */
  companyId: Scalars['ID']['output'];
  /** Branch of the company, if the caller belonged to one. */
  branchId?: Maybe<Scalars['ID']['output']>;
  /** Human reference. */
  ref?: Maybe<Scalars['String']['output']>;
  /** Code of the document's numbering series. */
  documentCode?: Maybe<Scalars['String']['output']>;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: Maybe<Scalars['Float']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** User who created the record; absent for records seeded by the platform. */
  createdBy?: Maybe<Scalars['ID']['output']>;
  /** User who last changed the record. */
  updatedBy?: Maybe<Scalars['ID']['output']>;
  /** When the record was deleted; absent while it lives. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether clients may offer to change the record. */
  canUpdate: Scalars['Boolean']['output'];
  /** Whether clients may offer to show the record. */
  canView: Scalars['Boolean']['output'];
  /** Whether clients may offer to delete the record. */
  canDelete: Scalars['Boolean']['output'];
  /** Whether clients may offer to post the record. */
  canPost: Scalars['Boolean']['output'];
};

/** A user of the company. */
export type User = {
  /** Unique id, 24 hexadecimal characters. */
  _id: Scalars['ID']['output'];
  /** Full name. */
  name?: Maybe<Scalars['String']['output']>;
  /** E-mail address. */
  email?: Maybe<Scalars['String']['output']>;
};

/** Kind of an order or invoice that a threshold applies to. */
export type ApprovalThresholdKind =
  /** Sales quotation. */
  | 'SalesQuotation'
  /** Sales order. */
  | 'SalesOrder'
  /** Sales invoice. */
  | 'SalesInvoice'
  /** Purchase requisition. */
  | 'PurchaseRequisition'
  /** Purchase order. */
  | 'PurchaseOrder'
  /** Purchase invoice. */
  | 'PurchaseInvoice';

/** From which amount or discount an order needs approval. */
export type ApprovalThreshold = BaseRecord & {
  /** Unique id, 24 hexadecimal characters. */
  _id: Scalars['ID']['output'];
  /** Company the record belongs to; nobody outside it ever sees the record. */
  companyId: Scalars['ID']['output'];
  /** Branch of the company, if the caller belonged to one. */
  branchId?: Maybe<Scalars['ID']['output']>;
  /** Human reference, numbered within the company. */
  ref?: Maybe<Scalars['String']['output']>;
  /** Code of the document's numbering series. */
  documentCode?: Maybe<Scalars['String']['output']>;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: Maybe<Scalars['Float']['output']>;
  /** When the record was created. */
  createdAt: Scalars['DateTime']['output'];
  /** When the record was last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** User who created the record; absent for records seeded by the platform. */
  createdBy?: Maybe<Scalars['ID']['output']>;
  /** User who last changed the record. */
  updatedBy?: Maybe<Scalars['ID']['output']>;
  /** When the record was deleted; absent while it lives. */
  deletedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether clients may offer to change the record. */
  canUpdate: Scalars['Boolean']['output'];
  /** Whether clients may offer to show the record. */
  canView: Scalars['Boolean']['output'];
  /** Whether clients may offer to delete the record. */
  canDelete: Scalars['Boolean']['output'];
  /** Whether clients may offer to post the record. */
  canPost: Scalars['Boolean']['output'];
  /** Kind of the order or invoice. */
  kind: ApprovalThresholdKind;
  /** Workflow that is run. */
  workflowId: Scalars['ID']['output'];
  /** Approval is needed when the total exceeds it; absent: the amount does not matter. */
  amountThreshold?: Maybe<Scalars['Float']['output']>;
  /** Approval is needed when a percentage discount exceeds it; absent: the discount does not matter. */
  discountPercentageThreshold?: Maybe<Scalars['Float']['output']>;
  /** Whether the threshold applies. */
  enabled: Scalars['Boolean']['output'];
};

/** One page of thresholds. */
export type ApprovalThresholdPageResult = {
  /** The records of the page, newest first. */
  data: Array<ApprovalThreshold>;
  /** How many records match, over all pages. */
  total: Scalars['Int']['output'];
};

/** Filter and page of approvalThresholdPage. */
export type ApprovalThresholdPageInput = {
  /** Records to leave out before the page; 0 or more, default 0. */
  skip?: InputMaybe<Scalars['Int']['input']>;
  /** Records on the page; 1 to 100, default 20. */
  take?: InputMaybe<Scalars['Int']['input']>;
  /** Only thresholds for this kind. */
  kind?: InputMaybe<ApprovalThresholdKind>;
  /** Only thresholds that apply, or only the others. */
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
};

/** A new threshold. Of several enabled ones of a kind, the newest that asks for approval decides. */
export type CreateApprovalThresholdInput = {
  /** Kind of the order or invoice. */
  kind: ApprovalThresholdKind;
  /** Workflow to run. */
  workflowId: Scalars['ID']['input'];
  /** Amount from above which approval is needed; 0 or more. */
  amountThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** Discount in percent from above which approval is needed; 0 or more. */
  discountPercentageThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** Whether the threshold applies; default true. */
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Code of the document's numbering series, 1 to 200 characters. */
  documentCode?: InputMaybe<Scalars['String']['input']>;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

/** Fields of a threshold to change; the others stay. */
export type UpdateApprovalThresholdInput = {
  /** Kind of the order or invoice. */
  kind?: InputMaybe<ApprovalThresholdKind>;
  /** Workflow to run. */
  workflowId?: InputMaybe<Scalars['ID']['input']>;
  /** Amount from above which approval is needed; null: it does not matter. */
  amountThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** Discount in percent from above which approval is needed; null: it does not matter. */
  discountPercentageThreshold?: InputMaybe<Scalars['Float']['input']>;
  /** Whether the threshold applies. */
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** Code of the document's numbering series, 1 to 200 characters. */
  documentCode?: InputMaybe<Scalars['String']['input']>;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

/** Discount of an order. */
export type OrderDiscount = {
  /** Unit of the value, such as PERCENTAGE. */
  valueType?: Maybe<Scalars['String']['output']>;
  /** Percent or amount, by the unit. */
  value?: Maybe<Scalars['Float']['output']>;
};

/** An inventory order or invoice, as far as approvals are concerned. */
export type Order = {
  /** Unique id, 24 hexadecimal characters. */
  _id: Scalars['ID']['output'];
  /** Kind of the order. */
  kind: Scalars['String']['output'];
  /** Human reference. */
  ref?: Maybe<Scalars['String']['output']>;
  /** Total amount in the order's currency. */
  totalAmount?: Maybe<Scalars['Float']['output']>;
  /** Discount on the total. */
  discount?: Maybe<OrderDiscount>;
  /** Business status, owned by the inventory service. */
  status?: Maybe<Scalars['String']['output']>;
};



export type ResolverTypeWrapper<T> = Promise<T> | T;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;




/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  BaseRecord:
    | ( WorkflowRecord )
    | ( WorkflowStageRecord )
    | ( WorkflowApproverRecord )
    | ( HrApprovalPolicyRecord )
    | ( WorkflowNotificationRecord )
    | ( WorkflowTaskRecord )
    | ( WorkflowApprovalRecord )
    | ( WorkflowEventRecord )
    | ( ApprovalThresholdRecord )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  AuditLog: ResolverTypeWrapper<AuditLogRecord>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  AuditLogPageResult: ResolverTypeWrapper<AuditLogPage>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  AuditLogPageInput: AuditLogPageInput;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  WorkflowStatus: WorkflowStatus;
  Workflow: ResolverTypeWrapper<WorkflowRecord>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  WorkflowStage: ResolverTypeWrapper<WorkflowStageRecord>;
  WorkflowApprover: ResolverTypeWrapper<WorkflowApproverRecord>;
  WorkflowPageResult: ResolverTypeWrapper<WorkflowPage>;
  WorkflowStagePageResult: ResolverTypeWrapper<WorkflowStagePage>;
  WorkflowApproverPageResult: ResolverTypeWrapper<WorkflowApproverPage>;
  WorkflowPageInput: WorkflowPageInput;
  QueryWorkflowInput: QueryWorkflowInput;
  CreateWorkflowInput: CreateWorkflowInput;
  UpdateWorkflowInput: UpdateWorkflowInput;
  WorkflowStagePageInput: WorkflowStagePageInput;
  FindWorkflowStageInput: FindWorkflowStageInput;
  CreateWorkflowStageInput: CreateWorkflowStageInput;
  UpdateWorkflowStageInput: UpdateWorkflowStageInput;
  WorkflowApproverPageInput: WorkflowApproverPageInput;
  FindWorkflowApproverInput: FindWorkflowApproverInput;
  CreateWorkflowApproverInput: CreateWorkflowApproverInput;
  UpdateWorkflowApproverInput: UpdateWorkflowApproverInput;
  HrApprovalKind: HrApprovalKind;
  HrApprovalStatus: HrApprovalStatus;
  HrApprovalRole: HrApprovalRole;
  Approval: ResolverTypeWrapper<WorkflowApprovalRecord>;
  HrApprovalPolicyLevel: ResolverTypeWrapper<HrApprovalPolicyLevel>;
  HrApprovalPolicyDto: ResolverTypeWrapper<HrApprovalPolicyRecord>;
  ApprovalPageResult: ResolverTypeWrapper<ApprovalPage>;
  HrApprovalPolicyPageResult: ResolverTypeWrapper<HrApprovalPolicyPage>;
  ApprovalPageInput: ApprovalPageInput;
  ActionApprovalInput: ActionApprovalInput;
  HrApprovalPolicyPageInput: HrApprovalPolicyPageInput;
  HrApprovalPolicyLevelInput: HrApprovalPolicyLevelInput;
  CreateHrApprovalPolicyInput: CreateHrApprovalPolicyInput;
  UpdateHrApprovalPolicyInput: UpdateHrApprovalPolicyInput;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  WorkflowNotificationDto: ResolverTypeWrapper<WorkflowNotificationRecord>;
  WorkflowTaskKind: WorkflowTaskKind;
  WorkflowTaskStatus: WorkflowTaskStatus;
  WorkflowApprovalStatus: WorkflowApprovalStatus;
  WorkflowEventType: WorkflowEventType;
  WorkflowTask: ResolverTypeWrapper<WorkflowTaskRecord>;
  WorkflowApproval: ResolverTypeWrapper<WorkflowApprovalRecord>;
  WorkflowEventMetadata: ResolverTypeWrapper<WorkflowEventMetadata>;
  WorkflowEvent: ResolverTypeWrapper<WorkflowEventRecord>;
  PendingApprovalCount: ResolverTypeWrapper<PendingApprovalCount>;
  WorkflowTaskPageResult: ResolverTypeWrapper<WorkflowTaskPage>;
  WorkflowTaskSubmissionsPageResult: ResolverTypeWrapper<WorkflowTaskPage>;
  NewWorkflowTaskInput: NewWorkflowTaskInput;
  UpdateWorkflowTaskInput: UpdateWorkflowTaskInput;
  WorkflowTaskPageInput: WorkflowTaskPageInput;
  WorkflowTaskSubmissionsPageInput: WorkflowTaskSubmissionsPageInput;
  QueryWorkflowTaskInput: QueryWorkflowTaskInput;
  UpdateWorkflowApprovalStatusInput: UpdateWorkflowApprovalStatusInput;
  QueryWorkflowApprovalInput: QueryWorkflowApprovalInput;
  CreateWorkflowApprovalInput: CreateWorkflowApprovalInput;
  UpdateWorkflowApprovalInput: UpdateWorkflowApprovalInput;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  ApproveBy: ApproveBy;
  BaseRecord: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['BaseRecord']>;
  User: ResolverTypeWrapper<UserRecord>;
  ApprovalThresholdKind: ApprovalThresholdKind;
  ApprovalThreshold: ResolverTypeWrapper<ApprovalThresholdRecord>;
  ApprovalThresholdPageResult: ResolverTypeWrapper<ApprovalThresholdPage>;
  ApprovalThresholdPageInput: ApprovalThresholdPageInput;
  CreateApprovalThresholdInput: CreateApprovalThresholdInput;
  UpdateApprovalThresholdInput: UpdateApprovalThresholdInput;
  OrderDiscount: ResolverTypeWrapper<OrderDiscount>;
  Order: ResolverTypeWrapper<OrderRecord>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Query: Record<PropertyKey, never>;
  Boolean: Scalars['Boolean']['output'];
  ID: Scalars['ID']['output'];
  AuditLog: AuditLogRecord;
  String: Scalars['String']['output'];
  AuditLogPageResult: AuditLogPage;
  Int: Scalars['Int']['output'];
  AuditLogPageInput: AuditLogPageInput;
  Mutation: Record<PropertyKey, never>;
  Workflow: WorkflowRecord;
  Float: Scalars['Float']['output'];
  WorkflowStage: WorkflowStageRecord;
  WorkflowApprover: WorkflowApproverRecord;
  WorkflowPageResult: WorkflowPage;
  WorkflowStagePageResult: WorkflowStagePage;
  WorkflowApproverPageResult: WorkflowApproverPage;
  WorkflowPageInput: WorkflowPageInput;
  QueryWorkflowInput: QueryWorkflowInput;
  CreateWorkflowInput: CreateWorkflowInput;
  UpdateWorkflowInput: UpdateWorkflowInput;
  WorkflowStagePageInput: WorkflowStagePageInput;
  FindWorkflowStageInput: FindWorkflowStageInput;
  CreateWorkflowStageInput: CreateWorkflowStageInput;
  UpdateWorkflowStageInput: UpdateWorkflowStageInput;
  WorkflowApproverPageInput: WorkflowApproverPageInput;
  FindWorkflowApproverInput: FindWorkflowApproverInput;
  CreateWorkflowApproverInput: CreateWorkflowApproverInput;
  UpdateWorkflowApproverInput: UpdateWorkflowApproverInput;
  Approval: WorkflowApprovalRecord;
  HrApprovalPolicyLevel: HrApprovalPolicyLevel;
  HrApprovalPolicyDto: HrApprovalPolicyRecord;
  ApprovalPageResult: ApprovalPage;
  HrApprovalPolicyPageResult: HrApprovalPolicyPage;
  ApprovalPageInput: ApprovalPageInput;
  ActionApprovalInput: ActionApprovalInput;
  HrApprovalPolicyPageInput: HrApprovalPolicyPageInput;
  HrApprovalPolicyLevelInput: HrApprovalPolicyLevelInput;
  CreateHrApprovalPolicyInput: CreateHrApprovalPolicyInput;
  UpdateHrApprovalPolicyInput: UpdateHrApprovalPolicyInput;
  Subscription: Record<PropertyKey, never>;
  WorkflowNotificationDto: WorkflowNotificationRecord;
  WorkflowTask: WorkflowTaskRecord;
  WorkflowApproval: WorkflowApprovalRecord;
  WorkflowEventMetadata: WorkflowEventMetadata;
  WorkflowEvent: WorkflowEventRecord;
  PendingApprovalCount: PendingApprovalCount;
  WorkflowTaskPageResult: WorkflowTaskPage;
  WorkflowTaskSubmissionsPageResult: WorkflowTaskPage;
  NewWorkflowTaskInput: NewWorkflowTaskInput;
  UpdateWorkflowTaskInput: UpdateWorkflowTaskInput;
  WorkflowTaskPageInput: WorkflowTaskPageInput;
  WorkflowTaskSubmissionsPageInput: WorkflowTaskSubmissionsPageInput;
  QueryWorkflowTaskInput: QueryWorkflowTaskInput;
  UpdateWorkflowApprovalStatusInput: UpdateWorkflowApprovalStatusInput;
  QueryWorkflowApprovalInput: QueryWorkflowApprovalInput;
  CreateWorkflowApprovalInput: CreateWorkflowApprovalInput;
  UpdateWorkflowApprovalInput: UpdateWorkflowApprovalInput;
  DateTime: Scalars['DateTime']['output'];
  JSON: Scalars['JSON']['output'];
  BaseRecord: ResolversInterfaceTypes<ResolversParentTypes>['BaseRecord'];
  User: UserRecord;
  ApprovalThreshold: ApprovalThresholdRecord;
  ApprovalThresholdPageResult: ApprovalThresholdPage;
  ApprovalThresholdPageInput: ApprovalThresholdPageInput;
  CreateApprovalThresholdInput: CreateApprovalThresholdInput;
  UpdateApprovalThresholdInput: UpdateApprovalThresholdInput;
  OrderDiscount: OrderDiscount;
  Order: OrderRecord;
};

export type QueryResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  auditLogPage?: Resolver<ResolversTypes['AuditLogPageResult'], ParentType, ContextType, Partial<QueryAuditLogPageArgs>>;
  workflowPage?: Resolver<ResolversTypes['WorkflowPageResult'], ParentType, ContextType, Partial<QueryWorkflowPageArgs>>;
  findWorkflow?: Resolver<Maybe<ResolversTypes['Workflow']>, ParentType, ContextType, RequireFields<QueryFindWorkflowArgs, 'input'>>;
  workflowStagePage?: Resolver<ResolversTypes['WorkflowStagePageResult'], ParentType, ContextType, Partial<QueryWorkflowStagePageArgs>>;
  findWorkflowStage?: Resolver<Maybe<ResolversTypes['WorkflowStage']>, ParentType, ContextType, RequireFields<QueryFindWorkflowStageArgs, 'input'>>;
  workflowApproverPage?: Resolver<ResolversTypes['WorkflowApproverPageResult'], ParentType, ContextType, Partial<QueryWorkflowApproverPageArgs>>;
  findWorkflowApprover?: Resolver<Maybe<ResolversTypes['WorkflowApprover']>, ParentType, ContextType, RequireFields<QueryFindWorkflowApproverArgs, 'input'>>;
  approvalPage?: Resolver<ResolversTypes['ApprovalPageResult'], ParentType, ContextType, Partial<QueryApprovalPageArgs>>;
  myPendingApprovals?: Resolver<Array<ResolversTypes['Approval']>, ParentType, ContextType>;
  hrApprovalPolicyPage?: Resolver<ResolversTypes['HrApprovalPolicyPageResult'], ParentType, ContextType, Partial<QueryHrApprovalPolicyPageArgs>>;
  findMyNotifications?: Resolver<Array<ResolversTypes['WorkflowNotificationDto']>, ParentType, ContextType, Partial<QueryFindMyNotificationsArgs>>;
  workflowTaskPage?: Resolver<ResolversTypes['WorkflowTaskPageResult'], ParentType, ContextType, Partial<QueryWorkflowTaskPageArgs>>;
  findMySubmissions?: Resolver<ResolversTypes['WorkflowTaskSubmissionsPageResult'], ParentType, ContextType, Partial<QueryFindMySubmissionsArgs>>;
  findOneWorkflowTask?: Resolver<Maybe<ResolversTypes['WorkflowTask']>, ParentType, ContextType, RequireFields<QueryFindOneWorkflowTaskArgs, 'input'>>;
  findOneWorkflowApproval?: Resolver<Maybe<ResolversTypes['WorkflowApproval']>, ParentType, ContextType, RequireFields<QueryFindOneWorkflowApprovalArgs, 'input'>>;
  findWorkflowApproval?: Resolver<Array<ResolversTypes['WorkflowApproval']>, ParentType, ContextType, RequireFields<QueryFindWorkflowApprovalArgs, 'input'>>;
  workflowEvents?: Resolver<Array<ResolversTypes['WorkflowEvent']>, ParentType, ContextType, RequireFields<QueryWorkflowEventsArgs, 'refId'>>;
  pendingApprovalCounts?: Resolver<Array<ResolversTypes['PendingApprovalCount']>, ParentType, ContextType>;
  approvalThresholdPage?: Resolver<ResolversTypes['ApprovalThresholdPageResult'], ParentType, ContextType, Partial<QueryApprovalThresholdPageArgs>>;
};

export type AuditLogResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['AuditLog'] = ResolversParentTypes['AuditLog']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  actorId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  action?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  entity?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  entityId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  before?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  after?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  details?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

export type AuditLogPageResultResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['AuditLogPageResult'] = ResolversParentTypes['AuditLogPageResult']> = {
  data?: Resolver<Array<ResolversTypes['AuditLog']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type MutationResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  createWorkflow?: Resolver<ResolversTypes['Workflow'], ParentType, ContextType, RequireFields<MutationCreateWorkflowArgs, 'input'>>;
  updateWorkflow?: Resolver<ResolversTypes['Workflow'], ParentType, ContextType, RequireFields<MutationUpdateWorkflowArgs, 'id' | 'input'>>;
  deleteWorkflow?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationDeleteWorkflowArgs, 'id'>>;
  createWorkflowStage?: Resolver<ResolversTypes['WorkflowStage'], ParentType, ContextType, RequireFields<MutationCreateWorkflowStageArgs, 'input'>>;
  updateWorkflowStage?: Resolver<ResolversTypes['WorkflowStage'], ParentType, ContextType, RequireFields<MutationUpdateWorkflowStageArgs, 'id' | 'input'>>;
  deleteWorkflowStage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationDeleteWorkflowStageArgs, 'id'>>;
  createWorkflowApprover?: Resolver<ResolversTypes['WorkflowApprover'], ParentType, ContextType, RequireFields<MutationCreateWorkflowApproverArgs, 'input'>>;
  updateWorkflowApprover?: Resolver<ResolversTypes['WorkflowApprover'], ParentType, ContextType, RequireFields<MutationUpdateWorkflowApproverArgs, 'id' | 'input'>>;
  deleteWorkflowApprover?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationDeleteWorkflowApproverArgs, 'id'>>;
  actionApproval?: Resolver<ResolversTypes['Approval'], ParentType, ContextType, RequireFields<MutationActionApprovalArgs, 'taskId' | 'input'>>;
  createHrApprovalPolicy?: Resolver<ResolversTypes['HrApprovalPolicyDto'], ParentType, ContextType, RequireFields<MutationCreateHrApprovalPolicyArgs, 'input'>>;
  updateHrApprovalPolicy?: Resolver<ResolversTypes['HrApprovalPolicyDto'], ParentType, ContextType, RequireFields<MutationUpdateHrApprovalPolicyArgs, 'id' | 'input'>>;
  deleteHrApprovalPolicy?: Resolver<ResolversTypes['HrApprovalPolicyDto'], ParentType, ContextType, RequireFields<MutationDeleteHrApprovalPolicyArgs, 'id'>>;
  markNotificationRead?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationMarkNotificationReadArgs, 'id'>>;
  markAllNotificationsRead?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  newWorkflowTask?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationNewWorkflowTaskArgs, 'input'>>;
  updateWorkflowTask?: Resolver<ResolversTypes['WorkflowTask'], ParentType, ContextType, RequireFields<MutationUpdateWorkflowTaskArgs, 'id' | 'input'>>;
  deleteWorkflowTask?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationDeleteWorkflowTaskArgs, 'id'>>;
  updateWorkflowApprovalStatus?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationUpdateWorkflowApprovalStatusArgs, 'input'>>;
  createWorkflowApproval?: Resolver<ResolversTypes['WorkflowApproval'], ParentType, ContextType, RequireFields<MutationCreateWorkflowApprovalArgs, 'input'>>;
  updateWorkflowApproval?: Resolver<ResolversTypes['WorkflowApproval'], ParentType, ContextType, RequireFields<MutationUpdateWorkflowApprovalArgs, 'id' | 'input'>>;
  deleteWorkflowApproval?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationDeleteWorkflowApprovalArgs, 'id'>>;
  createApprovalThreshold?: Resolver<ResolversTypes['ApprovalThreshold'], ParentType, ContextType, RequireFields<MutationCreateApprovalThresholdArgs, 'input'>>;
  updateApprovalThreshold?: Resolver<ResolversTypes['ApprovalThreshold'], ParentType, ContextType, RequireFields<MutationUpdateApprovalThresholdArgs, 'id' | 'input'>>;
  deleteApprovalThreshold?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationDeleteApprovalThresholdArgs, 'id'>>;
};

export type WorkflowResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Workflow'] = ResolversParentTypes['Workflow']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  companyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  branchId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  ref?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  documentCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  documentDate?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  updatedBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  canUpdate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canView?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canDelete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canPost?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  stageId?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WorkflowStatus'], ParentType, ContextType>;
  stages?: Resolver<Array<ResolversTypes['WorkflowStage']>, ParentType, ContextType>;
  creator?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WorkflowStageResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['WorkflowStage'] = ResolversParentTypes['WorkflowStage']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  companyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  branchId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  ref?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  documentCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  documentDate?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  updatedBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  canUpdate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canView?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canDelete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canPost?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  workflowId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  order?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  approveBy?: Resolver<ResolversTypes['ApproveBy'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WorkflowStatus'], ParentType, ContextType>;
  approverIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WorkflowApproverResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['WorkflowApprover'] = ResolversParentTypes['WorkflowApprover']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  companyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  branchId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  ref?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  documentCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  documentDate?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  updatedBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  canUpdate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canView?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canDelete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canPost?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  stageId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  workflowId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  approverId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WorkflowPageResultResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['WorkflowPageResult'] = ResolversParentTypes['WorkflowPageResult']> = {
  data?: Resolver<Array<ResolversTypes['Workflow']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type WorkflowStagePageResultResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['WorkflowStagePageResult'] = ResolversParentTypes['WorkflowStagePageResult']> = {
  data?: Resolver<Array<ResolversTypes['WorkflowStage']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type WorkflowApproverPageResultResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['WorkflowApproverPageResult'] = ResolversParentTypes['WorkflowApproverPageResult']> = {
  data?: Resolver<Array<ResolversTypes['WorkflowApprover']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ApprovalResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Approval'] = ResolversParentTypes['Approval']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  taskId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  refId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  ref?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['HrApprovalKind'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['HrApprovalStatus'], ParentType, ContextType>;
  stageName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  approverId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  approver?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  remark?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  statusUpdateDate?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  submitterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type HrApprovalPolicyLevelResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['HrApprovalPolicyLevel'] = ResolversParentTypes['HrApprovalPolicyLevel']> = {
  role?: Resolver<ResolversTypes['HrApprovalRole'], ParentType, ContextType>;
  order?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  approveBy?: Resolver<ResolversTypes['ApproveBy'], ParentType, ContextType>;
};

export type HrApprovalPolicyDtoResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['HrApprovalPolicyDto'] = ResolversParentTypes['HrApprovalPolicyDto']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  companyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  branchId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  ref?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  documentCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  documentDate?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  updatedBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  canUpdate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canView?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canDelete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canPost?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['HrApprovalKind'], ParentType, ContextType>;
  levels?: Resolver<Array<ResolversTypes['HrApprovalPolicyLevel']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ApprovalPageResultResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ApprovalPageResult'] = ResolversParentTypes['ApprovalPageResult']> = {
  data?: Resolver<Array<ResolversTypes['Approval']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type HrApprovalPolicyPageResultResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['HrApprovalPolicyPageResult'] = ResolversParentTypes['HrApprovalPolicyPageResult']> = {
  data?: Resolver<Array<ResolversTypes['HrApprovalPolicyDto']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  workflowNotificationAdded?: SubscriptionResolver<ResolversTypes['WorkflowNotificationDto'], "workflowNotificationAdded", ParentType, ContextType>;
};

export type WorkflowNotificationDtoResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['WorkflowNotificationDto'] = ResolversParentTypes['WorkflowNotificationDto']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  companyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  branchId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  ref?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  documentCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  documentDate?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  updatedBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  canUpdate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canView?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canDelete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canPost?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  userId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  eventId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  workflowId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  taskId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  refId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['WorkflowTaskKind'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  read?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WorkflowTaskResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['WorkflowTask'] = ResolversParentTypes['WorkflowTask']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  companyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  branchId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  ref?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  documentCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  documentDate?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  updatedBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  canUpdate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canView?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canDelete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canPost?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  refId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  runId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  submitterId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  parentId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  orderNo?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  archived?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WorkflowTaskStatus'], ParentType, ContextType>;
  stageId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  workflowId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  stageName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  approveBy?: Resolver<ResolversTypes['ApproveBy'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['WorkflowTaskKind'], ParentType, ContextType>;
  completionDate?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  stage?: Resolver<Maybe<ResolversTypes['WorkflowStage']>, ParentType, ContextType>;
  approvals?: Resolver<Array<ResolversTypes['WorkflowApproval']>, ParentType, ContextType>;
  workflow?: Resolver<Maybe<ResolversTypes['Workflow']>, ParentType, ContextType>;
  order?: Resolver<Maybe<ResolversTypes['Order']>, ParentType, ContextType>;
  canUpdateStatus?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WorkflowApprovalResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['WorkflowApproval'] = ResolversParentTypes['WorkflowApproval']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  companyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  branchId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  ref?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  documentCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  documentDate?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  updatedBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  canUpdate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canView?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canDelete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canPost?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  taskId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  stageId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  workflowId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  approverId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  remark?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  archived?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  statusUpdateDate?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WorkflowApprovalStatus'], ParentType, ContextType>;
  approver?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WorkflowEventMetadataResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['WorkflowEventMetadata'] = ResolversParentTypes['WorkflowEventMetadata']> = {
  ref?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  stageName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  remark?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  actorName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  fromStageId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  toStageId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  returnToStageId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  reassignedFrom?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  reassignedTo?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type WorkflowEventResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['WorkflowEvent'] = ResolversParentTypes['WorkflowEvent']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  companyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  branchId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  ref?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  documentCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  documentDate?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  updatedBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  canUpdate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canView?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canDelete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canPost?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  workflowId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  taskId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  stageId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  refId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['WorkflowTaskKind'], ParentType, ContextType>;
  event?: Resolver<ResolversTypes['WorkflowEventType'], ParentType, ContextType>;
  actorId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  targetIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  metadata?: Resolver<ResolversTypes['WorkflowEventMetadata'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PendingApprovalCountResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['PendingApprovalCount'] = ResolversParentTypes['PendingApprovalCount']> = {
  kind?: Resolver<ResolversTypes['WorkflowTaskKind'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type WorkflowTaskPageResultResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['WorkflowTaskPageResult'] = ResolversParentTypes['WorkflowTaskPageResult']> = {
  data?: Resolver<Array<ResolversTypes['WorkflowTask']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type WorkflowTaskSubmissionsPageResultResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['WorkflowTaskSubmissionsPageResult'] = ResolversParentTypes['WorkflowTaskSubmissionsPageResult']> = {
  data?: Resolver<Array<ResolversTypes['WorkflowTask']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export type BaseRecordResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['BaseRecord'] = ResolversParentTypes['BaseRecord']> = {
  __resolveType?: TypeResolveFn<'Workflow' | 'WorkflowStage' | 'WorkflowApprover' | 'HrApprovalPolicyDto' | 'WorkflowNotificationDto' | 'WorkflowTask' | 'WorkflowApproval' | 'WorkflowEvent' | 'ApprovalThreshold', ParentType, ContextType>;
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  companyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  branchId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  ref?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  documentCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  documentDate?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  updatedBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  canUpdate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canView?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canDelete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canPost?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type UserResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ApprovalThresholdResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ApprovalThreshold'] = ResolversParentTypes['ApprovalThreshold']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  companyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  branchId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  ref?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  documentCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  documentDate?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  createdBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  updatedBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  deletedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  canUpdate?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canView?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canDelete?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canPost?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['ApprovalThresholdKind'], ParentType, ContextType>;
  workflowId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  amountThreshold?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  discountPercentageThreshold?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  enabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ApprovalThresholdPageResultResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['ApprovalThresholdPageResult'] = ResolversParentTypes['ApprovalThresholdPageResult']> = {
  data?: Resolver<Array<ResolversTypes['ApprovalThreshold']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type OrderDiscountResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['OrderDiscount'] = ResolversParentTypes['OrderDiscount']> = {
  valueType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type OrderResolvers<ContextType = GraphqlContext, ParentType extends ResolversParentTypes['Order'] = ResolversParentTypes['Order']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ref?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  totalAmount?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  discount?: Resolver<Maybe<ResolversTypes['OrderDiscount']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type Resolvers<ContextType = GraphqlContext> = {
  Query?: QueryResolvers<ContextType>;
  AuditLog?: AuditLogResolvers<ContextType>;
  AuditLogPageResult?: AuditLogPageResultResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Workflow?: WorkflowResolvers<ContextType>;
  WorkflowStage?: WorkflowStageResolvers<ContextType>;
  WorkflowApprover?: WorkflowApproverResolvers<ContextType>;
  WorkflowPageResult?: WorkflowPageResultResolvers<ContextType>;
  WorkflowStagePageResult?: WorkflowStagePageResultResolvers<ContextType>;
  WorkflowApproverPageResult?: WorkflowApproverPageResultResolvers<ContextType>;
  Approval?: ApprovalResolvers<ContextType>;
  HrApprovalPolicyLevel?: HrApprovalPolicyLevelResolvers<ContextType>;
  HrApprovalPolicyDto?: HrApprovalPolicyDtoResolvers<ContextType>;
  ApprovalPageResult?: ApprovalPageResultResolvers<ContextType>;
  HrApprovalPolicyPageResult?: HrApprovalPolicyPageResultResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  WorkflowNotificationDto?: WorkflowNotificationDtoResolvers<ContextType>;
  WorkflowTask?: WorkflowTaskResolvers<ContextType>;
  WorkflowApproval?: WorkflowApprovalResolvers<ContextType>;
  WorkflowEventMetadata?: WorkflowEventMetadataResolvers<ContextType>;
  WorkflowEvent?: WorkflowEventResolvers<ContextType>;
  PendingApprovalCount?: PendingApprovalCountResolvers<ContextType>;
  WorkflowTaskPageResult?: WorkflowTaskPageResultResolvers<ContextType>;
  WorkflowTaskSubmissionsPageResult?: WorkflowTaskSubmissionsPageResultResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
  BaseRecord?: BaseRecordResolvers<ContextType>;
  User?: UserResolvers<ContextType>;
  ApprovalThreshold?: ApprovalThresholdResolvers<ContextType>;
  ApprovalThresholdPageResult?: ApprovalThresholdPageResultResolvers<ContextType>;
  OrderDiscount?: OrderDiscountResolvers<ContextType>;
  Order?: OrderResolvers<ContextType>;
};

