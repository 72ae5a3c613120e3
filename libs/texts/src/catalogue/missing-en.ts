/** Texts for records that are not there. */
export const missingRecords = {
  "missing.workflow": "Workflow not found",
  "missing.stage": "Workflow stage not found",
  "missing.approver": "Workflow approver not found",
  "missing.version": "Workflow version not found",
  "missing.task": "Workflow task not found",
  "missing.approval": "Workflow approval not found",
  "missing.policy": "HR approval policy not found",
  "missing.threshold": "Approval threshold not found",
  "missing.rule": "Approval rule not found",
  "missing.calendar": "Approval calendar not found",
  "missing.group": "Group not found",
  "missing.limit": "Approval limit not found",
  "missing.notification": "Notification not found",
  "missing.substitution": "Substitution not found",
  "missing.view": "View not found",
  "missing.request": "Request not found",
  "missing.document": "Document not found",
  "missing.employee": "Employee not found",
  "missing.order": "Order not found",
  "missing.user": "User not found",
  "missing.person": "There is no such person",
  "missing.confirmation": "Confirmation not found",
  "missing.file": "There is no such file",

  // … and of requests that may succeed a little later.
} as const;
