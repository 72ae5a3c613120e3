// Made by `npm run graphql:types`, of sources with the hash 839ebff1188860d8980d. Do not edit.

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

/** Where a notification arrives. */
export type NotificationChannel =
  /** By mail, where the deployment sends any. */
  | 'EMAIL'
  /** In the application. */
  | 'IN_APP';

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
  /** Once a day, at eight in the morning of the user's time zone; not in the application. */
  | 'DIGEST'
  /** Never. */
  | 'OFF';

/** Preferences to change. */
export type UpdateNotificationPreferencesInput = {
  /** At least one preference, at most one for each channel and category. */
  preferences: Array<NotificationPreferenceInput>;
};

/** A preference to change. */
export type NotificationPreferenceInput = {
  /** Where it arrives. */
  channel: NotificationChannel;
  /** What it is. */
  category: NotificationCategory;
  /** When; DIGEST not in the application. */
  when: NotificationWhen;
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
  /** A condition, of the stage or of a rule that asks the workflow, compares an amount by > or >= without its mirror: it is false for a credit of that size. It keeps no document from passing. */
  | 'AMOUNT_SIGN'
  /** A rule that asks the workflow has a currency: it never applies to documents in another one, while a document without a currency is asked. It keeps no document from passing. */
  | 'OTHER_CURRENCIES'
  /** A rule that asks the workflow never applies to what owners describe: another one comes before it, which is asked about all of its documents. It keeps no document from passing. */
  | 'RULE_SHADOWED'
  /** A rule of orders that asks the workflow has neither limit, and applies to none. It keeps no document from passing. */
  | 'RULE_NEVER_APPLIES'
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
  /** The stages; up to 100. */
  stages: Array<PublishWorkflowStageInput>;
  /** What to remember about this version, up to 2,000 characters. */
  note?: string | null | undefined;
};

