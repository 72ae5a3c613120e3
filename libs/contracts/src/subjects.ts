import type { Kind, Owner } from "./kinds.ts";

/** Subjects without variable parts. Every subject is written without the platform's prefix; the bus adds it. */
export const SUBJECTS = {
  submitCommand: "approval.command.submit",
  cancelCommand: "approval.command.cancel",
  amendCommand: "approval.command.amend",
  companyCreated: "company.created",
  userChanged: "directory.user.changed",
  employeeChanged: "directory.employee.changed",
  departmentChanged: "directory.department.changed",
  groupChanged: "directory.group.changed",
} as const;

/** Filters for durable consumers. */
export const FILTERS = {
  /** All commands in one consumer, so that a cancel never overtakes its submit. */
  commands: "approval.command.>",
  companies: "company.>",
  directory: "directory.>",
  outcomesOf: (owner: Owner) => `approval.outcome.${owner}.>`,
  answersOf: (owner: Owner) => `approval.request.${owner}.>`,
  notificationsOf: (owner: Owner) => `approval.notification.${owner}.>`,
} as const;

/** `approval.outcome.<owner>.<Kind>.completed`, `.rejected` or `.recalled`. */
export function outcomeSubject(
  owner: Owner,
  kind: Kind,
  outcome: "completed" | "rejected" | "recalled",
): string {
  return `approval.outcome.${owner}.${kind}.${outcome}`;
}

/** `approval.request.<owner>.<Kind>.accepted` or `.refused`: the answer to a durable submit or amend. */
export function answerSubject(owner: Owner, kind: Kind, answer: "accepted" | "refused"): string {
  return `approval.request.${owner}.${kind}.${answer}`;
}

/** `approval.request.<owner>.<Kind>.changesRequested`: an approver wants changes of the document, or does so no longer. */
export const changesSubject = (owner: Owner, kind: Kind): string =>
  `approval.request.${owner}.${kind}.changesRequested`;

/** `approval.notification.<owner>.<userId>`. */
export function notificationSubject(owner: Owner, userId: string): string {
  return `approval.notification.${owner}.${userId}`;
}

/** Subject of the dead letter of a message; the headers hold the reason. */
export function deadLetterSubject(subject: string): string {
  return `deadletter.${subject}`;
}
