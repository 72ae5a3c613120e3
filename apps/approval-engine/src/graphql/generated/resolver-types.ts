// Made by `npm run graphql:types`, of sources with the hash 839ebff1188860d8980d. Do not edit.

import type { FactValue } from '@countersign/contracts';
import type { GraphQLResolveInfo, GraphQLScalarType } from 'graphql';
import type { ApprovalSettings as ApprovalSettingsParent } from '../../approval-settings/parents.ts';
import type { AuditLogPageResult as AuditLogPageResultParent, AuditLog as AuditLogParent } from '../../audit/parents.ts';
import type { CalendarDay as CalendarDayParent, CalendarHours as CalendarHoursParent, ApprovalCalendarPageResult as ApprovalCalendarPageResultParent, ApprovalCalendar as ApprovalCalendarParent } from '../../calendars/parents.ts';
import type { WorkflowApproverPageResult as WorkflowApproverPageResultParent, WorkflowPageResult as WorkflowPageResultParent, WorkflowStagePageResult as WorkflowStagePageResultParent, ApproverSource as ApproverSourceParent, FactDeclaration as FactDeclarationParent, WorkflowFinding as WorkflowFindingParent, Workflow as WorkflowParent, WorkflowApprover as WorkflowApproverParent, WorkflowStage as WorkflowStageParent, StageApprover as StageApproverParent, WorkflowVersionStage as WorkflowVersionStageParent, WorkflowVersion as WorkflowVersionParent } from '../../definitions/parents.ts';
import type { DocumentFact as DocumentFactParent, DocumentKind as DocumentKindParent, DocumentChange as DocumentChangeParent, EarlierRejection as EarlierRejectionParent, ApprovalDocument as ApprovalDocumentParent, DocumentTablePage as DocumentTablePageParent } from '../../documents/parents.ts';
import type { FailedSubmissionPageResult as FailedSubmissionPageResultParent, FailedSubmission as FailedSubmissionParent } from '../../failed-submissions/parents.ts';
import type { UserGroupPageResult as UserGroupPageResultParent, UserGroup as UserGroupParent } from '../../groups/parents.ts';
import type { HrApprovalPolicyLevel as HrApprovalPolicyLevelParent, Approval as ApprovalParent, ApprovalPageResult as ApprovalPageResultParent, HrApprovalPolicyPageResult as HrApprovalPolicyPageResultParent, HrApprovalPolicyDto as HrApprovalPolicyDtoParent } from '../../hr/parents.ts';
import type { SubmittedBy as SubmittedByParent, InboxGroup as InboxGroupParent, WorkflowEvent as WorkflowEventParent, DocumentRevision as DocumentRevisionParent, WorkflowApproval as WorkflowApprovalParent, WorkflowTask as WorkflowTaskParent, WorkflowTaskPageResult as WorkflowTaskPageResultParent, WorkflowTaskSubmissionsPageResult as WorkflowTaskSubmissionsPageResultParent } from '../../inbox/parents.ts';
import type { JournalConfirmation as JournalConfirmationParent } from '../../journal-confirmations/parents.ts';
import type { Escalation as EscalationParent, EscalationTarget as EscalationTargetParent } from '../../ladders/parents.ts';
import type { ApprovalLimitPageResult as ApprovalLimitPageResultParent, ApprovalLimit as ApprovalLimitParent } from '../../limits/parents.ts';
import type { WorkflowNotificationDto as WorkflowNotificationDtoParent } from '../../notifications/parents.ts';
import type { RouteSeat as RouteSeatParent, Route as RouteParent, RouteStage as RouteStageParent, RuleReplayExample as RuleReplayExampleParent, RuleReplay as RuleReplayParent, RuleShadow as RuleShadowParent } from '../../routes/parents.ts';
import type { RuleDifference as RuleDifferenceParent, MatchingRule as MatchingRuleParent, RuleUse as RuleUseParent, ApprovalRule as ApprovalRuleParent, ApprovalRuleDraft as ApprovalRuleDraftParent, ApprovalRuleStage as ApprovalRuleStageParent } from '../../rules/parents.ts';
import type { DocumentHit as DocumentHitParent, DecidedEntry as DecidedEntryParent, DecidedResult as DecidedResultParent, DocumentSearchResult as DocumentSearchResultParent, MySubmission as MySubmissionParent, MySubmissionsResult as MySubmissionsResultParent } from '../../search/parents.ts';
import type { Order as OrderParent, User as UserParent } from '../../shared/parents.ts';
import type { Away as AwayParent, Substitution as SubstitutionParent, SubstitutionPageResult as SubstitutionPageResultParent } from '../../substitutions/parents.ts';
import type { ApprovalThreshold as ApprovalThresholdParent, ApprovalThresholdPageResult as ApprovalThresholdPageResultParent } from '../../thresholds/parents.ts';
import type { OwnerWebhook as OwnerWebhookParent } from '../../webhooks/parents.ts';

export type Maybe<T> = T | null | undefined;

export type InputMaybe<T> = T | null | undefined;

export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };

export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  FactValue: { input: FactValue; output: FactValue; }
  ApprovalRuleKind: { input: string; output: string; }
  WorkflowTaskKind: { input: string; output: string; }
  DateTime: { input: Date; output: Date; }
  JSON: { input: unknown; output: unknown; }
};

export type QueryAuditLogPageArgs = {
  input?: InputMaybe<AuditLogPageInput>;
};

export type QueryApprovalCalendarPageArgs = {
  input?: InputMaybe<ApprovalCalendarPageInput>;
};

export type QueryDueAfterArgs = {
  input: DueAfterInput;
};

export type QueryWorkflowPageArgs = {
  input?: InputMaybe<WorkflowPageInput>;
};

export type QueryFindWorkflowArgs = {
  input: QueryWorkflowInput;
};

export type QueryWorkflowStagePageArgs = {
  input?: InputMaybe<WorkflowStagePageInput>;
};

export type QueryFindWorkflowStageArgs = {
  input: FindWorkflowStageInput;
};

export type QueryWorkflowApproverPageArgs = {
  input?: InputMaybe<WorkflowApproverPageInput>;
};

export type QueryFindWorkflowApproverArgs = {
  input: FindWorkflowApproverInput;
};

export type QueryValidateWorkflowArgs = {
  workflowId?: InputMaybe<Scalars['ID']['input']>;
  stages?: InputMaybe<Array<PublishWorkflowStageInput>>;
  facts?: InputMaybe<Array<FactDeclarationInput>>;
};

export type QueryWorkflowVersionsArgs = {
  workflowId: Scalars['ID']['input'];
  before?: InputMaybe<Scalars['Int']['input']>;
};

export type QueryWorkflowDiffArgs = {
  workflowId: Scalars['ID']['input'];
  a: Scalars['Int']['input'];
  b: Scalars['Int']['input'];
};

export type QueryFailedSubmissionPageArgs = {
  input?: InputMaybe<FailedSubmissionPageInput>;
};

export type QueryUserGroupPageArgs = {
  input?: InputMaybe<UserGroupPageInput>;
};

export type QueryApprovalPageArgs = {
  input?: InputMaybe<ApprovalPageInput>;
};

export type QueryHrApprovalPolicyPageArgs = {
  input?: InputMaybe<HrApprovalPolicyPageInput>;
};

export type QueryWorkflowTaskPageArgs = {
  input?: InputMaybe<WorkflowTaskPageInput>;
};

export type QueryInboxPageArgs = {
  input?: InputMaybe<InboxPageInput>;
};

export type QueryUnassignedTaskPageArgs = {
  input?: InputMaybe<UnassignedTaskPageInput>;
};

export type QueryFindMySubmissionsArgs = {
  input?: InputMaybe<WorkflowTaskSubmissionsPageInput>;
};

export type QueryFindOneWorkflowTaskArgs = {
  input: QueryWorkflowTaskInput;
};

export type QueryFindOneWorkflowApprovalArgs = {
  input: QueryWorkflowApprovalInput;
};

export type QueryFindWorkflowApprovalArgs = {
  input: QueryWorkflowApprovalInput;
};

export type QueryWorkflowEventsArgs = {
  refId: Scalars['ID']['input'];
};

export type QueryDocumentRevisionsArgs = {
  refId: Scalars['ID']['input'];
};

export type QueryDocumentTableArgs = {
  refId: Scalars['ID']['input'];
  key: Scalars['String']['input'];
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
};

export type QueryRunTasksArgs = {
  refId: Scalars['ID']['input'];
};

export type QueryJournalConfirmationArgs = {
  id: Scalars['ID']['input'];
};

export type QueryApprovalLimitPageArgs = {
  input?: InputMaybe<ApprovalLimitPageInput>;
};

export type QueryFindMyNotificationsArgs = {
  read?: InputMaybe<Scalars['Boolean']['input']>;
};

export type QueryUserArgs = {
  id: Scalars['ID']['input'];
};

export type QueryUserSearchArgs = {
  input: UserSearchInput;
};

export type QueryPreviewRouteArgs = {
  input: PreviewRouteInput;
};

export type QueryRunRouteArgs = {
  refId: Scalars['ID']['input'];
};

export type QueryReplayRulesArgs = {
  input: ReplayRulesInput;
};

export type QueryApprovalRulesArgs = {
  kind: Scalars['ApprovalRuleKind']['input'];
};

export type QueryMatchingRuleArgs = {
  input: MatchingRuleInput;
};

export type QueryRuleUsesArgs = {
  id: Scalars['ID']['input'];
};

export type QueryRuleDiffArgs = {
  kind: Scalars['ApprovalRuleKind']['input'];
  ruleId: Scalars['ID']['input'];
  a: Scalars['Int']['input'];
  b: Scalars['Int']['input'];
};

export type QueryDocumentSearchArgs = {
  input?: InputMaybe<DocumentSearchInput>;
};

export type QueryMySubmissionsArgs = {
  input?: InputMaybe<MySubmissionsInput>;
};

export type QueryDecidedPageArgs = {
  input?: InputMaybe<DecidedPageInput>;
};

export type QuerySubstitutionPageArgs = {
  input?: InputMaybe<SubstitutionPageInput>;
};

export type QueryApprovalThresholdPageArgs = {
  input?: InputMaybe<ApprovalThresholdPageInput>;
};

export type MutationUpdateApprovalSettingsArgs = {
  input: UpdateApprovalSettingsInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};

export type MutationCreateApprovalCalendarArgs = {
  input: CreateApprovalCalendarInput;
};

export type MutationUpdateApprovalCalendarArgs = {
  id: Scalars['ID']['input'];
  input: UpdateApprovalCalendarInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};

export type MutationDeleteApprovalCalendarArgs = {
  id: Scalars['ID']['input'];
};

export type MutationUpdateNotificationPreferencesArgs = {
  input: UpdateNotificationPreferencesInput;
};

export type MutationPublishWorkflowArgs = {
  input: PublishWorkflowInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};

export type MutationCreateWorkflowArgs = {
  input: CreateWorkflowInput;
};

export type MutationUpdateWorkflowArgs = {
  id: Scalars['ID']['input'];
  input: UpdateWorkflowInput;
};

export type MutationDeleteWorkflowArgs = {
  id: Scalars['ID']['input'];
};

export type MutationCreateWorkflowStageArgs = {
  input: CreateWorkflowStageInput;
};

export type MutationUpdateWorkflowStageArgs = {
  id: Scalars['ID']['input'];
  input: UpdateWorkflowStageInput;
};

export type MutationDeleteWorkflowStageArgs = {
  id: Scalars['ID']['input'];
};

export type MutationCreateWorkflowApproverArgs = {
  input: CreateWorkflowApproverInput;
};

export type MutationUpdateWorkflowApproverArgs = {
  id: Scalars['ID']['input'];
  input: UpdateWorkflowApproverInput;
};

export type MutationDeleteWorkflowApproverArgs = {
  id: Scalars['ID']['input'];
};

export type MutationCreateUserGroupArgs = {
  input: CreateUserGroupInput;
};

export type MutationUpdateUserGroupArgs = {
  id: Scalars['ID']['input'];
  input: UpdateUserGroupInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};

export type MutationDeleteUserGroupArgs = {
  id: Scalars['ID']['input'];
};

export type MutationActionApprovalArgs = {
  taskId: Scalars['ID']['input'];
  input: ActionApprovalInput;
};

export type MutationCreateHrApprovalPolicyArgs = {
  input: CreateHrApprovalPolicyInput;
};

export type MutationUpdateHrApprovalPolicyArgs = {
  id: Scalars['ID']['input'];
  input: UpdateHrApprovalPolicyInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};

export type MutationDeleteHrApprovalPolicyArgs = {
  id: Scalars['ID']['input'];
};

export type MutationAnswerJournalConfirmationArgs = {
  input: AnswerJournalConfirmationInput;
};

export type MutationCreateApprovalLimitArgs = {
  input: CreateApprovalLimitInput;
};

export type MutationUpdateApprovalLimitArgs = {
  id: Scalars['ID']['input'];
  input: UpdateApprovalLimitInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};

export type MutationDeleteApprovalLimitArgs = {
  id: Scalars['ID']['input'];
};

export type MutationMarkNotificationReadArgs = {
  id: Scalars['ID']['input'];
};

export type MutationSaveRuleArgs = {
  input: SaveRuleInput;
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};

export type MutationPublishRuleArgs = {
  id: Scalars['ID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
  expectedDraft?: InputMaybe<Scalars['Int']['input']>;
  note?: InputMaybe<Scalars['String']['input']>;
};

export type MutationDiscardRuleArgs = {
  id: Scalars['ID']['input'];
  expectedVersion?: InputMaybe<Scalars['Int']['input']>;
};

export type MutationSwitchRuleArgs = {
  input: SwitchRuleInput;
};

export type MutationOrderRulesArgs = {
  input: OrderRulesInput;
};

export type MutationUpdateWorkflowTaskArgs = {
  id: Scalars['ID']['input'];
  input: UpdateWorkflowTaskInput;
};

export type MutationDeleteWorkflowTaskArgs = {
  id: Scalars['ID']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  expectedRevision?: InputMaybe<Scalars['String']['input']>;
};

export type MutationCreateWorkflowApprovalArgs = {
  input: CreateWorkflowApprovalInput;
};

export type MutationUpdateWorkflowApprovalArgs = {
  id: Scalars['ID']['input'];
  input: UpdateWorkflowApprovalInput;
};

export type MutationDeleteWorkflowApprovalArgs = {
  id: Scalars['ID']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  expectedRevision?: InputMaybe<Scalars['String']['input']>;
};

export type MutationNewWorkflowTaskArgs = {
  input: NewWorkflowTaskInput;
};

export type MutationUpdateWorkflowApprovalStatusArgs = {
  input: UpdateWorkflowApprovalStatusInput;
};

export type MutationDecideManyArgs = {
  input: DecideManyInput;
};

export type MutationReassignApprovalArgs = {
  input: ReassignApprovalInput;
};

export type MutationAddApproverArgs = {
  input: AddApproverInput;
};

export type MutationWithdrawVerdictArgs = {
  input: WithdrawVerdictInput;
};

export type MutationResolveAgainArgs = {
  taskId: Scalars['ID']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type MutationRecallDocumentArgs = {
  input: RecallDocumentInput;
};

export type MutationNudgeArgs = {
  input: NudgeInput;
};

export type MutationSaveViewArgs = {
  input: SaveViewInput;
};

export type MutationDeleteViewArgs = {
  id: Scalars['ID']['input'];
};

export type MutationMarkSeenArgs = {
  input: MarkSeenInput;
};

export type MutationSnoozeTaskArgs = {
  input: SnoozeTaskInput;
};

export type MutationCreateSubstitutionArgs = {
  input: CreateSubstitutionInput;
};

export type MutationRevokeSubstitutionArgs = {
  id: Scalars['ID']['input'];
};

export type MutationCreateApprovalThresholdArgs = {
  input: CreateApprovalThresholdInput;
};

export type MutationUpdateApprovalThresholdArgs = {
  id: Scalars['ID']['input'];
  input: UpdateApprovalThresholdInput;
};

export type MutationDeleteApprovalThresholdArgs = {
  id: Scalars['ID']['input'];
};

export type MutationTestWebhookArgs = {
  owner: Scalars['String']['input'];
};

export type OnAmend =
  | 'REFUSE'
  | 'ASK_AGAIN'
  | 'KEEP_VERDICTS';

export type OnEmptyStage =
  | 'REFUSE'
  | 'FALLBACK'
  | 'UNASSIGNED';

export type OnSubmitterIsApprover =
  | 'ALLOW'
  | 'EXCLUDE'
  | 'MANAGER';

export type OnRepeatedApprover =
  | 'ASK'
  | 'SKIP_CONSECUTIVE';

export type RecallPolicy =
  | 'NEVER'
  | 'UNTIL_FIRST_VERDICT'
  | 'ALWAYS';

export type UnknownPeople =
  | 'ACCEPT'
  | 'REFUSE';

export type MailFacts =
  | 'NONE'
  | 'TITLE'
  | 'ALL';

export type RunReaders =
  | 'COMPANY'
  | 'INVOLVED';

export type KindCalendar = {
  kind: Scalars['WorkflowTaskKind']['output'];
  calendarId: Scalars['ID']['output'];
};

export type UpdateApprovalSettingsInput = {
  onAmend?: InputMaybe<OnAmend>;
  substitutionDepth?: InputMaybe<Scalars['Int']['input']>;
  onEmptyStage?: InputMaybe<OnEmptyStage>;
  fallbackApproverIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  onSubmitterIsApprover?: InputMaybe<OnSubmitterIsApprover>;
  onRepeatedApprover?: InputMaybe<OnRepeatedApprover>;
  submitterNeverDecides?: InputMaybe<Scalars['Boolean']['input']>;
  onePersonOneStage?: InputMaybe<Scalars['Boolean']['input']>;
  exclusiveGroups?: InputMaybe<Array<Array<Scalars['String']['input']>>>;
  agentsMayDecide?: InputMaybe<Scalars['Boolean']['input']>;
  recall?: InputMaybe<RecallPolicy>;
  thresholdsEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  defaultWorkflowBinds?: InputMaybe<Scalars['Boolean']['input']>;
  runReaders?: InputMaybe<RunReaders>;
  returnUsesCurrentDefinition?: InputMaybe<Scalars['Boolean']['input']>;
  unknownPeople?: InputMaybe<UnknownPeople>;
  graceSeconds?: InputMaybe<Scalars['Int']['input']>;
  rejectNeedsReason?: InputMaybe<Scalars['Boolean']['input']>;
  notificationDays?: InputMaybe<Scalars['Int']['input']>;
  mailFacts?: InputMaybe<MailFacts>;
  calendarId?: InputMaybe<Scalars['ID']['input']>;
  kindCalendars?: InputMaybe<Array<KindCalendarInput>>;
  allowTimeApproval?: InputMaybe<Array<Scalars['WorkflowTaskKind']['input']>>;
  questionPause?: InputMaybe<DurationInput>;
};

export type KindCalendarInput = {
  kind: Scalars['WorkflowTaskKind']['input'];
  calendarId: Scalars['ID']['input'];
};

export type AuditLogPageInput = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  entity?: InputMaybe<Scalars['String']['input']>;
  entityId?: InputMaybe<Scalars['ID']['input']>;
  actorId?: InputMaybe<Scalars['ID']['input']>;
  action?: InputMaybe<Scalars['String']['input']>;
  after?: InputMaybe<Scalars['String']['input']>;
  ref?: InputMaybe<Scalars['String']['input']>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  until?: InputMaybe<Scalars['DateTime']['input']>;
};

export type Weekday =
  | 'MONDAY'
  | 'TUESDAY'
  | 'WEDNESDAY'
  | 'THURSDAY'
  | 'FRIDAY'
  | 'SATURDAY'
  | 'SUNDAY';

export type ApprovalCalendarPageInput = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
};

