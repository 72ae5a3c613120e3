/** Texts about the definition of ladders (contract-3, TIME-3). */
export const ladder = {
  "ladder.unknownGroup": "{field}: the company has no group {id}",
  "ladder.inactiveGroup": "{field}: the group {name} is no longer active, name another one",
  "finding.SHORT_DURATION": 'Stage "{stage}": less than 15 minutes: {fields}',
  "finding.ESCALATION_LEFT": 'Stage "{stage}" escalates to {name}, who has left',
  "finding.ESCALATION_GROUP_MISSING":
    'Stage "{stage}" escalates to the group {id}, which the company does not have: choose another one',
  "finding.ESCALATION_GROUP_INACTIVE":
    'Stage "{stage}" escalates to the group "{group}", which is no longer active: choose another one',
  "finding.ESCALATION_GROUP_EMPTY":
    'Stage "{stage}" escalates to the group "{group}", which has no members who could decide',
  "finding.ESCALATION_GROUP_TOO_LARGE":
    'Stage "{stage}" escalates to the group "{group}", which has {count, number} members, at most {maximum, number} are asked',
  "finding.CALENDAR_MISSING":
    'Stage "{stage}": the company has no calendar {id}, so that time counts by that of the kind or of the company',
  "finding.TIME_APPROVAL_OFF":
    'Stage "{stage}" is approved at its end, but the setting allowTimeApproval names no kind of document',
} as const;
