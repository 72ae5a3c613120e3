// Generated from the operations and the SDL by `npm run graphql`. Do not edit.

/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@urql/core';
/** What becomes of an approval in progress when its document changes. */
export type OnAmend =
  /** The change is refused. */
  | 'REFUSE'
  /** Every stage that was asked is asked again, from the first. */
  | 'ASK_AGAIN'
  /** The verdicts stay, but for those of the document's editors; everybody concerned is notified. */
  | 'KEEP_VERDICTS';

/** What happens to a stage that its approvers cannot complete. One that is reached while its approval is in progress waits whatever the value is. */
export type OnEmptyStage =
  /** Submissions with such a stage are refused. */
  | 'REFUSE'
  /** The fallback approvers are asked too. */
  | 'FALLBACK'
  /** The stage waits until a privileged user names somebody. */
  | 'UNASSIGNED';

/** Whether the submitter's own seat counts. */
export type OnSubmitterIsApprover =
  /** It does. */
  | 'ALLOW'
  /** It is left out. */
  | 'EXCLUDE'
  /** The submitter's manager has it. */
  | 'MANAGER';

/** Whether who approved the stage just before is asked again. */
export type OnRepeatedApprover =
  /** Everybody is asked. */
  | 'ASK'
  /** Their approval counts for the next stage too, unless the document has changed. */
  | 'SKIP_CONSECUTIVE';

/** When a submitter may recall a document. */
export type RecallPolicy =
  /** Never; privileged users may. */
  | 'NEVER'
  /** Until somebody has approved or rejected. */
  | 'UNTIL_FIRST_VERDICT'
  /** While its approval is in progress. */
  | 'ALWAYS';

/** Whether commands may name people whom the directory does not know. */
export type UnknownPeople =
  /** Named people need not be in the directory. */
  | 'ACCEPT'
  /** Whoever names somebody whom the directory does not know is refused, where it knows anybody of the company. */
  | 'REFUSE';

/** How much of a document its mails show. */
export type MailFacts =
  /** Nothing, not even its number: that there is news. */
  | 'NONE'
  /** What happened, and its title. */
  | 'TITLE'
  /** Also its amount and its facts. */
  | 'ALL';

/** Who reads tasks, events and history of a run. */
export type RunReaders =
  /** Everybody of the company. */
  | 'COMPANY'
  /** Those involved, privileged users and auditors. */
  | 'INVOLVED';

/** Settings to change: those left out stay, null restores the default. */
export type UpdateApprovalSettingsInput = {
  /** What becomes of an approval in progress when its document changes. */
  onAmend?: OnAmend | null | undefined;
  /** How many substitutions may follow each other, 1 to 3. */
  substitutionDepth?: number | null | undefined;
  /** What happens when a stage is asked that its approvers cannot complete. */
  onEmptyStage?: OnEmptyStage | null | undefined;
  /** Who is asked then, under FALLBACK. */
  fallbackApproverIds?: Array<string | number> | null | undefined;
  /** Whether the submitter's own seat counts. */
  onSubmitterIsApprover?: OnSubmitterIsApprover | null | undefined;
  /** Whether who approved the stage just before is asked again. */
  onRepeatedApprover?: OnRepeatedApprover | null | undefined;
  /** Whether submitters never decide on their own documents. */
  submitterNeverDecides?: boolean | null | undefined;
  /** Whether nobody decides on two stages of a run. */
  onePersonOneStage?: boolean | null | undefined;
  /** Sets of groups: nobody decides in a run under two of a set. */
  exclusiveGroups?: Array<Array<string>> | null | undefined;
  /** Whether programs that act with a user's token may decide. */
  agentsMayDecide?: boolean | null | undefined;
  /** When a submitter may recall a document. */
  recall?: RecallPolicy | null | undefined;
  /** Whether the thresholds apply to orders at all; null unsets it, which is off. */
  thresholdsEnabled?: boolean | null | undefined;
  /** Whether an order that needs no approval is posted only once the run of the company's default workflow is completed, where it has one. */
  defaultWorkflowBinds?: boolean | null | undefined;
  /** Who reads tasks, events and history of a run. */
  runReaders?: RunReaders | null | undefined;
  /** Whether a return reads the workflow as it is now, or the version that the run follows. */
  returnUsesCurrentDefinition?: boolean | null | undefined;
  /** Whether commands may name people whom the directory does not know. */
  unknownPeople?: UnknownPeople | null | undefined;
  /** How many seconds the console holds a verdict before it sends it, 0 to 10. */
  graceSeconds?: number | null | undefined;
  /** Whether the console asks for a reason with every rejection. */
  rejectNeedsReason?: boolean | null | undefined;
  /** After how many days notifications that were read are removed, 30 to 3,650; null keeps them. */
  notificationDays?: number | null | undefined;
  /** How much of a document its mails show. */
  mailFacts?: MailFacts | null | undefined;
  /** A calendar of the company; null: every hour counts. */
  calendarId?: string | number | null | undefined;
  /** Calendars of the company for kinds of documents, each kind once, in place of all before. */
  kindCalendars?: Array<KindCalendarInput> | null | undefined;
  /** The kinds of documents of which time may approve a stage, each once, in place of all before. */
  allowTimeApproval?: Array<string> | null | undefined;
  /** For how long, at most, the time of a stage stands still while a question waits for its answer. */
  questionPause?: DurationInput | null | undefined;
};

/** The calendar of a kind of documents. */
export type KindCalendarInput = {
  /** The kind. */
  kind: string;
  /** A calendar of the company. */
  calendarId: string | number;
};

/** Filter and page of auditLogPage. */
export type AuditLogPageInput = {
  /** Records to leave out before the page; 0 or more, default 0. */
  skip?: number | null | undefined;
  /** Records on the page; 1 to 100, default 20. */
  take?: number | null | undefined;
  /** Only changes of this kind of record, such as workflow; 1 to 100 characters. */
  entity?: string | null | undefined;
  /** Only changes of this record. */
  entityId?: string | number | null | undefined;
  /** Only changes by this user. */
  actorId?: string | number | null | undefined;
  /** Only changes of this kind, such as update; 1 to 100 characters. */
  action?: string | null | undefined;
  /** Where the page begins: next of the page before; never with skip. With this and the fields below, pages may be short: only without next there are no more. */
  after?: string | null | undefined;
  /** Only changes of the documents with this number, in the given case or in capitals, and of their stages and seats; of 200 runs, stages and seats at most. */
  ref?: string | null | undefined;
  /** Made at this instant or later. */
  from?: string | null | undefined;
  /** Made before this instant. */
  until?: string | null | undefined;
};

/** Day of the week. */
export type Weekday =
  /** Monday. */
  | 'MONDAY'
  /** Tuesday. */
  | 'TUESDAY'
  /** Wednesday. */
  | 'WEDNESDAY'
  /** Thursday. */
  | 'THURSDAY'
  /** Friday. */
  | 'FRIDAY'
  /** Saturday. */
  | 'SATURDAY'
  /** Sunday. */
  | 'SUNDAY';

/** A new calendar. It has working time within 400 days. */
export type CreateApprovalCalendarInput = {
  /** What people call it, 1 to 200 characters. */
  name: string;
  /** IANA name of its time zone, such as Europe/Berlin. */
  timeZone: string;
  /** Working hours of every week, at most 50; those of one day do not overlap. */
  week: Array<CalendarHoursInput>;
  /** Dates that differ from their week, at most 500; default none. */
  days?: Array<CalendarDayInput> | null | undefined;
  /** Code of the document's numbering series, 1 to 200 characters. */
  documentCode?: string | null | undefined;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: number | null | undefined;
};

/** Fields of a calendar to change; the others stay. */
export type UpdateApprovalCalendarInput = {
  /** What people call it, 1 to 200 characters. */
  name?: string | null | undefined;
  /** IANA name of its time zone, such as Europe/Berlin. */
  timeZone?: string | null | undefined;
  /** Working hours of every week, in place of all before. */
  week?: Array<CalendarHoursInput> | null | undefined;
  /** Dates that differ from their week, in place of all before. */
  days?: Array<CalendarDayInput> | null | undefined;
  /** Code of the document's numbering series, 1 to 200 characters. */
  documentCode?: string | null | undefined;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: number | null | undefined;
};

/** Working hours of a day of every week. */
export type CalendarHoursInput = {
  /** Day of the week. */
  day: Weekday;
  /** Local time at which they begin, HH:MM. */
  from: string;
  /** Local time at which they end, HH:MM, after the beginning; 24:00 is midnight. */
  to: string;
};

/** A date that differs from its week: either closed, or with hours of its own. */
export type CalendarDayInput = {
  /** The date, such as 2026-12-24. */
  date: string;
  /** Nobody works that day; by default where it has no hours. */
  closed?: boolean | null | undefined;
  /** Local time at which its hours begin, HH:MM. */
  from?: string | null | undefined;
  /** Local time at which its hours end, HH:MM; 24:00 is midnight. */
  to?: string | null | undefined;
  /** What people call the day, 1 to 200 characters. */
  name?: string | null | undefined;
};