export type CreateApprovalCalendarInput = {
  name: Scalars['String']['input'];
  timeZone: Scalars['String']['input'];
  week: Array<CalendarHoursInput>;
  days?: InputMaybe<Array<CalendarDayInput>>;
  documentCode?: InputMaybe<Scalars['String']['input']>;
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

export type UpdateApprovalCalendarInput = {
  name?: InputMaybe<Scalars['String']['input']>;
  timeZone?: InputMaybe<Scalars['String']['input']>;
  week?: InputMaybe<Array<CalendarHoursInput>>;
  days?: InputMaybe<Array<CalendarDayInput>>;
  documentCode?: InputMaybe<Scalars['String']['input']>;
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

export type CalendarHoursInput = {
  day: Weekday;
  from: Scalars['String']['input'];
  to: Scalars['String']['input'];
};

export type CalendarDayInput = {
  date: Scalars['String']['input'];
  closed?: InputMaybe<Scalars['Boolean']['input']>;
  from?: InputMaybe<Scalars['String']['input']>;
  to?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
};

export type DueAfterInput = {
  calendarId?: InputMaybe<Scalars['ID']['input']>;
  from: Scalars['DateTime']['input'];
  duration: DurationInput;
};

export type Duration = {
  businessDays?: Maybe<Scalars['Int']['output']>;
  businessHours?: Maybe<Scalars['Float']['output']>;
  hours?: Maybe<Scalars['Float']['output']>;
};

export type DurationInput = {
  businessDays?: InputMaybe<Scalars['Int']['input']>;
  businessHours?: InputMaybe<Scalars['Float']['input']>;
  hours?: InputMaybe<Scalars['Float']['input']>;
};

export type NotificationChannel =
  | 'EMAIL'
  | 'IN_APP';

export type NotificationCategory =
  | 'ASKED'
  | 'REMINDER'
  | 'OUTCOME'
  | 'MENTION';

export type NotificationWhen =
  | 'NOW'
  | 'DIGEST'
  | 'OFF';

export type NotificationPreference = {
  channel: NotificationChannel;
  category: NotificationCategory;
  when: NotificationWhen;
};

export type UpdateNotificationPreferencesInput = {
  preferences: Array<NotificationPreferenceInput>;
};

export type NotificationPreferenceInput = {
  channel: NotificationChannel;
  category: NotificationCategory;
  when: NotificationWhen;
};

export type WorkflowStatus =
  | 'DRAFT'
  | 'IN_PROGRESS'
  | 'COMPLETED'
  | 'CANCELLED';

export type SubmitterManager = {
  levels?: Maybe<Scalars['Int']['output']>;
  untilLimit?: Maybe<Scalars['Boolean']['output']>;
};

export type DepartmentHead = {
  of: Scalars['String']['output'];
};

export type WorkflowDifference = {
  path: Scalars['String']['output'];
  before?: Maybe<Scalars['JSON']['output']>;
  after?: Maybe<Scalars['JSON']['output']>;
};

export type WorkflowFindingCode =
  | 'NO_STAGES'
  | 'DUPLICATE_ORDER'
  | 'NO_APPROVERS'
  | 'QUORUM_INVALID'
  | 'QUORUM_UNREACHABLE'
  | 'NO_GROUPS'
  | 'GROUP_LEFT'
  | 'APPROVER_LEFT'
  | 'NOBODY_LEFT'
  | 'CONDITION_INVALID'
  | 'FACT_NOT_DECLARED'
  | 'NO_STAGE_BEFORE'
  | 'GROUP_MISSING'
  | 'GROUP_INACTIVE'
  | 'GROUP_EMPTY'
  | 'GROUP_TOO_LARGE'
  | 'SHORT_DURATION'
  | 'ESCALATION_LEFT'
  | 'ESCALATION_NOBODY'
  | 'CALENDAR_MISSING'
  | 'TIME_APPROVAL_OFF'
  | 'ALL_CONDITIONAL'
  | 'NO_HOLIDAYS'
  | 'AMOUNT_SIGN'
  | 'OTHER_CURRENCIES'
  | 'RULE_SHADOWED'
  | 'RULE_NEVER_APPLIES'
  | 'SUBMITTER_NEVER_DECIDES'
  | 'SUBMITTER_IS_APPROVER'
  | 'ONE_PERSON_ONE_STAGE'
  | 'EXCLUSIVE_GROUPS';

export type WorkflowPageInput = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  keyword?: InputMaybe<Scalars['String']['input']>;
  status?: InputMaybe<WorkflowStatus>;
};

export type QueryWorkflowInput = {
  _id?: InputMaybe<Scalars['ID']['input']>;
  ref?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  status?: InputMaybe<WorkflowStatus>;
};

export type CreateWorkflowInput = {
  name: Scalars['String']['input'];
  description?: InputMaybe<Scalars['String']['input']>;
  stageId?: InputMaybe<Scalars['String']['input']>;
  status?: InputMaybe<WorkflowStatus>;
  documentCode?: InputMaybe<Scalars['String']['input']>;
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

export type UpdateWorkflowInput = {
  name?: InputMaybe<Scalars['String']['input']>;
  description?: InputMaybe<Scalars['String']['input']>;
  stageId?: InputMaybe<Scalars['String']['input']>;
  status?: InputMaybe<WorkflowStatus>;
  documentCode?: InputMaybe<Scalars['String']['input']>;
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

export type PublishWorkflowInput = {
  workflowId?: InputMaybe<Scalars['ID']['input']>;
  name: Scalars['String']['input'];
  description?: InputMaybe<Scalars['String']['input']>;
  status?: InputMaybe<WorkflowStatus>;
  facts?: InputMaybe<Array<FactDeclarationInput>>;
  stages: Array<PublishWorkflowStageInput>;
  note?: InputMaybe<Scalars['String']['input']>;
};

export type PublishWorkflowStageInput = {
  key?: InputMaybe<Scalars['String']['input']>;
  name: Scalars['String']['input'];
  order?: InputMaybe<Scalars['Float']['input']>;
  approveBy?: InputMaybe<ApproveBy>;
  quorum?: InputMaybe<Scalars['Int']['input']>;
  rejectBy?: InputMaybe<RejectBy>;
  bulk?: InputMaybe<Scalars['Boolean']['input']>;
  status?: InputMaybe<WorkflowStatus>;
  approverIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  approvers?: InputMaybe<Array<StageApproverInput>>;
  when?: InputMaybe<Scalars['String']['input']>;
  calendarId?: InputMaybe<Scalars['ID']['input']>;
  dueIn?: InputMaybe<DurationInput>;
  remind?: InputMaybe<Array<DurationInput>>;
  escalate?: InputMaybe<EscalationInput>;
  atEnd?: InputMaybe<AtEnd>;
  endAfter?: InputMaybe<DurationInput>;
};

export type FactDeclarationInput = {
  key: Scalars['String']['input'];
  type: FactType;
  required?: InputMaybe<Scalars['Boolean']['input']>;
};

export type WorkflowStagePageInput = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  keyword?: InputMaybe<Scalars['String']['input']>;
  workflowId?: InputMaybe<Scalars['ID']['input']>;
  status?: InputMaybe<WorkflowStatus>;
};

export type FindWorkflowStageInput = {
  _id?: InputMaybe<Scalars['ID']['input']>;
  ref?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  workflowId?: InputMaybe<Scalars['ID']['input']>;
  order?: InputMaybe<Scalars['Float']['input']>;
};

export type CreateWorkflowStageInput = {
  name: Scalars['String']['input'];
  workflowId: Scalars['ID']['input'];
  order: Scalars['Float']['input'];
  approveBy?: InputMaybe<ApproveBy>;
  quorum?: InputMaybe<Scalars['Int']['input']>;
  rejectBy?: InputMaybe<RejectBy>;
  bulk?: InputMaybe<Scalars['Boolean']['input']>;
  status?: InputMaybe<WorkflowStatus>;
  approverIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  approvers?: InputMaybe<Array<StageApproverInput>>;
  when?: InputMaybe<Scalars['String']['input']>;
  calendarId?: InputMaybe<Scalars['ID']['input']>;
  dueIn?: InputMaybe<DurationInput>;
  remind?: InputMaybe<Array<DurationInput>>;
  escalate?: InputMaybe<EscalationInput>;
  atEnd?: InputMaybe<AtEnd>;
  endAfter?: InputMaybe<DurationInput>;
  documentCode?: InputMaybe<Scalars['String']['input']>;
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

export type UpdateWorkflowStageInput = {
  name?: InputMaybe<Scalars['String']['input']>;
  order?: InputMaybe<Scalars['Float']['input']>;
  approveBy?: InputMaybe<ApproveBy>;
  quorum?: InputMaybe<Scalars['Int']['input']>;
  rejectBy?: InputMaybe<RejectBy>;
  bulk?: InputMaybe<Scalars['Boolean']['input']>;
  status?: InputMaybe<WorkflowStatus>;
  approverIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  approvers?: InputMaybe<Array<StageApproverInput>>;
  when?: InputMaybe<Scalars['String']['input']>;
  calendarId?: InputMaybe<Scalars['ID']['input']>;
  dueIn?: InputMaybe<DurationInput>;
  remind?: InputMaybe<Array<DurationInput>>;
  escalate?: InputMaybe<EscalationInput>;
  atEnd?: InputMaybe<AtEnd>;
  endAfter?: InputMaybe<DurationInput>;
  documentCode?: InputMaybe<Scalars['String']['input']>;
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

export type StageApproverInput = {
  approverId?: InputMaybe<Scalars['ID']['input']>;
  source?: InputMaybe<ApproverSourceInput>;
  groups?: InputMaybe<Array<Scalars['String']['input']>>;
};

export type ApproverSourceInput = {
  groupId?: InputMaybe<Scalars['ID']['input']>;
  submitterManager?: InputMaybe<SubmitterManagerInput>;
  departmentHead?: InputMaybe<DepartmentHeadInput>;
  fact?: InputMaybe<Scalars['String']['input']>;
  previousApproverManager?: InputMaybe<Scalars['Boolean']['input']>;
};

export type SubmitterManagerInput = {
  levels?: InputMaybe<Scalars['Int']['input']>;
  untilLimit?: InputMaybe<Scalars['Boolean']['input']>;
};

export type DepartmentHeadInput = {
  of: Scalars['String']['input'];
};

export type WorkflowApproverPageInput = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  workflowId?: InputMaybe<Scalars['ID']['input']>;
  stageId?: InputMaybe<Scalars['ID']['input']>;
  approverId?: InputMaybe<Scalars['ID']['input']>;
};

export type FindWorkflowApproverInput = {
  _id?: InputMaybe<Scalars['ID']['input']>;
  workflowId?: InputMaybe<Scalars['ID']['input']>;
  stageId?: InputMaybe<Scalars['ID']['input']>;
  approverId?: InputMaybe<Scalars['ID']['input']>;
};

export type CreateWorkflowApproverInput = {
  stageId: Scalars['ID']['input'];
  workflowId?: InputMaybe<Scalars['ID']['input']>;
  approverId: Scalars['ID']['input'];
  groups?: InputMaybe<Array<Scalars['String']['input']>>;
  documentCode?: InputMaybe<Scalars['String']['input']>;
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

export type UpdateWorkflowApproverInput = {
  approverId?: InputMaybe<Scalars['ID']['input']>;
  groups?: InputMaybe<Array<Scalars['String']['input']>>;
  documentCode?: InputMaybe<Scalars['String']['input']>;
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

export type KindLabel = {
  language: Scalars['String']['output'];
  text: Scalars['String']['output'];
};

export type FactType =
  | 'TEXT'
  | 'NUMBER'
  | 'MONEY'
  | 'DATE'
  | 'DATETIME'
  | 'BOOLEAN'
  | 'PERSON'
  | 'LINK';

export type StatedBy =
  | 'OWNER'
  | 'PERSON';

export type DocumentAttachment = {
  name: Scalars['String']['output'];
  url: Scalars['String']['output'];
  sha256?: Maybe<Scalars['String']['output']>;
};

export type DocumentTable = {
  key: Scalars['String']['output'];
  label: Scalars['String']['output'];
  total: Scalars['Int']['output'];
};

export type DocumentColumn = {
  key: Scalars['String']['output'];
  label: Scalars['String']['output'];
  type: FactType;
};

export type ApprovalDocumentInput = {
  title?: InputMaybe<Scalars['String']['input']>;
  amount?: InputMaybe<Scalars['String']['input']>;
  currency?: InputMaybe<Scalars['String']['input']>;
  url?: InputMaybe<Scalars['String']['input']>;
  facts?: InputMaybe<Array<DocumentFactInput>>;
  attachments?: InputMaybe<Array<DocumentAttachmentInput>>;
  tables?: InputMaybe<Array<DocumentTableInput>>;
};

export type DocumentTableInput = {
  key: Scalars['String']['input'];
  label: Scalars['String']['input'];
  columns: Array<DocumentColumnInput>;
  rows: Array<Array<Scalars['String']['input']>>;
};

export type DocumentColumnInput = {
  key: Scalars['String']['input'];
  label: Scalars['String']['input'];
  type: FactType;
};

export type DocumentFactInput = {
  key: Scalars['String']['input'];
  label: Scalars['String']['input'];
  type: FactType;
  value: Scalars['FactValue']['input'];
};

export type DocumentAttachmentInput = {
  name: Scalars['String']['input'];
  url: Scalars['String']['input'];
  sha256?: InputMaybe<Scalars['String']['input']>;
};

export type FailedSubmissionReasonArgs = {
  locale?: InputMaybe<Scalars['String']['input']>;
};

export type FailedSubmissionPageInput = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
};

export type UserGroupSource =
  | 'HAND'
  | 'DIRECTORY';

export type UserGroupPageInput = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  keyword?: InputMaybe<Scalars['String']['input']>;
};

export type CreateUserGroupInput = {
  name: Scalars['String']['input'];
  memberIds: Array<Scalars['ID']['input']>;
};

export type UpdateUserGroupInput = {
  name?: InputMaybe<Scalars['String']['input']>;
  memberIds?: InputMaybe<Array<Scalars['ID']['input']>>;
};

export type HrApprovalKind =
  | 'LEAVE'
  | 'CLAIM'
  | 'LOAN'
  | 'ADVANCE';

export type HrApprovalStatus =
  | 'PENDING'
  | 'APPROVED'
  | 'REJECTED'
  | 'CANCELLED';

export type HrApprovalRole =
  | 'MANAGER'
  | 'HEAD_OF_DEPARTMENT'
  | 'HR';

export type ApprovalPageInput = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  status?: InputMaybe<HrApprovalStatus>;
  kind?: InputMaybe<HrApprovalKind>;
  approverId?: InputMaybe<Scalars['ID']['input']>;
};

export type ActionApprovalInput = {
  status: HrApprovalStatus;
  remark?: InputMaybe<Scalars['String']['input']>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  expectedRevision?: InputMaybe<Scalars['String']['input']>;
};

export type HrApprovalPolicyPageInput = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  kind?: InputMaybe<HrApprovalKind>;
};

export type HrApprovalPolicyLevelInput = {
  role: HrApprovalRole;
  order: Scalars['Int']['input'];
  approveBy: ApproveBy;
  quorum?: InputMaybe<Scalars['Int']['input']>;
  rejectBy?: InputMaybe<RejectBy>;
  bulk?: InputMaybe<Scalars['Boolean']['input']>;
  approvers?: InputMaybe<Array<StageApproverInput>>;
  calendarId?: InputMaybe<Scalars['ID']['input']>;
  dueIn?: InputMaybe<DurationInput>;
  remind?: InputMaybe<Array<DurationInput>>;
  escalate?: InputMaybe<EscalationInput>;
  atEnd?: InputMaybe<AtEnd>;
  endAfter?: InputMaybe<DurationInput>;
};

export type CreateHrApprovalPolicyInput = {
  kind: HrApprovalKind;
  levels: Array<HrApprovalPolicyLevelInput>;
  documentCode?: InputMaybe<Scalars['String']['input']>;
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

export type UpdateHrApprovalPolicyInput = {
  kind?: InputMaybe<HrApprovalKind>;
  levels?: InputMaybe<Array<HrApprovalPolicyLevelInput>>;
  documentCode?: InputMaybe<Scalars['String']['input']>;
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

export type WorkflowTaskUnassignedReasonArgs = {
  locale?: InputMaybe<Scalars['String']['input']>;
};

export type StageTally = {
  needed: Scalars['Int']['output'];
  reached: Scalars['Int']['output'];
  groups: Array<GroupTally>;
};

export type GroupTally = {
  group: Scalars['String']['output'];
  needed: Scalars['Int']['output'];
  reached: Scalars['Int']['output'];
};

export type WorkflowEventMetadata = {
  ref?: Maybe<Scalars['String']['output']>;
  stageName?: Maybe<Scalars['String']['output']>;
  remark?: Maybe<Scalars['String']['output']>;
  actorName?: Maybe<Scalars['String']['output']>;
  fromStageId?: Maybe<Scalars['ID']['output']>;
  toStageId?: Maybe<Scalars['ID']['output']>;
  returnToStageId?: Maybe<Scalars['ID']['output']>;
  reassignedFrom?: Maybe<Scalars['ID']['output']>;
  reassignedTo?: Maybe<Scalars['ID']['output']>;
  revision?: Maybe<Scalars['Int']['output']>;
  principalId?: Maybe<Scalars['ID']['output']>;
  principalName?: Maybe<Scalars['String']['output']>;
  userId?: Maybe<Scalars['ID']['output']>;
  userName?: Maybe<Scalars['String']['output']>;
  position?: Maybe<ApproverPosition>;
  mode?: Maybe<Scalars['String']['output']>;
  approveBy?: Maybe<ApproveBy>;
  quorum?: Maybe<Scalars['Int']['output']>;
  rejectBy?: Maybe<RejectBy>;
  agent?: Maybe<Scalars['Boolean']['output']>;
  client?: Maybe<Scalars['String']['output']>;
  actor?: Maybe<Scalars['String']['output']>;
  warnings?: Maybe<Scalars['JSON']['output']>;
};

export type PendingApprovalCount = {
  kind: Scalars['WorkflowTaskKind']['output'];
  count: Scalars['Int']['output'];
};

export type MoneySum = {
  currency: Scalars['String']['output'];
  amount: Scalars['String']['output'];
};

export type InboxGrouping =
  | 'DUE'
  | 'KIND'
  | 'SUBMITTER'
  | 'AMOUNT';

export type InboxOrder =
  | 'ASKED'
  | 'OLDEST'
  | 'DUE'
  | 'AMOUNT';

export type WorkflowTaskPageInput = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  keyword?: InputMaybe<Scalars['String']['input']>;
  status?: InputMaybe<WorkflowTaskStatus>;
  kinds?: InputMaybe<Array<Scalars['WorkflowTaskKind']['input']>>;
  involvedUserId?: InputMaybe<Scalars['ID']['input']>;
};

export type InboxPageInput = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  keyword?: InputMaybe<Scalars['String']['input']>;
  kinds?: InputMaybe<Array<Scalars['WorkflowTaskKind']['input']>>;
  after?: InputMaybe<Scalars['String']['input']>;
  order?: InputMaybe<InboxOrder>;
  amountFrom?: InputMaybe<Scalars['String']['input']>;
  amountTo?: InputMaybe<Scalars['String']['input']>;
  currency?: InputMaybe<Scalars['String']['input']>;
  submitterIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  forUserIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  changed?: InputMaybe<Scalars['Boolean']['input']>;
  bulk?: InputMaybe<Scalars['Boolean']['input']>;
  overdue?: InputMaybe<Scalars['Boolean']['input']>;
  snoozed?: InputMaybe<Scalars['Boolean']['input']>;
  askedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  groupBy?: InputMaybe<InboxGrouping>;
  group?: InputMaybe<Scalars['String']['input']>;
};

export type UnassignedTaskPageInput = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
};

