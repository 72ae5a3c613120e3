/** The fields that histories compare, by type. */
const BASE =
  "_id companyId ref documentCode documentDate createdAt updatedAt createdBy updatedBy deletedAt canUpdate canView canDelete canPost";
const PERSON = "{ _id name }";
export const APPROVAL = `${BASE} taskId stageId workflowId approverId remark archived statusUpdateDate status decidedBy
  groups reason reasonUser ${PERSON} required skipped leftOut approver ${PERSON} decider ${PERSON}`;
/** A task as inboxes and submissions show it. */
export const TASK = `${BASE} refId runId submitterId parentId title orderNo archived status stageId workflowId workflowVersion
  stageName approveBy quorum rejectBy tally { needed reached } bulk kind askedAt dueAt overdue completionDate revision
  submitter ${PERSON} canUpdateStatus unassigned unassignedReason statedBy decidesFor ${PERSON} snoozedUntil changedSinceSeen
  document { revision title amount currency url facts { key label type value } editorIds statedBy }`;
export const TASK_WITH_SEATS = `${TASK} approvals { ${APPROVAL} }`;
export const EVENT = `${BASE} workflowId taskId stageId refId kind event actorId targetIds metadata { ref stageName remark
  actorName fromStageId toStageId returnToStageId reassignedFrom reassignedTo revision principalId principalName userId
  userName position mode approveBy quorum rejectBy agent client actor warnings }`;
export const NOTIFICATION = `${BASE} userId eventId workflowId taskId refId kind title message event part text read`;
export const HR_APPROVAL =
  "_id taskId refId ref kind status stageName approverId remark statusUpdateDate createdAt submitterId";
export const HIT = `refId runId ref kind title amount currency submitter ${PERSON} state stageName holders ${PERSON}
  submittedAt endedAt found { label value }`;
export const AUDIT = `_id at actorId action entity entityId before after details refId ref title stageName forUser ${PERSON}`;
/** A version of a workflow without its stages. */
export const VERSION =
  "workflowId version hash name facts { key type required } note createdAt creator { _id }";
export const VERSION_STAGE = `key stageId name order approveBy quorum rejectBy bulk approvers when calendarId dueIn remind
  escalate atEnd endAfter`;
export const DIFFERENCE = "path before after";
export const FINDING = "stageId stageKey stageName code message textCode params";
export const THRESHOLD =
  "_id ref kind workflowId amountThreshold discountPercentageThreshold currency order enabled updatedAt updatedBy";
export const STAGE =
  "_id ref name workflowId order approveBy quorum rejectBy bulk status when updatedAt updatedBy";
export const STAGE_APPROVER = "_id ref stageId workflowId approverId groups updatedAt updatedBy";
const TERMS = "name order amountAbove currency discountAbove when";
const RULE_STAGE =
  "key name order approveBy quorum rejectBy bulk approvers when dueIn remind escalate atEnd endAfter role";
export const RULE = `id kind origin version state workflowId sharedBy ${TERMS} facts { key type } stages { ${RULE_STAGE} }
  publishedBy { _id } publishedAt draft { enabled ${TERMS} facts { key type } stages { ${RULE_STAGE} }
    differences { ${DIFFERENCE} } savedBy { _id } savedAt }`;