/** Exactly one of the three (contract-3, TIME-2). */
export type DurationInput = {
  /** Whole working days, 1 to 366; they end at the last closing time of the last one. */
  businessDays?: number | null | undefined;
  /** Hours of working time, from 1/3600 (a second) to 8784. */
  businessHours?: number | null | undefined;
  /** Hours of the clock, from 1/3600 (a second) to 8784. */
  hours?: number | null | undefined;
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

/** What is wrong with a workflow. The last four name the setting that may leave a stage without those whom it needs. */
export type WorkflowFindingCode =
  /** The workflow has no stages. */
  | 'NO_STAGES'
  /** Another stage has the same position. */
  | 'DUPLICATE_ORDER'
  /** The stage has no approvers. */
  | 'NO_APPROVERS'
  /** The quorum is no number that its rule takes. */
  | 'QUORUM_INVALID'
  /** The approvers, or those who have not left, cannot reach the quorum. */
  | 'QUORUM_UNREACHABLE'
  /** PER_GROUP, and no approver carries a group. */
  | 'NO_GROUPS'
  /** Everybody who carries a group has left. */
  | 'GROUP_LEFT'
  /** An approver has left. */
  | 'APPROVER_LEFT'
  /** All approvers have left. */
  | 'NOBODY_LEFT'
  /** The condition of the stage is none, or reads a fact that is not declared. */
  | 'CONDITION_INVALID'
  /** A source reads a fact that is not declared, or has another type. */
  | 'FACT_NOT_DECLARED'
  /** The first stage asks managers of those who approved the stage before. */
  | 'NO_STAGE_BEFORE'
  /** The company has no such group. */
  | 'GROUP_MISSING'
  /** The group is no longer active. */
  | 'GROUP_INACTIVE'
  /** The group has no members. */
  | 'GROUP_EMPTY'
  /** The group has more members than are asked. */
  | 'GROUP_TOO_LARGE'
  /** A duration of the ladder is shorter than 15 minutes. */
  | 'SHORT_DURATION'
  /** Somebody to whom the stage escalates has left. */
  | 'ESCALATION_LEFT'
  /** The group to which the stage escalates has nobody who is asked. */
  | 'ESCALATION_NOBODY'
  /** The company no longer has the stage's calendar: time counts by that of the kind or of the company. */
  | 'CALENDAR_MISSING'
  /** Time approves the stage, but the setting allowTimeApproval names no kind of documents: submissions are refused. */
  | 'TIME_APPROVAL_OFF'
  /** Every stage has a condition: a document may meet none. */
  | 'ALL_CONDITIONAL'
  /** A calendar by which the time of stages may count has no closed day in the coming 12 months. It keeps no document from passing. */
  | 'NO_HOLIDAYS'
  /** submitterNeverDecides: when one of the approvers submits. */
  | 'SUBMITTER_NEVER_DECIDES'
  /** onSubmitterIsApprover: when one of the approvers submits. */
  | 'SUBMITTER_IS_APPROVER'
  /** onePersonOneStage: once approvers have decided earlier stages. */
  | 'ONE_PERSON_ONE_STAGE'
  /** exclusiveGroups: always, or once approvers have decided earlier stages. */
  | 'EXCLUSIVE_GROUPS';

/** Fields of a new workflow definition. */
export type CreateWorkflowInput = {
  /** Label, 1 to 200 characters. */
  name: string;
  /** Free text, up to 2,000 characters. */
  description?: string | null | undefined;
  /** Legacy; not used. */
  stageId?: string | null | undefined;
  /** Default DRAFT. */
  status?: WorkflowStatus | null | undefined;
  /** Code of the document's numbering series, 1 to 200 characters. */
  documentCode?: string | null | undefined;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: number | null | undefined;
};

/** A whole workflow. */
export type PublishWorkflowInput = {
  /** The workflow; left out: a new one. */
  workflowId?: string | number | null | undefined;
  /** Label, 1 to 200 characters. */
  name: string;
  /** Free text, up to 2,000 characters. */
  description?: string | null | undefined;
  /** State of the definition. Left out: as it is, DRAFT of a new workflow. */
  status?: WorkflowStatus | null | undefined;
  /** The facts that conditions and sources of the stages may read, up to 40, each key once. */
  facts?: Array<FactDeclarationInput> | null | undefined;
  /** The stages; up to 50. */
  stages: Array<PublishWorkflowStageInput>;
  /** What to remember about this version, up to 2,000 characters. */
  note?: string | null | undefined;
};

/** A stage of a whole workflow. */
export type PublishWorkflowStageInput = {
  /** Names the stage in every version: a small letter and up to 39 letters and digits, each key once. Default: stage and its place, such as stage1, or the next number that is free. */
  key?: string | null | undefined;
  /** Label, 1 to 200 characters. */
  name: string;
  /** Position; any finite number, unique within the workflow. Default: its place in the list, 1 for the first. */
  order?: number | null | undefined;
  /** Default ANY. */
  approveBy?: ApproveBy | null | undefined;
  /** The number of COUNT, PERCENT (1 to 100) and PER_GROUP (default 1); not with the other rules. */
  quorum?: number | null | undefined;
  /** Default VETO. */
  rejectBy?: RejectBy | null | undefined;
  /** false: the stage is decided on its own, never in bulk. Default true. */
  bulk?: boolean | null | undefined;
  /** State of the stage. Left out: as it is, DRAFT of a new stage. */
  status?: WorkflowStatus | null | undefined;
  /** Users who approve. Up to 200. */
  approverIds?: Array<string | number> | null | undefined;
  /** The same with the groups that they carry, and with sources; instead of approverIds. Up to 200, each user once. */
  approvers?: Array<StageApproverInput> | null | undefined;
  /** Condition under which the stage is on a document's way, up to 500 characters, such as document.amount > 10000. Left out: always. */
  when?: string | null | undefined;
  /** Calendar of the company by which its time counts, in place of that of the document's kind or the company's. */
  calendarId?: string | number | null | undefined;
  /** When it is due, after asking. */
  dueIn?: DurationInput | null | undefined;
  /** When those who have not decided are reminded, after asking: up to 10, each later than the one before. */
  remind?: Array<DurationInput> | null | undefined;
  /** Who is asked in place of those who are late, later than the reminders. */
  escalate?: EscalationInput | null | undefined;
  /** What happens to it at the end of its ladder; default NOTHING. */
  atEnd?: AtEnd | null | undefined;
  /** When that is, after asking, later than the escalation; default: when it is due. */
  endAfter?: DurationInput | null | undefined;
};

/** A fact of documents that conditions and sources of a workflow may read. */
export type FactDeclarationInput = {
  /** Key of the fact: a small letter and up to 39 letters and digits. */
  key: string;
  /** Its type: PERSON for sources; TEXT too for the id of a department. */
  type: FactType;
  /** Whether a document without the fact is refused; default false. */
  required?: boolean | null | undefined;
};

/** Who approves a stage: exactly one of approverId and source. */
export type StageApproverInput = {
  /** User who approves. */
  approverId?: string | number | null | undefined;
  /** Where the users who approve come from; they are found when the stage is asked. Up to 20 in a stage. */
  source?: ApproverSourceInput | null | undefined;
  /** Labels that the user, or everybody whom the source yields, carries for PER_GROUP, up to 20 of 1 to 64 characters; default none. */
  groups?: Array<string> | null | undefined;
};

/** Where approvers come from: exactly one of the fields. */
export type ApproverSourceInput = {
  /** Every member of this group; 50 at most are asked. */
  groupId?: string | number | null | undefined;
  /** A manager of the submitter. */
  submitterManager?: SubmitterManagerInput | null | undefined;
  /** The head of a department. */
  departmentHead?: DepartmentHeadInput | null | undefined;
  /** Key of a fact of the document, a PERSON; only where the document's owner sent it. */
  fact?: string | null | undefined;
  /** true: the managers of those whose approvals counted in the stage before; not on the first stage. */
  previousApproverManager?: boolean | null | undefined;
};

/** How far up from the submitter: exactly one of the fields. */
export type SubmitterManagerInput = {
  /** 1 to 5: 1 is the submitter's own manager, 2 that one's, and so on. */
  levels?: number | null | undefined;
  /** true: the first manager, from the submitter upwards, who may approve the document's amount. */
  untilLimit?: boolean | null | undefined;
};

/** Which department's head. */
export type DepartmentHeadInput = {
  /** SUBMITTER, or the key of a fact: a PERSON, whose department is meant, or a TEXT with a department's id. */
  of: string;
};

/** How the value of a fact is written. */
export type FactType =
  /** Text, up to 500 characters. */
  | 'TEXT'
  /** Decimal number as text, of at most 15 digits, 6 of them behind the point. */
  | 'NUMBER'
  /** Object of amount, a decimal number as text, and currency, an ISO 4217 code. */
  | 'MONEY'
  /** Day, such as 2027-03-01. */
  | 'DATE'
  /** Moment as an RFC 3339 date-time. */
  | 'DATETIME'
  /** True or false, not as text. */
  | 'BOOLEAN'
  /** Id of a user, 24 hexadecimal characters. */
  | 'PERSON'
  /** Address of a page, https only. */
  | 'LINK';

/** Who describes a document. */
export type StatedBy =
  /** The service that owns it; an order is described by its record, whoever starts its run. */
  | 'OWNER'
  /** The person who started the run: nobody vouches for what is said. */
  | 'PERSON';

/** What is approved. At most 32,768 bytes as JSON. */
export type ApprovalDocumentInput = {
  /** What the document is called, 1 to 200 characters. */
  title?: string | null | undefined;
  /** What it is about in money: a decimal number as text, of at most 15 digits, 6 of them behind the point. */
  amount?: string | null | undefined;
  /** ISO 4217 code of the amount's currency; required with an amount. */
  currency?: string | null | undefined;
  /** Where its owner shows it: https, at most 2,000 characters. Nothing here fetches it. */
  url?: string | null | undefined;
  /** What there is to know about it, at most 40. */
  facts?: Array<DocumentFactInput> | null | undefined;
  /** Files that belong to it, at most 20. */
  attachments?: Array<DocumentAttachmentInput> | null | undefined;
  /** Tables that belong to it, at most 3; at most 786,432 bytes as JSON beside the others. */
  tables?: Array<DocumentTableInput> | null | undefined;
};

/** A table that belongs to a document. */
export type DocumentTableInput = {
  /** Name of the table for programs: a small letter, then up to 39 letters and digits; unique in its document. */
  key: string;
  /** Name of the table for people, 1 to 60 characters. */
  label: string;
  /** Its columns, 1 to 12. */
  columns: Array<DocumentColumnInput>;
  /** Its rows, at most 2,000, each with a text of at most 500 characters for every column; an empty one says nothing. */
  rows: Array<Array<string>>;
};

/** A column of a table. */
export type DocumentColumnInput = {
  /** Name of the column for programs: a small letter, then up to 39 letters and digits; unique in its table. */
  key: string;
  /** Name of the column for people, 1 to 60 characters. */
  label: string;
  /** How its cells are written; MONEY as amount and currency, such as 12.50 EUR. */
  type: FactType;
};

/** One thing to know about a document. */
export type DocumentFactInput = {
  /** Name of the fact for programs: a small letter, then up to 39 letters and digits; unique in its document. */
  key: string;
  /** Name of the fact for people, 1 to 60 characters. */
  label: string;
  /** How the value is written. */
  type: FactType;
  /** The value, as the type says. */
  value: unknown;
};

/** A file that belongs to a document. */
export type DocumentAttachmentInput = {
  /** Name of the file, 1 to 200 characters. */
  name: string;
  /** Where it can be had: https, at most 2,000 characters. Nothing here fetches it. */
  url: string;
  /** SHA-256 of its bytes, 64 hexadecimal characters. */
  sha256?: string | null | undefined;
};

/** Who changes a group. */
export type UserGroupSource =
  /** Privileged users, in the console or by these operations. */
  | 'HAND'
  /** The directory, by its messages or an import. */
  | 'DIRECTORY';

/** A new group. */
export type CreateUserGroupInput = {
  /** What people call it, 1 to 120 characters; no other group that is kept by hand reads the same. */
  name: string;
  /** Users who are its members, each once, at most 500. */
  memberIds: Array<string | number>;
};

/** Fields of a group to change; the others stay. */
export type UpdateUserGroupInput = {
  /** What people call it, 1 to 120 characters. */
  name?: string | null | undefined;
  /** Users who are its members, in place of all before. */
  memberIds?: Array<string | number> | null | undefined;
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

/** Who approves a level of an HR policy. */
export type HrApprovalRole =
  /** The person the employee reports to. */
  | 'MANAGER'
  /** The head of the employee's department. */
  | 'HEAD_OF_DEPARTMENT'
  /** The employee's HR officer. */
  | 'HR';

/** One level of an HR policy. */
export type HrApprovalPolicyLevelInput = {
  /** Who approves; each role once in a policy. */
  role: HrApprovalRole;
  /** Position: a positive integer, unique within the policy. */
  order: number;
  /** How many of the level's approvers have to approve. */
  approveBy?: ApproveBy;
  /** The number of COUNT, PERCENT and PER_GROUP; the approvers of the level have to reach it. */
  quorum?: number | null | undefined;
  /** Default VETO. */
  rejectBy?: RejectBy | null | undefined;
  /** false: the stage is decided on its own, never in bulk. Default true. */
  bulk?: boolean | null | undefined;
  /** Who approves beside the holder of the role, who is asked first; where nobody holds it, they alone. Up to 10, each user once. */
  approvers?: Array<StageApproverInput> | null | undefined;
  /** Calendar of the company by which its time counts, in place of that of the document's kind or the company's. */
  calendarId?: string | number | null | undefined;
  /** When it is due, after asking. */
  dueIn?: DurationInput | null | undefined;
  /** When those who have not decided are reminded, after asking: up to 10, each later than the one before. */
  remind?: Array<DurationInput> | null | undefined;
  /** Who is asked in place of those who are late, later than the reminders. */
  escalate?: EscalationInput | null | undefined;
  /** What happens to it at the end of its ladder; default NOTHING. */
  atEnd?: AtEnd | null | undefined;
  /** When that is, after asking, later than the escalation; default: when it is due. */
  endAfter?: DurationInput | null | undefined;
};

/** A new HR policy; one per kind and company. */
export type CreateHrApprovalPolicyInput = {
  /** Kind of the document. */
  kind: HrApprovalKind;
  /** The levels, 1 to 20. */
  levels: Array<HrApprovalPolicyLevelInput>;
  /** Code of the document's numbering series, 1 to 200 characters. */
  documentCode?: string | null | undefined;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: number | null | undefined;
};

/** Fields of an HR policy to change; the others stay. */
export type UpdateHrApprovalPolicyInput = {
  /** Kind of the document. */
  kind?: HrApprovalKind | null | undefined;
  /** Replaces all levels; 1 to 20. */
  levels?: Array<HrApprovalPolicyLevelInput> | null | undefined;
  /** Code of the document's numbering series, 1 to 200 characters. */
  documentCode?: string | null | undefined;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: number | null | undefined;
};

/** By what the inbox is grouped. */
export type InboxGrouping =
  /** By when tasks are due, in the reader's time zone: LATE, THIS_WEEK until Sunday, LATER; without a due time LATER. */
  | 'DUE'
  /** By the kind of the documents. */
  | 'KIND'
  /** By who submitted them. */
  | 'SUBMITTER'
  /** By currency and order of magnitude; nothing is converted. */
  | 'AMOUNT';

/** The order of the inbox. */
export type InboxOrder =
  /** What was asked last comes first. */
  | 'ASKED'
  /** What was asked first comes first. */
  | 'OLDEST'
  /** What is due first comes first. What has no due time comes last, newest asked first. */
  | 'DUE'
  /** By currency; within each, the greatest amount first. Documents without an amount come last. */
  | 'AMOUNT';

/** Filter and page of inboxPage. */
export type InboxPageInput = {
  /** Records to leave out before the page; 0 or more, default 0. */
  skip?: number | null | undefined;
  /** Records on the page; 1 to 100, default 20. */
  take?: number | null | undefined;
  /** Text to find in reference, title, stage name and the submitter's name, in either case; every character counts as itself. Or words of facts and amounts, as text of documentSearch. Up to 200 characters; empty or left out: every record. */
  keyword?: string | null | undefined;
  /** Only tasks of these kinds; empty or left out: every kind. */
  kinds?: Array<string> | null | undefined;
  /** Where the page begins: next of the page before, in the same order; never with skip. */
  after?: string | null | undefined;
  /** Default ASKED. */
  order?: InboxOrder | null | undefined;
  /** Least amount; with a currency. */
  amountFrom?: string | null | undefined;
  /** Greatest amount; with a currency. */
  amountTo?: string | null | undefined;
  /** Only amounts in this currency, an ISO 4217 code; required with amountFrom and amountTo, because nothing is converted. */
  currency?: string | null | undefined;
  /** Only documents that these users submitted, at most 20. With this and the filters around it, pages may be short: only without next there are no more. */
  submitterIds?: Array<string | number> | null | undefined;
  /** Only what waits for these users, at most 20: for the caller's own id what waits on their own seats, for others what they may decide in their place. */
  forUserIds?: Array<string | number> | null | undefined;
  /** True: only documents that changed since the caller looked at them (markSeen), of the 1,000 that they looked at last. False or left out: all. */
  changed?: boolean | null | undefined;
  /** True: only what is late. False: only what is not. Left out: all. */
  overdue?: boolean | null | undefined;
  /** True: only what the caller snoozes. False or left out: all others. */
  snoozed?: boolean | null | undefined;
  /** Only what was asked later than this. */
  askedAfter?: string | null | undefined;
  /** By what to group. */
  groupBy?: InboxGrouping | null | undefined;
  /** Only this group: a key of groups, with the same groupBy. */
  group?: string | null | undefined;
};

/** State of a question. */
export type JournalConfirmationStatus =
  /** Waits for the answer. */
  | 'OPEN'
  /** The entry may be posted, or was posted. */
  | 'ACCEPTED'
  /** The entry is not posted. */
  | 'DECLINED'
  /** Nobody answered within ten minutes. */
  | 'EXPIRED';

/** An answer to a question of the journal. */
export type AnswerJournalConfirmationInput = {
  /** Id of the question. */
  id: string | number;
  /** Whether the entry may be posted. */
  accept: boolean;
};

/** Whether those who are late can still decide. */
export type EscalationMode =
  /** They can, and so can those who are asked in their place: whoever is first decides for both. */
  | 'STAND_IN'
  /** They cannot: those who are asked in their place decide alone. */
  | 'REPLACE';

/** What happens to a stage at the end of its ladder. */
export type AtEnd =
  /** Nothing: it waits on. */
  | 'NOTHING'
  /** It is rejected, which ends the run. */
  | 'REJECT'
  /** It is approved, unless that would be the only approval of the run. Only for kinds of documents that the setting allowTimeApproval names. */
  | 'APPROVE';

/** Who is asked in place of those who are late, when and how (contract-3, TIME-3). */
export type EscalationInput = {
  /** How long after asking; of the second and third level, after the level before. */
  after: DurationInput;
  /** Who is asked. */
  to: EscalationTargetInput;
  /** Whether those who are late can still decide. */
  mode: EscalationMode;
  /** How often, 1 to 3: the second time asks the manager of the one who was asked first. Default 1; only with the manager more. */
  levels?: number | null | undefined;
};

/** Who is asked in place of those who are late: exactly one of the fields. */
export type EscalationTargetInput = {
  /** true: the manager of each. */
  manager?: boolean | null | undefined;
  /** These users, 1 to 20, whom the directory knows. */
  userIds?: Array<string | number> | null | undefined;
  /** Every member of this group of the company. */
  groupId?: string | number | null | undefined;
};

/** A new approval limit: of either a user or a group, and the only one of that holder for its kind and currency. */
export type CreateApprovalLimitInput = {
  /** User who has it. */
  userId?: string | number | null | undefined;
  /** Group whose members have it. */
  groupId?: string | number | null | undefined;
  /** Kind of the documents. */
  kind: string;
  /** ISO 4217 code of the amount's currency, such as EUR. */
  currency: string;
  /** The greatest amount that may be approved, as decimal text from 0, such as 5000 or 1250.50. */
  upTo: string;
  /** Code of the document's numbering series, 1 to 200 characters. */
  documentCode?: string | null | undefined;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: number | null | undefined;
};

/** Fields of an approval limit to change; the others stay. */
export type UpdateApprovalLimitInput = {
  /** User who has it, in place of the holder before. */
  userId?: string | number | null | undefined;
  /** Group whose members have it, in place of the holder before. */
  groupId?: string | number | null | undefined;
  /** Kind of the documents. */
  kind?: string | null | undefined;
  /** ISO 4217 code of the amount's currency, such as EUR. */
  currency?: string | null | undefined;
  /** The greatest amount that may be approved, as decimal text from 0. */
  upTo?: string | null | undefined;
  /** Code of the document's numbering series, 1 to 200 characters. */
  documentCode?: string | null | undefined;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: number | null | undefined;
};

/** Where a notification arrives. */
export type NotificationChannel =
  /** In the application. */
  | 'IN_APP'
  /** By mail, where the deployment sends any. */
  | 'EMAIL';

/** What a notification is for its recipient. */
export type NotificationCategory =
  /** They are asked to decide. */
  | 'ASKED'
  /** They are reminded of a decision. */
  | 'REMINDER'
  /** They hear what became of a document. */
  | 'OUTCOME'
  /** Somebody asks, answers or names them. */
  | 'MENTION';

/** When a user hears of a category over a channel. */
export type NotificationWhen =
  /** At once; requests of a minute come in one mail. */
  | 'NOW'
  /** Once a day, at eight in the morning of the user's time zone; by mail only. */
  | 'DIGEST'
  /** Never. */
  | 'OFF';

/** Preferences to change. */
export type UpdateNotificationPreferencesInput = {
  /** 1 to 8 preferences. */
  preferences: Array<NotificationPreferenceInput>;
};

/** A preference to change. */
export type NotificationPreferenceInput = {
  /** Where it arrives. */
  channel: NotificationChannel;
  /** What it is. */
  category: NotificationCategory;
  /** When; DIGEST by mail only. */
  when: NotificationWhen;
};

/** Whether a stage is on a document's way. */
export type RouteReason =
  /** It has no condition. */
  | 'ALWAYS'
  /** Its condition is true. */
  | 'CONDITION_TRUE'
  /** Its condition is false: it is left out, unless it had been asked when the document changed. */
  | 'CONDITION_FALSE'
  /** A person or an agent describes the document: no condition is asked, and the stage is on the way. */
  | 'UNVERIFIED'
  /** Its condition could not be evaluated, so that it is on the way. */
  | 'ERROR'
  /** Its condition reads what earlier stages say, and is asked when its turn comes. */
  | 'DEFERRED';

/** A document whose way is asked for: exactly one of workflowId and dynamicStages. */
export type PreviewRouteInput = {
  /** Stored workflow that it would follow. */
  workflowId?: string | number | null | undefined;
  /** Stages to follow in place of a stored workflow, as publishWorkflow takes them. */
  dynamicStages?: Array<PublishWorkflowStageInput> | null | undefined;
  /** Facts that their conditions may read, as publishWorkflow takes them; default those that the document has. */
  facts?: Array<FactDeclarationInput> | null | undefined;
  /** Version of the workflow, 1 for the first; default the workflow as it is now. */
  version?: number | null | undefined;
  /** Kind of the document. */
  kind: string;
  /** The document, as its owner would describe it; default without any description. */
  document?: ApprovalDocumentInput | null | undefined;
  /** User who would submit it; default the caller. Others only for privileged users. */
  submitterId?: string | number | null | undefined;
  /** When it would be submitted, by which substitutes are chosen and due dates are reckoned; default now, as for a time that is over. */
  at?: string | null | undefined;
  /** true: as if the caller described the document and not its owner, so that no condition is asked; default false. */
  asPerson?: boolean | null | undefined;
};

/** What a rule is kept as. */
export type ApprovalRuleOrigin =
  /** A rule that was published as one. Of an order or invoice it is an approval threshold as well. */
  | 'RULE'
  /** An approval threshold of orders or invoices. */
  | 'THRESHOLD'
  /** The company's default workflow of the kind: it is asked for all other documents. */
  | 'DEFAULT'
  /** The HR policy of the kind, which updateHrApprovalPolicy changes. */
  | 'HR';

/** Whether a rule is asked. */
export type ApprovalRuleState =
  /** Never published. */
  | 'DRAFT'
  /** Asked. Rules of orders and invoices are asked where the setting thresholdsEnabled is on. */
  | 'IN_FORCE'
  /** Switched off. */
  | 'OFF';

/** A document of which somebody wants to know the rule. */
export type MatchingRuleInput = {
  /** The kind of documents. */
  kind: string;
  /** The document as its owner would describe it; of orders and invoices amount and currency count. Default: without any description. */
  document?: ApprovalDocumentInput | null | undefined;
  /** Discount of an order in percent, 0 to 100; default none. */
  discount?: number | null | undefined;
  /** User who would submit it; default the caller. Others only for privileged users. */
  submitterId?: string | number | null | undefined;
  /** Whether a person describes the document, whom no rule believes; not of orders and invoices, which their record describes. Default false. */
  asPerson?: boolean | null | undefined;
  /** A rule as it is being written, in place of the one with its id or beside those that are there. Only for privileged users. */
  written?: SaveRuleInput | null | undefined;
};

/** A rule to save as a draft. */
export type SaveRuleInput = {
  /** The rule that is changed; left out: a new one. */
  id?: string | number | null | undefined;
  /** The kind of documents; of a present rule: its own. */
  kind: string;
  /** Label of its workflow, 1 to 200 characters. Left out: as it is; of a new rule: its kind and condition. */
  name?: string | null | undefined;
  /** Place among the rules of the kind, 1 to 1,000,000: the lowest is asked first. Left out: after those that have one. */
  order?: number | null | undefined;
  /** Whether the rule is asked once it is published; default true. */
  enabled?: boolean | null | undefined;
  /** The rule applies to documents with a greater amount: decimal text, 0 or more. */
  amountAbove?: string | null | undefined;
  /** ISO 4217 code: the rule applies to amounts in this currency, and never in another one. */
  currency?: string | null | undefined;
  /** The rule applies to orders with a greater discount too: percent, 0 to 100. Only of orders and invoices. */
  discountAbove?: number | null | undefined;
  /** The rule applies to documents of which this condition is true. Not of orders and invoices, of which only total and discount count. */
  when?: string | null | undefined;
  /** The facts that conditions and sources may read, up to 40, each key once. */
  facts?: Array<FactDeclarationInput> | null | undefined;
  /** The stages, as publishWorkflow takes them; up to 50. */
  stages: Array<PublishWorkflowStageInput>;
};

/** A further approver for an active task. */
export type CreateWorkflowApprovalInput = {
  /** Active task. */
  taskId: string | number;
  /** User to ask; not the caller. */
  approverId: string | number;
  /** Code of the document's numbering series, 1 to 200 characters. */
  documentCode?: string | null | undefined;
  /** Date of the document, milliseconds since 1970. */
  documentDate?: number | null | undefined;
  /** Key of the caller's own, 1 to 128 characters: the same command with the same key acts once, for 7 days, and gets the first result again. */
  idempotencyKey?: string | null | undefined;
  /** What the caller has seen, as WorkflowTask.revision has it; the command is refused if the document or its stage has changed since. */
  expectedRevision?: string | null | undefined;
};

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
  /** Its document was cancelled, or changed so that the stage is not needed. */
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
  | 'COMPLETED'
  /** The stage was decided without this approver, or a rule left them out when it was asked. */
  | 'NOT_NEEDED';

/** Why somebody is asked for an approval. */
export type SeatReason =
  /** The workflow or the submission names them. */
  | 'RULE'
  /** They are the manager of the employee, or of the submitter in whose place they are asked. */
  | 'MANAGER_OF'
  /** They head the employee's department. */
  | 'HEAD_OF'
  /** They are the employee's HR officer. */
  | 'HR_OF'
  /** Another approver or a privileged user added them. */
  | 'ADDED_BY'
  /** The approval was given to them. */
  | 'REASSIGNED_FROM'
  /** The company's settings name them for stages that nobody else can complete. */
  | 'FALLBACK'
  /** They are a member of a group. */
  | 'GROUP'
  /** The document names them. */
  | 'FACT'
  /** They are the manager of somebody who approved the stage before. */
  | 'PREVIOUS_APPROVER_MANAGER';

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
  | 'RESUBMITTED'
  /** The document was changed while its approval was in progress. */
  | 'AMENDED'
  /** An approver rejected where the others can still complete the stage. */
  | 'OBJECTED'
  /** An approval was given to somebody else. */
  | 'REASSIGNED'
  /** One more person was asked. */
  | 'APPROVER_ADDED'
  /** A verdict was taken back while its stage was open. */
  | 'VERDICT_WITHDRAWN'
  /** The document was taken back; its approval is over. */
  | 'RECALLED'
  /** An approval of the stage before counts for this one too. */
  | 'SKIPPED'
  /** A stage was reached that nobody can complete yet. */
  | 'UNASSIGNED'
  /** An approver has left and is no longer asked. */
  | 'APPROVER_LEFT'
  /** The document's owner submitted it while this run, which a person had started, was in progress; the run is over. */
  | 'REPLACED'
  /** The document was changed, and the condition of a further stage is true now. */
  | 'STAGE_ADDED'
  /** Those who are asked were reminded, by the stage's ladder or by the submitter. */
  | 'REMINDED'
  /** Others were asked beside those who are late, or instead. */
  | 'ESCALATED'
  /** Somebody was late, and nobody was found to ask beside them. */
  | 'ESCALATION_FAILED'
  /** The stage was approved or rejected because its time was over. */
  | 'TIMED_OUT'
  /** The time of an agent's request was over before everybody had decided. */
  | 'EXPIRED';

/** Where one more person is asked. */
export type ApproverPosition =
  /** In the stage, besides those whom it needs. */
  | 'PARALLEL'
  /** In a stage of its own after it. */
  | 'AFTER';

/** What became of one verdict of many. */
export type DecideManyOutcome =
  /** The verdict is recorded. */
  | 'DONE'
  /** An earlier batch with the same key has recorded it. */
  | 'REPLAYED'
  /** It was refused; the other items are decided all the same. */
  | 'FAILED';

/** Submission of a document to a stored workflow. */
export type NewWorkflowTaskInput = {
  /** Stored workflow to run. */
  workflowId: string | number;
  /** Document to approve. */
  refId: string | number;
  /** Kind of the document. */
  kind: string;
  /** Human reference of the document, 1 to 200 characters. */
  ref?: string | null | undefined;
  /** What the approvers decide on. */
  document?: ApprovalDocumentInput | null | undefined;
  /** Key of the caller's own, 1 to 128 characters: the same command with the same key acts once, for 7 days, and gets the first result again. */
  idempotencyKey?: string | null | undefined;
};

/** The caller's verdict on a task. */
export type UpdateWorkflowApprovalStatusInput = {
  /** Task to judge. */
  taskId: string | number;
  /** APPROVED or REJECTED. */
  status: WorkflowApprovalStatus;
  /** Comment or reason, up to 2,000 characters. */
  remark?: string | null | undefined;
  /** Earlier stage of the stored workflow that a rejection returns to; default the nearest one. */
  returnToStageId?: string | number | null | undefined;
  /** Key of the caller's own, 1 to 128 characters: the same command with the same key acts once, for 7 days, and gets the first result again. */
  idempotencyKey?: string | null | undefined;
  /** What the caller has seen, as WorkflowTask.revision has it; the command is refused if the document or its stage has changed since. */
  expectedRevision?: string | null | undefined;
};

/** Verdicts on many tasks. */
export type DecideManyInput = {
  /** 1 to 100 verdicts, each on a task of its own. */
  items: Array<DecideManyItemInput>;
  /** Comment or reason of every item without one of its own, up to 2,000 characters. */
  remark?: string | null | undefined;
  /** Key of the caller's own, 1 to 128 characters: however often the same batch is sent with the key, within 7 days, each item is done once. */
  idempotencyKey?: string | null | undefined;
};

/** One verdict of many. */
export type DecideManyItemInput = {
  /** Task to judge. */
  taskId: string | number;
  /** APPROVED or REJECTED. */
  status: WorkflowApprovalStatus;
  /** Comment or reason, up to 2,000 characters; a rejection needs one, here or for all. */
  remark?: string | null | undefined;
  /** Earlier stage of the stored workflow that a rejection returns to; default the nearest one. */
  returnToStageId?: string | number | null | undefined;
  /** What the caller has seen, as WorkflowTask.revision has it; the item fails if the document or its stage has changed since. */
  expectedRevision?: string | null | undefined;
};

/** Whom an approval is given to. */
export type ReassignApprovalInput = {
  /** Task of the approval. */
  taskId: string | number;
  /** User who is asked now; the caller if left out. Privileged users may name others. */
  fromUserId?: string | number | null | undefined;
  /** User to ask instead. */
  toUserId: string | number;
  /** Why, 1 to 2,000 characters. */
  reason: string;
  /** Repeats a command safely, up to 128 characters: with the same key and content nothing happens again. */
  idempotencyKey?: string | null | undefined;
  /** What the caller has seen, as WorkflowTask.revision has it; the command is refused if the document or its stage has changed since. */
  expectedRevision?: string | null | undefined;
};

/** One more person to ask. */
export type AddApproverInput = {
  /** Task beside or after which they are asked. */
  taskId: string | number;
  /** User to ask; not the caller. */
  userId: string | number;
  /** Where they are asked. */
  position: ApproverPosition;
  /** Why, up to 2,000 characters. */
  reason?: string | null | undefined;
  /** Repeats a command safely, up to 128 characters: with the same key and content nothing happens again. */
  idempotencyKey?: string | null | undefined;
  /** What the caller has seen, as WorkflowTask.revision has it; the command is refused if the document or its stage has changed since. */
  expectedRevision?: string | null | undefined;
};

/** A verdict to take back. */
export type WithdrawVerdictInput = {
  /** Task that was judged. */
  taskId: string | number;
  /** Repeats a command safely, up to 128 characters: with the same key and content nothing happens again. */
  idempotencyKey?: string | null | undefined;
  /** What the caller has seen, as WorkflowTask.revision has it; the command is refused if the document or its stage has changed since. */
  expectedRevision?: string | null | undefined;
};

/** A document to take back. */
export type RecallDocumentInput = {
  /** The document. */
  refId: string | number;
  /** Why, 1 to 2,000 characters. */
  reason: string;
  /** Repeats a command safely, up to 128 characters: with the same key and content nothing happens again. */
  idempotencyKey?: string | null | undefined;
};

/** What to remind of. */
export type NudgeInput = {
  /** The document. */
  refId: string | number;
  /** Repeats a command safely, up to 128 characters: with the same key and content nothing happens again. */
  idempotencyKey?: string | null | undefined;
};

/** Lists of which views can be saved. */
export type SavedViewPage =
  /** What waits for the caller. */
  | 'INBOX'
  /** What the caller decided. */
  | 'DECIDED'
  /** All documents that the caller may see. */
  | 'DOCUMENTS';

/** A view to save. */
export type SaveViewInput = {
  /** The view that it replaces; left out: a new one. */
  id?: string | number | null | undefined;
  /** The list. */
  page: SavedViewPage;
  /** How the user calls it; 1 to 60 characters. */
  name: string;
  /** The query of an address without the question mark; at most 1,000 printable ASCII characters. */
  query: string;
};

/** How the run of a document stands, or how it ended. */
export type DocumentState =
  /** Somebody is asked. */
  | 'IN_PROGRESS'
  /** Every stage was approved. */
  | 'APPROVED'
  /** It was rejected. */
  | 'REJECTED'
  /** Its submitter, or a privileged user, took it back. */
  | 'RECALLED'
  /** Its owner cancelled it, or submitted it anew. */
  | 'CANCELLED'
  /** Its time was over before everybody had decided. */
  | 'EXPIRED';

/** What documentSearch finds, and its page. All that is given has to match. */
export type DocumentSearchInput = {
  /** Where the page begins: next of the page before. */
  after?: string | null | undefined;
  /** Documents on the page; 1 to 50, default 20. */
  take?: number | null | undefined;
  /** Words of number, title and facts, in either case and any order; the last one may be the beginning of a word. Amounts are found as 4817.35, 4,817.35 and 4.817,35. Up to 200 characters. */
  text?: string | null | undefined;
  /** The whole number, in the given case or in capitals. */
  number?: string | null | undefined;
  /** Only documents that this user submitted, decides, decided or is the person of. */
  personId?: string | number | null | undefined;
  /** Only documents of these kinds, at most 20; empty or left out: every kind. */
  kinds?: Array<string> | null | undefined;
  /** Only runs in these states; empty or left out: every state. */
  states?: Array<DocumentState> | null | undefined;
  /** Least amount; with a currency. */
  amountFrom?: string | null | undefined;
  /** Greatest amount; with a currency. */
  amountTo?: string | null | undefined;
  /** Only amounts in this currency, an ISO 4217 code; required with amountFrom and amountTo, because nothing is converted. */
  currency?: string | null | undefined;
  /** Submitted at this instant or later. */
  submittedFrom?: string | null | undefined;
  /** Submitted before this instant. */
  submittedUntil?: string | null | undefined;
  /** Only documents on which the caller gave a verdict, themselves or in another's place. */
  decidedByMe?: boolean | null | undefined;
  /** Only documents that the caller submitted. */
  submittedByMe?: boolean | null | undefined;
};

/** The lists of a user's own documents. */
export type SubmissionTab =
  /** Rejected in the last 30 days, and not submitted again. */
  | 'NEEDS_YOU'
  /** On their way. */
  | 'IN_PROGRESS'
  /** Approved, recalled or cancelled, or rejected more than 30 days ago. */
  | 'DONE';

/** List and page of mySubmissions. */
export type MySubmissionsInput = {
  /** Where the page begins: next of the page before, of the same list. */
  after?: string | null | undefined;
  /** Documents on the page; 1 to 100, default 20. */
  take?: number | null | undefined;
  /** Default IN_PROGRESS. */
  tab?: SubmissionTab | null | undefined;
  /** As text of documentSearch. */
  text?: string | null | undefined;
};

/** Filter and page of decidedPage. */
export type DecidedPageInput = {
  /** Where the page begins: next of the page before. */
  after?: string | null | undefined;
  /** Verdicts on the page; 1 to 100, default 20. */
  take?: number | null | undefined;
  /** As text of documentSearch. */
  text?: string | null | undefined;
  /** Only documents of these kinds, at most 20; empty or left out: every kind. */
  kinds?: Array<string> | null | undefined;
  /** Only these verdicts: APPROVED or REJECTED. */
  status?: WorkflowApprovalStatus | null | undefined;
  /** Given at this instant or later. */
  from?: string | null | undefined;
  /** Given before this instant. */
  until?: string | null | undefined;
};

/** What the caller has looked at. */
export type MarkSeenInput = {
  /** The document. */
  refId: string | number;
  /** Its revision, as document.revision says; an older one than was looked at before changes nothing. */
  revision: number;
};

/** How many of a stage's approvers have to approve. */
export type ApproveBy =
  /** One approval completes the stage. */
  | 'ANY'
  /** Every approver has to approve. */
  | 'ALL'
  /** As many approvals as the quorum says. */
  | 'COUNT'
  /** The share of the approvers that the quorum says, in percent, rounded up. */
  | 'PERCENT'
  /** As many approvals of each group as the quorum says; an approver counts for one group. */
  | 'PER_GROUP';

/** When rejections reject a stage. */
export type RejectBy =
  /** One rejection rejects the stage. */
  | 'VETO'
  /** A rejection only counts; the stage is rejected once the others cannot complete it any more. */
  | 'UNREACHABLE';

/** Which task to hide, and until when. */
export type SnoozeTaskInput = {
  /** A task in the caller's inbox. */
  taskId: string | number;
  /** In the future, at most 30 days ahead and not after the due time. Absent: the task comes back now. */
  until?: string | null | undefined;
  /** Repeats a command safely, up to 128 characters: with the same key and content nothing happens again. */
  idempotencyKey?: string | null | undefined;
};

/** A new substitution. At most 366 days; no circle of people may stand in for each other, and nobody for more than 50 people at a time. */
export type CreateSubstitutionInput = {
  /** User in whose place the substitute decides; left out: the caller. Another user's only for privileged users. */
  principalId?: string | number | null | undefined;
  /** User who decides in the principal's place. */
  substituteId: string | number;
  /** Kinds of documents that it covers; empty or left out: every kind. */
  kinds?: Array<string> | null | undefined;
  /** The first day, such as 2026-12-24. */
  fromDate: string;
  /** The last day, inclusive. */
  untilDate: string;
  /** IANA name of the time zone whose days they are, such as Europe/Berlin. */
  timeZone: string;
  /** Why, up to 2,000 characters; needed for another user's. */
  reason?: string | null | undefined;
};

export type AuditQueryVariables = Exact<{
  input: AuditLogPageInput;
}>;


export type AuditQuery = { auditLogPage: { next: string | null, data: Array<{ _id: string, at: string, action: string, entity: string, entityId: string, actorId: string | null, before: unknown, after: unknown, details: unknown, refId: string | null, ref: string | null, title: string | null, stageName: string | null, actor: { _id: string, name: string | null } | null, forUser: { _id: string, name: string | null } | null }> } };

export type CalendarFieldsFragment = { _id: string, name: string, timeZone: string, lacksHolidays: boolean, week: Array<{ day: Weekday, from: string, to: string }>, days: Array<{ date: string, closed: boolean, from: string | null, to: string | null, name: string | null }> };

export type CalendarsQueryVariables = Exact<{
  skip: number;
  take: number;
}>;


export type CalendarsQuery = { approvalCalendarPage: { total: number, data: Array<{ _id: string, name: string, timeZone: string, lacksHolidays: boolean, week: Array<{ day: Weekday, from: string, to: string }>, days: Array<{ date: string, closed: boolean, from: string | null, to: string | null, name: string | null }> }> } };

export type CalendarNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type CalendarNamesQuery = { approvalCalendarPage: { data: Array<{ _id: string, name: string }> } };

export type CreateCalendarMutationVariables = Exact<{
  input: CreateApprovalCalendarInput;
}>;


export type CreateCalendarMutation = { createApprovalCalendar: { _id: string } };

export type UpdateCalendarMutationVariables = Exact<{
  id: string | number;
  input: UpdateApprovalCalendarInput;
}>;


export type UpdateCalendarMutation = { updateApprovalCalendar: { _id: string } };

export type DeleteCalendarMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteCalendarMutation = { deleteApprovalCalendar: boolean };

export type JournalConfirmationQueryVariables = Exact<{
  id: string | number;
}>;


export type JournalConfirmationQuery = { journalConfirmation: { id: string, ref: string, description: string, date: string, cells: Array<Array<string>>, total: string, currency: string | null, status: JournalConfirmationStatus, changed: boolean } | null };

export type AnswerJournalConfirmationMutationVariables = Exact<{
  input: AnswerJournalConfirmationInput;
}>;


export type AnswerJournalConfirmationMutation = { answerJournalConfirmation: boolean };

export type DocumentQueryVariables = Exact<{
  refId: string | number;
}>;


export type DocumentQuery = { runTasks: Array<{ _id: string, runId: string, refId: string, ref: string | null, kind: string, title: string, stageId: string | null, stageName: string, orderNo: number, approveBy: ApproveBy, rejectBy: RejectBy, status: WorkflowTaskStatus, statedBy: StatedBy | null, archived: boolean, createdAt: string, completionDate: number | null, askedAt: string | null, dueAt: string | null, businessHoursLeft: number | null, overdue: boolean, snoozedUntil: string | null, revision: string, changedSinceSeen: boolean, canUpdateStatus: boolean, submitterId: string, tally: { needed: number, reached: number, groups: Array<{ group: string, needed: number, reached: number }> }, decidesFor: { _id: string, name: string | null } | null, submitter: { _id: string, name: string | null } | null, submittedBy: { agent: boolean, client: string | null } | null, workflow: { _id: string, name: string | null } | null, document: { revision: number, title: string | null, amount: string | null, currency: string | null, url: string | null, action: unknown, actionSha256: string | null, facts: Array<{ key: string, label: string, type: FactType, value: unknown, person: { _id: string, name: string | null } | null }>, attachments: Array<{ name: string, url: string }>, tables: Array<{ key: string, label: string }> } | null, order: { _id: string, totalAmount: number | null, status: string | null } | null, approvals: Array<{ _id: string, approverId: string, status: WorkflowApprovalStatus, remark: string | null, statusUpdateDate: number | null, archived: boolean, groups: Array<string>, reason: SeatReason | null, required: boolean, skipped: boolean, leftOut: string | null, decidedBy: string | null, approver: { _id: string, name: string | null } | null, reasonGroup: { name: string } | null, reasonUser: { _id: string, name: string | null } | null, decider: { _id: string, name: string | null } | null }> }>, approvalSettings: { recall: RecallPolicy, graceSeconds: number, rejectNeedsReason: boolean } };

export type SeatsAwayQueryVariables = Exact<{
  refId: string | number;
}>;


export type SeatsAwayQuery = { runTasks: Array<{ _id: string, approvals: Array<{ _id: string, approver: { _id: string, away: { until: string } | null } | null }> }> };

export type DocumentRowsQueryVariables = Exact<{
  refId: string | number;
  key: string;
  skip: number;
  take: number;
}>;


export type DocumentRowsQuery = { documentTable: { rows: Array<Array<string>>, total: number, columns: Array<{ key: string, label: string, type: FactType }> } | null };

export type HistoryQueryVariables = Exact<{
  refId: string | number;
}>;


export type HistoryQuery = { workflowEvents: Array<{ _id: string, event: WorkflowEventType, createdAt: string, actorId: string | null, taskId: string | null, metadata: { actorName: string | null, agent: boolean | null, client: string | null, stageName: string | null, remark: string | null, revision: number | null, principalName: string | null, userId: string | null, userName: string | null, mode: string | null } }>, documentRevisions: Array<{ revision: number, runId: string, createdAt: string, note: string | null, actor: { _id: string, name: string | null } | null, changes: Array<{ field: string, label: string | null, before: unknown, after: unknown }> }> };

export type MarkSeenMutationVariables = Exact<{
  input: MarkSeenInput;
}>;


export type MarkSeenMutation = { markSeen: boolean };

export type DecideMutationVariables = Exact<{
  input: UpdateWorkflowApprovalStatusInput;
}>;


export type DecideMutation = { updateWorkflowApprovalStatus: boolean };

export type ReassignMutationVariables = Exact<{
  input: ReassignApprovalInput;
}>;


export type ReassignMutation = { reassignApproval: boolean };

export type AddApproverMutationVariables = Exact<{
  input: AddApproverInput;
}>;


export type AddApproverMutation = { addApprover: boolean };

export type WithdrawMutationVariables = Exact<{
  input: WithdrawVerdictInput;
}>;


export type WithdrawMutation = { withdrawVerdict: boolean };

export type RecallMutationVariables = Exact<{
  input: RecallDocumentInput;
}>;


export type RecallMutation = { recallDocument: boolean };

export type SnoozeTaskMutationVariables = Exact<{
  input: SnoozeTaskInput;
}>;


export type SnoozeTaskMutation = { snoozeTask: boolean };

export type HitFragment = { refId: string, runId: string, ref: string | null, kind: string, title: string | null, amount: string | null, currency: string | null, state: DocumentState, stageName: string | null, submittedAt: string, endedAt: string | null, submitter: { _id: string, name: string | null } | null, holders: Array<{ _id: string, name: string | null }> };

export type AllDocumentsQueryVariables = Exact<{
  input: DocumentSearchInput;
}>;


export type AllDocumentsQuery = { documentSearch: { next: string | null, data: Array<{ refId: string, runId: string, ref: string | null, kind: string, title: string | null, amount: string | null, currency: string | null, state: DocumentState, stageName: string | null, submittedAt: string, endedAt: string | null, found: { label: string, value: string } | null, submitter: { _id: string, name: string | null } | null, holders: Array<{ _id: string, name: string | null }> }> } };

export type DecidedQueryVariables = Exact<{
  input: DecidedPageInput;
}>;


export type DecidedQuery = { decidedPage: { next: string | null, data: Array<{ stageName: string, status: WorkflowApprovalStatus, at: string, remark: string | null, document: { refId: string, runId: string, ref: string | null, kind: string, title: string | null, amount: string | null, currency: string | null, state: DocumentState, stageName: string | null, submittedAt: string, endedAt: string | null, submitter: { _id: string, name: string | null } | null, holders: Array<{ _id: string, name: string | null }> }, forUser: { _id: string, name: string | null } | null }> } };

export type RequestsQueryVariables = Exact<{
  input: MySubmissionsInput;
}>;


export type RequestsQuery = { mySubmissions: { next: string | null, needsYou: number, inProgress: number, done: number, data: Array<{ since: string, usuallyHours: number | null, canRecall: boolean, canNudge: boolean, nudgeAgainAt: string | null, document: { refId: string, runId: string, ref: string | null, kind: string, title: string | null, amount: string | null, currency: string | null, state: DocumentState, stageName: string | null, submittedAt: string, endedAt: string | null, submitter: { _id: string, name: string | null } | null, holders: Array<{ _id: string, name: string | null }> }, stages: Array<{ name: string, status: WorkflowTaskStatus }> }> } };

export type NudgeMutationVariables = Exact<{
  input: NudgeInput;
}>;


export type NudgeMutation = { nudge: boolean };

export type TaskRowFragment = { _id: string, refId: string, ref: string | null, kind: string, stageName: string, bulk: boolean, statedBy: StatedBy | null, revision: string, changedSinceSeen: boolean, askedAt: string | null, dueAt: string | null, overdue: boolean, snoozedUntil: string | null, submitter: { _id: string, name: string | null } | null, submittedBy: { agent: boolean, client: string | null } | null, decidesFor: { _id: string, name: string | null } | null, tally: { needed: number, reached: number }, document: { title: string | null, amount: string | null, currency: string | null, facts: Array<{ key: string, type: FactType, value: unknown }>, attachments: Array<{ name: string }> } | null };

export type InboxQueryVariables = Exact<{
  input: InboxPageInput;
}>;


export type InboxQuery = { inboxPage: { next: string | null, data: Array<{ _id: string, refId: string, ref: string | null, kind: string, stageName: string, bulk: boolean, statedBy: StatedBy | null, revision: string, changedSinceSeen: boolean, askedAt: string | null, dueAt: string | null, overdue: boolean, snoozedUntil: string | null, submitter: { _id: string, name: string | null } | null, submittedBy: { agent: boolean, client: string | null } | null, decidesFor: { _id: string, name: string | null } | null, tally: { needed: number, reached: number }, document: { title: string | null, amount: string | null, currency: string | null, facts: Array<{ key: string, type: FactType, value: unknown }>, attachments: Array<{ name: string }> } | null }> }, snoozed: { total: number }, inboxCounts: Array<{ kind: string, count: number }> };

export type InboxGroupsQueryVariables = Exact<{
  input: InboxPageInput;
}>;


export type InboxGroupsQuery = { inboxPage: { groups: Array<{ key: string, label: string, count: number, sums: Array<{ currency: string, amount: string }> }> | null } };

export type InboxTotalQueryVariables = Exact<{
  input: InboxPageInput;
}>;


export type InboxTotalQuery = { inboxPage: { total: number, totalIsLowerBound: boolean } };

export type TaskNowQueryVariables = Exact<{
  id: string | number;
}>;


export type TaskNowQuery = { findOneWorkflowTask: { _id: string, status: WorkflowTaskStatus, snoozedUntil: string | null, approvals: Array<{ _id: string, approverId: string, status: WorkflowApprovalStatus, statusUpdateDate: number | null, approver: { _id: string, name: string | null } | null, decider: { _id: string, name: string | null } | null }> } | null };

export type GraceQueryVariables = Exact<{ [key: string]: never; }>;


export type GraceQuery = { approvalSettings: { graceSeconds: number } };

export type DecideManyMutationVariables = Exact<{
  input: DecideManyInput;
}>;


export type DecideManyMutation = { decideMany: Array<{ taskId: string, result: DecideManyOutcome, code: string | null, message: string | null, textCode: string | null, params: unknown, decided: { status: WorkflowApprovalStatus, at: string, by: { _id: string, name: string } } | null }> };

export type NotificationsQueryVariables = Exact<{
  locale: string;
}>;


export type NotificationsQuery = { findMyNotifications: Array<{ _id: string, refId: string, kind: string, title: string | null, text: string, read: boolean, createdAt: string }> };

export type UnreadQueryVariables = Exact<{ [key: string]: never; }>;


export type UnreadQuery = { findMyNotifications: Array<{ _id: string }> };

export type MarkReadMutationVariables = Exact<{
  id: string | number;
}>;


export type MarkReadMutation = { markNotificationRead: boolean };

export type MarkAllReadMutationVariables = Exact<{ [key: string]: never; }>;


export type MarkAllReadMutation = { markAllNotificationsRead: boolean };

export type PaletteDocumentsQueryVariables = Exact<{
  text: string;
}>;


export type PaletteDocumentsQuery = { documentSearch: { data: Array<{ refId: string, runId: string, ref: string | null, kind: string, title: string | null, state: DocumentState }> } };

export type CompanySubstitutionsQueryVariables = Exact<{
  skip: number;
  take: number;
  userId?: string | number | null | undefined;
  activeAt?: number | null | undefined;
}>;


export type CompanySubstitutionsQuery = { substitutionPage: { total: number, data: Array<{ _id: string, fromDate: string, untilDate: string, timeZone: string, from: string, until: string, revokedAt: string | null, reason: string | null, kinds: Array<string>, principalId: string, substituteId: string, principal: { _id: string, name: string | null } | null, substitute: { _id: string, name: string | null } | null }> } };

export type EndSubstitutionMutationVariables = Exact<{
  id: string | number;
}>;


export type EndSubstitutionMutation = { revokeSubstitution: { _id: string } };

export type GroupsQueryVariables = Exact<{
  skip: number;
  take: number;
  keyword: string;
}>;


export type GroupsQuery = { userGroupPage: { total: number, data: Array<{ _id: string, name: string, active: boolean, source: UserGroupSource, members: Array<{ _id: string, name: string | null }> }> } };

export type GroupChoicesQueryVariables = Exact<{
  keyword: string;
}>;


export type GroupChoicesQuery = { userGroupPage: { total: number, data: Array<{ _id: string, name: string }> } };

export type CreateGroupMutationVariables = Exact<{
  input: CreateUserGroupInput;
}>;


export type CreateGroupMutation = { createUserGroup: { _id: string } };

export type UpdateGroupMutationVariables = Exact<{
  id: string | number;
  input: UpdateUserGroupInput;
}>;


export type UpdateGroupMutation = { updateUserGroup: { _id: string } };

export type DeleteGroupMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteGroupMutation = { deleteUserGroup: boolean };

export type LimitsQueryVariables = Exact<{
  skip: number;
  take: number;
  kind?: string | null | undefined;
}>;


export type LimitsQuery = { approvalLimitPage: { total: number, data: Array<{ _id: string, userId: string | null, groupId: string | null, kind: string, currency: string, upTo: string, user: { _id: string, name: string | null } | null, group: { _id: string, name: string, active: boolean } | null }> } };

export type CreateLimitMutationVariables = Exact<{
  input: CreateApprovalLimitInput;
}>;


export type CreateLimitMutation = { createApprovalLimit: { _id: string } };

export type UpdateLimitMutationVariables = Exact<{
  id: string | number;
  input: UpdateApprovalLimitInput;
}>;


export type UpdateLimitMutation = { updateApprovalLimit: { _id: string } };

export type DeleteLimitMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteLimitMutation = { deleteApprovalLimit: boolean };

export type SubstitutionsQueryVariables = Exact<{ [key: string]: never; }>;


export type SubstitutionsQuery = { mySubstitutions: Array<{ _id: string, principalId: string, kinds: Array<string>, fromDate: string, untilDate: string, timeZone: string, from: string, until: string, revokedAt: string | null, reason: string | null, principal: { _id: string, name: string | null } | null, substitute: { _id: string, name: string | null } | null }> };

export type CreateSubstitutionMutationVariables = Exact<{
  input: CreateSubstitutionInput;
}>;


export type CreateSubstitutionMutation = { createSubstitution: { _id: string } };

export type RevokeSubstitutionMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeSubstitutionMutation = { revokeSubstitution: { _id: string } };

export type UserSearchQueryVariables = Exact<{
  keyword: string;
}>;


export type UserSearchQuery = { userSearch: Array<{ _id: string, name: string | null, email: string | null }> };

export type PeopleQueryVariables = Exact<{
  keyword: string;
}>;


export type PeopleQuery = { userSearch: Array<{ _id: string, name: string | null, email: string | null, mailFailing: boolean | null, away: { until: string, substitutes: Array<{ _id: string, name: string | null }> } | null }> };

export type PersonNameQueryVariables = Exact<{
  id: string | number;
}>;


export type PersonNameQuery = { user: { _id: string, name: string | null, email: string | null } | null };

export type LevelLadderFragment = { calendarId: string | null, atEnd: AtEnd, dueIn: { businessDays: number | null, businessHours: number | null, hours: number | null } | null, remind: Array<{ businessDays: number | null, businessHours: number | null, hours: number | null }>, escalate: { mode: EscalationMode, levels: number, after: { businessDays: number | null, businessHours: number | null, hours: number | null }, to: { manager: boolean | null, userIds: Array<string> | null, groupId: string | null } } | null, endAfter: { businessDays: number | null, businessHours: number | null, hours: number | null } | null };

export type PoliciesQueryVariables = Exact<{ [key: string]: never; }>;


export type PoliciesQuery = { hrApprovalPolicyPage: { data: Array<{ _id: string, kind: HrApprovalKind, updatedAt: string, levels: Array<{ role: HrApprovalRole, order: number, approveBy: ApproveBy, quorum: number | null, rejectBy: RejectBy, bulk: boolean, calendarId: string | null, atEnd: AtEnd, approvers: Array<{ approverId: string | null, groups: Array<string>, source: { groupId: string | null, fact: string | null, previousApproverManager: boolean | null, submitterManager: { levels: number | null, untilLimit: boolean | null } | null, departmentHead: { of: string } | null } | null }>, dueIn: { businessDays: number | null, businessHours: number | null, hours: number | null } | null, remind: Array<{ businessDays: number | null, businessHours: number | null, hours: number | null }>, escalate: { mode: EscalationMode, levels: number, after: { businessDays: number | null, businessHours: number | null, hours: number | null }, to: { manager: boolean | null, userIds: Array<string> | null, groupId: string | null } } | null, endAfter: { businessDays: number | null, businessHours: number | null, hours: number | null } | null }> }> } };

export type CreatePolicyMutationVariables = Exact<{
  input: CreateHrApprovalPolicyInput;
}>;


export type CreatePolicyMutation = { createHrApprovalPolicy: { _id: string } };

export type UpdatePolicyMutationVariables = Exact<{
  id: string | number;
  input: UpdateHrApprovalPolicyInput;
}>;


export type UpdatePolicyMutation = { updateHrApprovalPolicy: { _id: string } };

export type DeletePolicyMutationVariables = Exact<{
  id: string | number;
}>;


export type DeletePolicyMutation = { deleteHrApprovalPolicy: { _id: string } };

export type NotificationPreferencesQueryVariables = Exact<{
  viewerId: string | number;
}>;


export type NotificationPreferencesQuery = { notificationChannels: Array<NotificationChannel>, notificationPreferences: Array<{ channel: NotificationChannel, category: NotificationCategory, when: NotificationWhen }>, user: { _id: string, email: string | null, mailFailing: boolean | null } | null };

export type UpdateNotificationPreferencesMutationVariables = Exact<{
  input: UpdateNotificationPreferencesInput;
}>;


export type UpdateNotificationPreferencesMutation = { updateNotificationPreferences: Array<{ channel: NotificationChannel, category: NotificationCategory, when: NotificationWhen }> };

export type RuleStageFieldsFragment = { key: string, name: string, order: number, approveBy: ApproveBy, quorum: number | null, rejectBy: RejectBy, bulk: boolean, when: string | null, approvers: unknown, calendarId: string | null, dueIn: unknown, remind: unknown, escalate: unknown, atEnd: AtEnd, endAfter: unknown, role: HrApprovalRole | null };

export type RulesQueryVariables = Exact<{
  kind: string;
}>;


export type RulesQuery = { approvalRules: Array<{ id: string, kind: string, origin: ApprovalRuleOrigin, order: number | null, version: number, state: ApprovalRuleState, name: string | null, workflowId: string | null, sharedBy: number, amountAbove: string | null, currency: string | null, discountAbove: number | null, when: string | null, publishedAt: string | null, facts: Array<{ key: string, type: FactType, required: boolean }>, stages: Array<{ key: string, name: string, order: number, approveBy: ApproveBy, quorum: number | null, rejectBy: RejectBy, bulk: boolean, when: string | null, approvers: unknown, calendarId: string | null, dueIn: unknown, remind: unknown, escalate: unknown, atEnd: AtEnd, endAfter: unknown, role: HrApprovalRole | null }>, people: Array<{ _id: string, name: string | null }>, publishedBy: { _id: string, name: string | null } | null, draft: { name: string, order: number | null, enabled: boolean, amountAbove: string | null, currency: string | null, discountAbove: number | null, when: string | null, savedAt: string, facts: Array<{ key: string, type: FactType, required: boolean }>, stages: Array<{ key: string, name: string, order: number, approveBy: ApproveBy, quorum: number | null, rejectBy: RejectBy, bulk: boolean, when: string | null, approvers: unknown, calendarId: string | null, dueIn: unknown, remind: unknown, escalate: unknown, atEnd: AtEnd, endAfter: unknown, role: HrApprovalRole | null }>, savedBy: { _id: string, name: string | null } | null } | null }> };

export type RuleGroupsQueryVariables = Exact<{ [key: string]: never; }>;


export type RuleGroupsQuery = { userGroupPage: { data: Array<{ _id: string, name: string, active: boolean, members: Array<{ _id: string, name: string | null }> }> }, approvalCalendarPage: { data: Array<{ _id: string, name: string }> } };

export type RuleVersionsQueryVariables = Exact<{
  workflowId: string | number;
}>;


export type RuleVersionsQuery = { workflowVersions: Array<{ version: number, note: string | null, createdAt: string, creator: { _id: string, name: string | null } | null, stages: Array<{ key: string, name: string, order: number, approveBy: ApproveBy, quorum: number | null, rejectBy: RejectBy, bulk: boolean, when: string | null, approvers: unknown, calendarId: string | null, dueIn: unknown, remind: unknown, escalate: unknown, atEnd: AtEnd, endAfter: unknown }>, people: Array<{ _id: string, name: string | null }> }> };

export type SaveRuleMutationVariables = Exact<{
  input: SaveRuleInput;
}>;


export type SaveRuleMutation = { saveRule: { id: string, version: number } };

export type PublishRuleMutationVariables = Exact<{
  id: string | number;
  expectedVersion: number;
  note?: string | null | undefined;
}>;


export type PublishRuleMutation = { publishRule: { id: string, version: number } };

export type DiscardRuleMutationVariables = Exact<{
  id: string | number;
}>;


export type DiscardRuleMutation = { discardRule: boolean };

export type MatchingRuleQueryVariables = Exact<{
  input: MatchingRuleInput;
}>;


export type MatchingRuleQuery = { matchingRule: { isWritten: boolean, rule: { id: string } | null } | null };

export type PreviewRouteQueryVariables = Exact<{
  input: PreviewRouteInput;
}>;


export type PreviewRouteQuery = { previewRoute: { warnings: Array<{ stageKey: string | null, code: string, message: string }>, stages: Array<{ key: string | null, name: string, included: boolean, reason: RouteReason, when: string | null, dueAt: string | null, seats: Array<{ userId: string, reason: SeatReason, user: { _id: string, name: string | null, away: { until: string } | null } | null, reasonUser: { _id: string, name: string | null } | null, substitutes: Array<{ _id: string, name: string | null }> }> }> } };

export type MoveThresholdMutationVariables = Exact<{
  id: string | number;
  order: number;
}>;


export type MoveThresholdMutation = { updateApprovalThreshold: { _id: string } };

export type FollowWorkflowMutationVariables = Exact<{
  id: string | number;
  workflowId: string | number;
}>;


export type FollowWorkflowMutation = { updateApprovalThreshold: { _id: string } };

export type SpanFragment = { businessDays: number | null, businessHours: number | null, hours: number | null };

export type StepsFragment = { mode: EscalationMode, levels: number, after: { businessDays: number | null, businessHours: number | null, hours: number | null }, to: { manager: boolean | null, userIds: Array<string> | null, groupId: string | null } };

export type SettingsFieldsFragment = { version: number, onAmend: OnAmend, recall: RecallPolicy, onEmptyStage: OnEmptyStage, fallbackApproverIds: Array<string>, substitutionDepth: number, onSubmitterIsApprover: OnSubmitterIsApprover, onRepeatedApprover: OnRepeatedApprover, submitterNeverDecides: boolean, onePersonOneStage: boolean, exclusiveGroups: Array<Array<string>>, agentsMayDecide: boolean, defaultWorkflowBinds: boolean, runReaders: RunReaders, returnUsesCurrentDefinition: boolean, unknownPeople: UnknownPeople, graceSeconds: number, rejectNeedsReason: boolean, notificationDays: number | null, mailFacts: MailFacts, calendarId: string | null, fallbackApprovers: Array<{ _id: string, name: string | null, email: string | null }>, kindCalendars: Array<{ kind: string, calendarId: string }> };

export type ApprovalSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type ApprovalSettingsQuery = { approvalSettings: { version: number, onAmend: OnAmend, recall: RecallPolicy, onEmptyStage: OnEmptyStage, fallbackApproverIds: Array<string>, substitutionDepth: number, onSubmitterIsApprover: OnSubmitterIsApprover, onRepeatedApprover: OnRepeatedApprover, submitterNeverDecides: boolean, onePersonOneStage: boolean, exclusiveGroups: Array<Array<string>>, agentsMayDecide: boolean, defaultWorkflowBinds: boolean, runReaders: RunReaders, returnUsesCurrentDefinition: boolean, unknownPeople: UnknownPeople, graceSeconds: number, rejectNeedsReason: boolean, notificationDays: number | null, mailFacts: MailFacts, calendarId: string | null, fallbackApprovers: Array<{ _id: string, name: string | null, email: string | null }>, kindCalendars: Array<{ kind: string, calendarId: string }> } };

export type UpdateSettingsMutationVariables = Exact<{
  input: UpdateApprovalSettingsInput;
  expectedVersion?: number | null | undefined;
}>;


export type UpdateSettingsMutation = { updateApprovalSettings: { version: number, onAmend: OnAmend, recall: RecallPolicy, onEmptyStage: OnEmptyStage, fallbackApproverIds: Array<string>, substitutionDepth: number, onSubmitterIsApprover: OnSubmitterIsApprover, onRepeatedApprover: OnRepeatedApprover, submitterNeverDecides: boolean, onePersonOneStage: boolean, exclusiveGroups: Array<Array<string>>, agentsMayDecide: boolean, defaultWorkflowBinds: boolean, runReaders: RunReaders, returnUsesCurrentDefinition: boolean, unknownPeople: UnknownPeople, graceSeconds: number, rejectNeedsReason: boolean, notificationDays: number | null, mailFacts: MailFacts, calendarId: string | null, fallbackApprovers: Array<{ _id: string, name: string | null, email: string | null }>, kindCalendars: Array<{ kind: string, calendarId: string }> } };

export type InboxChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type InboxChangedSubscription = { inboxChanged: { refId: string } };

export type RunChangedSubscriptionVariables = Exact<{
  refId: string | number;
}>;


export type RunChangedSubscription = { runChanged: { refId: string } };

export type NotificationAddedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type NotificationAddedSubscription = { workflowNotificationAdded: { _id: string, message: string } };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { userId: string, companyId: string, name: string | null, privileged: boolean }, documentKinds: Array<{ kind: string, labels: Array<{ language: string, text: string }> }> };

export type ThresholdsSwitchQueryVariables = Exact<{ [key: string]: never; }>;


export type ThresholdsSwitchQuery = { approvalSettings: { thresholdsEnabled: boolean } };

export type SwitchThresholdsMutationVariables = Exact<{
  thresholdsEnabled: boolean;
}>;


export type SwitchThresholdsMutation = { updateApprovalSettings: { thresholdsEnabled: boolean } };

export type WorkflowChoicesQueryVariables = Exact<{
  keyword: string;
}>;


export type WorkflowChoicesQuery = { workflowPage: { total: number, data: Array<{ _id: string, name: string | null }> } };

export type UnassignedQueryVariables = Exact<{
  skip: number;
  take: number;
}>;


export type UnassignedQuery = { unassignedTaskPage: { total: number, data: Array<{ _id: string, refId: string, ref: string | null, kind: string, stageName: string, revision: string, createdAt: string, submitterId: string, submitter: { _id: string, name: string | null } | null, document: { title: string | null, amount: string | null, currency: string | null } | null, approvals: Array<{ _id: string, approverId: string, leftOut: string | null, approver: { _id: string, name: string | null } | null }> }> } };

export type FailedSubmissionsQueryVariables = Exact<{
  skip: number;
  take: number;
  locale: string;
}>;


export type FailedSubmissionsQuery = { failedSubmissionPage: { total: number, data: Array<{ refId: string, ref: string | null, kind: string, workflowId: string, reason: string, at: string }> } };

export type SubmitAgainMutationVariables = Exact<{
  input: NewWorkflowTaskInput;
}>;


export type SubmitAgainMutation = { newWorkflowTask: boolean };

export type NameApproverMutationVariables = Exact<{
  input: CreateWorkflowApprovalInput;
}>;


export type NameApproverMutation = { createWorkflowApproval: { _id: string } };

export type SavedViewsQueryVariables = Exact<{ [key: string]: never; }>;


export type SavedViewsQuery = { savedViews: Array<{ _id: string, page: SavedViewPage, name: string, query: string }> };

export type SaveViewMutationVariables = Exact<{
  input: SaveViewInput;
}>;


export type SaveViewMutation = { saveView: { _id: string } };

export type DeleteViewMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteViewMutation = { deleteView: boolean };

export type StageLadderFragment = { calendarId: string | null, atEnd: AtEnd, dueIn: { businessDays: number | null, businessHours: number | null, hours: number | null } | null, remind: Array<{ businessDays: number | null, businessHours: number | null, hours: number | null }>, escalate: { mode: EscalationMode, levels: number, after: { businessDays: number | null, businessHours: number | null, hours: number | null }, to: { manager: boolean | null, userIds: Array<string> | null, groupId: string | null } } | null, endAfter: { businessDays: number | null, businessHours: number | null, hours: number | null } | null };

export type WorkflowsQueryVariables = Exact<{
  skip: number;
  take: number;
  keyword: string;
}>;


export type WorkflowsQuery = { workflowPage: { total: number, data: Array<{ _id: string, name: string | null, ref: string | null, status: WorkflowStatus, stages: Array<{ _id: string }> }> } };

export type WorkflowDetailQueryVariables = Exact<{
  id: string | number;
}>;


export type WorkflowDetailQuery = { findWorkflow: { _id: string, name: string | null, description: string | null, status: WorkflowStatus, version: number, facts: Array<{ key: string, type: FactType, required: boolean }>, stages: Array<{ _id: string, key: string | null, name: string | null, order: number, approveBy: ApproveBy, quorum: number | null, rejectBy: RejectBy, bulk: boolean, when: string | null, calendarId: string | null, atEnd: AtEnd, approvers: Array<{ groups: Array<string>, source: { groupId: string | null, fact: string | null, previousApproverManager: boolean | null, submitterManager: { levels: number | null, untilLimit: boolean | null } | null, departmentHead: { of: string } | null } | null }>, dueIn: { businessDays: number | null, businessHours: number | null, hours: number | null } | null, remind: Array<{ businessDays: number | null, businessHours: number | null, hours: number | null }>, escalate: { mode: EscalationMode, levels: number, after: { businessDays: number | null, businessHours: number | null, hours: number | null }, to: { manager: boolean | null, userIds: Array<string> | null, groupId: string | null } } | null, endAfter: { businessDays: number | null, businessHours: number | null, hours: number | null } | null }> } | null };

export type WorkflowApproversQueryVariables = Exact<{
  id: string | number;
  skip: number;
}>;


export type WorkflowApproversQuery = { workflowApproverPage: { total: number, data: Array<{ _id: string, stageId: string, approverId: string, groups: Array<string>, approver: { _id: string, name: string | null } | null }> } };

export type WorkflowFindingsQueryVariables = Exact<{
  id: string | number;
  stages?: Array<PublishWorkflowStageInput> | PublishWorkflowStageInput | null | undefined;
}>;


export type WorkflowFindingsQuery = { validateWorkflow: Array<{ stageKey: string | null, code: WorkflowFindingCode, message: string, textCode: string, params: unknown }> };

export type CreateWorkflowMutationVariables = Exact<{
  input: CreateWorkflowInput;
}>;


export type CreateWorkflowMutation = { createWorkflow: { _id: string } };

export type PublishWorkflowMutationVariables = Exact<{
  input: PublishWorkflowInput;
  expectedVersion: number;
}>;


export type PublishWorkflowMutation = { publishWorkflow: { version: number } };

export type DeleteWorkflowMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteWorkflowMutation = { deleteWorkflow: boolean };

export const CalendarFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CalendarFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApprovalCalendar"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"lacksHolidays"}},{"kind":"Field","name":{"kind":"Name","value":"week"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}},{"kind":"Field","name":{"kind":"Name","value":"days"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as DocumentNode<CalendarFieldsFragment, unknown>;
export const HitFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Hit"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DocumentHit"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"refId"}},{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"ref"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"submitter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"stageName"}},{"kind":"Field","name":{"kind":"Name","value":"holders"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"submittedAt"}},{"kind":"Field","name":{"kind":"Name","value":"endedAt"}}]}}]} as DocumentNode<HitFragment, unknown>;
export const TaskRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TaskRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WorkflowTask"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"refId"}},{"kind":"Field","name":{"kind":"Name","value":"ref"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"stageName"}},{"kind":"Field","name":{"kind":"Name","value":"bulk"}},{"kind":"Field","name":{"kind":"Name","value":"statedBy"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"changedSinceSeen"}},{"kind":"Field","name":{"kind":"Name","value":"askedAt"}},{"kind":"Field","name":{"kind":"Name","value":"dueAt"}},{"kind":"Field","name":{"kind":"Name","value":"overdue"}},{"kind":"Field","name":{"kind":"Name","value":"snoozedUntil"}},{"kind":"Field","name":{"kind":"Name","value":"submitter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"submittedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agent"}},{"kind":"Field","name":{"kind":"Name","value":"client"}}]}},{"kind":"Field","name":{"kind":"Name","value":"decidesFor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tally"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"needed"}},{"kind":"Field","name":{"kind":"Name","value":"reached"}}]}},{"kind":"Field","name":{"kind":"Name","value":"document"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"facts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"attachments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as DocumentNode<TaskRowFragment, unknown>;
export const SpanFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Span"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Duration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"businessDays"}},{"kind":"Field","name":{"kind":"Name","value":"businessHours"}},{"kind":"Field","name":{"kind":"Name","value":"hours"}}]}}]} as DocumentNode<SpanFragment, unknown>;
export const StepsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Steps"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Escalation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"after"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Span"}}]}},{"kind":"Field","name":{"kind":"Name","value":"to"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"manager"}},{"kind":"Field","name":{"kind":"Name","value":"userIds"}},{"kind":"Field","name":{"kind":"Name","value":"groupId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"levels"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Span"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Duration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"businessDays"}},{"kind":"Field","name":{"kind":"Name","value":"businessHours"}},{"kind":"Field","name":{"kind":"Name","value":"hours"}}]}}]} as DocumentNode<StepsFragment, unknown>;
export const LevelLadderFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LevelLadder"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HrApprovalPolicyLevel"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"calendarId"}},{"kind":"Field","name":{"kind":"Name","value":"dueIn"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Span"}}]}},{"kind":"Field","name":{"kind":"Name","value":"remind"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Span"}}]}},{"kind":"Field","name":{"kind":"Name","value":"escalate"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Steps"}}]}},{"kind":"Field","name":{"kind":"Name","value":"atEnd"}},{"kind":"Field","name":{"kind":"Name","value":"endAfter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Span"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Span"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Duration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"businessDays"}},{"kind":"Field","name":{"kind":"Name","value":"businessHours"}},{"kind":"Field","name":{"kind":"Name","value":"hours"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Steps"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Escalation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"after"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Span"}}]}},{"kind":"Field","name":{"kind":"Name","value":"to"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"manager"}},{"kind":"Field","name":{"kind":"Name","value":"userIds"}},{"kind":"Field","name":{"kind":"Name","value":"groupId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"levels"}}]}}]} as DocumentNode<LevelLadderFragment, unknown>;
export const RuleStageFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RuleStageFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApprovalRuleStage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"approveBy"}},{"kind":"Field","name":{"kind":"Name","value":"quorum"}},{"kind":"Field","name":{"kind":"Name","value":"rejectBy"}},{"kind":"Field","name":{"kind":"Name","value":"bulk"}},{"kind":"Field","name":{"kind":"Name","value":"when"}},{"kind":"Field","name":{"kind":"Name","value":"approvers"}},{"kind":"Field","name":{"kind":"Name","value":"calendarId"}},{"kind":"Field","name":{"kind":"Name","value":"dueIn"}},{"kind":"Field","name":{"kind":"Name","value":"remind"}},{"kind":"Field","name":{"kind":"Name","value":"escalate"}},{"kind":"Field","name":{"kind":"Name","value":"atEnd"}},{"kind":"Field","name":{"kind":"Name","value":"endAfter"}},{"kind":"Field","name":{"kind":"Name","value":"role"}}]}}]} as DocumentNode<RuleStageFieldsFragment, unknown>;
export const SettingsFieldsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SettingsFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApprovalSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"onAmend"}},{"kind":"Field","name":{"kind":"Name","value":"recall"}},{"kind":"Field","name":{"kind":"Name","value":"onEmptyStage"}},{"kind":"Field","name":{"kind":"Name","value":"fallbackApproverIds"}},{"kind":"Field","name":{"kind":"Name","value":"fallbackApprovers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"substitutionDepth"}},{"kind":"Field","name":{"kind":"Name","value":"onSubmitterIsApprover"}},{"kind":"Field","name":{"kind":"Name","value":"onRepeatedApprover"}},{"kind":"Field","name":{"kind":"Name","value":"submitterNeverDecides"}},{"kind":"Field","name":{"kind":"Name","value":"onePersonOneStage"}},{"kind":"Field","name":{"kind":"Name","value":"exclusiveGroups"}},{"kind":"Field","name":{"kind":"Name","value":"agentsMayDecide"}},{"kind":"Field","name":{"kind":"Name","value":"defaultWorkflowBinds"}},{"kind":"Field","name":{"kind":"Name","value":"runReaders"}},{"kind":"Field","name":{"kind":"Name","value":"returnUsesCurrentDefinition"}},{"kind":"Field","name":{"kind":"Name","value":"unknownPeople"}},{"kind":"Field","name":{"kind":"Name","value":"graceSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"rejectNeedsReason"}},{"kind":"Field","name":{"kind":"Name","value":"notificationDays"}},{"kind":"Field","name":{"kind":"Name","value":"mailFacts"}},{"kind":"Field","name":{"kind":"Name","value":"calendarId"}},{"kind":"Field","name":{"kind":"Name","value":"kindCalendars"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"calendarId"}}]}}]}}]} as DocumentNode<SettingsFieldsFragment, unknown>;
export const StageLadderFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StageLadder"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WorkflowStage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"calendarId"}},{"kind":"Field","name":{"kind":"Name","value":"dueIn"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Span"}}]}},{"kind":"Field","name":{"kind":"Name","value":"remind"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Span"}}]}},{"kind":"Field","name":{"kind":"Name","value":"escalate"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Steps"}}]}},{"kind":"Field","name":{"kind":"Name","value":"atEnd"}},{"kind":"Field","name":{"kind":"Name","value":"endAfter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Span"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Span"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Duration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"businessDays"}},{"kind":"Field","name":{"kind":"Name","value":"businessHours"}},{"kind":"Field","name":{"kind":"Name","value":"hours"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Steps"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Escalation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"after"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Span"}}]}},{"kind":"Field","name":{"kind":"Name","value":"to"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"manager"}},{"kind":"Field","name":{"kind":"Name","value":"userIds"}},{"kind":"Field","name":{"kind":"Name","value":"groupId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"levels"}}]}}]} as DocumentNode<StageLadderFragment, unknown>;
export const AuditDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Audit"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AuditLogPageInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auditLogPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"entity"}},{"kind":"Field","name":{"kind":"Name","value":"entityId"}},{"kind":"Field","name":{"kind":"Name","value":"actorId"}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}},{"kind":"Field","name":{"kind":"Name","value":"details"}},{"kind":"Field","name":{"kind":"Name","value":"refId"}},{"kind":"Field","name":{"kind":"Name","value":"ref"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"stageName"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"forUser"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]} as DocumentNode<AuditQuery, AuditQueryVariables>;
export const CalendarsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Calendars"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"skip"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"take"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"approvalCalendarPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"skip"},"value":{"kind":"Variable","name":{"kind":"Name","value":"skip"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"take"},"value":{"kind":"Variable","name":{"kind":"Name","value":"take"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"CalendarFields"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"CalendarFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApprovalCalendar"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"lacksHolidays"}},{"kind":"Field","name":{"kind":"Name","value":"week"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"day"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}},{"kind":"Field","name":{"kind":"Name","value":"days"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"closed"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as DocumentNode<CalendarsQuery, CalendarsQueryVariables>;
export const CalendarNamesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CalendarNames"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"approvalCalendarPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"take"},"value":{"kind":"IntValue","value":"100"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as DocumentNode<CalendarNamesQuery, CalendarNamesQueryVariables>;
export const CreateCalendarDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateCalendar"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateApprovalCalendarInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createApprovalCalendar"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}}]}}]}}]} as DocumentNode<CreateCalendarMutation, CreateCalendarMutationVariables>;
export const UpdateCalendarDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateCalendar"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateApprovalCalendarInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateApprovalCalendar"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}}]}}]}}]} as DocumentNode<UpdateCalendarMutation, UpdateCalendarMutationVariables>;
export const DeleteCalendarDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteCalendar"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteApprovalCalendar"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as DocumentNode<DeleteCalendarMutation, DeleteCalendarMutationVariables>;
export const JournalConfirmationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"JournalConfirmation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"journalConfirmation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"ref"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"date"}},{"kind":"Field","name":{"kind":"Name","value":"cells"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"changed"}}]}}]}}]} as DocumentNode<JournalConfirmationQuery, JournalConfirmationQueryVariables>;
export const AnswerJournalConfirmationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AnswerJournalConfirmation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AnswerJournalConfirmationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"answerJournalConfirmation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as DocumentNode<AnswerJournalConfirmationMutation, AnswerJournalConfirmationMutationVariables>;
export const DocumentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Document"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"refId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runTasks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"refId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"refId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"refId"}},{"kind":"Field","name":{"kind":"Name","value":"ref"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"stageId"}},{"kind":"Field","name":{"kind":"Name","value":"stageName"}},{"kind":"Field","name":{"kind":"Name","value":"orderNo"}},{"kind":"Field","name":{"kind":"Name","value":"approveBy"}},{"kind":"Field","name":{"kind":"Name","value":"rejectBy"}},{"kind":"Field","name":{"kind":"Name","value":"tally"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"needed"}},{"kind":"Field","name":{"kind":"Name","value":"reached"}},{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"group"}},{"kind":"Field","name":{"kind":"Name","value":"needed"}},{"kind":"Field","name":{"kind":"Name","value":"reached"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"statedBy"}},{"kind":"Field","name":{"kind":"Name","value":"archived"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"completionDate"}},{"kind":"Field","name":{"kind":"Name","value":"askedAt"}},{"kind":"Field","name":{"kind":"Name","value":"dueAt"}},{"kind":"Field","name":{"kind":"Name","value":"businessHoursLeft"}},{"kind":"Field","name":{"kind":"Name","value":"overdue"}},{"kind":"Field","name":{"kind":"Name","value":"snoozedUntil"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"changedSinceSeen"}},{"kind":"Field","name":{"kind":"Name","value":"canUpdateStatus"}},{"kind":"Field","name":{"kind":"Name","value":"decidesFor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"submitterId"}},{"kind":"Field","name":{"kind":"Name","value":"submitter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"submittedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agent"}},{"kind":"Field","name":{"kind":"Name","value":"client"}}]}},{"kind":"Field","name":{"kind":"Name","value":"workflow"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"document"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"actionSha256"}},{"kind":"Field","name":{"kind":"Name","value":"facts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"person"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"attachments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"url"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tables"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"label"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"order"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"totalAmount"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"approvals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"approverId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"remark"}},{"kind":"Field","name":{"kind":"Name","value":"statusUpdateDate"}},{"kind":"Field","name":{"kind":"Name","value":"archived"}},{"kind":"Field","name":{"kind":"Name","value":"groups"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"required"}},{"kind":"Field","name":{"kind":"Name","value":"skipped"}},{"kind":"Field","name":{"kind":"Name","value":"leftOut"}},{"kind":"Field","name":{"kind":"Name","value":"decidedBy"}},{"kind":"Field","name":{"kind":"Name","value":"approver"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasonGroup"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reasonUser"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"decider"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"approvalSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recall"}},{"kind":"Field","name":{"kind":"Name","value":"graceSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"rejectNeedsReason"}}]}}]}}]} as DocumentNode<DocumentQuery, DocumentQueryVariables>;
export const SeatsAwayDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SeatsAway"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"refId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runTasks"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"refId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"refId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"approvals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"approver"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"away"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"until"}}]}}]}}]}}]}}]}}]} as DocumentNode<SeatsAwayQuery, SeatsAwayQueryVariables>;
export const DocumentRowsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DocumentRows"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"refId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"skip"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"take"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"documentTable"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"refId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"refId"}}},{"kind":"Argument","name":{"kind":"Name","value":"key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}},{"kind":"Argument","name":{"kind":"Name","value":"skip"},"value":{"kind":"Variable","name":{"kind":"Name","value":"skip"}}},{"kind":"Argument","name":{"kind":"Name","value":"take"},"value":{"kind":"Variable","name":{"kind":"Name","value":"take"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"columns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"type"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rows"}},{"kind":"Field","name":{"kind":"Name","value":"total"}}]}}]}}]} as DocumentNode<DocumentRowsQuery, DocumentRowsQueryVariables>;
export const HistoryDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"History"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"refId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"workflowEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"refId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"refId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"event"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"actorId"}},{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"actorName"}},{"kind":"Field","name":{"kind":"Name","value":"agent"}},{"kind":"Field","name":{"kind":"Name","value":"client"}},{"kind":"Field","name":{"kind":"Name","value":"stageName"}},{"kind":"Field","name":{"kind":"Name","value":"remark"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"principalName"}},{"kind":"Field","name":{"kind":"Name","value":"userId"}},{"kind":"Field","name":{"kind":"Name","value":"userName"}},{"kind":"Field","name":{"kind":"Name","value":"mode"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"documentRevisions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"refId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"refId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"actor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}}]}}]}}]}}]} as DocumentNode<HistoryQuery, HistoryQueryVariables>;
export const MarkSeenDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MarkSeen"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"MarkSeenInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"markSeen"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as DocumentNode<MarkSeenMutation, MarkSeenMutationVariables>;
export const DecideDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Decide"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateWorkflowApprovalStatusInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateWorkflowApprovalStatus"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as DocumentNode<DecideMutation, DecideMutationVariables>;
export const ReassignDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Reassign"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ReassignApprovalInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reassignApproval"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as DocumentNode<ReassignMutation, ReassignMutationVariables>;
export const AddApproverDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AddApprover"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AddApproverInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"addApprover"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as DocumentNode<AddApproverMutation, AddApproverMutationVariables>;
export const WithdrawDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Withdraw"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"WithdrawVerdictInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"withdrawVerdict"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as DocumentNode<WithdrawMutation, WithdrawMutationVariables>;
export const RecallDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Recall"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RecallDocumentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"recallDocument"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as DocumentNode<RecallMutation, RecallMutationVariables>;
export const SnoozeTaskDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SnoozeTask"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SnoozeTaskInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"snoozeTask"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as DocumentNode<SnoozeTaskMutation, SnoozeTaskMutationVariables>;
export const AllDocumentsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"AllDocuments"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DocumentSearchInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"documentSearch"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Hit"}},{"kind":"Field","name":{"kind":"Name","value":"found"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Hit"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DocumentHit"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"refId"}},{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"ref"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"submitter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"stageName"}},{"kind":"Field","name":{"kind":"Name","value":"holders"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"submittedAt"}},{"kind":"Field","name":{"kind":"Name","value":"endedAt"}}]}}]} as DocumentNode<AllDocumentsQuery, AllDocumentsQueryVariables>;
export const DecidedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Decided"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DecidedPageInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"decidedPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"document"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Hit"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stageName"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"remark"}},{"kind":"Field","name":{"kind":"Name","value":"forUser"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Hit"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DocumentHit"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"refId"}},{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"ref"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"submitter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"stageName"}},{"kind":"Field","name":{"kind":"Name","value":"holders"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"submittedAt"}},{"kind":"Field","name":{"kind":"Name","value":"endedAt"}}]}}]} as DocumentNode<DecidedQuery, DecidedQueryVariables>;
export const RequestsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Requests"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"MySubmissionsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mySubmissions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"needsYou"}},{"kind":"Field","name":{"kind":"Name","value":"inProgress"}},{"kind":"Field","name":{"kind":"Name","value":"done"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"document"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Hit"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"usuallyHours"}},{"kind":"Field","name":{"kind":"Name","value":"canRecall"}},{"kind":"Field","name":{"kind":"Name","value":"canNudge"}},{"kind":"Field","name":{"kind":"Name","value":"nudgeAgainAt"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Hit"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DocumentHit"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"refId"}},{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"ref"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"submitter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"stageName"}},{"kind":"Field","name":{"kind":"Name","value":"holders"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"submittedAt"}},{"kind":"Field","name":{"kind":"Name","value":"endedAt"}}]}}]} as DocumentNode<RequestsQuery, RequestsQueryVariables>;
export const NudgeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Nudge"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"NudgeInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nudge"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as DocumentNode<NudgeMutation, NudgeMutationVariables>;
export const InboxDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Inbox"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"InboxPageInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"inboxPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"next"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"TaskRow"}}]}}]}},{"kind":"Field","alias":{"kind":"Name","value":"snoozed"},"name":{"kind":"Name","value":"inboxPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"snoozed"},"value":{"kind":"BooleanValue","value":true}},{"kind":"ObjectField","name":{"kind":"Name","value":"take"},"value":{"kind":"IntValue","value":"1"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"Field","name":{"kind":"Name","value":"inboxCounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"TaskRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WorkflowTask"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"refId"}},{"kind":"Field","name":{"kind":"Name","value":"ref"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"stageName"}},{"kind":"Field","name":{"kind":"Name","value":"bulk"}},{"kind":"Field","name":{"kind":"Name","value":"statedBy"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"changedSinceSeen"}},{"kind":"Field","name":{"kind":"Name","value":"askedAt"}},{"kind":"Field","name":{"kind":"Name","value":"dueAt"}},{"kind":"Field","name":{"kind":"Name","value":"overdue"}},{"kind":"Field","name":{"kind":"Name","value":"snoozedUntil"}},{"kind":"Field","name":{"kind":"Name","value":"submitter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"submittedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agent"}},{"kind":"Field","name":{"kind":"Name","value":"client"}}]}},{"kind":"Field","name":{"kind":"Name","value":"decidesFor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tally"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"needed"}},{"kind":"Field","name":{"kind":"Name","value":"reached"}}]}},{"kind":"Field","name":{"kind":"Name","value":"document"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"facts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"attachments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as DocumentNode<InboxQuery, InboxQueryVariables>;
export const InboxGroupsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"InboxGroups"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"InboxPageInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"inboxPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"sums"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}}]}}]}}]}}]} as DocumentNode<InboxGroupsQuery, InboxGroupsQueryVariables>;
export const InboxTotalDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"InboxTotal"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"InboxPageInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"inboxPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"totalIsLowerBound"}}]}}]}}]} as DocumentNode<InboxTotalQuery, InboxTotalQueryVariables>;
export const TaskNowDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TaskNow"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"findOneWorkflowTask"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"snoozedUntil"}},{"kind":"Field","name":{"kind":"Name","value":"approvals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"approverId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"statusUpdateDate"}},{"kind":"Field","name":{"kind":"Name","value":"approver"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"decider"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]} as DocumentNode<TaskNowQuery, TaskNowQueryVariables>;
export const GraceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Grace"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"approvalSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"graceSeconds"}}]}}]}}]} as DocumentNode<GraceQuery, GraceQueryVariables>;
export const DecideManyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DecideMany"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DecideManyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"decideMany"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"taskId"}},{"kind":"Field","name":{"kind":"Name","value":"result"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"textCode"}},{"kind":"Field","name":{"kind":"Name","value":"params"}},{"kind":"Field","name":{"kind":"Name","value":"decided"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"by"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]} as DocumentNode<DecideManyMutation, DecideManyMutationVariables>;
export const NotificationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Notifications"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"locale"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"findMyNotifications"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"refId"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"text"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"locale"},"value":{"kind":"Variable","name":{"kind":"Name","value":"locale"}}}]},{"kind":"Field","name":{"kind":"Name","value":"read"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}}]} as DocumentNode<NotificationsQuery, NotificationsQueryVariables>;
export const UnreadDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Unread"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"findMyNotifications"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"read"},"value":{"kind":"BooleanValue","value":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}}]}}]}}]} as DocumentNode<UnreadQuery, UnreadQueryVariables>;
export const MarkReadDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MarkRead"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"markNotificationRead"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as DocumentNode<MarkReadMutation, MarkReadMutationVariables>;
export const MarkAllReadDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MarkAllRead"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"markAllNotificationsRead"}}]}}]} as DocumentNode<MarkAllReadMutation, MarkAllReadMutationVariables>;
export const PaletteDocumentsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PaletteDocuments"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"text"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"documentSearch"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"text"},"value":{"kind":"Variable","name":{"kind":"Name","value":"text"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"take"},"value":{"kind":"IntValue","value":"8"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"refId"}},{"kind":"Field","name":{"kind":"Name","value":"runId"}},{"kind":"Field","name":{"kind":"Name","value":"ref"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"state"}}]}}]}}]}}]} as DocumentNode<PaletteDocumentsQuery, PaletteDocumentsQueryVariables>;
export const CompanySubstitutionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"CompanySubstitutions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"skip"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"take"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"userId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"activeAt"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Float"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"substitutionPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"skip"},"value":{"kind":"Variable","name":{"kind":"Name","value":"skip"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"take"},"value":{"kind":"Variable","name":{"kind":"Name","value":"take"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"userId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"userId"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"activeAt"},"value":{"kind":"Variable","name":{"kind":"Name","value":"activeAt"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"fromDate"}},{"kind":"Field","name":{"kind":"Name","value":"untilDate"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"revokedAt"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"kinds"}},{"kind":"Field","name":{"kind":"Name","value":"principalId"}},{"kind":"Field","name":{"kind":"Name","value":"substituteId"}},{"kind":"Field","name":{"kind":"Name","value":"principal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"substitute"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]} as DocumentNode<CompanySubstitutionsQuery, CompanySubstitutionsQueryVariables>;
export const EndSubstitutionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EndSubstitution"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokeSubstitution"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}}]}}]}}]} as DocumentNode<EndSubstitutionMutation, EndSubstitutionMutationVariables>;
export const GroupsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Groups"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"skip"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"take"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"keyword"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userGroupPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"skip"},"value":{"kind":"Variable","name":{"kind":"Name","value":"skip"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"take"},"value":{"kind":"Variable","name":{"kind":"Name","value":"take"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"keyword"},"value":{"kind":"Variable","name":{"kind":"Name","value":"keyword"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"members"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]} as DocumentNode<GroupsQuery, GroupsQueryVariables>;
export const GroupChoicesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GroupChoices"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"keyword"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userGroupPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"keyword"},"value":{"kind":"Variable","name":{"kind":"Name","value":"keyword"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"take"},"value":{"kind":"IntValue","value":"100"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as DocumentNode<GroupChoicesQuery, GroupChoicesQueryVariables>;
export const CreateGroupDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateGroup"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateUserGroupInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createUserGroup"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}}]}}]}}]} as DocumentNode<CreateGroupMutation, CreateGroupMutationVariables>;
export const UpdateGroupDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateGroup"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateUserGroupInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateUserGroup"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}}]}}]}}]} as DocumentNode<UpdateGroupMutation, UpdateGroupMutationVariables>;
export const DeleteGroupDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteGroup"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteUserGroup"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as DocumentNode<DeleteGroupMutation, DeleteGroupMutationVariables>;
export const LimitsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Limits"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"skip"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"take"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kind"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"WorkflowTaskKind"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"approvalLimitPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"skip"},"value":{"kind":"Variable","name":{"kind":"Name","value":"skip"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"take"},"value":{"kind":"Variable","name":{"kind":"Name","value":"take"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"kind"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kind"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"userId"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"groupId"}},{"kind":"Field","name":{"kind":"Name","value":"group"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"active"}}]}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"upTo"}}]}}]}}]}}]} as DocumentNode<LimitsQuery, LimitsQueryVariables>;
export const CreateLimitDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateLimit"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateApprovalLimitInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createApprovalLimit"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}}]}}]}}]} as DocumentNode<CreateLimitMutation, CreateLimitMutationVariables>;
export const UpdateLimitDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateLimit"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateApprovalLimitInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateApprovalLimit"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}}]}}]}}]} as DocumentNode<UpdateLimitMutation, UpdateLimitMutationVariables>;
export const DeleteLimitDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteLimit"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteApprovalLimit"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as DocumentNode<DeleteLimitMutation, DeleteLimitMutationVariables>;
export const SubstitutionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Substitutions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"mySubstitutions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"principalId"}},{"kind":"Field","name":{"kind":"Name","value":"kinds"}},{"kind":"Field","name":{"kind":"Name","value":"fromDate"}},{"kind":"Field","name":{"kind":"Name","value":"untilDate"}},{"kind":"Field","name":{"kind":"Name","value":"timeZone"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"revokedAt"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"principal"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"substitute"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as DocumentNode<SubstitutionsQuery, SubstitutionsQueryVariables>;
export const CreateSubstitutionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateSubstitution"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateSubstitutionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createSubstitution"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}}]}}]}}]} as DocumentNode<CreateSubstitutionMutation, CreateSubstitutionMutationVariables>;
export const RevokeSubstitutionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeSubstitution"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokeSubstitution"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}}]}}]}}]} as DocumentNode<RevokeSubstitutionMutation, RevokeSubstitutionMutationVariables>;
export const UserSearchDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"UserSearch"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"keyword"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userSearch"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"keyword"},"value":{"kind":"Variable","name":{"kind":"Name","value":"keyword"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]}}]} as DocumentNode<UserSearchQuery, UserSearchQueryVariables>;
export const PeopleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"People"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"keyword"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userSearch"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"keyword"},"value":{"kind":"Variable","name":{"kind":"Name","value":"keyword"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"mailFailing"}},{"kind":"Field","name":{"kind":"Name","value":"away"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"until"}},{"kind":"Field","name":{"kind":"Name","value":"substitutes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]} as DocumentNode<PeopleQuery, PeopleQueryVariables>;
export const PersonNameDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PersonName"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"user"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]}}]} as DocumentNode<PersonNameQuery, PersonNameQueryVariables>;
export const PoliciesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Policies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hrApprovalPolicyPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"take"},"value":{"kind":"IntValue","value":"20"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","name":{"kind":"Name","value":"levels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"approveBy"}},{"kind":"Field","name":{"kind":"Name","value":"quorum"}},{"kind":"Field","name":{"kind":"Name","value":"rejectBy"}},{"kind":"Field","name":{"kind":"Name","value":"bulk"}},{"kind":"Field","name":{"kind":"Name","value":"approvers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"approverId"}},{"kind":"Field","name":{"kind":"Name","value":"groups"}},{"kind":"Field","name":{"kind":"Name","value":"source"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groupId"}},{"kind":"Field","name":{"kind":"Name","value":"submitterManager"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"levels"}},{"kind":"Field","name":{"kind":"Name","value":"untilLimit"}}]}},{"kind":"Field","name":{"kind":"Name","value":"departmentHead"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"of"}}]}},{"kind":"Field","name":{"kind":"Name","value":"fact"}},{"kind":"Field","name":{"kind":"Name","value":"previousApproverManager"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"LevelLadder"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Span"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Duration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"businessDays"}},{"kind":"Field","name":{"kind":"Name","value":"businessHours"}},{"kind":"Field","name":{"kind":"Name","value":"hours"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Steps"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Escalation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"after"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Span"}}]}},{"kind":"Field","name":{"kind":"Name","value":"to"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"manager"}},{"kind":"Field","name":{"kind":"Name","value":"userIds"}},{"kind":"Field","name":{"kind":"Name","value":"groupId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"levels"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"LevelLadder"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HrApprovalPolicyLevel"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"calendarId"}},{"kind":"Field","name":{"kind":"Name","value":"dueIn"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Span"}}]}},{"kind":"Field","name":{"kind":"Name","value":"remind"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Span"}}]}},{"kind":"Field","name":{"kind":"Name","value":"escalate"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Steps"}}]}},{"kind":"Field","name":{"kind":"Name","value":"atEnd"}},{"kind":"Field","name":{"kind":"Name","value":"endAfter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Span"}}]}}]}}]} as DocumentNode<PoliciesQuery, PoliciesQueryVariables>;
export const CreatePolicyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreatePolicy"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateHrApprovalPolicyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createHrApprovalPolicy"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}}]}}]}}]} as DocumentNode<CreatePolicyMutation, CreatePolicyMutationVariables>;
export const UpdatePolicyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdatePolicy"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateHrApprovalPolicyInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateHrApprovalPolicy"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}}]}}]}}]} as DocumentNode<UpdatePolicyMutation, UpdatePolicyMutationVariables>;
export const DeletePolicyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeletePolicy"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteHrApprovalPolicy"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}}]}}]}}]} as DocumentNode<DeletePolicyMutation, DeletePolicyMutationVariables>;
export const NotificationPreferencesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"NotificationPreferences"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"viewerId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"notificationChannels"}},{"kind":"Field","name":{"kind":"Name","value":"notificationPreferences"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"channel"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"when"}}]}},{"kind":"Field","name":{"kind":"Name","value":"user"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"viewerId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"mailFailing"}}]}}]}}]} as DocumentNode<NotificationPreferencesQuery, NotificationPreferencesQueryVariables>;
export const UpdateNotificationPreferencesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateNotificationPreferences"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateNotificationPreferencesInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateNotificationPreferences"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"channel"}},{"kind":"Field","name":{"kind":"Name","value":"category"}},{"kind":"Field","name":{"kind":"Name","value":"when"}}]}}]}}]} as DocumentNode<UpdateNotificationPreferencesMutation, UpdateNotificationPreferencesMutationVariables>;
export const RulesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Rules"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"kind"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ApprovalRuleKind"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"approvalRules"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"kind"},"value":{"kind":"Variable","name":{"kind":"Name","value":"kind"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"origin"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"workflowId"}},{"kind":"Field","name":{"kind":"Name","value":"sharedBy"}},{"kind":"Field","name":{"kind":"Name","value":"amountAbove"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"discountAbove"}},{"kind":"Field","name":{"kind":"Name","value":"when"}},{"kind":"Field","name":{"kind":"Name","value":"facts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"required"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RuleStageFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"people"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"publishedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"publishedAt"}},{"kind":"Field","name":{"kind":"Name","value":"draft"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"enabled"}},{"kind":"Field","name":{"kind":"Name","value":"amountAbove"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"discountAbove"}},{"kind":"Field","name":{"kind":"Name","value":"when"}},{"kind":"Field","name":{"kind":"Name","value":"facts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"required"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RuleStageFields"}}]}},{"kind":"Field","name":{"kind":"Name","value":"savedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"savedAt"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RuleStageFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApprovalRuleStage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"approveBy"}},{"kind":"Field","name":{"kind":"Name","value":"quorum"}},{"kind":"Field","name":{"kind":"Name","value":"rejectBy"}},{"kind":"Field","name":{"kind":"Name","value":"bulk"}},{"kind":"Field","name":{"kind":"Name","value":"when"}},{"kind":"Field","name":{"kind":"Name","value":"approvers"}},{"kind":"Field","name":{"kind":"Name","value":"calendarId"}},{"kind":"Field","name":{"kind":"Name","value":"dueIn"}},{"kind":"Field","name":{"kind":"Name","value":"remind"}},{"kind":"Field","name":{"kind":"Name","value":"escalate"}},{"kind":"Field","name":{"kind":"Name","value":"atEnd"}},{"kind":"Field","name":{"kind":"Name","value":"endAfter"}},{"kind":"Field","name":{"kind":"Name","value":"role"}}]}}]} as DocumentNode<RulesQuery, RulesQueryVariables>;
export const RuleGroupsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RuleGroups"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userGroupPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"take"},"value":{"kind":"IntValue","value":"100"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"active"}},{"kind":"Field","name":{"kind":"Name","value":"members"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"approvalCalendarPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"take"},"value":{"kind":"IntValue","value":"100"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as DocumentNode<RuleGroupsQuery, RuleGroupsQueryVariables>;
export const RuleVersionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RuleVersions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"workflowId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"workflowVersions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"workflowId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"workflowId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"note"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"creator"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"approveBy"}},{"kind":"Field","name":{"kind":"Name","value":"quorum"}},{"kind":"Field","name":{"kind":"Name","value":"rejectBy"}},{"kind":"Field","name":{"kind":"Name","value":"bulk"}},{"kind":"Field","name":{"kind":"Name","value":"when"}},{"kind":"Field","name":{"kind":"Name","value":"approvers"}},{"kind":"Field","name":{"kind":"Name","value":"calendarId"}},{"kind":"Field","name":{"kind":"Name","value":"dueIn"}},{"kind":"Field","name":{"kind":"Name","value":"remind"}},{"kind":"Field","name":{"kind":"Name","value":"escalate"}},{"kind":"Field","name":{"kind":"Name","value":"atEnd"}},{"kind":"Field","name":{"kind":"Name","value":"endAfter"}}]}},{"kind":"Field","name":{"kind":"Name","value":"people"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as DocumentNode<RuleVersionsQuery, RuleVersionsQueryVariables>;
export const SaveRuleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SaveRule"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SaveRuleInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"saveRule"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}}]} as DocumentNode<SaveRuleMutation, SaveRuleMutationVariables>;
export const PublishRuleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PublishRule"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"note"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"publishRule"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}},{"kind":"Argument","name":{"kind":"Name","value":"note"},"value":{"kind":"Variable","name":{"kind":"Name","value":"note"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}}]} as DocumentNode<PublishRuleMutation, PublishRuleMutationVariables>;
export const DiscardRuleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DiscardRule"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"discardRule"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as DocumentNode<DiscardRuleMutation, DiscardRuleMutationVariables>;
export const MatchingRuleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"MatchingRule"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"MatchingRuleInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"matchingRule"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"isWritten"}},{"kind":"Field","name":{"kind":"Name","value":"rule"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as DocumentNode<MatchingRuleQuery, MatchingRuleQueryVariables>;
export const PreviewRouteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PreviewRoute"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PreviewRouteInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"previewRoute"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"warnings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"stageKey"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"included"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"when"}},{"kind":"Field","name":{"kind":"Name","value":"dueAt"}},{"kind":"Field","name":{"kind":"Name","value":"seats"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userId"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"away"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"until"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"reasonUser"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"substitutes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]}}]} as DocumentNode<PreviewRouteQuery, PreviewRouteQueryVariables>;
export const MoveThresholdDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"MoveThreshold"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"order"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateApprovalThreshold"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"order"},"value":{"kind":"Variable","name":{"kind":"Name","value":"order"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}}]}}]}}]} as DocumentNode<MoveThresholdMutation, MoveThresholdMutationVariables>;
export const FollowWorkflowDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"FollowWorkflow"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"workflowId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateApprovalThreshold"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"workflowId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"workflowId"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}}]}}]}}]} as DocumentNode<FollowWorkflowMutation, FollowWorkflowMutationVariables>;
export const ApprovalSettingsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ApprovalSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"approvalSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SettingsFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SettingsFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApprovalSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"onAmend"}},{"kind":"Field","name":{"kind":"Name","value":"recall"}},{"kind":"Field","name":{"kind":"Name","value":"onEmptyStage"}},{"kind":"Field","name":{"kind":"Name","value":"fallbackApproverIds"}},{"kind":"Field","name":{"kind":"Name","value":"fallbackApprovers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"substitutionDepth"}},{"kind":"Field","name":{"kind":"Name","value":"onSubmitterIsApprover"}},{"kind":"Field","name":{"kind":"Name","value":"onRepeatedApprover"}},{"kind":"Field","name":{"kind":"Name","value":"submitterNeverDecides"}},{"kind":"Field","name":{"kind":"Name","value":"onePersonOneStage"}},{"kind":"Field","name":{"kind":"Name","value":"exclusiveGroups"}},{"kind":"Field","name":{"kind":"Name","value":"agentsMayDecide"}},{"kind":"Field","name":{"kind":"Name","value":"defaultWorkflowBinds"}},{"kind":"Field","name":{"kind":"Name","value":"runReaders"}},{"kind":"Field","name":{"kind":"Name","value":"returnUsesCurrentDefinition"}},{"kind":"Field","name":{"kind":"Name","value":"unknownPeople"}},{"kind":"Field","name":{"kind":"Name","value":"graceSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"rejectNeedsReason"}},{"kind":"Field","name":{"kind":"Name","value":"notificationDays"}},{"kind":"Field","name":{"kind":"Name","value":"mailFacts"}},{"kind":"Field","name":{"kind":"Name","value":"calendarId"}},{"kind":"Field","name":{"kind":"Name","value":"kindCalendars"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"calendarId"}}]}}]}}]} as DocumentNode<ApprovalSettingsQuery, ApprovalSettingsQueryVariables>;
export const UpdateSettingsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateSettings"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateApprovalSettingsInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateApprovalSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"SettingsFields"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SettingsFields"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ApprovalSettings"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"onAmend"}},{"kind":"Field","name":{"kind":"Name","value":"recall"}},{"kind":"Field","name":{"kind":"Name","value":"onEmptyStage"}},{"kind":"Field","name":{"kind":"Name","value":"fallbackApproverIds"}},{"kind":"Field","name":{"kind":"Name","value":"fallbackApprovers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"substitutionDepth"}},{"kind":"Field","name":{"kind":"Name","value":"onSubmitterIsApprover"}},{"kind":"Field","name":{"kind":"Name","value":"onRepeatedApprover"}},{"kind":"Field","name":{"kind":"Name","value":"submitterNeverDecides"}},{"kind":"Field","name":{"kind":"Name","value":"onePersonOneStage"}},{"kind":"Field","name":{"kind":"Name","value":"exclusiveGroups"}},{"kind":"Field","name":{"kind":"Name","value":"agentsMayDecide"}},{"kind":"Field","name":{"kind":"Name","value":"defaultWorkflowBinds"}},{"kind":"Field","name":{"kind":"Name","value":"runReaders"}},{"kind":"Field","name":{"kind":"Name","value":"returnUsesCurrentDefinition"}},{"kind":"Field","name":{"kind":"Name","value":"unknownPeople"}},{"kind":"Field","name":{"kind":"Name","value":"graceSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"rejectNeedsReason"}},{"kind":"Field","name":{"kind":"Name","value":"notificationDays"}},{"kind":"Field","name":{"kind":"Name","value":"mailFacts"}},{"kind":"Field","name":{"kind":"Name","value":"calendarId"}},{"kind":"Field","name":{"kind":"Name","value":"kindCalendars"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"calendarId"}}]}}]}}]} as DocumentNode<UpdateSettingsMutation, UpdateSettingsMutationVariables>;
export const InboxChangedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"InboxChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"inboxChanged"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"refId"}}]}}]}}]} as DocumentNode<InboxChangedSubscription, InboxChangedSubscriptionVariables>;
export const RunChangedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"RunChanged"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"refId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runChanged"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"refId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"refId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"refId"}}]}}]}}]} as DocumentNode<RunChangedSubscription, RunChangedSubscriptionVariables>;
export const NotificationAddedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"NotificationAdded"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"workflowNotificationAdded"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]} as DocumentNode<NotificationAddedSubscription, NotificationAddedSubscriptionVariables>;
export const ViewerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userId"}},{"kind":"Field","name":{"kind":"Name","value":"companyId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"privileged"}}]}},{"kind":"Field","name":{"kind":"Name","value":"documentKinds"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"labels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"text"}}]}}]}}]}}]} as DocumentNode<ViewerQuery, ViewerQueryVariables>;
export const ThresholdsSwitchDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ThresholdsSwitch"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"approvalSettings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"thresholdsEnabled"}}]}}]}}]} as DocumentNode<ThresholdsSwitchQuery, ThresholdsSwitchQueryVariables>;
export const SwitchThresholdsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SwitchThresholds"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"thresholdsEnabled"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateApprovalSettings"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"thresholdsEnabled"},"value":{"kind":"Variable","name":{"kind":"Name","value":"thresholdsEnabled"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"thresholdsEnabled"}}]}}]}}]} as DocumentNode<SwitchThresholdsMutation, SwitchThresholdsMutationVariables>;
export const WorkflowChoicesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WorkflowChoices"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"keyword"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"workflowPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"keyword"},"value":{"kind":"Variable","name":{"kind":"Name","value":"keyword"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"take"},"value":{"kind":"IntValue","value":"100"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as DocumentNode<WorkflowChoicesQuery, WorkflowChoicesQueryVariables>;
export const UnassignedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Unassigned"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"skip"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"take"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unassignedTaskPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"skip"},"value":{"kind":"Variable","name":{"kind":"Name","value":"skip"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"take"},"value":{"kind":"Variable","name":{"kind":"Name","value":"take"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"refId"}},{"kind":"Field","name":{"kind":"Name","value":"ref"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"stageName"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"submitterId"}},{"kind":"Field","name":{"kind":"Name","value":"submitter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"document"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"approvals"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"approverId"}},{"kind":"Field","name":{"kind":"Name","value":"leftOut"}},{"kind":"Field","name":{"kind":"Name","value":"approver"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]}}]} as DocumentNode<UnassignedQuery, UnassignedQueryVariables>;
export const FailedSubmissionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FailedSubmissions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"skip"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"take"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"locale"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"failedSubmissionPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"skip"},"value":{"kind":"Variable","name":{"kind":"Name","value":"skip"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"take"},"value":{"kind":"Variable","name":{"kind":"Name","value":"take"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"refId"}},{"kind":"Field","name":{"kind":"Name","value":"ref"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"workflowId"}},{"kind":"Field","name":{"kind":"Name","value":"reason"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"locale"},"value":{"kind":"Variable","name":{"kind":"Name","value":"locale"}}}]},{"kind":"Field","name":{"kind":"Name","value":"at"}}]}}]}}]}}]} as DocumentNode<FailedSubmissionsQuery, FailedSubmissionsQueryVariables>;
export const SubmitAgainDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SubmitAgain"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"NewWorkflowTaskInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"newWorkflowTask"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as DocumentNode<SubmitAgainMutation, SubmitAgainMutationVariables>;
export const NameApproverDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"NameApprover"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateWorkflowApprovalInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createWorkflowApproval"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}}]}}]}}]} as DocumentNode<NameApproverMutation, NameApproverMutationVariables>;
export const SavedViewsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SavedViews"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"savedViews"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"query"}}]}}]}}]} as DocumentNode<SavedViewsQuery, SavedViewsQueryVariables>;
export const SaveViewDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SaveView"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SaveViewInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"saveView"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}}]}}]}}]} as DocumentNode<SaveViewMutation, SaveViewMutationVariables>;
export const DeleteViewDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteView"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteView"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as DocumentNode<DeleteViewMutation, DeleteViewMutationVariables>;
export const WorkflowsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Workflows"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"skip"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"take"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"keyword"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"workflowPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"skip"},"value":{"kind":"Variable","name":{"kind":"Name","value":"skip"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"take"},"value":{"kind":"Variable","name":{"kind":"Name","value":"take"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"keyword"},"value":{"kind":"Variable","name":{"kind":"Name","value":"keyword"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"ref"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"stages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}}]}}]}}]}}]}}]} as DocumentNode<WorkflowsQuery, WorkflowsQueryVariables>;
export const WorkflowDetailDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WorkflowDetail"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"findWorkflow"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"_id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"facts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"required"}}]}},{"kind":"Field","name":{"kind":"Name","value":"stages"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"approveBy"}},{"kind":"Field","name":{"kind":"Name","value":"quorum"}},{"kind":"Field","name":{"kind":"Name","value":"rejectBy"}},{"kind":"Field","name":{"kind":"Name","value":"bulk"}},{"kind":"Field","name":{"kind":"Name","value":"when"}},{"kind":"Field","name":{"kind":"Name","value":"approvers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"}},{"kind":"Field","name":{"kind":"Name","value":"source"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groupId"}},{"kind":"Field","name":{"kind":"Name","value":"submitterManager"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"levels"}},{"kind":"Field","name":{"kind":"Name","value":"untilLimit"}}]}},{"kind":"Field","name":{"kind":"Name","value":"departmentHead"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"of"}}]}},{"kind":"Field","name":{"kind":"Name","value":"fact"}},{"kind":"Field","name":{"kind":"Name","value":"previousApproverManager"}}]}}]}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"StageLadder"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Span"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Duration"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"businessDays"}},{"kind":"Field","name":{"kind":"Name","value":"businessHours"}},{"kind":"Field","name":{"kind":"Name","value":"hours"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Steps"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Escalation"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"after"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Span"}}]}},{"kind":"Field","name":{"kind":"Name","value":"to"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"manager"}},{"kind":"Field","name":{"kind":"Name","value":"userIds"}},{"kind":"Field","name":{"kind":"Name","value":"groupId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"mode"}},{"kind":"Field","name":{"kind":"Name","value":"levels"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"StageLadder"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"WorkflowStage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"calendarId"}},{"kind":"Field","name":{"kind":"Name","value":"dueIn"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Span"}}]}},{"kind":"Field","name":{"kind":"Name","value":"remind"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Span"}}]}},{"kind":"Field","name":{"kind":"Name","value":"escalate"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Steps"}}]}},{"kind":"Field","name":{"kind":"Name","value":"atEnd"}},{"kind":"Field","name":{"kind":"Name","value":"endAfter"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Span"}}]}}]}}]} as DocumentNode<WorkflowDetailQuery, WorkflowDetailQueryVariables>;
export const WorkflowApproversDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WorkflowApprovers"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"skip"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"workflowApproverPage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"workflowId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"skip"},"value":{"kind":"Variable","name":{"kind":"Name","value":"skip"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"take"},"value":{"kind":"IntValue","value":"100"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"data"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"stageId"}},{"kind":"Field","name":{"kind":"Name","value":"approverId"}},{"kind":"Field","name":{"kind":"Name","value":"groups"}},{"kind":"Field","name":{"kind":"Name","value":"approver"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]} as DocumentNode<WorkflowApproversQuery, WorkflowApproversQueryVariables>;
export const WorkflowFindingsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"WorkflowFindings"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"stages"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PublishWorkflowStageInput"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"validateWorkflow"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"workflowId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"stages"},"value":{"kind":"Variable","name":{"kind":"Name","value":"stages"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"stageKey"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"textCode"}},{"kind":"Field","name":{"kind":"Name","value":"params"}}]}}]}}]} as DocumentNode<WorkflowFindingsQuery, WorkflowFindingsQueryVariables>;
export const CreateWorkflowDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateWorkflow"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateWorkflowInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createWorkflow"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"_id"}}]}}]}}]} as DocumentNode<CreateWorkflowMutation, CreateWorkflowMutationVariables>;
export const PublishWorkflowDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"PublishWorkflow"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PublishWorkflowInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"publishWorkflow"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"expectedVersion"},"value":{"kind":"Variable","name":{"kind":"Name","value":"expectedVersion"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}}]}}]}}]} as DocumentNode<PublishWorkflowMutation, PublishWorkflowMutationVariables>;
export const DeleteWorkflowDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteWorkflow"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteWorkflow"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as DocumentNode<DeleteWorkflowMutation, DeleteWorkflowMutationVariables>;