export type WorkflowTaskSubmissionsPageInput = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  keyword?: InputMaybe<Scalars['String']['input']>;
  status?: InputMaybe<WorkflowTaskStatus>;
  kinds?: InputMaybe<Array<Scalars['WorkflowTaskKind']['input']>>;
  archived?: InputMaybe<Scalars['Boolean']['input']>;
};

export type QueryWorkflowTaskInput = {
  _id?: InputMaybe<Scalars['ID']['input']>;
  refId?: InputMaybe<Scalars['ID']['input']>;
  runId?: InputMaybe<Scalars['ID']['input']>;
  workflowId?: InputMaybe<Scalars['ID']['input']>;
  stageId?: InputMaybe<Scalars['ID']['input']>;
  kind?: InputMaybe<Scalars['WorkflowTaskKind']['input']>;
  status?: InputMaybe<WorkflowTaskStatus>;
  archived?: InputMaybe<Scalars['Boolean']['input']>;
};

export type QueryWorkflowApprovalInput = {
  _id?: InputMaybe<Scalars['ID']['input']>;
  taskId?: InputMaybe<Scalars['ID']['input']>;
  stageId?: InputMaybe<Scalars['ID']['input']>;
  workflowId?: InputMaybe<Scalars['ID']['input']>;
  approverId?: InputMaybe<Scalars['ID']['input']>;
  status?: InputMaybe<WorkflowApprovalStatus>;
  archived?: InputMaybe<Scalars['Boolean']['input']>;
};

export type JournalConfirmationStatus =
  | 'OPEN'
  | 'ACCEPTED'
  | 'DECLINED'
  | 'EXPIRED';

export type AnswerJournalConfirmationInput = {
  id: Scalars['ID']['input'];
  accept: Scalars['Boolean']['input'];
};

export type EscalationMode =
  | 'STAND_IN'
  | 'REPLACE';

export type AtEnd =
  | 'NOTHING'
  | 'REJECT'
  | 'APPROVE';

export type EscalationInput = {
  after: DurationInput;
  to: EscalationTargetInput;
  mode: EscalationMode;
  levels?: InputMaybe<Scalars['Int']['input']>;
};

export type EscalationTargetInput = {
  manager?: InputMaybe<Scalars['Boolean']['input']>;
  userIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  groupId?: InputMaybe<Scalars['ID']['input']>;
};

export type ApprovalLimitPageInput = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  kind?: InputMaybe<Scalars['WorkflowTaskKind']['input']>;
};

