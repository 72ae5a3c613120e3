export {
  type Approval,
  APPROVE_BY,
  type ApproveBy,
  type ApproverSource,
  type BuiltInOwner,
  type DocumentContent,
  type DocumentFact,
  type Id,
  type LeftOut,
  type ManagerReach,
  ON_AMEND,
  REJECT_BY,
  type RejectBy,
  type Run,
  type RunDocument,
  SEAT_REASONS,
  type SeatReason,
  type SourcedSeats,
  type StageInput,
  type Task,
  WORKFLOW_APPROVAL_STATUSES,
  WORKFLOW_EVENT_TYPES,
  WORKFLOW_TASK_KINDS,
  WORKFLOW_TASK_STATUSES,
  type WorkflowApprovalStatus,
  type WantedChanges,
  type WorkflowEventType,
  type WorkflowTaskKind,
  type WorkflowTaskStatus,
} from "./types.ts";
export type {
  AmendCommand,
  ApproveCommand,
  ArchiveCommand,
  Decision,
  DecisionContext,
  Outcome,
  OutcomeReason,
  RejectCommand,
  RunEvent,
  StoredStage,
  SubmitCommand,
  TakeOverPolicy,
  VerdictDecision,
} from "./commands.ts";
export { decide } from "./decide.ts";
export {
  AT_END,
  type AtEnd,
  type Calendars,
  ESCALATION_MODES,
  type Escalation,
  type EscalationMode,
  type EscalationTarget,
  type Ladder,
  MAX_ESCALATION_USERS,
  MAX_LEVELS,
  MAX_REMINDERS,
  assertLadder,
  calendarFor,
} from "./ladder.ts";
export {
  type DueStep,
  TIMER_ACTIONS,
  TIMER_STATES,
  type Timer,
  type TimerAction,
  type TimerState,
  dueStep,
  endAfter,
  movedBy,
  pauseTimers,
  remindersOf,
  resumeTimers,
  timersOf,
} from "./timers.ts";
export { NUDGE_EVERY_MS } from "./by-time.ts";
export { CHANGES_WANTED_MS, wantedNow } from "./changes-wanted.ts";
export type { TalkCommand } from "./talk-commands.ts";
export type { TimeCommand } from "./time-commands.ts";
export {
  LADDER_FIELDS,
  type LadderFields,
  NO_LADDER,
  ladderChanges,
  ladderFieldsIn,
  ladderIn,
  withLadder,
} from "./ladder-fields.ts";
export { MAX_STAGES, stagesOf } from "./submission.ts";
export { verdictOf } from "./verdict.ts";
export { assertUnchanged, revisionOf } from "./revision.ts";
export {
  NOTIFICATION_PARTS,
  type NotificationPart,
  type RunNotification,
  messageOf,
  notificationWords,
  notificationsOf,
} from "./notifications.ts";
export { builtInOwnerOf } from "./owners.ts";
export {
  EMPTY_RUN,
  activeTask,
  approvalsOf,
  approverIdsOf,
  isActive,
  isOpen,
  isQueued,
  isWaiting,
  seatsOf,
  stageInProgress,
} from "./run.ts";
export { decidableSeat, type JudgedSeat } from "./actionable.ts";
export { agentLabel } from "./agents.ts";
export { isUnassigned } from "./asking.ts";
export { isLate } from "./places.ts";
export { wasJudged } from "./seat-checks.ts";
export { type SeatAuthority, grantsFor } from "./authority.ts";
export { APPROVER_POSITIONS, type ApproverPosition, type SeatCommand } from "./seat-commands.ts";
export {
  type ApprovalRules,
  DEFAULT_RULES,
  ON_EMPTY_STAGE,
  ON_REPEATED_APPROVER,
  ON_SUBMITTER_IS_APPROVER,
  RECALL,
  type SeatChanges,
} from "./rules.ts";
export {
  type ApprovalLimit,
  type Change,
  MAX_ASKED_MEMBERS,
  NOBODY_KNOWN,
  NO_ORGANISATION,
  type Organisation,
  type People,
  type Person,
  type UserGroup,
  hasLeft,
  nameIn,
} from "./people.ts";
export {
  type CountedSeat,
  type GroupTally,
  type QuorumRule,
  type Tally,
  quorumFault,
  tallyOf,
  tallyOfGroups,
} from "./quorum.ts";
export {
  type Grant,
  type InstantWindow,
  type LocalWindow,
  type Substitution,
  assertSubstitutable,
  coversKind,
  grantsAt,
  instantsOf,
} from "./substitution.ts";
export {
  type DutyPlace,
  type DutyRun,
  asRead,
  assertToldApart,
  dutiesIn,
  dutyRefusal,
} from "./separation-of-duties.ts";
export type { AddedSeat } from "./join-seats.ts";
export { MAX_CLIMB } from "./managers.ts";
export {
  type GroupMadeBy,
  type LimitMadeBy,
  type SettingsMadeBy,
  entryTimes,
  groupMadeBy,
  limitMadeBy,
  settingsMadeBy,
} from "./made-by.ts";
export { editorsWith } from "./editors.ts";
export { isLimited } from "./limits.ts";
export { leaverChangesAmong } from "./own-change.ts";
export { type Resolution, resolveSeats } from "./resolve-seats.ts";
export { assertSources, departmentIdIn, isOfPrevious, sourcedSeats } from "./sources.ts";
export { type DescribedSeat, unattendedText } from "./unattended.ts";
export { AGENT_STAGES, stageNamed } from "./stage-name.ts";
