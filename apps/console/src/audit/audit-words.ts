import { wordsOf } from "../document/kind.ts";

/** Kinds of records that the audit names. */
export const ENTITIES = [
  "workflows",
  "workflow_stages",
  "workflow_approvers",
  "hr_approval_policies",
  "approval_rules",
  "approval_thresholds",
  "approval_settings",
  "config",
  "approval_substitutions",
  "user_groups",
  "approval_limits",
  "approval_calendars",
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
  "discard",
  "switch",
  "order",
  "submit",
  "changeStatus",
  "amend",
  "cancel",
  "recall",
  "reassign",
  "addApprover",
  "withdrawVerdict",
  "resolveAgain",
  "release",
  "remind",
  "nudge",
  "escalate",
  "timeOut",
  "revoke",
  "seed",
  "read",
  "readAll",
] as const;

/** Finds the words of a code. */
type Words = (code: string) => string | undefined;

/** A kind of records as people read it. */
export function entityText(words: Words, entity: string): string {
  return words(`audit.entity.${entity}`) ?? wordsOf(entity.replaceAll("_", " "));
}

/** The name of an action for people. */
export function actionText(words: Words, action: string): string {
  return words(`audit.action.${action}`) ?? wordsOf(action);
}

/** The name of a record's field. */
export function fieldText(words: Words, field: string): string {
  return words(`audit.field.${field}`) ?? field;
}

/** Fields that people write; whatever they wrote stays as it is. */
const WRITTEN: ReadonlySet<string> = new Set([
  "description",
  "documentCode",
  "message",
  "name",
  "note",
  "reason",
  "ref",
  "remark",
  "stageName",
  "title",
]);

/** A value of a field; those that are words of the engine, in the reader's. */
export function valueText(words: Words, field: string, value: string | undefined): string {
  if (value === undefined) return "–";
  return (WRITTEN.has(field) ? undefined : words(`audit.value.${value}`)) ?? value;
}
