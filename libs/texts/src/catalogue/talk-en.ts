/** Texts about what people ask each other before they decide (contract-4, TALK). */
export const talk = {
  "notification.CHANGES_WANTED": "{ref}: {by} wants changes{remark}{ending}",
  "notification.QUESTION_ANSWERED": "{ref}: {by} answered{remark}{ending}",
  "audit.action.requestChanges": "Asked for changes",
  "audit.action.answerQuestion": "Answered",
  "audit.action.endChanges": "Ended a wish for changes",
  "audit.action.closeRejected": "Closed after a rejection",
  "run.notRejected": "Document was not rejected",
  "run.changesOfOneself": "Nobody asks themselves for changes",
  "run.changesWanted": "Changes are wanted already",
  "run.changesTooOften": "Changes may be wanted {maximum} times in a run",
  "run.waitsForChanges": "Changes are wanted from {name}: nobody else decides until they have answered",
  "talk.closed": "This question is closed",
  "talk.missing": "Message not found",
  "talk.notYours": "Only who is asked answers",
} as const;