export type CreateApprovalLimitInput = {
  userId?: InputMaybe<Scalars['ID']['input']>;
  groupId?: InputMaybe<Scalars['ID']['input']>;
  kind: Scalars['WorkflowTaskKind']['input'];
  currency: Scalars['String']['input'];
  upTo: Scalars['String']['input'];
  documentCode?: InputMaybe<Scalars['String']['input']>;
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

export type UpdateApprovalLimitInput = {
  userId?: InputMaybe<Scalars['ID']['input']>;
  groupId?: InputMaybe<Scalars['ID']['input']>;
  kind?: InputMaybe<Scalars['WorkflowTaskKind']['input']>;
  currency?: InputMaybe<Scalars['String']['input']>;
  upTo?: InputMaybe<Scalars['String']['input']>;
  documentCode?: InputMaybe<Scalars['String']['input']>;
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

export type SubscriptionRunChangedArgs = {
  refId: Scalars['ID']['input'];
};

export type RunChange = {
  refId: Scalars['ID']['output'];
  runId: Scalars['ID']['output'];
};

export type NotificationPart =
  | 'ASKED'
  | 'SUBMITTER'
  | 'APPROVER'
  | 'MENTIONED'
  | 'PRIVILEGED';

export type WorkflowNotificationDtoTextArgs = {
  locale?: InputMaybe<Scalars['String']['input']>;
};

export type Viewer = {
  userId: Scalars['ID']['output'];
  companyId: Scalars['ID']['output'];
  name?: Maybe<Scalars['String']['output']>;
  privileged: Scalars['Boolean']['output'];
};

export type UserSearchInput = {
  keyword?: InputMaybe<Scalars['String']['input']>;
};

export type ReplayRulesInput = {
  kind: Scalars['ApprovalRuleKind']['input'];
  days?: InputMaybe<Scalars['Int']['input']>;
  draft?: InputMaybe<SaveRuleInput>;
  remove?: InputMaybe<Scalars['ID']['input']>;
  order?: InputMaybe<Array<Scalars['ID']['input']>>;
};

export type RouteWarning = {
  stageKey?: Maybe<Scalars['String']['output']>;
  code: Scalars['String']['output'];
  message: Scalars['String']['output'];
};

export type RouteReason =
  | 'ALWAYS'
  | 'CONDITION_TRUE'
  | 'CONDITION_FALSE'
  | 'UNVERIFIED'
  | 'ERROR'
  | 'DEFERRED';

export type PreviewRouteInput = {
  workflowId?: InputMaybe<Scalars['ID']['input']>;
  dynamicStages?: InputMaybe<Array<PublishWorkflowStageInput>>;
  facts?: InputMaybe<Array<FactDeclarationInput>>;
  version?: InputMaybe<Scalars['Int']['input']>;
  kind: Scalars['WorkflowTaskKind']['input'];
  document?: InputMaybe<ApprovalDocumentInput>;
  submitterId?: InputMaybe<Scalars['ID']['input']>;
  at?: InputMaybe<Scalars['DateTime']['input']>;
  asPerson?: InputMaybe<Scalars['Boolean']['input']>;
};

export type ApprovalRuleOrigin =
  | 'RULE'
  | 'THRESHOLD'
  | 'DEFAULT'
  | 'HR';

export type ApprovalRuleState =
  | 'DRAFT'
  | 'IN_FORCE'
  | 'OFF';

export type MatchingRuleInput = {
  kind: Scalars['ApprovalRuleKind']['input'];
  document?: InputMaybe<ApprovalDocumentInput>;
  discount?: InputMaybe<Scalars['Float']['input']>;
  submitterId?: InputMaybe<Scalars['ID']['input']>;
  asPerson?: InputMaybe<Scalars['Boolean']['input']>;
  written?: InputMaybe<SaveRuleInput>;
};

export type SwitchRuleInput = {
  id: Scalars['ID']['input'];
  enabled: Scalars['Boolean']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type OrderRulesInput = {
  kind: Scalars['ApprovalRuleKind']['input'];
  order: Array<Scalars['ID']['input']>;
  expectedOrder?: InputMaybe<Array<Scalars['ID']['input']>>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type SaveRuleInput = {
  id?: InputMaybe<Scalars['ID']['input']>;
  kind: Scalars['ApprovalRuleKind']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
  order?: InputMaybe<Scalars['Int']['input']>;
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
  amountAbove?: InputMaybe<Scalars['String']['input']>;
  currency?: InputMaybe<Scalars['String']['input']>;
  discountAbove?: InputMaybe<Scalars['Float']['input']>;
  when?: InputMaybe<Scalars['String']['input']>;
  facts?: InputMaybe<Array<FactDeclarationInput>>;
  stages: Array<PublishWorkflowStageInput>;
};

export type UpdateWorkflowTaskInput = {
  ref?: InputMaybe<Scalars['String']['input']>;
  title?: InputMaybe<Scalars['String']['input']>;
  documentCode?: InputMaybe<Scalars['String']['input']>;
  documentDate?: InputMaybe<Scalars['Float']['input']>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  expectedRevision?: InputMaybe<Scalars['String']['input']>;
};

export type CreateWorkflowApprovalInput = {
  taskId: Scalars['ID']['input'];
  approverId: Scalars['ID']['input'];
  documentCode?: InputMaybe<Scalars['String']['input']>;
  documentDate?: InputMaybe<Scalars['Float']['input']>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  expectedRevision?: InputMaybe<Scalars['String']['input']>;
};

export type UpdateWorkflowApprovalInput = {
  remark?: InputMaybe<Scalars['String']['input']>;
  documentCode?: InputMaybe<Scalars['String']['input']>;
  documentDate?: InputMaybe<Scalars['Float']['input']>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  expectedRevision?: InputMaybe<Scalars['String']['input']>;
};

export type WorkflowTaskStatus =
  | 'PENDING'
  | 'AWAITING_APPROVAL'
  | 'APPROVED'
  | 'REJECTED'
  | 'ARCHIEVED';

export type WorkflowApprovalStatus =
  | 'PENDING'
  | 'AWAITING_APPROVAL'
  | 'APPROVED'
  | 'REJECTED'
  | 'COMPLETED'
  | 'NOT_NEEDED';

export type SeatReason =
  | 'RULE'
  | 'MANAGER_OF'
  | 'HEAD_OF'
  | 'HR_OF'
  | 'ADDED_BY'
  | 'REASSIGNED_FROM'
  | 'FALLBACK'
  | 'GROUP'
  | 'FACT'
  | 'PREVIOUS_APPROVER_MANAGER';

export type WorkflowEventType =
  | 'TASK_CREATED'
  | 'STAGE_ADVANCED'
  | 'APPROVED'
  | 'REJECTED'
  | 'COMPLETED'
  | 'RESUBMITTED'
  | 'AMENDED'
  | 'OBJECTED'
  | 'REASSIGNED'
  | 'APPROVER_ADDED'
  | 'VERDICT_WITHDRAWN'
  | 'RECALLED'
  | 'SKIPPED'
  | 'UNASSIGNED'
  | 'APPROVER_LEFT'
  | 'REPLACED'
  | 'STAGE_ADDED'
  | 'REMINDED'
  | 'ESCALATED'
  | 'ESCALATION_FAILED'
  | 'TIMED_OUT'
  | 'EXPIRED'
  | 'SEAT_LOST';

export type ApproverPosition =
  | 'PARALLEL'
  | 'AFTER';

export type DecideManyOutcome =
  | 'DONE'
  | 'REPLAYED'
  | 'FAILED';

export type DecideManyResult = {
  taskId: Scalars['ID']['output'];
  result: DecideManyOutcome;
  code?: Maybe<Scalars['String']['output']>;
  message?: Maybe<Scalars['String']['output']>;
  textCode?: Maybe<Scalars['String']['output']>;
  params?: Maybe<Scalars['JSON']['output']>;
  decided?: Maybe<Decided>;
};

export type Decided = {
  status: WorkflowApprovalStatus;
  at: Scalars['DateTime']['output'];
  by: Decider;
  for?: Maybe<Decider>;
  stageName: Scalars['String']['output'];
};

export type Decider = {
  _id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
};

export type NewWorkflowTaskInput = {
  workflowId: Scalars['ID']['input'];
  refId: Scalars['ID']['input'];
  kind: Scalars['WorkflowTaskKind']['input'];
  ref?: InputMaybe<Scalars['String']['input']>;
  document?: InputMaybe<ApprovalDocumentInput>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type UpdateWorkflowApprovalStatusInput = {
  taskId: Scalars['ID']['input'];
  status: WorkflowApprovalStatus;
  remark?: InputMaybe<Scalars['String']['input']>;
  returnToStageId?: InputMaybe<Scalars['ID']['input']>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  expectedRevision?: InputMaybe<Scalars['String']['input']>;
};

export type DecideManyInput = {
  items: Array<DecideManyItemInput>;
  remark?: InputMaybe<Scalars['String']['input']>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type DecideManyItemInput = {
  taskId: Scalars['ID']['input'];
  status: WorkflowApprovalStatus;
  remark?: InputMaybe<Scalars['String']['input']>;
  returnToStageId?: InputMaybe<Scalars['ID']['input']>;
  expectedRevision?: InputMaybe<Scalars['String']['input']>;
};

export type ReassignApprovalInput = {
  taskId: Scalars['ID']['input'];
  fromUserId?: InputMaybe<Scalars['ID']['input']>;
  toUserId: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  expectedRevision?: InputMaybe<Scalars['String']['input']>;
};

export type AddApproverInput = {
  taskId: Scalars['ID']['input'];
  userId: Scalars['ID']['input'];
  position: ApproverPosition;
  reason?: InputMaybe<Scalars['String']['input']>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  expectedRevision?: InputMaybe<Scalars['String']['input']>;
};

export type WithdrawVerdictInput = {
  taskId: Scalars['ID']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
  expectedRevision?: InputMaybe<Scalars['String']['input']>;
};

export type RecallDocumentInput = {
  refId: Scalars['ID']['input'];
  reason: Scalars['String']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type NudgeInput = {
  refId: Scalars['ID']['input'];
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type SavedView = {
  _id: Scalars['ID']['output'];
  page: SavedViewPage;
  name: Scalars['String']['output'];
  query: Scalars['String']['output'];
};

export type SavedViewPage =
  | 'INBOX'
  | 'DECIDED'
  | 'DOCUMENTS';

export type SaveViewInput = {
  id?: InputMaybe<Scalars['ID']['input']>;
  page: SavedViewPage;
  name: Scalars['String']['input'];
  query: Scalars['String']['input'];
};

export type DocumentState =
  | 'IN_PROGRESS'
  | 'APPROVED'
  | 'REJECTED'
  | 'RECALLED'
  | 'CANCELLED'
  | 'EXPIRED';

export type FoundFact = {
  label: Scalars['String']['output'];
  value: Scalars['String']['output'];
};

export type DocumentSearchInput = {
  after?: InputMaybe<Scalars['String']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  text?: InputMaybe<Scalars['String']['input']>;
  number?: InputMaybe<Scalars['String']['input']>;
  personId?: InputMaybe<Scalars['ID']['input']>;
  kinds?: InputMaybe<Array<Scalars['WorkflowTaskKind']['input']>>;
  states?: InputMaybe<Array<DocumentState>>;
  amountFrom?: InputMaybe<Scalars['String']['input']>;
  amountTo?: InputMaybe<Scalars['String']['input']>;
  currency?: InputMaybe<Scalars['String']['input']>;
  submittedFrom?: InputMaybe<Scalars['DateTime']['input']>;
  submittedUntil?: InputMaybe<Scalars['DateTime']['input']>;
  decidedByMe?: InputMaybe<Scalars['Boolean']['input']>;
  submittedByMe?: InputMaybe<Scalars['Boolean']['input']>;
};

export type SubmissionTab =
  | 'NEEDS_YOU'
  | 'IN_PROGRESS'
  | 'DONE';

export type SubmissionStage = {
  name: Scalars['String']['output'];
  status: WorkflowTaskStatus;
};

export type MySubmissionsInput = {
  after?: InputMaybe<Scalars['String']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  tab?: InputMaybe<SubmissionTab>;
  text?: InputMaybe<Scalars['String']['input']>;
};

export type DecidedPageInput = {
  after?: InputMaybe<Scalars['String']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  text?: InputMaybe<Scalars['String']['input']>;
  kinds?: InputMaybe<Array<Scalars['WorkflowTaskKind']['input']>>;
  status?: InputMaybe<WorkflowApprovalStatus>;
  from?: InputMaybe<Scalars['DateTime']['input']>;
  until?: InputMaybe<Scalars['DateTime']['input']>;
};

export type MarkSeenInput = {
  refId: Scalars['ID']['input'];
  revision: Scalars['Int']['input'];
};

export type ApproveBy =
  | 'ANY'
  | 'ALL'
  | 'COUNT'
  | 'PERCENT'
  | 'PER_GROUP';

export type RejectBy =
  | 'VETO'
  | 'UNREACHABLE';

export type SnoozeTaskInput = {
  taskId: Scalars['ID']['input'];
  until?: InputMaybe<Scalars['DateTime']['input']>;
  idempotencyKey?: InputMaybe<Scalars['String']['input']>;
};

export type CreateSubstitutionInput = {
  principalId?: InputMaybe<Scalars['ID']['input']>;
  substituteId: Scalars['ID']['input'];
  kinds?: InputMaybe<Array<Scalars['WorkflowTaskKind']['input']>>;
  fromDate: Scalars['String']['input'];
  untilDate: Scalars['String']['input'];
  timeZone: Scalars['String']['input'];
  reason?: InputMaybe<Scalars['String']['input']>;
};

export type SubstitutionPageInput = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  userId?: InputMaybe<Scalars['ID']['input']>;
  activeAt?: InputMaybe<Scalars['Float']['input']>;
};

export type ApprovalThresholdKind =
  | 'SalesQuotation'
  | 'SalesOrder'
  | 'SalesInvoice'
  | 'PurchaseRequisition'
  | 'PurchaseOrder'
  | 'PurchaseInvoice';

export type ApprovalThresholdPageInput = {
  skip?: InputMaybe<Scalars['Int']['input']>;
  take?: InputMaybe<Scalars['Int']['input']>;
  kind?: InputMaybe<ApprovalThresholdKind>;
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
};

export type CreateApprovalThresholdInput = {
  kind: ApprovalThresholdKind;
  workflowId: Scalars['ID']['input'];
  amountThreshold?: InputMaybe<Scalars['Float']['input']>;
  discountPercentageThreshold?: InputMaybe<Scalars['Float']['input']>;
  currency?: InputMaybe<Scalars['String']['input']>;
  order?: InputMaybe<Scalars['Int']['input']>;
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
  documentCode?: InputMaybe<Scalars['String']['input']>;
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

export type UpdateApprovalThresholdInput = {
  kind?: InputMaybe<ApprovalThresholdKind>;
  workflowId?: InputMaybe<Scalars['ID']['input']>;
  amountThreshold?: InputMaybe<Scalars['Float']['input']>;
  discountPercentageThreshold?: InputMaybe<Scalars['Float']['input']>;
  currency?: InputMaybe<Scalars['String']['input']>;
  order?: InputMaybe<Scalars['Int']['input']>;
  enabled?: InputMaybe<Scalars['Boolean']['input']>;
  documentCode?: InputMaybe<Scalars['String']['input']>;
  documentDate?: InputMaybe<Scalars['Float']['input']>;
};

export type OrderDiscount = {
  valueType?: Maybe<Scalars['String']['output']>;
  value?: Maybe<Scalars['Float']['output']>;
};

export type WorkflowTimer = {
  rung: Scalars['Int']['output'];
  action: WorkflowTimerAction;
  at: Scalars['DateTime']['output'];
  state: WorkflowTimerState;
};

export type WorkflowTimerAction =
  | 'REMIND'
  | 'ESCALATE'
  | 'END';

export type WorkflowTimerState =
  | 'WAITING'
  | 'PAUSED'
  | 'FIRED'
  | 'DROPPED';

export type OwnerWebhookState =
  | 'OK'
  | 'RETRYING'
  | 'PAUSED';

export type WebhookDelivery = {
  at: Scalars['DateTime']['output'];
  type: Scalars['String']['output'];
  refId?: Maybe<Scalars['ID']['output']>;
  result: WebhookDeliveryResult;
  attempt: Scalars['Int']['output'];
};

export type WebhookDeliveryResult =
  | 'OK'
  | 'STATUS'
  | 'TIMEOUT'
  | 'NETWORK'
  | 'REDIRECT'
  | 'ADDRESS'
  | 'GONE';

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

export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  BaseRecord:
    | ( ApprovalCalendarParent )
    | ( WorkflowParent )
    | ( WorkflowStageParent )
    | ( WorkflowApproverParent )
    | ( HrApprovalPolicyDtoParent )
    | ( WorkflowTaskParent )
    | ( WorkflowApprovalParent )
    | ( WorkflowEventParent )
    | ( ApprovalLimitParent )
    | ( WorkflowNotificationDtoParent )
    | ( SubstitutionParent )
    | ( ApprovalThresholdParent )
  ;
};

export type ResolversTypes = {
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  OnAmend: OnAmend;
  OnEmptyStage: OnEmptyStage;
  OnSubmitterIsApprover: OnSubmitterIsApprover;
  OnRepeatedApprover: OnRepeatedApprover;
  RecallPolicy: RecallPolicy;
  UnknownPeople: UnknownPeople;
  MailFacts: MailFacts;
  RunReaders: RunReaders;
  ApprovalSettings: ResolverTypeWrapper<ApprovalSettingsParent>;
  KindCalendar: ResolverTypeWrapper<KindCalendar>;
  UpdateApprovalSettingsInput: UpdateApprovalSettingsInput;
  KindCalendarInput: KindCalendarInput;
  AuditLog: ResolverTypeWrapper<AuditLogParent>;
  AuditLogPageResult: ResolverTypeWrapper<AuditLogPageResultParent>;
  AuditLogPageInput: AuditLogPageInput;
  Weekday: Weekday;
  ApprovalCalendar: ResolverTypeWrapper<ApprovalCalendarParent>;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  CalendarHours: ResolverTypeWrapper<CalendarHoursParent>;
  CalendarDay: ResolverTypeWrapper<CalendarDayParent>;
  ApprovalCalendarPageResult: ResolverTypeWrapper<ApprovalCalendarPageResultParent>;
  ApprovalCalendarPageInput: ApprovalCalendarPageInput;
  CreateApprovalCalendarInput: CreateApprovalCalendarInput;
  UpdateApprovalCalendarInput: UpdateApprovalCalendarInput;
  CalendarHoursInput: CalendarHoursInput;
  CalendarDayInput: CalendarDayInput;
  DueAfterInput: DueAfterInput;
  Duration: ResolverTypeWrapper<Duration>;
  DurationInput: DurationInput;
  NotificationChannel: NotificationChannel;
  NotificationCategory: NotificationCategory;
  NotificationWhen: NotificationWhen;
  NotificationPreference: ResolverTypeWrapper<NotificationPreference>;
  UpdateNotificationPreferencesInput: UpdateNotificationPreferencesInput;
  NotificationPreferenceInput: NotificationPreferenceInput;
  WorkflowStatus: WorkflowStatus;
  Workflow: ResolverTypeWrapper<WorkflowParent>;
  WorkflowStage: ResolverTypeWrapper<WorkflowStageParent>;
  StageApprover: ResolverTypeWrapper<StageApproverParent>;
  ApproverSource: ResolverTypeWrapper<ApproverSourceParent>;
  SubmitterManager: ResolverTypeWrapper<SubmitterManager>;
  DepartmentHead: ResolverTypeWrapper<DepartmentHead>;
  WorkflowApprover: ResolverTypeWrapper<WorkflowApproverParent>;
  WorkflowVersion: ResolverTypeWrapper<WorkflowVersionParent>;
  WorkflowVersionStage: ResolverTypeWrapper<WorkflowVersionStageParent>;
  FactDeclaration: ResolverTypeWrapper<FactDeclarationParent>;
  WorkflowDifference: ResolverTypeWrapper<WorkflowDifference>;
  WorkflowFinding: ResolverTypeWrapper<WorkflowFindingParent>;
  WorkflowFindingCode: WorkflowFindingCode;
  WorkflowPageResult: ResolverTypeWrapper<WorkflowPageResultParent>;
  WorkflowStagePageResult: ResolverTypeWrapper<WorkflowStagePageResultParent>;
  WorkflowApproverPageResult: ResolverTypeWrapper<WorkflowApproverPageResultParent>;
  WorkflowPageInput: WorkflowPageInput;
  QueryWorkflowInput: QueryWorkflowInput;
  CreateWorkflowInput: CreateWorkflowInput;
  UpdateWorkflowInput: UpdateWorkflowInput;
  PublishWorkflowInput: PublishWorkflowInput;
  PublishWorkflowStageInput: PublishWorkflowStageInput;
  FactDeclarationInput: FactDeclarationInput;
  WorkflowStagePageInput: WorkflowStagePageInput;
  FindWorkflowStageInput: FindWorkflowStageInput;
  CreateWorkflowStageInput: CreateWorkflowStageInput;
  UpdateWorkflowStageInput: UpdateWorkflowStageInput;
  StageApproverInput: StageApproverInput;
  ApproverSourceInput: ApproverSourceInput;
  SubmitterManagerInput: SubmitterManagerInput;
  DepartmentHeadInput: DepartmentHeadInput;
  WorkflowApproverPageInput: WorkflowApproverPageInput;
  FindWorkflowApproverInput: FindWorkflowApproverInput;
  CreateWorkflowApproverInput: CreateWorkflowApproverInput;
  UpdateWorkflowApproverInput: UpdateWorkflowApproverInput;
  DocumentKind: ResolverTypeWrapper<DocumentKindParent>;
  KindLabel: ResolverTypeWrapper<KindLabel>;
  FactValue: ResolverTypeWrapper<Scalars['FactValue']['output']>;
  FactType: FactType;
  ApprovalDocument: ResolverTypeWrapper<ApprovalDocumentParent>;
  EarlierRejection: ResolverTypeWrapper<EarlierRejectionParent>;
  StatedBy: StatedBy;
  DocumentFact: ResolverTypeWrapper<DocumentFactParent>;
  DocumentAttachment: ResolverTypeWrapper<DocumentAttachment>;
  DocumentTable: ResolverTypeWrapper<DocumentTable>;
  DocumentColumn: ResolverTypeWrapper<DocumentColumn>;
  DocumentTablePage: ResolverTypeWrapper<DocumentTablePageParent>;
  DocumentRevision: ResolverTypeWrapper<DocumentRevisionParent>;
  DocumentChange: ResolverTypeWrapper<DocumentChangeParent>;
  ApprovalDocumentInput: ApprovalDocumentInput;
  DocumentTableInput: DocumentTableInput;
  DocumentColumnInput: DocumentColumnInput;
  DocumentFactInput: DocumentFactInput;
  DocumentAttachmentInput: DocumentAttachmentInput;
  FailedSubmission: ResolverTypeWrapper<FailedSubmissionParent>;
  FailedSubmissionPageResult: ResolverTypeWrapper<FailedSubmissionPageResultParent>;
  FailedSubmissionPageInput: FailedSubmissionPageInput;
  UserGroup: ResolverTypeWrapper<UserGroupParent>;
  UserGroupSource: UserGroupSource;
  UserGroupPageResult: ResolverTypeWrapper<UserGroupPageResultParent>;
  UserGroupPageInput: UserGroupPageInput;
  CreateUserGroupInput: CreateUserGroupInput;
  UpdateUserGroupInput: UpdateUserGroupInput;
  HrApprovalKind: HrApprovalKind;
  HrApprovalStatus: HrApprovalStatus;
  HrApprovalRole: HrApprovalRole;
  Approval: ResolverTypeWrapper<ApprovalParent>;
  HrApprovalPolicyLevel: ResolverTypeWrapper<HrApprovalPolicyLevelParent>;
  HrApprovalPolicyDto: ResolverTypeWrapper<HrApprovalPolicyDtoParent>;
  ApprovalPageResult: ResolverTypeWrapper<ApprovalPageResultParent>;
  HrApprovalPolicyPageResult: ResolverTypeWrapper<HrApprovalPolicyPageResultParent>;
  ApprovalPageInput: ApprovalPageInput;
  ActionApprovalInput: ActionApprovalInput;
  HrApprovalPolicyPageInput: HrApprovalPolicyPageInput;
  HrApprovalPolicyLevelInput: HrApprovalPolicyLevelInput;
  CreateHrApprovalPolicyInput: CreateHrApprovalPolicyInput;
  UpdateHrApprovalPolicyInput: UpdateHrApprovalPolicyInput;
  SubmittedBy: ResolverTypeWrapper<SubmittedByParent>;
  WorkflowTask: ResolverTypeWrapper<WorkflowTaskParent>;
  StageTally: ResolverTypeWrapper<StageTally>;
  GroupTally: ResolverTypeWrapper<GroupTally>;
  WorkflowApproval: ResolverTypeWrapper<WorkflowApprovalParent>;
  WorkflowEventMetadata: ResolverTypeWrapper<WorkflowEventMetadata>;
  WorkflowEvent: ResolverTypeWrapper<WorkflowEventParent>;
  PendingApprovalCount: ResolverTypeWrapper<PendingApprovalCount>;
  WorkflowTaskPageResult: ResolverTypeWrapper<WorkflowTaskPageResultParent>;
  InboxGroup: ResolverTypeWrapper<InboxGroupParent>;
  MoneySum: ResolverTypeWrapper<MoneySum>;
  InboxGrouping: InboxGrouping;
  InboxOrder: InboxOrder;
  WorkflowTaskSubmissionsPageResult: ResolverTypeWrapper<WorkflowTaskSubmissionsPageResultParent>;
  WorkflowTaskPageInput: WorkflowTaskPageInput;
  InboxPageInput: InboxPageInput;
  UnassignedTaskPageInput: UnassignedTaskPageInput;
  WorkflowTaskSubmissionsPageInput: WorkflowTaskSubmissionsPageInput;
  QueryWorkflowTaskInput: QueryWorkflowTaskInput;
  QueryWorkflowApprovalInput: QueryWorkflowApprovalInput;
  JournalConfirmation: ResolverTypeWrapper<JournalConfirmationParent>;
  JournalConfirmationStatus: JournalConfirmationStatus;
  AnswerJournalConfirmationInput: AnswerJournalConfirmationInput;
  Escalation: ResolverTypeWrapper<EscalationParent>;
  EscalationTarget: ResolverTypeWrapper<EscalationTargetParent>;
  EscalationMode: EscalationMode;
  AtEnd: AtEnd;
  EscalationInput: EscalationInput;
  EscalationTargetInput: EscalationTargetInput;
  ApprovalLimit: ResolverTypeWrapper<ApprovalLimitParent>;
  ApprovalLimitPageResult: ResolverTypeWrapper<ApprovalLimitPageResultParent>;
  ApprovalLimitPageInput: ApprovalLimitPageInput;
  CreateApprovalLimitInput: CreateApprovalLimitInput;
  UpdateApprovalLimitInput: UpdateApprovalLimitInput;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  RunChange: ResolverTypeWrapper<RunChange>;
  User: ResolverTypeWrapper<UserParent>;
  NotificationPart: NotificationPart;
  WorkflowNotificationDto: ResolverTypeWrapper<WorkflowNotificationDtoParent>;
  Viewer: ResolverTypeWrapper<Viewer>;
  UserSearchInput: UserSearchInput;
  ReplayRulesInput: ReplayRulesInput;
  RuleReplay: ResolverTypeWrapper<RuleReplayParent>;
  RuleReplayExample: ResolverTypeWrapper<RuleReplayExampleParent>;
  RuleShadow: ResolverTypeWrapper<RuleShadowParent>;
  Route: ResolverTypeWrapper<RouteParent>;
  RouteWarning: ResolverTypeWrapper<RouteWarning>;
  RouteReason: RouteReason;
  RouteStage: ResolverTypeWrapper<RouteStageParent>;
  RouteSeat: ResolverTypeWrapper<RouteSeatParent>;
  PreviewRouteInput: PreviewRouteInput;
  ApprovalRuleKind: ResolverTypeWrapper<Scalars['ApprovalRuleKind']['output']>;
  ApprovalRuleOrigin: ApprovalRuleOrigin;
  ApprovalRuleState: ApprovalRuleState;
  ApprovalRule: ResolverTypeWrapper<ApprovalRuleParent>;
  ApprovalRuleDraft: ResolverTypeWrapper<ApprovalRuleDraftParent>;
  MatchingRule: ResolverTypeWrapper<MatchingRuleParent>;
  MatchingRuleInput: MatchingRuleInput;
  RuleUse: ResolverTypeWrapper<RuleUseParent>;
  RuleDifference: ResolverTypeWrapper<RuleDifferenceParent>;
  SwitchRuleInput: SwitchRuleInput;
  OrderRulesInput: OrderRulesInput;
  ApprovalRuleStage: ResolverTypeWrapper<ApprovalRuleStageParent>;
  SaveRuleInput: SaveRuleInput;
  UpdateWorkflowTaskInput: UpdateWorkflowTaskInput;
  CreateWorkflowApprovalInput: CreateWorkflowApprovalInput;
  UpdateWorkflowApprovalInput: UpdateWorkflowApprovalInput;
  WorkflowTaskKind: ResolverTypeWrapper<Scalars['WorkflowTaskKind']['output']>;
  WorkflowTaskStatus: WorkflowTaskStatus;
  WorkflowApprovalStatus: WorkflowApprovalStatus;
  SeatReason: SeatReason;
  WorkflowEventType: WorkflowEventType;
  ApproverPosition: ApproverPosition;
  DecideManyOutcome: DecideManyOutcome;
  DecideManyResult: ResolverTypeWrapper<DecideManyResult>;
  Decided: ResolverTypeWrapper<Decided>;
  Decider: ResolverTypeWrapper<Decider>;
  NewWorkflowTaskInput: NewWorkflowTaskInput;
  UpdateWorkflowApprovalStatusInput: UpdateWorkflowApprovalStatusInput;
  DecideManyInput: DecideManyInput;
  DecideManyItemInput: DecideManyItemInput;
  ReassignApprovalInput: ReassignApprovalInput;
  AddApproverInput: AddApproverInput;
  WithdrawVerdictInput: WithdrawVerdictInput;
  RecallDocumentInput: RecallDocumentInput;
  NudgeInput: NudgeInput;
  SavedView: ResolverTypeWrapper<SavedView>;
  SavedViewPage: SavedViewPage;
  SaveViewInput: SaveViewInput;
  DocumentHit: ResolverTypeWrapper<DocumentHitParent>;
  DocumentState: DocumentState;
  FoundFact: ResolverTypeWrapper<FoundFact>;
  DocumentSearchResult: ResolverTypeWrapper<DocumentSearchResultParent>;
  DocumentSearchInput: DocumentSearchInput;
  SubmissionTab: SubmissionTab;
  MySubmission: ResolverTypeWrapper<MySubmissionParent>;
  SubmissionStage: ResolverTypeWrapper<SubmissionStage>;
  MySubmissionsResult: ResolverTypeWrapper<MySubmissionsResultParent>;
  MySubmissionsInput: MySubmissionsInput;
  DecidedEntry: ResolverTypeWrapper<DecidedEntryParent>;
  DecidedResult: ResolverTypeWrapper<DecidedResultParent>;
  DecidedPageInput: DecidedPageInput;
  MarkSeenInput: MarkSeenInput;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  ApproveBy: ApproveBy;
  RejectBy: RejectBy;
  BaseRecord: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['BaseRecord']>;
  SnoozeTaskInput: SnoozeTaskInput;
  Substitution: ResolverTypeWrapper<SubstitutionParent>;
  SubstitutionPageResult: ResolverTypeWrapper<SubstitutionPageResultParent>;
  Away: ResolverTypeWrapper<AwayParent>;
  CreateSubstitutionInput: CreateSubstitutionInput;
  SubstitutionPageInput: SubstitutionPageInput;
  ApprovalThresholdKind: ApprovalThresholdKind;
  ApprovalThreshold: ResolverTypeWrapper<ApprovalThresholdParent>;
  ApprovalThresholdPageResult: ResolverTypeWrapper<ApprovalThresholdPageResultParent>;
  ApprovalThresholdPageInput: ApprovalThresholdPageInput;
  CreateApprovalThresholdInput: CreateApprovalThresholdInput;
  UpdateApprovalThresholdInput: UpdateApprovalThresholdInput;
  OrderDiscount: ResolverTypeWrapper<OrderDiscount>;
  Order: ResolverTypeWrapper<OrderParent>;
  WorkflowTimer: ResolverTypeWrapper<WorkflowTimer>;
  WorkflowTimerAction: WorkflowTimerAction;
  WorkflowTimerState: WorkflowTimerState;
  OwnerWebhookState: OwnerWebhookState;
  OwnerWebhook: ResolverTypeWrapper<OwnerWebhookParent>;
  WebhookDelivery: ResolverTypeWrapper<WebhookDelivery>;
  WebhookDeliveryResult: WebhookDeliveryResult;
};

export type ResolversParentTypes = {
  Query: Record<PropertyKey, never>;
  ID: Scalars['ID']['output'];
  Int: Scalars['Int']['output'];
  String: Scalars['String']['output'];
  Boolean: Scalars['Boolean']['output'];
  Mutation: Record<PropertyKey, never>;
  ApprovalSettings: ApprovalSettingsParent;
  KindCalendar: KindCalendar;
  UpdateApprovalSettingsInput: UpdateApprovalSettingsInput;
  KindCalendarInput: KindCalendarInput;
  AuditLog: AuditLogParent;
  AuditLogPageResult: AuditLogPageResultParent;
  AuditLogPageInput: AuditLogPageInput;
  ApprovalCalendar: ApprovalCalendarParent;
  Float: Scalars['Float']['output'];
  CalendarHours: CalendarHoursParent;
  CalendarDay: CalendarDayParent;
  ApprovalCalendarPageResult: ApprovalCalendarPageResultParent;
  ApprovalCalendarPageInput: ApprovalCalendarPageInput;
  CreateApprovalCalendarInput: CreateApprovalCalendarInput;
  UpdateApprovalCalendarInput: UpdateApprovalCalendarInput;
  CalendarHoursInput: CalendarHoursInput;
  CalendarDayInput: CalendarDayInput;
  DueAfterInput: DueAfterInput;
  Duration: Duration;
  DurationInput: DurationInput;
  NotificationPreference: NotificationPreference;
  UpdateNotificationPreferencesInput: UpdateNotificationPreferencesInput;
  NotificationPreferenceInput: NotificationPreferenceInput;
  Workflow: WorkflowParent;
  WorkflowStage: WorkflowStageParent;
  StageApprover: StageApproverParent;
  ApproverSource: ApproverSourceParent;
  SubmitterManager: SubmitterManager;
  DepartmentHead: DepartmentHead;
  WorkflowApprover: WorkflowApproverParent;
  WorkflowVersion: WorkflowVersionParent;
  WorkflowVersionStage: WorkflowVersionStageParent;
  FactDeclaration: FactDeclarationParent;
  WorkflowDifference: WorkflowDifference;
  WorkflowFinding: WorkflowFindingParent;
  WorkflowPageResult: WorkflowPageResultParent;
  WorkflowStagePageResult: WorkflowStagePageResultParent;
  WorkflowApproverPageResult: WorkflowApproverPageResultParent;
  WorkflowPageInput: WorkflowPageInput;
  QueryWorkflowInput: QueryWorkflowInput;
  CreateWorkflowInput: CreateWorkflowInput;
  UpdateWorkflowInput: UpdateWorkflowInput;
  PublishWorkflowInput: PublishWorkflowInput;
  PublishWorkflowStageInput: PublishWorkflowStageInput;
  FactDeclarationInput: FactDeclarationInput;
  WorkflowStagePageInput: WorkflowStagePageInput;
  FindWorkflowStageInput: FindWorkflowStageInput;
  CreateWorkflowStageInput: CreateWorkflowStageInput;
  UpdateWorkflowStageInput: UpdateWorkflowStageInput;
  StageApproverInput: StageApproverInput;
  ApproverSourceInput: ApproverSourceInput;
  SubmitterManagerInput: SubmitterManagerInput;
  DepartmentHeadInput: DepartmentHeadInput;
  WorkflowApproverPageInput: WorkflowApproverPageInput;
  FindWorkflowApproverInput: FindWorkflowApproverInput;
  CreateWorkflowApproverInput: CreateWorkflowApproverInput;
  UpdateWorkflowApproverInput: UpdateWorkflowApproverInput;
  DocumentKind: DocumentKindParent;
  KindLabel: KindLabel;
  FactValue: Scalars['FactValue']['output'];
  ApprovalDocument: ApprovalDocumentParent;
  EarlierRejection: EarlierRejectionParent;
  DocumentFact: DocumentFactParent;
  DocumentAttachment: DocumentAttachment;
  DocumentTable: DocumentTable;
  DocumentColumn: DocumentColumn;
  DocumentTablePage: DocumentTablePageParent;
  DocumentRevision: DocumentRevisionParent;
  DocumentChange: DocumentChangeParent;
  ApprovalDocumentInput: ApprovalDocumentInput;
  DocumentTableInput: DocumentTableInput;
  DocumentColumnInput: DocumentColumnInput;
  DocumentFactInput: DocumentFactInput;
  DocumentAttachmentInput: DocumentAttachmentInput;
  FailedSubmission: FailedSubmissionParent;
  FailedSubmissionPageResult: FailedSubmissionPageResultParent;
  FailedSubmissionPageInput: FailedSubmissionPageInput;
  UserGroup: UserGroupParent;
  UserGroupPageResult: UserGroupPageResultParent;
  UserGroupPageInput: UserGroupPageInput;
  CreateUserGroupInput: CreateUserGroupInput;
  UpdateUserGroupInput: UpdateUserGroupInput;
  Approval: ApprovalParent;
  HrApprovalPolicyLevel: HrApprovalPolicyLevelParent;
  HrApprovalPolicyDto: HrApprovalPolicyDtoParent;
  ApprovalPageResult: ApprovalPageResultParent;
  HrApprovalPolicyPageResult: HrApprovalPolicyPageResultParent;
  ApprovalPageInput: ApprovalPageInput;
  ActionApprovalInput: ActionApprovalInput;
  HrApprovalPolicyPageInput: HrApprovalPolicyPageInput;
  HrApprovalPolicyLevelInput: HrApprovalPolicyLevelInput;
  CreateHrApprovalPolicyInput: CreateHrApprovalPolicyInput;
  UpdateHrApprovalPolicyInput: UpdateHrApprovalPolicyInput;
  SubmittedBy: SubmittedByParent;
  WorkflowTask: WorkflowTaskParent;
  StageTally: StageTally;
  GroupTally: GroupTally;
  WorkflowApproval: WorkflowApprovalParent;
  WorkflowEventMetadata: WorkflowEventMetadata;
  WorkflowEvent: WorkflowEventParent;
  PendingApprovalCount: PendingApprovalCount;
  WorkflowTaskPageResult: WorkflowTaskPageResultParent;
  InboxGroup: InboxGroupParent;
  MoneySum: MoneySum;
  WorkflowTaskSubmissionsPageResult: WorkflowTaskSubmissionsPageResultParent;
  WorkflowTaskPageInput: WorkflowTaskPageInput;
  InboxPageInput: InboxPageInput;
  UnassignedTaskPageInput: UnassignedTaskPageInput;
  WorkflowTaskSubmissionsPageInput: WorkflowTaskSubmissionsPageInput;
  QueryWorkflowTaskInput: QueryWorkflowTaskInput;
  QueryWorkflowApprovalInput: QueryWorkflowApprovalInput;
  JournalConfirmation: JournalConfirmationParent;
  AnswerJournalConfirmationInput: AnswerJournalConfirmationInput;
  Escalation: EscalationParent;
  EscalationTarget: EscalationTargetParent;
  EscalationInput: EscalationInput;
  EscalationTargetInput: EscalationTargetInput;
  ApprovalLimit: ApprovalLimitParent;
  ApprovalLimitPageResult: ApprovalLimitPageResultParent;
  ApprovalLimitPageInput: ApprovalLimitPageInput;
  CreateApprovalLimitInput: CreateApprovalLimitInput;
  UpdateApprovalLimitInput: UpdateApprovalLimitInput;
  Subscription: Record<PropertyKey, never>;
  RunChange: RunChange;
  User: UserParent;
  WorkflowNotificationDto: WorkflowNotificationDtoParent;
  Viewer: Viewer;
  UserSearchInput: UserSearchInput;
  ReplayRulesInput: ReplayRulesInput;
  RuleReplay: RuleReplayParent;
  RuleReplayExample: RuleReplayExampleParent;
  RuleShadow: RuleShadowParent;
  Route: RouteParent;
  RouteWarning: RouteWarning;
  RouteStage: RouteStageParent;
  RouteSeat: RouteSeatParent;
  PreviewRouteInput: PreviewRouteInput;
  ApprovalRuleKind: Scalars['ApprovalRuleKind']['output'];
  ApprovalRule: ApprovalRuleParent;
  ApprovalRuleDraft: ApprovalRuleDraftParent;
  MatchingRule: MatchingRuleParent;
  MatchingRuleInput: MatchingRuleInput;
  RuleUse: RuleUseParent;
  RuleDifference: RuleDifferenceParent;
  SwitchRuleInput: SwitchRuleInput;
  OrderRulesInput: OrderRulesInput;
  ApprovalRuleStage: ApprovalRuleStageParent;
  SaveRuleInput: SaveRuleInput;
  UpdateWorkflowTaskInput: UpdateWorkflowTaskInput;
  CreateWorkflowApprovalInput: CreateWorkflowApprovalInput;
  UpdateWorkflowApprovalInput: UpdateWorkflowApprovalInput;
  WorkflowTaskKind: Scalars['WorkflowTaskKind']['output'];
  DecideManyResult: DecideManyResult;
  Decided: Decided;
  Decider: Decider;
  NewWorkflowTaskInput: NewWorkflowTaskInput;
  UpdateWorkflowApprovalStatusInput: UpdateWorkflowApprovalStatusInput;
  DecideManyInput: DecideManyInput;
  DecideManyItemInput: DecideManyItemInput;
  ReassignApprovalInput: ReassignApprovalInput;
  AddApproverInput: AddApproverInput;
  WithdrawVerdictInput: WithdrawVerdictInput;
  RecallDocumentInput: RecallDocumentInput;
  NudgeInput: NudgeInput;
  SavedView: SavedView;
  SaveViewInput: SaveViewInput;
  DocumentHit: DocumentHitParent;
  FoundFact: FoundFact;
  DocumentSearchResult: DocumentSearchResultParent;
  DocumentSearchInput: DocumentSearchInput;
  MySubmission: MySubmissionParent;
  SubmissionStage: SubmissionStage;
  MySubmissionsResult: MySubmissionsResultParent;
  MySubmissionsInput: MySubmissionsInput;
  DecidedEntry: DecidedEntryParent;
  DecidedResult: DecidedResultParent;
  DecidedPageInput: DecidedPageInput;
  MarkSeenInput: MarkSeenInput;
  DateTime: Scalars['DateTime']['output'];
  JSON: Scalars['JSON']['output'];
  BaseRecord: ResolversInterfaceTypes<ResolversParentTypes>['BaseRecord'];
  SnoozeTaskInput: SnoozeTaskInput;
  Substitution: SubstitutionParent;
  SubstitutionPageResult: SubstitutionPageResultParent;
  Away: AwayParent;
  CreateSubstitutionInput: CreateSubstitutionInput;
  SubstitutionPageInput: SubstitutionPageInput;
  ApprovalThreshold: ApprovalThresholdParent;
  ApprovalThresholdPageResult: ApprovalThresholdPageResultParent;
  ApprovalThresholdPageInput: ApprovalThresholdPageInput;
  CreateApprovalThresholdInput: CreateApprovalThresholdInput;
  UpdateApprovalThresholdInput: UpdateApprovalThresholdInput;
  OrderDiscount: OrderDiscount;
  Order: OrderParent;
  WorkflowTimer: WorkflowTimer;
  OwnerWebhook: OwnerWebhookParent;
  WebhookDelivery: WebhookDelivery;
};

export type QueryResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  approvalSettings?: Resolver<ResolversTypes['ApprovalSettings'], ParentType, ContextType>;
  auditLogPage?: Resolver<ResolversTypes['AuditLogPageResult'], ParentType, ContextType, Partial<QueryAuditLogPageArgs>>;
  approvalCalendarPage?: Resolver<ResolversTypes['ApprovalCalendarPageResult'], ParentType, ContextType, Partial<QueryApprovalCalendarPageArgs>>;
  dueAfter?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType, RequireFields<QueryDueAfterArgs, 'input'>>;
  notificationPreferences?: Resolver<Array<ResolversTypes['NotificationPreference']>, ParentType, ContextType>;
  notificationChannels?: Resolver<Array<ResolversTypes['NotificationChannel']>, ParentType, ContextType>;
  workflowPage?: Resolver<ResolversTypes['WorkflowPageResult'], ParentType, ContextType, Partial<QueryWorkflowPageArgs>>;
  findWorkflow?: Resolver<Maybe<ResolversTypes['Workflow']>, ParentType, ContextType, RequireFields<QueryFindWorkflowArgs, 'input'>>;
  workflowStagePage?: Resolver<ResolversTypes['WorkflowStagePageResult'], ParentType, ContextType, Partial<QueryWorkflowStagePageArgs>>;
  findWorkflowStage?: Resolver<Maybe<ResolversTypes['WorkflowStage']>, ParentType, ContextType, RequireFields<QueryFindWorkflowStageArgs, 'input'>>;
  workflowApproverPage?: Resolver<ResolversTypes['WorkflowApproverPageResult'], ParentType, ContextType, Partial<QueryWorkflowApproverPageArgs>>;
  findWorkflowApprover?: Resolver<Maybe<ResolversTypes['WorkflowApprover']>, ParentType, ContextType, RequireFields<QueryFindWorkflowApproverArgs, 'input'>>;
  validateWorkflow?: Resolver<Array<ResolversTypes['WorkflowFinding']>, ParentType, ContextType, Partial<QueryValidateWorkflowArgs>>;
  workflowVersions?: Resolver<Array<ResolversTypes['WorkflowVersion']>, ParentType, ContextType, RequireFields<QueryWorkflowVersionsArgs, 'workflowId'>>;
  workflowDiff?: Resolver<Array<ResolversTypes['WorkflowDifference']>, ParentType, ContextType, RequireFields<QueryWorkflowDiffArgs, 'workflowId' | 'a' | 'b'>>;
  documentKinds?: Resolver<Array<ResolversTypes['DocumentKind']>, ParentType, ContextType>;
  failedSubmissionPage?: Resolver<ResolversTypes['FailedSubmissionPageResult'], ParentType, ContextType, Partial<QueryFailedSubmissionPageArgs>>;
  userGroupPage?: Resolver<ResolversTypes['UserGroupPageResult'], ParentType, ContextType, Partial<QueryUserGroupPageArgs>>;
  approvalPage?: Resolver<ResolversTypes['ApprovalPageResult'], ParentType, ContextType, Partial<QueryApprovalPageArgs>>;
  myPendingApprovals?: Resolver<Array<ResolversTypes['Approval']>, ParentType, ContextType>;
  hrApprovalPolicyPage?: Resolver<ResolversTypes['HrApprovalPolicyPageResult'], ParentType, ContextType, Partial<QueryHrApprovalPolicyPageArgs>>;
  workflowTaskPage?: Resolver<ResolversTypes['WorkflowTaskPageResult'], ParentType, ContextType, Partial<QueryWorkflowTaskPageArgs>>;
  inboxPage?: Resolver<ResolversTypes['WorkflowTaskPageResult'], ParentType, ContextType, Partial<QueryInboxPageArgs>>;
  inboxCounts?: Resolver<Array<ResolversTypes['PendingApprovalCount']>, ParentType, ContextType>;
  unassignedTaskPage?: Resolver<ResolversTypes['WorkflowTaskPageResult'], ParentType, ContextType, Partial<QueryUnassignedTaskPageArgs>>;
  findMySubmissions?: Resolver<ResolversTypes['WorkflowTaskSubmissionsPageResult'], ParentType, ContextType, Partial<QueryFindMySubmissionsArgs>>;
  findOneWorkflowTask?: Resolver<Maybe<ResolversTypes['WorkflowTask']>, ParentType, ContextType, RequireFields<QueryFindOneWorkflowTaskArgs, 'input'>>;
  findOneWorkflowApproval?: Resolver<Maybe<ResolversTypes['WorkflowApproval']>, ParentType, ContextType, RequireFields<QueryFindOneWorkflowApprovalArgs, 'input'>>;
  findWorkflowApproval?: Resolver<Array<ResolversTypes['WorkflowApproval']>, ParentType, ContextType, RequireFields<QueryFindWorkflowApprovalArgs, 'input'>>;
  workflowEvents?: Resolver<Array<ResolversTypes['WorkflowEvent']>, ParentType, ContextType, RequireFields<QueryWorkflowEventsArgs, 'refId'>>;
  documentRevisions?: Resolver<Array<ResolversTypes['DocumentRevision']>, ParentType, ContextType, RequireFields<QueryDocumentRevisionsArgs, 'refId'>>;
  documentTable?: Resolver<Maybe<ResolversTypes['DocumentTablePage']>, ParentType, ContextType, RequireFields<QueryDocumentTableArgs, 'refId' | 'key'>>;
  runTasks?: Resolver<Array<ResolversTypes['WorkflowTask']>, ParentType, ContextType, RequireFields<QueryRunTasksArgs, 'refId'>>;
  pendingApprovalCounts?: Resolver<Array<ResolversTypes['PendingApprovalCount']>, ParentType, ContextType>;
  journalConfirmation?: Resolver<Maybe<ResolversTypes['JournalConfirmation']>, ParentType, ContextType, RequireFields<QueryJournalConfirmationArgs, 'id'>>;
  approvalLimitPage?: Resolver<ResolversTypes['ApprovalLimitPageResult'], ParentType, ContextType, Partial<QueryApprovalLimitPageArgs>>;
  findMyNotifications?: Resolver<Array<ResolversTypes['WorkflowNotificationDto']>, ParentType, ContextType, Partial<QueryFindMyNotificationsArgs>>;
  unreadNotifications?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  viewer?: Resolver<ResolversTypes['Viewer'], ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType, RequireFields<QueryUserArgs, 'id'>>;
  userSearch?: Resolver<Array<ResolversTypes['User']>, ParentType, ContextType, RequireFields<QueryUserSearchArgs, 'input'>>;
  previewRoute?: Resolver<ResolversTypes['Route'], ParentType, ContextType, RequireFields<QueryPreviewRouteArgs, 'input'>>;
  runRoute?: Resolver<Maybe<ResolversTypes['Route']>, ParentType, ContextType, RequireFields<QueryRunRouteArgs, 'refId'>>;
  replayRules?: Resolver<ResolversTypes['RuleReplay'], ParentType, ContextType, RequireFields<QueryReplayRulesArgs, 'input'>>;
  approvalRules?: Resolver<Array<ResolversTypes['ApprovalRule']>, ParentType, ContextType, RequireFields<QueryApprovalRulesArgs, 'kind'>>;
  matchingRule?: Resolver<Maybe<ResolversTypes['MatchingRule']>, ParentType, ContextType, RequireFields<QueryMatchingRuleArgs, 'input'>>;
  ruleUses?: Resolver<Array<ResolversTypes['RuleUse']>, ParentType, ContextType, RequireFields<QueryRuleUsesArgs, 'id'>>;
  ruleDiff?: Resolver<Array<ResolversTypes['RuleDifference']>, ParentType, ContextType, RequireFields<QueryRuleDiffArgs, 'kind' | 'ruleId' | 'a' | 'b'>>;
  savedViews?: Resolver<Array<ResolversTypes['SavedView']>, ParentType, ContextType>;
  documentSearch?: Resolver<ResolversTypes['DocumentSearchResult'], ParentType, ContextType, Partial<QueryDocumentSearchArgs>>;
  mySubmissions?: Resolver<ResolversTypes['MySubmissionsResult'], ParentType, ContextType, Partial<QueryMySubmissionsArgs>>;
  decidedPage?: Resolver<ResolversTypes['DecidedResult'], ParentType, ContextType, Partial<QueryDecidedPageArgs>>;
  mySubstitutions?: Resolver<Array<ResolversTypes['Substitution']>, ParentType, ContextType>;
  substitutionPage?: Resolver<ResolversTypes['SubstitutionPageResult'], ParentType, ContextType, Partial<QuerySubstitutionPageArgs>>;
  approvalThresholdPage?: Resolver<ResolversTypes['ApprovalThresholdPageResult'], ParentType, ContextType, Partial<QueryApprovalThresholdPageArgs>>;
  ownerWebhooks?: Resolver<Array<ResolversTypes['OwnerWebhook']>, ParentType, ContextType>;
};

export type MutationResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  updateApprovalSettings?: Resolver<ResolversTypes['ApprovalSettings'], ParentType, ContextType, RequireFields<MutationUpdateApprovalSettingsArgs, 'input'>>;
  createApprovalCalendar?: Resolver<ResolversTypes['ApprovalCalendar'], ParentType, ContextType, RequireFields<MutationCreateApprovalCalendarArgs, 'input'>>;
  updateApprovalCalendar?: Resolver<ResolversTypes['ApprovalCalendar'], ParentType, ContextType, RequireFields<MutationUpdateApprovalCalendarArgs, 'id' | 'input'>>;
  deleteApprovalCalendar?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationDeleteApprovalCalendarArgs, 'id'>>;
  updateNotificationPreferences?: Resolver<Array<ResolversTypes['NotificationPreference']>, ParentType, ContextType, RequireFields<MutationUpdateNotificationPreferencesArgs, 'input'>>;
  publishWorkflow?: Resolver<ResolversTypes['WorkflowVersion'], ParentType, ContextType, RequireFields<MutationPublishWorkflowArgs, 'input'>>;
  createWorkflow?: Resolver<ResolversTypes['Workflow'], ParentType, ContextType, RequireFields<MutationCreateWorkflowArgs, 'input'>>;
  updateWorkflow?: Resolver<ResolversTypes['Workflow'], ParentType, ContextType, RequireFields<MutationUpdateWorkflowArgs, 'id' | 'input'>>;
  deleteWorkflow?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationDeleteWorkflowArgs, 'id'>>;
  createWorkflowStage?: Resolver<ResolversTypes['WorkflowStage'], ParentType, ContextType, RequireFields<MutationCreateWorkflowStageArgs, 'input'>>;
  updateWorkflowStage?: Resolver<ResolversTypes['WorkflowStage'], ParentType, ContextType, RequireFields<MutationUpdateWorkflowStageArgs, 'id' | 'input'>>;
  deleteWorkflowStage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationDeleteWorkflowStageArgs, 'id'>>;
  createWorkflowApprover?: Resolver<ResolversTypes['WorkflowApprover'], ParentType, ContextType, RequireFields<MutationCreateWorkflowApproverArgs, 'input'>>;
  updateWorkflowApprover?: Resolver<ResolversTypes['WorkflowApprover'], ParentType, ContextType, RequireFields<MutationUpdateWorkflowApproverArgs, 'id' | 'input'>>;
  deleteWorkflowApprover?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationDeleteWorkflowApproverArgs, 'id'>>;
  createUserGroup?: Resolver<ResolversTypes['UserGroup'], ParentType, ContextType, RequireFields<MutationCreateUserGroupArgs, 'input'>>;
  updateUserGroup?: Resolver<ResolversTypes['UserGroup'], ParentType, ContextType, RequireFields<MutationUpdateUserGroupArgs, 'id' | 'input'>>;
  deleteUserGroup?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationDeleteUserGroupArgs, 'id'>>;
  actionApproval?: Resolver<ResolversTypes['Approval'], ParentType, ContextType, RequireFields<MutationActionApprovalArgs, 'taskId' | 'input'>>;
  createHrApprovalPolicy?: Resolver<ResolversTypes['HrApprovalPolicyDto'], ParentType, ContextType, RequireFields<MutationCreateHrApprovalPolicyArgs, 'input'>>;
  updateHrApprovalPolicy?: Resolver<ResolversTypes['HrApprovalPolicyDto'], ParentType, ContextType, RequireFields<MutationUpdateHrApprovalPolicyArgs, 'id' | 'input'>>;
  deleteHrApprovalPolicy?: Resolver<ResolversTypes['HrApprovalPolicyDto'], ParentType, ContextType, RequireFields<MutationDeleteHrApprovalPolicyArgs, 'id'>>;
  answerJournalConfirmation?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationAnswerJournalConfirmationArgs, 'input'>>;
  createApprovalLimit?: Resolver<ResolversTypes['ApprovalLimit'], ParentType, ContextType, RequireFields<MutationCreateApprovalLimitArgs, 'input'>>;
  updateApprovalLimit?: Resolver<ResolversTypes['ApprovalLimit'], ParentType, ContextType, RequireFields<MutationUpdateApprovalLimitArgs, 'id' | 'input'>>;
  deleteApprovalLimit?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationDeleteApprovalLimitArgs, 'id'>>;
  markNotificationRead?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationMarkNotificationReadArgs, 'id'>>;
  markAllNotificationsRead?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  saveRule?: Resolver<ResolversTypes['ApprovalRule'], ParentType, ContextType, RequireFields<MutationSaveRuleArgs, 'input'>>;
  publishRule?: Resolver<ResolversTypes['ApprovalRule'], ParentType, ContextType, RequireFields<MutationPublishRuleArgs, 'id'>>;
  discardRule?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationDiscardRuleArgs, 'id'>>;
  switchRule?: Resolver<ResolversTypes['ApprovalRule'], ParentType, ContextType, RequireFields<MutationSwitchRuleArgs, 'input'>>;
  orderRules?: Resolver<Array<ResolversTypes['ApprovalRule']>, ParentType, ContextType, RequireFields<MutationOrderRulesArgs, 'input'>>;
  updateWorkflowTask?: Resolver<ResolversTypes['WorkflowTask'], ParentType, ContextType, RequireFields<MutationUpdateWorkflowTaskArgs, 'id' | 'input'>>;
  deleteWorkflowTask?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationDeleteWorkflowTaskArgs, 'id'>>;
  createWorkflowApproval?: Resolver<ResolversTypes['WorkflowApproval'], ParentType, ContextType, RequireFields<MutationCreateWorkflowApprovalArgs, 'input'>>;
  updateWorkflowApproval?: Resolver<ResolversTypes['WorkflowApproval'], ParentType, ContextType, RequireFields<MutationUpdateWorkflowApprovalArgs, 'id' | 'input'>>;
  deleteWorkflowApproval?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationDeleteWorkflowApprovalArgs, 'id'>>;
  newWorkflowTask?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationNewWorkflowTaskArgs, 'input'>>;
  updateWorkflowApprovalStatus?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationUpdateWorkflowApprovalStatusArgs, 'input'>>;
  decideMany?: Resolver<Array<ResolversTypes['DecideManyResult']>, ParentType, ContextType, RequireFields<MutationDecideManyArgs, 'input'>>;
  reassignApproval?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationReassignApprovalArgs, 'input'>>;
  addApprover?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationAddApproverArgs, 'input'>>;
  withdrawVerdict?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationWithdrawVerdictArgs, 'input'>>;
  resolveAgain?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationResolveAgainArgs, 'taskId'>>;
  recallDocument?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationRecallDocumentArgs, 'input'>>;
  nudge?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationNudgeArgs, 'input'>>;
  saveView?: Resolver<ResolversTypes['SavedView'], ParentType, ContextType, RequireFields<MutationSaveViewArgs, 'input'>>;
  deleteView?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationDeleteViewArgs, 'id'>>;
  markSeen?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationMarkSeenArgs, 'input'>>;
  snoozeTask?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationSnoozeTaskArgs, 'input'>>;
  createSubstitution?: Resolver<ResolversTypes['Substitution'], ParentType, ContextType, RequireFields<MutationCreateSubstitutionArgs, 'input'>>;
  revokeSubstitution?: Resolver<ResolversTypes['Substitution'], ParentType, ContextType, RequireFields<MutationRevokeSubstitutionArgs, 'id'>>;
  createApprovalThreshold?: Resolver<ResolversTypes['ApprovalThreshold'], ParentType, ContextType, RequireFields<MutationCreateApprovalThresholdArgs, 'input'>>;
  updateApprovalThreshold?: Resolver<ResolversTypes['ApprovalThreshold'], ParentType, ContextType, RequireFields<MutationUpdateApprovalThresholdArgs, 'id' | 'input'>>;
  deleteApprovalThreshold?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationDeleteApprovalThresholdArgs, 'id'>>;
  testWebhook?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType, RequireFields<MutationTestWebhookArgs, 'owner'>>;
};

export type ApprovalSettingsResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['ApprovalSettings'] = ResolversParentTypes['ApprovalSettings']> = {
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  onAmend?: Resolver<ResolversTypes['OnAmend'], ParentType, ContextType>;
  substitutionDepth?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  onEmptyStage?: Resolver<ResolversTypes['OnEmptyStage'], ParentType, ContextType>;
  fallbackApproverIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  fallbackApprovers?: Resolver<Array<ResolversTypes['User']>, ParentType, ContextType>;
  onSubmitterIsApprover?: Resolver<ResolversTypes['OnSubmitterIsApprover'], ParentType, ContextType>;
  onRepeatedApprover?: Resolver<ResolversTypes['OnRepeatedApprover'], ParentType, ContextType>;
  submitterNeverDecides?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  onePersonOneStage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  exclusiveGroups?: Resolver<Array<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  agentsMayDecide?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  recall?: Resolver<ResolversTypes['RecallPolicy'], ParentType, ContextType>;
  thresholdsEnabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  defaultWorkflowBinds?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  runReaders?: Resolver<ResolversTypes['RunReaders'], ParentType, ContextType>;
  returnUsesCurrentDefinition?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  unknownPeople?: Resolver<ResolversTypes['UnknownPeople'], ParentType, ContextType>;
  graceSeconds?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  rejectNeedsReason?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  notificationDays?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  mailFacts?: Resolver<ResolversTypes['MailFacts'], ParentType, ContextType>;
  calendarId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  kindCalendars?: Resolver<Array<ResolversTypes['KindCalendar']>, ParentType, ContextType>;
  allowTimeApproval?: Resolver<Array<ResolversTypes['WorkflowTaskKind']>, ParentType, ContextType>;
  questionPause?: Resolver<ResolversTypes['Duration'], ParentType, ContextType>;
};

export type KindCalendarResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['KindCalendar'] = ResolversParentTypes['KindCalendar']> = {
  kind?: Resolver<ResolversTypes['WorkflowTaskKind'], ParentType, ContextType>;
  calendarId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type AuditLogResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['AuditLog'] = ResolversParentTypes['AuditLog']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  actorId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  action?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  entity?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  entityId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  before?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  after?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  details?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  refId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  ref?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  title?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  stageName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  forUser?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type AuditLogPageResultResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['AuditLogPageResult'] = ResolversParentTypes['AuditLogPageResult']> = {
  data?: Resolver<Array<ResolversTypes['AuditLog']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsLowerBound?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  next?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ApprovalCalendarResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['ApprovalCalendar'] = ResolversParentTypes['ApprovalCalendar']> = {
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
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  timeZone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  week?: Resolver<Array<ResolversTypes['CalendarHours']>, ParentType, ContextType>;
  days?: Resolver<Array<ResolversTypes['CalendarDay']>, ParentType, ContextType>;
  lacksHolidays?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CalendarHoursResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['CalendarHours'] = ResolversParentTypes['CalendarHours']> = {
  day?: Resolver<ResolversTypes['Weekday'], ParentType, ContextType>;
  from?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CalendarDayResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['CalendarDay'] = ResolversParentTypes['CalendarDay']> = {
  date?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  closed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  from?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  to?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ApprovalCalendarPageResultResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['ApprovalCalendarPageResult'] = ResolversParentTypes['ApprovalCalendarPageResult']> = {
  data?: Resolver<Array<ResolversTypes['ApprovalCalendar']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DurationResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['Duration'] = ResolversParentTypes['Duration']> = {
  businessDays?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  businessHours?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  hours?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type NotificationPreferenceResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['NotificationPreference'] = ResolversParentTypes['NotificationPreference']> = {
  channel?: Resolver<ResolversTypes['NotificationChannel'], ParentType, ContextType>;
  category?: Resolver<ResolversTypes['NotificationCategory'], ParentType, ContextType>;
  when?: Resolver<ResolversTypes['NotificationWhen'], ParentType, ContextType>;
};

export type WorkflowResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['Workflow'] = ResolversParentTypes['Workflow']> = {
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
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  facts?: Resolver<Array<ResolversTypes['FactDeclaration']>, ParentType, ContextType>;
  stages?: Resolver<Array<ResolversTypes['WorkflowStage']>, ParentType, ContextType>;
  creator?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WorkflowStageResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['WorkflowStage'] = ResolversParentTypes['WorkflowStage']> = {
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
  key?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  order?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  approveBy?: Resolver<ResolversTypes['ApproveBy'], ParentType, ContextType>;
  quorum?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  rejectBy?: Resolver<ResolversTypes['RejectBy'], ParentType, ContextType>;
  bulk?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WorkflowStatus'], ParentType, ContextType>;
  approverIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  approvers?: Resolver<Array<ResolversTypes['StageApprover']>, ParentType, ContextType>;
  when?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  calendarId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  dueIn?: Resolver<Maybe<ResolversTypes['Duration']>, ParentType, ContextType>;
  remind?: Resolver<Array<ResolversTypes['Duration']>, ParentType, ContextType>;
  escalate?: Resolver<Maybe<ResolversTypes['Escalation']>, ParentType, ContextType>;
  atEnd?: Resolver<ResolversTypes['AtEnd'], ParentType, ContextType>;
  endAfter?: Resolver<Maybe<ResolversTypes['Duration']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type StageApproverResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['StageApprover'] = ResolversParentTypes['StageApprover']> = {
  approverId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  approver?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  source?: Resolver<Maybe<ResolversTypes['ApproverSource']>, ParentType, ContextType>;
  groups?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ApproverSourceResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['ApproverSource'] = ResolversParentTypes['ApproverSource']> = {
  groupId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  submitterManager?: Resolver<Maybe<ResolversTypes['SubmitterManager']>, ParentType, ContextType>;
  departmentHead?: Resolver<Maybe<ResolversTypes['DepartmentHead']>, ParentType, ContextType>;
  fact?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  previousApproverManager?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
};

export type SubmitterManagerResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['SubmitterManager'] = ResolversParentTypes['SubmitterManager']> = {
  levels?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  untilLimit?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
};

export type DepartmentHeadResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['DepartmentHead'] = ResolversParentTypes['DepartmentHead']> = {
  of?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WorkflowApproverResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['WorkflowApprover'] = ResolversParentTypes['WorkflowApprover']> = {
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
  approver?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  groups?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WorkflowVersionResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['WorkflowVersion'] = ResolversParentTypes['WorkflowVersion']> = {
  workflowId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  hash?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  facts?: Resolver<Array<ResolversTypes['FactDeclaration']>, ParentType, ContextType>;
  stages?: Resolver<Array<ResolversTypes['WorkflowVersionStage']>, ParentType, ContextType>;
  people?: Resolver<Array<ResolversTypes['User']>, ParentType, ContextType>;
  note?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  creator?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type WorkflowVersionStageResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['WorkflowVersionStage'] = ResolversParentTypes['WorkflowVersionStage']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  stageId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  order?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  approveBy?: Resolver<ResolversTypes['ApproveBy'], ParentType, ContextType>;
  quorum?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  rejectBy?: Resolver<ResolversTypes['RejectBy'], ParentType, ContextType>;
  bulk?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  approvers?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  when?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  calendarId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  dueIn?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  remind?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  escalate?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  atEnd?: Resolver<ResolversTypes['AtEnd'], ParentType, ContextType>;
  endAfter?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

export type FactDeclarationResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['FactDeclaration'] = ResolversParentTypes['FactDeclaration']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['FactType'], ParentType, ContextType>;
  required?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type WorkflowDifferenceResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['WorkflowDifference'] = ResolversParentTypes['WorkflowDifference']> = {
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  before?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  after?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

export type WorkflowFindingResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['WorkflowFinding'] = ResolversParentTypes['WorkflowFinding']> = {
  stageId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  stageKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  stageName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  code?: Resolver<ResolversTypes['WorkflowFindingCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  textCode?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  params?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
};

export type WorkflowPageResultResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['WorkflowPageResult'] = ResolversParentTypes['WorkflowPageResult']> = {
  data?: Resolver<Array<ResolversTypes['Workflow']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type WorkflowStagePageResultResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['WorkflowStagePageResult'] = ResolversParentTypes['WorkflowStagePageResult']> = {
  data?: Resolver<Array<ResolversTypes['WorkflowStage']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type WorkflowApproverPageResultResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['WorkflowApproverPageResult'] = ResolversParentTypes['WorkflowApproverPageResult']> = {
  data?: Resolver<Array<ResolversTypes['WorkflowApprover']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DocumentKindResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['DocumentKind'] = ResolversParentTypes['DocumentKind']> = {
  kind?: Resolver<ResolversTypes['WorkflowTaskKind'], ParentType, ContextType>;
  owner?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  labels?: Resolver<Array<ResolversTypes['KindLabel']>, ParentType, ContextType>;
};

export type KindLabelResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['KindLabel'] = ResolversParentTypes['KindLabel']> = {
  language?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type ApprovalDocumentResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['ApprovalDocument'] = ResolversParentTypes['ApprovalDocument']> = {
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  title?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  amount?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  currency?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  url?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  facts?: Resolver<Array<ResolversTypes['DocumentFact']>, ParentType, ContextType>;
  attachments?: Resolver<Array<ResolversTypes['DocumentAttachment']>, ParentType, ContextType>;
  tables?: Resolver<Array<ResolversTypes['DocumentTable']>, ParentType, ContextType>;
  editorIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  action?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  actionSha256?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  audience?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  earlierRejections?: Resolver<Array<ResolversTypes['EarlierRejection']>, ParentType, ContextType>;
  statedBy?: Resolver<Maybe<ResolversTypes['StatedBy']>, ParentType, ContextType>;
};

export type EarlierRejectionResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['EarlierRejection'] = ResolversParentTypes['EarlierRejection']> = {
  userId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  remark?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DocumentFactResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['DocumentFact'] = ResolversParentTypes['DocumentFact']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['FactType'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['FactValue'], ParentType, ContextType>;
  person?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type DocumentAttachmentResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['DocumentAttachment'] = ResolversParentTypes['DocumentAttachment']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sha256?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DocumentTableResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['DocumentTable'] = ResolversParentTypes['DocumentTable']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DocumentColumnResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['DocumentColumn'] = ResolversParentTypes['DocumentColumn']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['FactType'], ParentType, ContextType>;
};

export type DocumentTablePageResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['DocumentTablePage'] = ResolversParentTypes['DocumentTablePage']> = {
  columns?: Resolver<Array<ResolversTypes['DocumentColumn']>, ParentType, ContextType>;
  rows?: Resolver<Array<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DocumentRevisionResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['DocumentRevision'] = ResolversParentTypes['DocumentRevision']> = {
  revision?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  runId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  actorId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  note?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  document?: Resolver<ResolversTypes['ApprovalDocument'], ParentType, ContextType>;
  changes?: Resolver<Array<ResolversTypes['DocumentChange']>, ParentType, ContextType>;
};

export type DocumentChangeResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['DocumentChange'] = ResolversParentTypes['DocumentChange']> = {
  field?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  before?: Resolver<Maybe<ResolversTypes['FactValue']>, ParentType, ContextType>;
  after?: Resolver<Maybe<ResolversTypes['FactValue']>, ParentType, ContextType>;
};

export type FailedSubmissionResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['FailedSubmission'] = ResolversParentTypes['FailedSubmission']> = {
  refId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  ref?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['WorkflowTaskKind'], ParentType, ContextType>;
  workflowId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['String'], ParentType, ContextType, Partial<FailedSubmissionReasonArgs>>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type FailedSubmissionPageResultResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['FailedSubmissionPageResult'] = ResolversParentTypes['FailedSubmissionPageResult']> = {
  data?: Resolver<Array<ResolversTypes['FailedSubmission']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type UserGroupResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['UserGroup'] = ResolversParentTypes['UserGroup']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  companyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  ref?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  memberIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  members?: Resolver<Array<ResolversTypes['User']>, ParentType, ContextType>;
  active?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  source?: Resolver<ResolversTypes['UserGroupSource'], ParentType, ContextType>;
  createdAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  updatedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  createdBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  updatedBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type UserGroupPageResultResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['UserGroupPageResult'] = ResolversParentTypes['UserGroupPageResult']> = {
  data?: Resolver<Array<ResolversTypes['UserGroup']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ApprovalResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['Approval'] = ResolversParentTypes['Approval']> = {
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

export type HrApprovalPolicyLevelResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['HrApprovalPolicyLevel'] = ResolversParentTypes['HrApprovalPolicyLevel']> = {
  role?: Resolver<ResolversTypes['HrApprovalRole'], ParentType, ContextType>;
  order?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  approveBy?: Resolver<ResolversTypes['ApproveBy'], ParentType, ContextType>;
  quorum?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  rejectBy?: Resolver<ResolversTypes['RejectBy'], ParentType, ContextType>;
  bulk?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  approvers?: Resolver<Array<ResolversTypes['StageApprover']>, ParentType, ContextType>;
  calendarId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  dueIn?: Resolver<Maybe<ResolversTypes['Duration']>, ParentType, ContextType>;
  remind?: Resolver<Array<ResolversTypes['Duration']>, ParentType, ContextType>;
  escalate?: Resolver<Maybe<ResolversTypes['Escalation']>, ParentType, ContextType>;
  atEnd?: Resolver<ResolversTypes['AtEnd'], ParentType, ContextType>;
  endAfter?: Resolver<Maybe<ResolversTypes['Duration']>, ParentType, ContextType>;
};

export type HrApprovalPolicyDtoResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['HrApprovalPolicyDto'] = ResolversParentTypes['HrApprovalPolicyDto']> = {
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
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ApprovalPageResultResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['ApprovalPageResult'] = ResolversParentTypes['ApprovalPageResult']> = {
  data?: Resolver<Array<ResolversTypes['Approval']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsLowerBound?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type HrApprovalPolicyPageResultResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['HrApprovalPolicyPageResult'] = ResolversParentTypes['HrApprovalPolicyPageResult']> = {
  data?: Resolver<Array<ResolversTypes['HrApprovalPolicyDto']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SubmittedByResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['SubmittedBy'] = ResolversParentTypes['SubmittedBy']> = {
  userId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  agent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  client?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WorkflowTaskResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['WorkflowTask'] = ResolversParentTypes['WorkflowTask']> = {
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
  workflowVersion?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  stageName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  approveBy?: Resolver<ResolversTypes['ApproveBy'], ParentType, ContextType>;
  quorum?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  rejectBy?: Resolver<ResolversTypes['RejectBy'], ParentType, ContextType>;
  tally?: Resolver<ResolversTypes['StageTally'], ParentType, ContextType>;
  bulk?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['WorkflowTaskKind'], ParentType, ContextType>;
  askedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  dueAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  overdue?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  completionDate?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  stage?: Resolver<Maybe<ResolversTypes['WorkflowStage']>, ParentType, ContextType>;
  approvals?: Resolver<Array<ResolversTypes['WorkflowApproval']>, ParentType, ContextType>;
  workflow?: Resolver<Maybe<ResolversTypes['Workflow']>, ParentType, ContextType>;
  document?: Resolver<Maybe<ResolversTypes['ApprovalDocument']>, ParentType, ContextType>;
  revision?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  submittedBy?: Resolver<Maybe<ResolversTypes['SubmittedBy']>, ParentType, ContextType>;
  order?: Resolver<Maybe<ResolversTypes['Order']>, ParentType, ContextType>;
  submitter?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  canUpdateStatus?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  unassigned?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  unassignedReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType, Partial<WorkflowTaskUnassignedReasonArgs>>;
  statedBy?: Resolver<Maybe<ResolversTypes['StatedBy']>, ParentType, ContextType>;
  decidesFor?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  changedSinceSeen?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  snoozedUntil?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  timers?: Resolver<Array<ResolversTypes['WorkflowTimer']>, ParentType, ContextType>;
  businessHoursLeft?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type StageTallyResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['StageTally'] = ResolversParentTypes['StageTally']> = {
  needed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reached?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  groups?: Resolver<Array<ResolversTypes['GroupTally']>, ParentType, ContextType>;
};

export type GroupTallyResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['GroupTally'] = ResolversParentTypes['GroupTally']> = {
  group?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  needed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  reached?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type WorkflowApprovalResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['WorkflowApproval'] = ResolversParentTypes['WorkflowApproval']> = {
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
  decidedBy?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  groups?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['SeatReason']>, ParentType, ContextType>;
  reasonUser?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  reasonGroup?: Resolver<Maybe<ResolversTypes['UserGroup']>, ParentType, ContextType>;
  required?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  skipped?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  byLimit?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  leftOut?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  approver?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  decider?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WorkflowEventMetadataResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['WorkflowEventMetadata'] = ResolversParentTypes['WorkflowEventMetadata']> = {
  ref?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  stageName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  remark?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  actorName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  fromStageId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  toStageId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  returnToStageId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  reassignedFrom?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  reassignedTo?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  revision?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  principalId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  principalName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  userName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  position?: Resolver<Maybe<ResolversTypes['ApproverPosition']>, ParentType, ContextType>;
  mode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  approveBy?: Resolver<Maybe<ResolversTypes['ApproveBy']>, ParentType, ContextType>;
  quorum?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  rejectBy?: Resolver<Maybe<ResolversTypes['RejectBy']>, ParentType, ContextType>;
  agent?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  client?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  actor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  warnings?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

export type WorkflowEventResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['WorkflowEvent'] = ResolversParentTypes['WorkflowEvent']> = {
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
  actorId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  targetIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  metadata?: Resolver<ResolversTypes['WorkflowEventMetadata'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type PendingApprovalCountResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['PendingApprovalCount'] = ResolversParentTypes['PendingApprovalCount']> = {
  kind?: Resolver<ResolversTypes['WorkflowTaskKind'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type WorkflowTaskPageResultResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['WorkflowTaskPageResult'] = ResolversParentTypes['WorkflowTaskPageResult']> = {
  data?: Resolver<Array<ResolversTypes['WorkflowTask']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsLowerBound?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  next?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  groups?: Resolver<Maybe<Array<ResolversTypes['InboxGroup']>>, ParentType, ContextType>;
};

export type InboxGroupResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['InboxGroup'] = ResolversParentTypes['InboxGroup']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  sums?: Resolver<Array<ResolversTypes['MoneySum']>, ParentType, ContextType>;
};

export type MoneySumResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['MoneySum'] = ResolversParentTypes['MoneySum']> = {
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  amount?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WorkflowTaskSubmissionsPageResultResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['WorkflowTaskSubmissionsPageResult'] = ResolversParentTypes['WorkflowTaskSubmissionsPageResult']> = {
  data?: Resolver<Array<ResolversTypes['WorkflowTask']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalIsLowerBound?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type JournalConfirmationResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['JournalConfirmation'] = ResolversParentTypes['JournalConfirmation']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  entryId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  ref?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  description?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  date?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  lines?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  cells?: Resolver<Array<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  currency?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['JournalConfirmationStatus'], ParentType, ContextType>;
  changed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type EscalationResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['Escalation'] = ResolversParentTypes['Escalation']> = {
  after?: Resolver<ResolversTypes['Duration'], ParentType, ContextType>;
  to?: Resolver<ResolversTypes['EscalationTarget'], ParentType, ContextType>;
  mode?: Resolver<ResolversTypes['EscalationMode'], ParentType, ContextType>;
  levels?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type EscalationTargetResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['EscalationTarget'] = ResolversParentTypes['EscalationTarget']> = {
  manager?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  userIds?: Resolver<Maybe<Array<ResolversTypes['ID']>>, ParentType, ContextType>;
  users?: Resolver<Array<ResolversTypes['User']>, ParentType, ContextType>;
  groupId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type ApprovalLimitResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['ApprovalLimit'] = ResolversParentTypes['ApprovalLimit']> = {
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
  userId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  groupId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  group?: Resolver<Maybe<ResolversTypes['UserGroup']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['WorkflowTaskKind'], ParentType, ContextType>;
  currency?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  upTo?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ApprovalLimitPageResultResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['ApprovalLimitPageResult'] = ResolversParentTypes['ApprovalLimitPageResult']> = {
  data?: Resolver<Array<ResolversTypes['ApprovalLimit']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  inboxChanged?: SubscriptionResolver<ResolversTypes['RunChange'], "inboxChanged", ParentType, ContextType>;
  runChanged?: SubscriptionResolver<ResolversTypes['RunChange'], "runChanged", ParentType, ContextType, RequireFields<SubscriptionRunChangedArgs, 'refId'>>;
  workflowNotificationAdded?: SubscriptionResolver<ResolversTypes['WorkflowNotificationDto'], "workflowNotificationAdded", ParentType, ContextType>;
};

export type RunChangeResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['RunChange'] = ResolversParentTypes['RunChange']> = {
  refId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  runId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type UserResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User']> = {
  mailFailing?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  away?: Resolver<Maybe<ResolversTypes['Away']>, ParentType, ContextType>;
};

export type WorkflowNotificationDtoResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['WorkflowNotificationDto'] = ResolversParentTypes['WorkflowNotificationDto']> = {
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
  title?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['WorkflowEventType']>, ParentType, ContextType>;
  metadata?: Resolver<Maybe<ResolversTypes['WorkflowEventMetadata']>, ParentType, ContextType>;
  part?: Resolver<Maybe<ResolversTypes['NotificationPart']>, ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType, Partial<WorkflowNotificationDtoTextArgs>>;
  read?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ViewerResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['Viewer'] = ResolversParentTypes['Viewer']> = {
  userId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  companyId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  privileged?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
};

export type RuleReplayResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['RuleReplay'] = ResolversParentTypes['RuleReplay']> = {
  from?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  until?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  documents?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  same?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  changed?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  unknown?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  more?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  examples?: Resolver<Array<ResolversTypes['RuleReplayExample']>, ParentType, ContextType>;
  peopleAdded?: Resolver<Array<ResolversTypes['User']>, ParentType, ContextType>;
  peopleDropped?: Resolver<Array<ResolversTypes['User']>, ParentType, ContextType>;
  people?: Resolver<Array<ResolversTypes['User']>, ParentType, ContextType>;
  neverApplies?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  shadowedBy?: Resolver<Array<ResolversTypes['RuleShadow']>, ParentType, ContextType>;
  peopleAsOf?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  onlySubmitted?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  seen?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type RuleReplayExampleResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['RuleReplayExample'] = ResolversParentTypes['RuleReplayExample']> = {
  refId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  ref?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  title?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  amount?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  currency?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  before?: Resolver<Array<ResolversTypes['RouteStage']>, ParentType, ContextType>;
  after?: Resolver<Array<ResolversTypes['RouteStage']>, ParentType, ContextType>;
};

export type RuleShadowResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['RuleShadow'] = ResolversParentTypes['RuleShadow']> = {
  ruleId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  byRuleId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type RouteResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['Route'] = ResolversParentTypes['Route']> = {
  workflowId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  version?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  warnings?: Resolver<Array<ResolversTypes['RouteWarning']>, ParentType, ContextType>;
  stages?: Resolver<Array<ResolversTypes['RouteStage']>, ParentType, ContextType>;
};

export type RouteWarningResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['RouteWarning'] = ResolversParentTypes['RouteWarning']> = {
  stageKey?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  code?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type RouteStageResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['RouteStage'] = ResolversParentTypes['RouteStage']> = {
  stageId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  key?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  order?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  included?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['RouteReason'], ParentType, ContextType>;
  when?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  values?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  dueAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  userIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  seats?: Resolver<Array<ResolversTypes['RouteSeat']>, ParentType, ContextType>;
};

export type RouteSeatResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['RouteSeat'] = ResolversParentTypes['RouteSeat']> = {
  userId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  reason?: Resolver<ResolversTypes['SeatReason'], ParentType, ContextType>;
  reasonUser?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  reasonGroup?: Resolver<Maybe<ResolversTypes['UserGroup']>, ParentType, ContextType>;
  groups?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  substitutes?: Resolver<Array<ResolversTypes['User']>, ParentType, ContextType>;
};

export type ApprovalRuleResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['ApprovalRule'] = ResolversParentTypes['ApprovalRule']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['ApprovalRuleKind'], ParentType, ContextType>;
  origin?: Resolver<ResolversTypes['ApprovalRuleOrigin'], ParentType, ContextType>;
  order?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['ApprovalRuleState'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  workflowId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  sharedBy?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  amountAbove?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  currency?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  discountAbove?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  when?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  facts?: Resolver<Array<ResolversTypes['FactDeclaration']>, ParentType, ContextType>;
  stages?: Resolver<Array<ResolversTypes['ApprovalRuleStage']>, ParentType, ContextType>;
  people?: Resolver<Array<ResolversTypes['User']>, ParentType, ContextType>;
  publishedBy?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  publishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  draft?: Resolver<Maybe<ResolversTypes['ApprovalRuleDraft']>, ParentType, ContextType>;
};

export type ApprovalRuleDraftResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['ApprovalRuleDraft'] = ResolversParentTypes['ApprovalRuleDraft']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  order?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  enabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  amountAbove?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  currency?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  discountAbove?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  when?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  facts?: Resolver<Array<ResolversTypes['FactDeclaration']>, ParentType, ContextType>;
  stages?: Resolver<Array<ResolversTypes['ApprovalRuleStage']>, ParentType, ContextType>;
  differences?: Resolver<Array<ResolversTypes['WorkflowDifference']>, ParentType, ContextType>;
  version?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  savedBy?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  savedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type MatchingRuleResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['MatchingRule'] = ResolversParentTypes['MatchingRule']> = {
  isWritten?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  rule?: Resolver<Maybe<ResolversTypes['ApprovalRule']>, ParentType, ContextType>;
};

export type RuleUseResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['RuleUse'] = ResolversParentTypes['RuleUse']> = {
  kind?: Resolver<ResolversTypes['ApprovalRuleKind'], ParentType, ContextType>;
  ruleId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  stageKeys?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type RuleDifferenceResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['RuleDifference'] = ResolversParentTypes['RuleDifference']> = {
  path?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  before?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  after?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
};

export type ApprovalRuleStageResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['ApprovalRuleStage'] = ResolversParentTypes['ApprovalRuleStage']> = {
  key?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  order?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  approveBy?: Resolver<ResolversTypes['ApproveBy'], ParentType, ContextType>;
  quorum?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  rejectBy?: Resolver<ResolversTypes['RejectBy'], ParentType, ContextType>;
  bulk?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  approvers?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  when?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  calendarId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  dueIn?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  remind?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  escalate?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  atEnd?: Resolver<ResolversTypes['AtEnd'], ParentType, ContextType>;
  endAfter?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  role?: Resolver<Maybe<ResolversTypes['HrApprovalRole']>, ParentType, ContextType>;
};

export type DecideManyResultResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['DecideManyResult'] = ResolversParentTypes['DecideManyResult']> = {
  taskId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  result?: Resolver<ResolversTypes['DecideManyOutcome'], ParentType, ContextType>;
  code?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  message?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  textCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  params?: Resolver<Maybe<ResolversTypes['JSON']>, ParentType, ContextType>;
  decided?: Resolver<Maybe<ResolversTypes['Decided']>, ParentType, ContextType>;
};

export type DecidedResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['Decided'] = ResolversParentTypes['Decided']> = {
  status?: Resolver<ResolversTypes['WorkflowApprovalStatus'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  by?: Resolver<ResolversTypes['Decider'], ParentType, ContextType>;
  for?: Resolver<Maybe<ResolversTypes['Decider']>, ParentType, ContextType>;
  stageName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DeciderResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['Decider'] = ResolversParentTypes['Decider']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SavedViewResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['SavedView'] = ResolversParentTypes['SavedView']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  page?: Resolver<ResolversTypes['SavedViewPage'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  query?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DocumentHitResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['DocumentHit'] = ResolversParentTypes['DocumentHit']> = {
  refId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  runId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  ref?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['WorkflowTaskKind'], ParentType, ContextType>;
  title?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  amount?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  currency?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  submitter?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  state?: Resolver<ResolversTypes['DocumentState'], ParentType, ContextType>;
  stageName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  holders?: Resolver<Array<ResolversTypes['User']>, ParentType, ContextType>;
  submittedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  endedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  found?: Resolver<Maybe<ResolversTypes['FoundFact']>, ParentType, ContextType>;
};

export type FoundFactResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['FoundFact'] = ResolversParentTypes['FoundFact']> = {
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  value?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type DocumentSearchResultResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['DocumentSearchResult'] = ResolversParentTypes['DocumentSearchResult']> = {
  data?: Resolver<Array<ResolversTypes['DocumentHit']>, ParentType, ContextType>;
  next?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type MySubmissionResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['MySubmission'] = ResolversParentTypes['MySubmission']> = {
  document?: Resolver<ResolversTypes['DocumentHit'], ParentType, ContextType>;
  stages?: Resolver<Array<ResolversTypes['SubmissionStage']>, ParentType, ContextType>;
  since?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  usuallyHours?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  canRecall?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  canNudge?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nudgeAgainAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type SubmissionStageResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['SubmissionStage'] = ResolversParentTypes['SubmissionStage']> = {
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WorkflowTaskStatus'], ParentType, ContextType>;
};

export type MySubmissionsResultResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['MySubmissionsResult'] = ResolversParentTypes['MySubmissionsResult']> = {
  data?: Resolver<Array<ResolversTypes['MySubmission']>, ParentType, ContextType>;
  next?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  needsYou?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  inProgress?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  done?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type DecidedEntryResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['DecidedEntry'] = ResolversParentTypes['DecidedEntry']> = {
  document?: Resolver<ResolversTypes['DocumentHit'], ParentType, ContextType>;
  stageName?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['WorkflowApprovalStatus'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  remark?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  forUser?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type DecidedResultResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['DecidedResult'] = ResolversParentTypes['DecidedResult']> = {
  data?: Resolver<Array<ResolversTypes['DecidedEntry']>, ParentType, ContextType>;
  next?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type BaseRecordResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['BaseRecord'] = ResolversParentTypes['BaseRecord']> = {
  __resolveType?: TypeResolveFn<'ApprovalCalendar' | 'Workflow' | 'WorkflowStage' | 'WorkflowApprover' | 'HrApprovalPolicyDto' | 'WorkflowTask' | 'WorkflowApproval' | 'WorkflowEvent' | 'ApprovalLimit' | 'WorkflowNotificationDto' | 'Substitution' | 'ApprovalThreshold', ParentType, ContextType>;
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

export type SubstitutionResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['Substitution'] = ResolversParentTypes['Substitution']> = {
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
  principalId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  substituteId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  principal?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  substitute?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  kinds?: Resolver<Array<ResolversTypes['WorkflowTaskKind']>, ParentType, ContextType>;
  fromDate?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  untilDate?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  timeZone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  from?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  until?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  reason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  revokedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SubstitutionPageResultResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['SubstitutionPageResult'] = ResolversParentTypes['SubstitutionPageResult']> = {
  data?: Resolver<Array<ResolversTypes['Substitution']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type AwayResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['Away'] = ResolversParentTypes['Away']> = {
  until?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  substitutes?: Resolver<Array<ResolversTypes['User']>, ParentType, ContextType>;
};

export type ApprovalThresholdResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['ApprovalThreshold'] = ResolversParentTypes['ApprovalThreshold']> = {
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
  workflow?: Resolver<Maybe<ResolversTypes['Workflow']>, ParentType, ContextType>;
  amountThreshold?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  discountPercentageThreshold?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  currency?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  order?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  enabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ApprovalThresholdPageResultResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['ApprovalThresholdPageResult'] = ResolversParentTypes['ApprovalThresholdPageResult']> = {
  data?: Resolver<Array<ResolversTypes['ApprovalThreshold']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type OrderDiscountResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['OrderDiscount'] = ResolversParentTypes['OrderDiscount']> = {
  valueType?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  value?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
};

export type OrderResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['Order'] = ResolversParentTypes['Order']> = {
  _id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  ref?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  totalAmount?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  discount?: Resolver<Maybe<ResolversTypes['OrderDiscount']>, ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type WorkflowTimerResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['WorkflowTimer'] = ResolversParentTypes['WorkflowTimer']> = {
  rung?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  action?: Resolver<ResolversTypes['WorkflowTimerAction'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['WorkflowTimerState'], ParentType, ContextType>;
};

export type OwnerWebhookResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['OwnerWebhook'] = ResolversParentTypes['OwnerWebhook']> = {
  owner?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  host?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['OwnerWebhookState'], ParentType, ContextType>;
  since?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  pending?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastDeliveries?: Resolver<Array<ResolversTypes['WebhookDelivery']>, ParentType, ContextType>;
};

export type WebhookDeliveryResolvers<ContextType = unknown, ParentType extends ResolversParentTypes['WebhookDelivery'] = ResolversParentTypes['WebhookDelivery']> = {
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  refId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  result?: Resolver<ResolversTypes['WebhookDeliveryResult'], ParentType, ContextType>;
  attempt?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type Resolvers<ContextType = unknown> = {
  Query?: QueryResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  ApprovalSettings?: ApprovalSettingsResolvers<ContextType>;
  KindCalendar?: KindCalendarResolvers<ContextType>;
  AuditLog?: AuditLogResolvers<ContextType>;
  AuditLogPageResult?: AuditLogPageResultResolvers<ContextType>;
  ApprovalCalendar?: ApprovalCalendarResolvers<ContextType>;
  CalendarHours?: CalendarHoursResolvers<ContextType>;
  CalendarDay?: CalendarDayResolvers<ContextType>;
  ApprovalCalendarPageResult?: ApprovalCalendarPageResultResolvers<ContextType>;
  Duration?: DurationResolvers<ContextType>;
  NotificationPreference?: NotificationPreferenceResolvers<ContextType>;
  Workflow?: WorkflowResolvers<ContextType>;
  WorkflowStage?: WorkflowStageResolvers<ContextType>;
  StageApprover?: StageApproverResolvers<ContextType>;
  ApproverSource?: ApproverSourceResolvers<ContextType>;
  SubmitterManager?: SubmitterManagerResolvers<ContextType>;
  DepartmentHead?: DepartmentHeadResolvers<ContextType>;
  WorkflowApprover?: WorkflowApproverResolvers<ContextType>;
  WorkflowVersion?: WorkflowVersionResolvers<ContextType>;
  WorkflowVersionStage?: WorkflowVersionStageResolvers<ContextType>;
  FactDeclaration?: FactDeclarationResolvers<ContextType>;
  WorkflowDifference?: WorkflowDifferenceResolvers<ContextType>;
  WorkflowFinding?: WorkflowFindingResolvers<ContextType>;
  WorkflowPageResult?: WorkflowPageResultResolvers<ContextType>;
  WorkflowStagePageResult?: WorkflowStagePageResultResolvers<ContextType>;
  WorkflowApproverPageResult?: WorkflowApproverPageResultResolvers<ContextType>;
  DocumentKind?: DocumentKindResolvers<ContextType>;
  KindLabel?: KindLabelResolvers<ContextType>;
  FactValue?: GraphQLScalarType;
  ApprovalDocument?: ApprovalDocumentResolvers<ContextType>;
  EarlierRejection?: EarlierRejectionResolvers<ContextType>;
  DocumentFact?: DocumentFactResolvers<ContextType>;
  DocumentAttachment?: DocumentAttachmentResolvers<ContextType>;
  DocumentTable?: DocumentTableResolvers<ContextType>;
  DocumentColumn?: DocumentColumnResolvers<ContextType>;
  DocumentTablePage?: DocumentTablePageResolvers<ContextType>;
  DocumentRevision?: DocumentRevisionResolvers<ContextType>;
  DocumentChange?: DocumentChangeResolvers<ContextType>;
  FailedSubmission?: FailedSubmissionResolvers<ContextType>;
  FailedSubmissionPageResult?: FailedSubmissionPageResultResolvers<ContextType>;
  UserGroup?: UserGroupResolvers<ContextType>;
  UserGroupPageResult?: UserGroupPageResultResolvers<ContextType>;
  Approval?: ApprovalResolvers<ContextType>;
  HrApprovalPolicyLevel?: HrApprovalPolicyLevelResolvers<ContextType>;
  HrApprovalPolicyDto?: HrApprovalPolicyDtoResolvers<ContextType>;
  ApprovalPageResult?: ApprovalPageResultResolvers<ContextType>;
  HrApprovalPolicyPageResult?: HrApprovalPolicyPageResultResolvers<ContextType>;
  SubmittedBy?: SubmittedByResolvers<ContextType>;
  WorkflowTask?: WorkflowTaskResolvers<ContextType>;
  StageTally?: StageTallyResolvers<ContextType>;
  GroupTally?: GroupTallyResolvers<ContextType>;
  WorkflowApproval?: WorkflowApprovalResolvers<ContextType>;
  WorkflowEventMetadata?: WorkflowEventMetadataResolvers<ContextType>;
  WorkflowEvent?: WorkflowEventResolvers<ContextType>;
  PendingApprovalCount?: PendingApprovalCountResolvers<ContextType>;
  WorkflowTaskPageResult?: WorkflowTaskPageResultResolvers<ContextType>;
  InboxGroup?: InboxGroupResolvers<ContextType>;
  MoneySum?: MoneySumResolvers<ContextType>;
  WorkflowTaskSubmissionsPageResult?: WorkflowTaskSubmissionsPageResultResolvers<ContextType>;
  JournalConfirmation?: JournalConfirmationResolvers<ContextType>;
  Escalation?: EscalationResolvers<ContextType>;
  EscalationTarget?: EscalationTargetResolvers<ContextType>;
  ApprovalLimit?: ApprovalLimitResolvers<ContextType>;
  ApprovalLimitPageResult?: ApprovalLimitPageResultResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  RunChange?: RunChangeResolvers<ContextType>;
  User?: UserResolvers<ContextType>;
  WorkflowNotificationDto?: WorkflowNotificationDtoResolvers<ContextType>;
  Viewer?: ViewerResolvers<ContextType>;
  RuleReplay?: RuleReplayResolvers<ContextType>;
  RuleReplayExample?: RuleReplayExampleResolvers<ContextType>;
  RuleShadow?: RuleShadowResolvers<ContextType>;
  Route?: RouteResolvers<ContextType>;
  RouteWarning?: RouteWarningResolvers<ContextType>;
  RouteStage?: RouteStageResolvers<ContextType>;
  RouteSeat?: RouteSeatResolvers<ContextType>;
  ApprovalRuleKind?: GraphQLScalarType;
  ApprovalRule?: ApprovalRuleResolvers<ContextType>;
  ApprovalRuleDraft?: ApprovalRuleDraftResolvers<ContextType>;
  MatchingRule?: MatchingRuleResolvers<ContextType>;
  RuleUse?: RuleUseResolvers<ContextType>;
  RuleDifference?: RuleDifferenceResolvers<ContextType>;
  ApprovalRuleStage?: ApprovalRuleStageResolvers<ContextType>;
  WorkflowTaskKind?: GraphQLScalarType;
  DecideManyResult?: DecideManyResultResolvers<ContextType>;
  Decided?: DecidedResolvers<ContextType>;
  Decider?: DeciderResolvers<ContextType>;
  SavedView?: SavedViewResolvers<ContextType>;
  DocumentHit?: DocumentHitResolvers<ContextType>;
  FoundFact?: FoundFactResolvers<ContextType>;
  DocumentSearchResult?: DocumentSearchResultResolvers<ContextType>;
  MySubmission?: MySubmissionResolvers<ContextType>;
  SubmissionStage?: SubmissionStageResolvers<ContextType>;
  MySubmissionsResult?: MySubmissionsResultResolvers<ContextType>;
  DecidedEntry?: DecidedEntryResolvers<ContextType>;
  DecidedResult?: DecidedResultResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
  JSON?: GraphQLScalarType;
  BaseRecord?: BaseRecordResolvers<ContextType>;
  Substitution?: SubstitutionResolvers<ContextType>;
  SubstitutionPageResult?: SubstitutionPageResultResolvers<ContextType>;
  Away?: AwayResolvers<ContextType>;
  ApprovalThreshold?: ApprovalThresholdResolvers<ContextType>;
  ApprovalThresholdPageResult?: ApprovalThresholdPageResultResolvers<ContextType>;
  OrderDiscount?: OrderDiscountResolvers<ContextType>;
  Order?: OrderResolvers<ContextType>;
  WorkflowTimer?: WorkflowTimerResolvers<ContextType>;
  OwnerWebhook?: OwnerWebhookResolvers<ContextType>;
  WebhookDelivery?: WebhookDeliveryResolvers<ContextType>;
};
