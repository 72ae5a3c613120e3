export * from "./types.ts";
export * from "./commands.ts";
export { decide } from "./decide.ts";
export { verdictOf } from "./verdict.ts";
export { type RunNotification, messageOf, notificationsOf } from "./notifications.ts";
export { builtInOwnerOf } from "./owners.ts";
export {
  EMPTY_RUN,
  activeTask,
  approvalsOf,
  approverIdsOf,
  canUpdateStatus,
  isActive,
  isOpen,
} from "./run.ts";
export { type RowEditor, assertApproverAddable, assertApproverRemovable } from "./approver-rows.ts";
export { type QuorumRule, type Tally, quorumFault, tallyOf } from "./quorum.ts";
