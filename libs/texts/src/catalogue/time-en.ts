/** Texts about ladders, reminders and escalations (contract-3, TIME-3, TIME-4). */
export const time = {
  "notification.REMINDED": "{ref} still awaits your approval — {stage}{ending}",
  "notification.ESCALATED": "{ref} was escalated to {person} — {stage}{ending}",
  "notification.ESCALATION_FAILED": "{ref} could not be escalated — {stage}{ending}",
  "notification.TIMED_OUT_APPROVED": "{ref} was approved by time — {stage}{ending}",
  "notification.TIMED_OUT_REJECTED": "{ref} was rejected by time — {stage}{ending}",
  "audit.action.remind": "Reminded",
  "audit.action.escalate": "Escalated",
  "audit.action.timeOut": "Ended by time",
  "audit.action.nudge": "Nudged",
  "leftOut.STOOD_IN": "somebody decided in place of {name}, who was late",
  "leftOut.REPLACED": "{name} was late and has been replaced",
  "ladder.tooManyReminders": "{field}: must have at most {maximum} items",
  "ladder.noEnd": "{field}: is required, or dueIn, because atEnd is {atEnd}",
  "ladder.levels": "{field}: must be a whole number from 1 to {maximum}",
  "ladder.levelsOfManagers": "{field}: must be 1 unless the manager is asked",
  "ladder.users": "{field}: must have 1 to {maximum} items",
  "ladder.ascends": "{field}: must be later than {before}",
  "ladder.approveNotAllowed":
    "{field}: must not be APPROVE for {kind}: the setting allowTimeApproval does not name this kind",
  "ladder.approveNowhereAllowed":
    "{field}: must not be APPROVE: the setting allowTimeApproval names no kind of document",
  "run.alreadyNudged": "Already nudged",
  "run.nudgeNotYours": "Only the submitter nudges the approvers of a document",
  "run.nudgeNobody": "Nobody is asked at the moment",
} as const;
