import { wordsOf } from "../document/kind.ts";
import type { Translate } from "../messages/i18n.ts";

/** Kinds of records that the audit names. */
export const ENTITIES = [
  "workflows",
  "workflow_stages",
  "workflow_approvers",
  "hr_approval_policies",
  "approval_thresholds",
  "approval_settings",
  "config",
  "approval_substitutions",
  "document",
  "workflow_tasks",
  "workflow_approvals",
  "workflow_notifications",
] as const;

/** The actions on them. */
export const ACTIONS = [
  "create",
  "update",
  "delete",
  "publish",
  "replaceApprovers",
  "submit",
  "changeStatus",
  "amend",
  "cancel",
  "recall",
  "reassign",
  "addApprover",
  "withdrawVerdict",
  "release",
  "revoke",
  "seed",
  "read",
  "readAll",
] as const;

/** A kind of records as people read it. */
export function entityText(t: Translate, entity: string): string {
  const known = ENTITIES.find((one) => one === entity);
  return known ? t(`audit.entity.${known}`) : wordsOf(entity.replaceAll("_", " "));
}

/** The name of an action for people. */
export function actionText(t: Translate, action: string): string {
  const known = ACTIONS.find((one) => one === action);
  return known ? t(`audit.action.${known}`) : wordsOf(action);
}