/** A stage of a whole workflow. */
export type PublishWorkflowStageInput = {
  /** Names the stage in every version: a small letter and up to 39 letters and digits, each key once. Default: stage and its place, such as stage1, or the next number that is free. Send the keys of present stages: without them each is known by its place, and one put between others takes the identity of the next. */
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
  /** Least amount, in any currency unless one is given: nothing is converted. */
  amountFrom?: string | null | undefined;
  /** Greatest amount, in any currency unless one is given. */
  amountTo?: string | null | undefined;
  /** Only amounts in this currency, an ISO 4217 code. */
  currency?: string | null | undefined;
  /** Only documents that these users submitted, at most 20. With this and the filters around it, pages may be short: only without next there are no more. */
  submitterIds?: Array<string | number> | null | undefined;
  /** Only what waits for these users, at most 20: for the caller's own id what waits on their own seats, for others what they may decide in their place. */
  forUserIds?: Array<string | number> | null | undefined;
  /** True: only documents that changed since the caller looked at them (markSeen), of the 1,000 that they looked at last. False or left out: all. */
  changed?: boolean | null | undefined;
  /** True: only stages that may be decided with others in one request; false: only the rest. Left out: all. */
  bulk?: boolean | null | undefined;
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

/** A change of a kind's rules that is only asked about: first the draft is in force, then the removed rule is not there, then they are put in order. Without any of them: the rules as they are. */
export type ReplayRulesInput = {
  /** The kind of documents; not those of HR. */
  kind: string;
  /** How many days back documents were submitted, 1 to 90. */
  days?: number | null | undefined;
  /** A rule as it would be published; with an id: in place of that one. */
  draft?: SaveRuleInput | null | undefined;
  /** Id of a rule that would be deleted or switched off. */
  remove?: string | number | null | undefined;
  /** The order of the rules, each that was published named once, but the default. */
  order?: Array<string | number> | null | undefined;
};

/** Whether a stage is on a document's way. */
export type RouteReason =
  /** It has no condition. */
  | 'ALWAYS'
  /** Its condition is true. */
  | 'CONDITION_TRUE'
  /** Its condition is false: it is left out, unless it had been asked when the document changed. */
  | 'CONDITION_FALSE'
  /** A person or an agent describes the document: no condition is asked, neither the stage's nor its rule's, and the stage is on the way. */
  | 'UNVERIFIED'
  /** Its condition could not be evaluated, so that it is on the way. */
  | 'ERROR'
  /** Its condition reads what earlier stages say, and is asked when its turn comes. */
  | 'DEFERRED';

/** A document whose way is asked for: by a workflow or by stages, never both. Of a kind that DOCUMENT_KINDS adds, by its rules without either. */
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
  /** true: as if the caller described the document and not its owner, so that no condition is asked, and every rule of an added kind asks; default false. */
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

/** The order in which the rules of a kind are asked. */
export type OrderRulesInput = {
  /** The kind of documents. */
  kind: string;
  /** The rules that were published, each once, but the default. */
  order: Array<string | number>;
  /** The order that the caller has seen; another one is refused with CONFLICT. Left out: any. */
  expectedOrder?: Array<string | number> | null | undefined;
  /** Key of the caller's own, 1 to 128 characters: the same command with the same key acts once, for 7 days; the answer shows the rules as they are. */
  idempotencyKey?: string | null | undefined;
};

/** A rule to save as a draft. */
export type SaveRuleInput = {
  /** The rule that is changed; left out: a new one. */
  id?: string | number | null | undefined;
  /** The kind of documents; of a present rule: its own. */
  kind: string;
  /** Label of its workflow, 1 to 200 characters. Left out: as it is; of a new rule: its kind and condition. */
  name?: string | null | undefined;
  /** Place among the rules of the kind, 1 to 1,000,000: the lowest is asked first. Left out: the rule's own; of a new rule the last. */
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
  /** The stages, as publishWorkflow takes them, with the keys of present ones; up to 100. */
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
  | 'EXPIRED'
  /** Somebody could decide a stage and cannot any more, though nobody decided it: its approvers were found again, or the document was changed. */
  | 'SEAT_LOST';

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
  /** Words of number, title and facts, and of the names of those who take part, in either case, with or without accents, and in any order; the last one may be the beginning of a word. Scripts without blanks between words are found by any part. Amounts are found as 4817.35, 4,817.35 and 4.817,35. Up to 200 characters. */
  text?: string | null | undefined;
  /** The whole number, in the given case or in capitals. */
  number?: string | null | undefined;
  /** Only documents that this user submitted, decides, decided or is the person of. */
  personId?: string | number | null | undefined;
  /** Only documents of these kinds, at most 20; empty or left out: every kind. */
  kinds?: Array<string> | null | undefined;
  /** Only runs in these states; empty or left out: every state. */
  states?: Array<DocumentState> | null | undefined;
  /** Least amount, in any currency unless one is given: nothing is converted. */
  amountFrom?: string | null | undefined;
  /** Greatest amount, in any currency unless one is given. */
  amountTo?: string | null | undefined;
  /** Only amounts in this currency, an ISO 4217 code. */
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

/** Whether an owner's events get through. */
export type OwnerWebhookState =
  /** Everything was taken, or waits for its first attempt. */
  | 'OK'
  /** The receiver has not taken an event, which is tried again. */
  | 'RETRYING'
  /** The receiver answered 410: nothing is sent until the operator resumes it. */
  | 'PAUSED';

/** What became of an attempt. */
export type WebhookDeliveryResult =
  /** Taken: the receiver answered 2xx. */
  | 'OK'
  /** The receiver answered another status. */
  | 'STATUS'
  /** No answer within 10 seconds. */
  | 'TIMEOUT'
  /** No connection, no sound certificate, or no answer that could be read. */
  | 'NETWORK'
  /** The receiver answered with a redirect, which is not followed. */
  | 'REDIRECT'
  /** The receiver's name leads into a private network. */
  | 'ADDRESS'
  /** The receiver answered 410. */
  | 'GONE';

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


export type DocumentQuery = { runTasks: Array<{ _id: string, runId: string, refId: string, ref: string | null, kind: string, title: string, stageId: string | null, stageName: string, orderNo: number, approveBy: ApproveBy, rejectBy: RejectBy, status: WorkflowTaskStatus, statedBy: StatedBy | null, archived: boolean, createdAt: string, completionDate: number | null, askedAt: string | null, dueAt: string | null, businessHoursLeft: number | null, overdue: boolean, snoozedUntil: string | null, revision: string, changedSinceSeen: boolean, canUpdateStatus: boolean, submitterId: string, workflowVersion: number | null, tally: { needed: number, reached: number, groups: Array<{ group: string, needed: number, reached: number }> }, decidesFor: { _id: string, name: string | null } | null, submitter: { _id: string, name: string | null } | null, submittedBy: { agent: boolean, client: string | null } | null, workflow: { _id: string, name: string | null } | null, document: { revision: number, title: string | null, amount: string | null, currency: string | null, url: string | null, action: unknown, actionSha256: string | null, audience: string | null, earlierRejections: Array<{ name: string, at: string, remark: string | null }>, facts: Array<{ key: string, label: string, type: FactType, value: unknown, person: { _id: string, name: string | null } | null }>, attachments: Array<{ name: string, url: string }>, tables: Array<{ key: string, label: string }> } | null, order: { _id: string, totalAmount: number | null, status: string | null } | null, approvals: Array<{ _id: string, approverId: string, status: WorkflowApprovalStatus, remark: string | null, statusUpdateDate: number | null, archived: boolean, groups: Array<string>, reason: SeatReason | null, required: boolean, skipped: boolean, byLimit: boolean, leftOut: string | null, decidedBy: string | null, approver: { _id: string, name: string | null } | null, reasonGroup: { name: string } | null, reasonUser: { _id: string, name: string | null } | null, decider: { _id: string, name: string | null } | null }> }>, approvalSettings: { recall: RecallPolicy, graceSeconds: number, rejectNeedsReason: boolean } };

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

export type OwnReasonsQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnReasonsQuery = { decidedPage: { data: Array<{ remark: string | null }> } };

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


export type UnreadQuery = { unreadNotifications: number };

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


export type UserSearchQuery = { userSearch: Array<{ _id: string, name: string | null, email: string | null, away: { until: string } | null }> };

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


export type RulesQuery = { approvalRules: Array<{ id: string, kind: string, origin: ApprovalRuleOrigin, order: number | null, version: number, state: ApprovalRuleState, name: string | null, workflowId: string | null, sharedBy: number, amountAbove: string | null, currency: string | null, discountAbove: number | null, when: string | null, publishedAt: string | null, facts: Array<{ key: string, type: FactType, required: boolean }>, stages: Array<{ key: string, name: string, order: number, approveBy: ApproveBy, quorum: number | null, rejectBy: RejectBy, bulk: boolean, when: string | null, approvers: unknown, calendarId: string | null, dueIn: unknown, remind: unknown, escalate: unknown, atEnd: AtEnd, endAfter: unknown, role: HrApprovalRole | null }>, people: Array<{ _id: string, name: string | null }>, publishedBy: { _id: string, name: string | null } | null, draft: { version: number, name: string, order: number | null, enabled: boolean, amountAbove: string | null, currency: string | null, discountAbove: number | null, when: string | null, savedAt: string, facts: Array<{ key: string, type: FactType, required: boolean }>, stages: Array<{ key: string, name: string, order: number, approveBy: ApproveBy, quorum: number | null, rejectBy: RejectBy, bulk: boolean, when: string | null, approvers: unknown, calendarId: string | null, dueIn: unknown, remind: unknown, escalate: unknown, atEnd: AtEnd, endAfter: unknown, role: HrApprovalRole | null }>, savedBy: { _id: string, name: string | null } | null } | null }> };

export type RuleGroupsQueryVariables = Exact<{ [key: string]: never; }>;


export type RuleGroupsQuery = { userGroupPage: { data: Array<{ _id: string, name: string, active: boolean, members: Array<{ _id: string, name: string | null }> }> }, approvalCalendarPage: { data: Array<{ _id: string, name: string }> } };

export type RuleVersionsQueryVariables = Exact<{
  workflowId: string | number;
}>;


export type RuleVersionsQuery = { workflowVersions: Array<{ version: number, note: string | null, createdAt: string, creator: { _id: string, name: string | null } | null, stages: Array<{ key: string, name: string, order: number, approveBy: ApproveBy, quorum: number | null, rejectBy: RejectBy, bulk: boolean, when: string | null, approvers: unknown, calendarId: string | null, dueIn: unknown, remind: unknown, escalate: unknown, atEnd: AtEnd, endAfter: unknown }>, people: Array<{ _id: string, name: string | null }> }> };

export type SaveRuleMutationVariables = Exact<{
  input: SaveRuleInput;
  expectedVersion?: number | null | undefined;
}>;


export type SaveRuleMutation = { saveRule: { id: string, version: number } };

export type PublishRuleMutationVariables = Exact<{
  id: string | number;
  expectedVersion: number;
  expectedDraft: number;
  note?: string | null | undefined;
}>;


export type PublishRuleMutation = { publishRule: { id: string, version: number } };

export type DiscardRuleMutationVariables = Exact<{
  id: string | number;
  expectedVersion: number;
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

export type OrderRulesMutationVariables = Exact<{
  input: OrderRulesInput;
}>;


export type OrderRulesMutation = { orderRules: Array<{ id: string, order: number | null }> };

export type ReplayRulesQueryVariables = Exact<{
  input: ReplayRulesInput;
}>;


export type ReplayRulesQuery = { replayRules: { documents: number, changed: number, unknown: number, more: boolean, onlySubmitted: boolean, neverApplies: Array<string>, shadowedBy: Array<{ ruleId: string | null, byRuleId: string | null }>, people: Array<{ _id: string, name: string | null }>, examples: Array<{ refId: string, ref: string | null, title: string | null, amount: string | null, currency: string | null, before: Array<{ name: string, included: boolean, userIds: Array<string> }>, after: Array<{ name: string, included: boolean, userIds: Array<string> }> }> } };

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

export type StuckCountQueryVariables = Exact<{ [key: string]: never; }>;


export type StuckCountQuery = { unassignedTaskPage: { total: number }, failedSubmissionPage: { total: number } };

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

export type OwnerWebhooksQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnerWebhooksQuery = { ownerWebhooks: Array<{ owner: string, host: string, state: OwnerWebhookState, since: string | null, pending: number, lastDeliveries: Array<{ at: string, type: string, refId: string | null, result: WebhookDeliveryResult, attempt: number }> }> };

export type TestWebhookMutationVariables = Exact<{
  owner: string;
}>;


export type TestWebhookMutation = { testWebhook: boolean };

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

export const CalendarFieldsFragmentDoc = "fragment CalendarFields on ApprovalCalendar{_id name timeZone lacksHolidays week{day from to}days{date closed from to name}}" as unknown as DocumentNode<CalendarFieldsFragment, unknown>;
export const HitFragmentDoc = "fragment Hit on DocumentHit{refId runId ref kind title amount currency submitter{_id name}state stageName holders{_id name}submittedAt endedAt}" as unknown as DocumentNode<HitFragment, unknown>;
export const TaskRowFragmentDoc = "fragment TaskRow on WorkflowTask{_id refId ref kind stageName bulk statedBy revision changedSinceSeen askedAt dueAt overdue snoozedUntil submitter{_id name}submittedBy{agent client}decidesFor{_id name}tally{needed reached}document{title amount currency facts{key type value}attachments{name}}}" as unknown as DocumentNode<TaskRowFragment, unknown>;
export const SpanFragmentDoc = "fragment Span on Duration{businessDays businessHours hours}" as unknown as DocumentNode<SpanFragment, unknown>;
export const StepsFragmentDoc = "fragment Steps on Escalation{after{...Span}to{manager userIds groupId}mode levels}fragment Span on Duration{businessDays businessHours hours}" as unknown as DocumentNode<StepsFragment, unknown>;
export const LevelLadderFragmentDoc = "fragment LevelLadder on HrApprovalPolicyLevel{calendarId dueIn{...Span}remind{...Span}escalate{...Steps}atEnd endAfter{...Span}}fragment Span on Duration{businessDays businessHours hours}fragment Steps on Escalation{after{...Span}to{manager userIds groupId}mode levels}" as unknown as DocumentNode<LevelLadderFragment, unknown>;
export const RuleStageFieldsFragmentDoc = "fragment RuleStageFields on ApprovalRuleStage{key name order approveBy quorum rejectBy bulk when approvers calendarId dueIn remind escalate atEnd endAfter role}" as unknown as DocumentNode<RuleStageFieldsFragment, unknown>;
export const SettingsFieldsFragmentDoc = "fragment SettingsFields on ApprovalSettings{version onAmend recall onEmptyStage fallbackApproverIds fallbackApprovers{_id name email}substitutionDepth onSubmitterIsApprover onRepeatedApprover submitterNeverDecides onePersonOneStage exclusiveGroups agentsMayDecide defaultWorkflowBinds runReaders returnUsesCurrentDefinition unknownPeople graceSeconds rejectNeedsReason notificationDays mailFacts calendarId kindCalendars{kind calendarId}}" as unknown as DocumentNode<SettingsFieldsFragment, unknown>;
export const StageLadderFragmentDoc = "fragment StageLadder on WorkflowStage{calendarId dueIn{...Span}remind{...Span}escalate{...Steps}atEnd endAfter{...Span}}fragment Span on Duration{businessDays businessHours hours}fragment Steps on Escalation{after{...Span}to{manager userIds groupId}mode levels}" as unknown as DocumentNode<StageLadderFragment, unknown>;
export const AuditDocument = "query Audit($input:AuditLogPageInput!){auditLogPage(input:$input){next data{_id at action entity entityId actorId before after details refId ref title stageName actor{_id name}forUser{_id name}}}}" as unknown as DocumentNode<AuditQuery, AuditQueryVariables>;
export const CalendarsDocument = "query Calendars($skip:Int!$take:Int!){approvalCalendarPage(input:{skip:$skip take:$take}){total data{...CalendarFields}}}fragment CalendarFields on ApprovalCalendar{_id name timeZone lacksHolidays week{day from to}days{date closed from to name}}" as unknown as DocumentNode<CalendarsQuery, CalendarsQueryVariables>;
export const CalendarNamesDocument = "query CalendarNames{approvalCalendarPage(input:{take:100}){data{_id name}}}" as unknown as DocumentNode<CalendarNamesQuery, CalendarNamesQueryVariables>;
export const CreateCalendarDocument = "mutation CreateCalendar($input:CreateApprovalCalendarInput!){createApprovalCalendar(input:$input){_id}}" as unknown as DocumentNode<CreateCalendarMutation, CreateCalendarMutationVariables>;
export const UpdateCalendarDocument = "mutation UpdateCalendar($id:ID!$input:UpdateApprovalCalendarInput!){updateApprovalCalendar(id:$id input:$input){_id}}" as unknown as DocumentNode<UpdateCalendarMutation, UpdateCalendarMutationVariables>;
export const DeleteCalendarDocument = "mutation DeleteCalendar($id:ID!){deleteApprovalCalendar(id:$id)}" as unknown as DocumentNode<DeleteCalendarMutation, DeleteCalendarMutationVariables>;
export const JournalConfirmationDocument = "query JournalConfirmation($id:ID!){journalConfirmation(id:$id){id ref description date cells total currency status changed}}" as unknown as DocumentNode<JournalConfirmationQuery, JournalConfirmationQueryVariables>;
export const AnswerJournalConfirmationDocument = "mutation AnswerJournalConfirmation($input:AnswerJournalConfirmationInput!){answerJournalConfirmation(input:$input)}" as unknown as DocumentNode<AnswerJournalConfirmationMutation, AnswerJournalConfirmationMutationVariables>;
export const DocumentDocument = "query Document($refId:ID!){runTasks(refId:$refId){_id runId refId ref kind title stageId stageName orderNo approveBy rejectBy tally{needed reached groups{group needed reached}}status statedBy archived createdAt completionDate askedAt dueAt businessHoursLeft overdue snoozedUntil revision changedSinceSeen canUpdateStatus decidesFor{_id name}submitterId submitter{_id name}submittedBy{agent client}workflow{_id name}workflowVersion document{revision title amount currency url action actionSha256 audience earlierRejections{name at remark}facts{key label type value person{_id name}}attachments{name url}tables{key label}}order{_id totalAmount status}approvals{_id approverId status remark statusUpdateDate archived groups reason required skipped byLimit leftOut decidedBy approver{_id name}reasonGroup{name}reasonUser{_id name}decider{_id name}}}approvalSettings{recall graceSeconds rejectNeedsReason}}" as unknown as DocumentNode<DocumentQuery, DocumentQueryVariables>;
export const SeatsAwayDocument = "query SeatsAway($refId:ID!){runTasks(refId:$refId){_id approvals{_id approver{_id away{until}}}}}" as unknown as DocumentNode<SeatsAwayQuery, SeatsAwayQueryVariables>;
export const DocumentRowsDocument = "query DocumentRows($refId:ID!$key:String!$skip:Int!$take:Int!){documentTable(refId:$refId key:$key skip:$skip take:$take){columns{key label type}rows total}}" as unknown as DocumentNode<DocumentRowsQuery, DocumentRowsQueryVariables>;
export const HistoryDocument = "query History($refId:ID!){workflowEvents(refId:$refId){_id event createdAt actorId taskId metadata{actorName agent client stageName remark revision principalName userId userName mode}}documentRevisions(refId:$refId){revision runId createdAt note actor{_id name}changes{field label before after}}}" as unknown as DocumentNode<HistoryQuery, HistoryQueryVariables>;
export const MarkSeenDocument = "mutation MarkSeen($input:MarkSeenInput!){markSeen(input:$input)}" as unknown as DocumentNode<MarkSeenMutation, MarkSeenMutationVariables>;
export const DecideDocument = "mutation Decide($input:UpdateWorkflowApprovalStatusInput!){updateWorkflowApprovalStatus(input:$input)}" as unknown as DocumentNode<DecideMutation, DecideMutationVariables>;
export const ReassignDocument = "mutation Reassign($input:ReassignApprovalInput!){reassignApproval(input:$input)}" as unknown as DocumentNode<ReassignMutation, ReassignMutationVariables>;
export const AddApproverDocument = "mutation AddApprover($input:AddApproverInput!){addApprover(input:$input)}" as unknown as DocumentNode<AddApproverMutation, AddApproverMutationVariables>;
export const WithdrawDocument = "mutation Withdraw($input:WithdrawVerdictInput!){withdrawVerdict(input:$input)}" as unknown as DocumentNode<WithdrawMutation, WithdrawMutationVariables>;
export const RecallDocument = "mutation Recall($input:RecallDocumentInput!){recallDocument(input:$input)}" as unknown as DocumentNode<RecallMutation, RecallMutationVariables>;
export const SnoozeTaskDocument = "mutation SnoozeTask($input:SnoozeTaskInput!){snoozeTask(input:$input)}" as unknown as DocumentNode<SnoozeTaskMutation, SnoozeTaskMutationVariables>;
export const OwnReasonsDocument = "query OwnReasons{decidedPage(input:{status:REJECTED take:50}){data{remark}}}" as unknown as DocumentNode<OwnReasonsQuery, OwnReasonsQueryVariables>;
export const AllDocumentsDocument = "query AllDocuments($input:DocumentSearchInput!){documentSearch(input:$input){next data{...Hit found{label value}}}}fragment Hit on DocumentHit{refId runId ref kind title amount currency submitter{_id name}state stageName holders{_id name}submittedAt endedAt}" as unknown as DocumentNode<AllDocumentsQuery, AllDocumentsQueryVariables>;
export const DecidedDocument = "query Decided($input:DecidedPageInput!){decidedPage(input:$input){next data{document{...Hit}stageName status at remark forUser{_id name}}}}fragment Hit on DocumentHit{refId runId ref kind title amount currency submitter{_id name}state stageName holders{_id name}submittedAt endedAt}" as unknown as DocumentNode<DecidedQuery, DecidedQueryVariables>;
export const RequestsDocument = "query Requests($input:MySubmissionsInput!){mySubmissions(input:$input){next needsYou inProgress done data{document{...Hit}stages{name status}since usuallyHours canRecall canNudge nudgeAgainAt}}}fragment Hit on DocumentHit{refId runId ref kind title amount currency submitter{_id name}state stageName holders{_id name}submittedAt endedAt}" as unknown as DocumentNode<RequestsQuery, RequestsQueryVariables>;
export const NudgeDocument = "mutation Nudge($input:NudgeInput!){nudge(input:$input)}" as unknown as DocumentNode<NudgeMutation, NudgeMutationVariables>;
export const InboxDocument = "query Inbox($input:InboxPageInput!){inboxPage(input:$input){next data{...TaskRow}}snoozed:inboxPage(input:{snoozed:true take:1}){total}inboxCounts{kind count}}fragment TaskRow on WorkflowTask{_id refId ref kind stageName bulk statedBy revision changedSinceSeen askedAt dueAt overdue snoozedUntil submitter{_id name}submittedBy{agent client}decidesFor{_id name}tally{needed reached}document{title amount currency facts{key type value}attachments{name}}}" as unknown as DocumentNode<InboxQuery, InboxQueryVariables>;
export const InboxGroupsDocument = "query InboxGroups($input:InboxPageInput!){inboxPage(input:$input){groups{key label count sums{currency amount}}}}" as unknown as DocumentNode<InboxGroupsQuery, InboxGroupsQueryVariables>;
export const InboxTotalDocument = "query InboxTotal($input:InboxPageInput!){inboxPage(input:$input){total totalIsLowerBound}}" as unknown as DocumentNode<InboxTotalQuery, InboxTotalQueryVariables>;
export const TaskNowDocument = "query TaskNow($id:ID!){findOneWorkflowTask(input:{_id:$id}){_id status snoozedUntil approvals{_id approverId status statusUpdateDate approver{_id name}decider{_id name}}}}" as unknown as DocumentNode<TaskNowQuery, TaskNowQueryVariables>;
export const GraceDocument = "query Grace{approvalSettings{graceSeconds}}" as unknown as DocumentNode<GraceQuery, GraceQueryVariables>;
export const DecideManyDocument = "mutation DecideMany($input:DecideManyInput!){decideMany(input:$input){taskId result code message textCode params decided{status at by{_id name}}}}" as unknown as DocumentNode<DecideManyMutation, DecideManyMutationVariables>;
export const NotificationsDocument = "query Notifications($locale:String!){findMyNotifications{_id refId kind title text(locale:$locale)read createdAt}}" as unknown as DocumentNode<NotificationsQuery, NotificationsQueryVariables>;
export const UnreadDocument = "query Unread{unreadNotifications}" as unknown as DocumentNode<UnreadQuery, UnreadQueryVariables>;
export const MarkReadDocument = "mutation MarkRead($id:ID!){markNotificationRead(id:$id)}" as unknown as DocumentNode<MarkReadMutation, MarkReadMutationVariables>;
export const MarkAllReadDocument = "mutation MarkAllRead{markAllNotificationsRead}" as unknown as DocumentNode<MarkAllReadMutation, MarkAllReadMutationVariables>;
export const PaletteDocumentsDocument = "query PaletteDocuments($text:String!){documentSearch(input:{text:$text take:8}){data{refId runId ref kind title state}}}" as unknown as DocumentNode<PaletteDocumentsQuery, PaletteDocumentsQueryVariables>;
export const CompanySubstitutionsDocument = "query CompanySubstitutions($skip:Int!$take:Int!$userId:ID$activeAt:Float){substitutionPage(input:{skip:$skip take:$take userId:$userId activeAt:$activeAt}){total data{_id fromDate untilDate timeZone from until revokedAt reason kinds principalId substituteId principal{_id name}substitute{_id name}}}}" as unknown as DocumentNode<CompanySubstitutionsQuery, CompanySubstitutionsQueryVariables>;
export const EndSubstitutionDocument = "mutation EndSubstitution($id:ID!){revokeSubstitution(id:$id){_id}}" as unknown as DocumentNode<EndSubstitutionMutation, EndSubstitutionMutationVariables>;
export const GroupsDocument = "query Groups($skip:Int!$take:Int!$keyword:String!){userGroupPage(input:{skip:$skip take:$take keyword:$keyword}){total data{_id name active source members{_id name}}}}" as unknown as DocumentNode<GroupsQuery, GroupsQueryVariables>;
export const GroupChoicesDocument = "query GroupChoices($keyword:String!){userGroupPage(input:{keyword:$keyword take:100}){total data{_id name}}}" as unknown as DocumentNode<GroupChoicesQuery, GroupChoicesQueryVariables>;
export const CreateGroupDocument = "mutation CreateGroup($input:CreateUserGroupInput!){createUserGroup(input:$input){_id}}" as unknown as DocumentNode<CreateGroupMutation, CreateGroupMutationVariables>;
export const UpdateGroupDocument = "mutation UpdateGroup($id:ID!$input:UpdateUserGroupInput!){updateUserGroup(id:$id input:$input){_id}}" as unknown as DocumentNode<UpdateGroupMutation, UpdateGroupMutationVariables>;
export const DeleteGroupDocument = "mutation DeleteGroup($id:ID!){deleteUserGroup(id:$id)}" as unknown as DocumentNode<DeleteGroupMutation, DeleteGroupMutationVariables>;
export const LimitsDocument = "query Limits($skip:Int!$take:Int!$kind:WorkflowTaskKind){approvalLimitPage(input:{skip:$skip take:$take kind:$kind}){total data{_id userId user{_id name}groupId group{_id name active}kind currency upTo}}}" as unknown as DocumentNode<LimitsQuery, LimitsQueryVariables>;
export const CreateLimitDocument = "mutation CreateLimit($input:CreateApprovalLimitInput!){createApprovalLimit(input:$input){_id}}" as unknown as DocumentNode<CreateLimitMutation, CreateLimitMutationVariables>;
export const UpdateLimitDocument = "mutation UpdateLimit($id:ID!$input:UpdateApprovalLimitInput!){updateApprovalLimit(id:$id input:$input){_id}}" as unknown as DocumentNode<UpdateLimitMutation, UpdateLimitMutationVariables>;
export const DeleteLimitDocument = "mutation DeleteLimit($id:ID!){deleteApprovalLimit(id:$id)}" as unknown as DocumentNode<DeleteLimitMutation, DeleteLimitMutationVariables>;
export const SubstitutionsDocument = "query Substitutions{mySubstitutions{_id principalId kinds fromDate untilDate timeZone from until revokedAt reason principal{_id name}substitute{_id name}}}" as unknown as DocumentNode<SubstitutionsQuery, SubstitutionsQueryVariables>;
export const CreateSubstitutionDocument = "mutation CreateSubstitution($input:CreateSubstitutionInput!){createSubstitution(input:$input){_id}}" as unknown as DocumentNode<CreateSubstitutionMutation, CreateSubstitutionMutationVariables>;
export const RevokeSubstitutionDocument = "mutation RevokeSubstitution($id:ID!){revokeSubstitution(id:$id){_id}}" as unknown as DocumentNode<RevokeSubstitutionMutation, RevokeSubstitutionMutationVariables>;
export const UserSearchDocument = "query UserSearch($keyword:String!){userSearch(input:{keyword:$keyword}){_id name email away{until}}}" as unknown as DocumentNode<UserSearchQuery, UserSearchQueryVariables>;
export const PeopleDocument = "query People($keyword:String!){userSearch(input:{keyword:$keyword}){_id name email mailFailing away{until substitutes{_id name}}}}" as unknown as DocumentNode<PeopleQuery, PeopleQueryVariables>;
export const PersonNameDocument = "query PersonName($id:ID!){user(id:$id){_id name email}}" as unknown as DocumentNode<PersonNameQuery, PersonNameQueryVariables>;
export const PoliciesDocument = "query Policies{hrApprovalPolicyPage(input:{take:20}){data{_id kind updatedAt levels{role order approveBy quorum rejectBy bulk approvers{approverId groups source{groupId submitterManager{levels untilLimit}departmentHead{of}fact previousApproverManager}}...LevelLadder}}}}fragment Span on Duration{businessDays businessHours hours}fragment Steps on Escalation{after{...Span}to{manager userIds groupId}mode levels}fragment LevelLadder on HrApprovalPolicyLevel{calendarId dueIn{...Span}remind{...Span}escalate{...Steps}atEnd endAfter{...Span}}" as unknown as DocumentNode<PoliciesQuery, PoliciesQueryVariables>;
export const CreatePolicyDocument = "mutation CreatePolicy($input:CreateHrApprovalPolicyInput!){createHrApprovalPolicy(input:$input){_id}}" as unknown as DocumentNode<CreatePolicyMutation, CreatePolicyMutationVariables>;
export const UpdatePolicyDocument = "mutation UpdatePolicy($id:ID!$input:UpdateHrApprovalPolicyInput!){updateHrApprovalPolicy(id:$id input:$input){_id}}" as unknown as DocumentNode<UpdatePolicyMutation, UpdatePolicyMutationVariables>;
export const DeletePolicyDocument = "mutation DeletePolicy($id:ID!){deleteHrApprovalPolicy(id:$id){_id}}" as unknown as DocumentNode<DeletePolicyMutation, DeletePolicyMutationVariables>;
export const NotificationPreferencesDocument = "query NotificationPreferences($viewerId:ID!){notificationChannels notificationPreferences{channel category when}user(id:$viewerId){_id email mailFailing}}" as unknown as DocumentNode<NotificationPreferencesQuery, NotificationPreferencesQueryVariables>;
export const UpdateNotificationPreferencesDocument = "mutation UpdateNotificationPreferences($input:UpdateNotificationPreferencesInput!){updateNotificationPreferences(input:$input){channel category when}}" as unknown as DocumentNode<UpdateNotificationPreferencesMutation, UpdateNotificationPreferencesMutationVariables>;
export const RulesDocument = "query Rules($kind:ApprovalRuleKind!){approvalRules(kind:$kind){id kind origin order version state name workflowId sharedBy amountAbove currency discountAbove when facts{key type required}stages{...RuleStageFields}people{_id name}publishedBy{_id name}publishedAt draft{version name order enabled amountAbove currency discountAbove when facts{key type required}stages{...RuleStageFields}savedBy{_id name}savedAt}}}fragment RuleStageFields on ApprovalRuleStage{key name order approveBy quorum rejectBy bulk when approvers calendarId dueIn remind escalate atEnd endAfter role}" as unknown as DocumentNode<RulesQuery, RulesQueryVariables>;
export const RuleGroupsDocument = "query RuleGroups{userGroupPage(input:{take:100}){data{_id name active members{_id name}}}approvalCalendarPage(input:{take:100}){data{_id name}}}" as unknown as DocumentNode<RuleGroupsQuery, RuleGroupsQueryVariables>;
export const RuleVersionsDocument = "query RuleVersions($workflowId:ID!){workflowVersions(workflowId:$workflowId){version note createdAt creator{_id name}stages{key name order approveBy quorum rejectBy bulk when approvers calendarId dueIn remind escalate atEnd endAfter}people{_id name}}}" as unknown as DocumentNode<RuleVersionsQuery, RuleVersionsQueryVariables>;
export const SaveRuleDocument = "mutation SaveRule($input:SaveRuleInput!$expectedVersion:Int){saveRule(input:$input expectedVersion:$expectedVersion){id version}}" as unknown as DocumentNode<SaveRuleMutation, SaveRuleMutationVariables>;
export const PublishRuleDocument = "mutation PublishRule($id:ID!$expectedVersion:Int!$expectedDraft:Int!$note:String){publishRule(id:$id expectedVersion:$expectedVersion expectedDraft:$expectedDraft note:$note){id version}}" as unknown as DocumentNode<PublishRuleMutation, PublishRuleMutationVariables>;
export const DiscardRuleDocument = "mutation DiscardRule($id:ID!$expectedVersion:Int!){discardRule(id:$id expectedVersion:$expectedVersion)}" as unknown as DocumentNode<DiscardRuleMutation, DiscardRuleMutationVariables>;
export const MatchingRuleDocument = "query MatchingRule($input:MatchingRuleInput!){matchingRule(input:$input){isWritten rule{id}}}" as unknown as DocumentNode<MatchingRuleQuery, MatchingRuleQueryVariables>;
export const PreviewRouteDocument = "query PreviewRoute($input:PreviewRouteInput!){previewRoute(input:$input){warnings{stageKey code message}stages{key name included reason when dueAt seats{userId user{_id name away{until}}reason reasonUser{_id name}substitutes{_id name}}}}}" as unknown as DocumentNode<PreviewRouteQuery, PreviewRouteQueryVariables>;
export const OrderRulesDocument = "mutation OrderRules($input:OrderRulesInput!){orderRules(input:$input){id order}}" as unknown as DocumentNode<OrderRulesMutation, OrderRulesMutationVariables>;
export const ReplayRulesDocument = "query ReplayRules($input:ReplayRulesInput!){replayRules(input:$input){documents changed unknown more onlySubmitted neverApplies shadowedBy{ruleId byRuleId}people{_id name}examples{refId ref title amount currency before{name included userIds}after{name included userIds}}}}" as unknown as DocumentNode<ReplayRulesQuery, ReplayRulesQueryVariables>;
export const FollowWorkflowDocument = "mutation FollowWorkflow($id:ID!$workflowId:ID!){updateApprovalThreshold(id:$id input:{workflowId:$workflowId}){_id}}" as unknown as DocumentNode<FollowWorkflowMutation, FollowWorkflowMutationVariables>;
export const ApprovalSettingsDocument = "query ApprovalSettings{approvalSettings{...SettingsFields}}fragment SettingsFields on ApprovalSettings{version onAmend recall onEmptyStage fallbackApproverIds fallbackApprovers{_id name email}substitutionDepth onSubmitterIsApprover onRepeatedApprover submitterNeverDecides onePersonOneStage exclusiveGroups agentsMayDecide defaultWorkflowBinds runReaders returnUsesCurrentDefinition unknownPeople graceSeconds rejectNeedsReason notificationDays mailFacts calendarId kindCalendars{kind calendarId}}" as unknown as DocumentNode<ApprovalSettingsQuery, ApprovalSettingsQueryVariables>;
export const UpdateSettingsDocument = "mutation UpdateSettings($input:UpdateApprovalSettingsInput!$expectedVersion:Int){updateApprovalSettings(input:$input expectedVersion:$expectedVersion){...SettingsFields}}fragment SettingsFields on ApprovalSettings{version onAmend recall onEmptyStage fallbackApproverIds fallbackApprovers{_id name email}substitutionDepth onSubmitterIsApprover onRepeatedApprover submitterNeverDecides onePersonOneStage exclusiveGroups agentsMayDecide defaultWorkflowBinds runReaders returnUsesCurrentDefinition unknownPeople graceSeconds rejectNeedsReason notificationDays mailFacts calendarId kindCalendars{kind calendarId}}" as unknown as DocumentNode<UpdateSettingsMutation, UpdateSettingsMutationVariables>;
export const InboxChangedDocument = "subscription InboxChanged{inboxChanged{refId}}" as unknown as DocumentNode<InboxChangedSubscription, InboxChangedSubscriptionVariables>;
export const RunChangedDocument = "subscription RunChanged($refId:ID!){runChanged(refId:$refId){refId}}" as unknown as DocumentNode<RunChangedSubscription, RunChangedSubscriptionVariables>;
export const NotificationAddedDocument = "subscription NotificationAdded{workflowNotificationAdded{_id message}}" as unknown as DocumentNode<NotificationAddedSubscription, NotificationAddedSubscriptionVariables>;
export const ViewerDocument = "query Viewer{viewer{userId companyId name privileged}documentKinds{kind labels{language text}}}" as unknown as DocumentNode<ViewerQuery, ViewerQueryVariables>;
export const ThresholdsSwitchDocument = "query ThresholdsSwitch{approvalSettings{thresholdsEnabled}}" as unknown as DocumentNode<ThresholdsSwitchQuery, ThresholdsSwitchQueryVariables>;
export const SwitchThresholdsDocument = "mutation SwitchThresholds($thresholdsEnabled:Boolean!){updateApprovalSettings(input:{thresholdsEnabled:$thresholdsEnabled}){thresholdsEnabled}}" as unknown as DocumentNode<SwitchThresholdsMutation, SwitchThresholdsMutationVariables>;
export const WorkflowChoicesDocument = "query WorkflowChoices($keyword:String!){workflowPage(input:{keyword:$keyword take:100}){total data{_id name}}}" as unknown as DocumentNode<WorkflowChoicesQuery, WorkflowChoicesQueryVariables>;
export const UnassignedDocument = "query Unassigned($skip:Int!$take:Int!){unassignedTaskPage(input:{skip:$skip take:$take}){total data{_id refId ref kind stageName revision createdAt submitterId submitter{_id name}document{title amount currency}approvals{_id approverId leftOut approver{_id name}}}}}" as unknown as DocumentNode<UnassignedQuery, UnassignedQueryVariables>;
export const FailedSubmissionsDocument = "query FailedSubmissions($skip:Int!$take:Int!$locale:String!){failedSubmissionPage(input:{skip:$skip take:$take}){total data{refId ref kind workflowId reason(locale:$locale)at}}}" as unknown as DocumentNode<FailedSubmissionsQuery, FailedSubmissionsQueryVariables>;
export const SubmitAgainDocument = "mutation SubmitAgain($input:NewWorkflowTaskInput!){newWorkflowTask(input:$input)}" as unknown as DocumentNode<SubmitAgainMutation, SubmitAgainMutationVariables>;
export const NameApproverDocument = "mutation NameApprover($input:CreateWorkflowApprovalInput!){createWorkflowApproval(input:$input){_id}}" as unknown as DocumentNode<NameApproverMutation, NameApproverMutationVariables>;
export const StuckCountDocument = "query StuckCount{unassignedTaskPage(input:{take:1}){total}failedSubmissionPage(input:{take:1}){total}}" as unknown as DocumentNode<StuckCountQuery, StuckCountQueryVariables>;
export const SavedViewsDocument = "query SavedViews{savedViews{_id page name query}}" as unknown as DocumentNode<SavedViewsQuery, SavedViewsQueryVariables>;
export const SaveViewDocument = "mutation SaveView($input:SaveViewInput!){saveView(input:$input){_id}}" as unknown as DocumentNode<SaveViewMutation, SaveViewMutationVariables>;
export const DeleteViewDocument = "mutation DeleteView($id:ID!){deleteView(id:$id)}" as unknown as DocumentNode<DeleteViewMutation, DeleteViewMutationVariables>;
export const OwnerWebhooksDocument = "query OwnerWebhooks{ownerWebhooks{owner host state since pending lastDeliveries{at type refId result attempt}}}" as unknown as DocumentNode<OwnerWebhooksQuery, OwnerWebhooksQueryVariables>;
export const TestWebhookDocument = "mutation TestWebhook($owner:String!){testWebhook(owner:$owner)}" as unknown as DocumentNode<TestWebhookMutation, TestWebhookMutationVariables>;
export const WorkflowsDocument = "query Workflows($skip:Int!$take:Int!$keyword:String!){workflowPage(input:{skip:$skip take:$take keyword:$keyword}){total data{_id name ref status stages{_id}}}}" as unknown as DocumentNode<WorkflowsQuery, WorkflowsQueryVariables>;
export const WorkflowDetailDocument = "query WorkflowDetail($id:ID!){findWorkflow(input:{_id:$id}){_id name description status version facts{key type required}stages{_id key name order approveBy quorum rejectBy bulk when approvers{groups source{groupId submitterManager{levels untilLimit}departmentHead{of}fact previousApproverManager}}...StageLadder}}}fragment Span on Duration{businessDays businessHours hours}fragment Steps on Escalation{after{...Span}to{manager userIds groupId}mode levels}fragment StageLadder on WorkflowStage{calendarId dueIn{...Span}remind{...Span}escalate{...Steps}atEnd endAfter{...Span}}" as unknown as DocumentNode<WorkflowDetailQuery, WorkflowDetailQueryVariables>;
export const WorkflowApproversDocument = "query WorkflowApprovers($id:ID!$skip:Int!){workflowApproverPage(input:{workflowId:$id skip:$skip take:100}){total data{_id stageId approverId groups approver{_id name}}}}" as unknown as DocumentNode<WorkflowApproversQuery, WorkflowApproversQueryVariables>;
export const WorkflowFindingsDocument = "query WorkflowFindings($id:ID!$stages:[PublishWorkflowStageInput!]){validateWorkflow(workflowId:$id stages:$stages){stageKey code message textCode params}}" as unknown as DocumentNode<WorkflowFindingsQuery, WorkflowFindingsQueryVariables>;
export const CreateWorkflowDocument = "mutation CreateWorkflow($input:CreateWorkflowInput!){createWorkflow(input:$input){_id}}" as unknown as DocumentNode<CreateWorkflowMutation, CreateWorkflowMutationVariables>;
export const PublishWorkflowDocument = "mutation PublishWorkflow($input:PublishWorkflowInput!$expectedVersion:Int!){publishWorkflow(input:$input expectedVersion:$expectedVersion){version}}" as unknown as DocumentNode<PublishWorkflowMutation, PublishWorkflowMutationVariables>;
export const DeleteWorkflowDocument = "mutation DeleteWorkflow($id:ID!){deleteWorkflow(id:$id)}" as unknown as DocumentNode<DeleteWorkflowMutation, DeleteWorkflowMutationVariables>;