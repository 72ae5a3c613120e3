import { firstRuleSteps, nextRuleStep } from "./rule-steps.ts";
import { looksAtRules } from "./rule-views.ts";
import { firstRunSteps, nextRunStep } from "./run-steps.ts";
import { looksAtRuns } from "./run-views.ts";
import type { Topic } from "./topic.ts";

/** The topics of histories, by name. Their rows are those that the specification, the XLSX and outside readers know. */
export const TOPICS = {
  runs: {
    rows: [
      "workflows",
      "workflow_tasks",
      "workflow_approvals",
      "workflow_events",
      "workflow_notifications",
      "workflow_document_revisions",
      "audit_logs",
    ],
    firstSteps: firstRunSteps,
    nextStep: nextRunStep,
    looks: looksAtRuns,
  },
  rules: {
    rows: [
      "workflows",
      "workflow_stages",
      "workflow_approvers",
      "workflow_versions",
      "approval_thresholds",
      "approval_rules",
      "approval_rule_drafts",
      "hr_approval_policies",
      "user_groups",
      "workflow_tasks",
      "workflow_approvals",
      "audit_logs",
    ],
    firstSteps: firstRuleSteps,
    nextStep: nextRuleStep,
    looks: looksAtRules,
  },
} as const satisfies Record<string, Topic>;

export type TopicName = keyof typeof TOPICS;
export const isTopic = (name: string): name is TopicName => Object.hasOwn(TOPICS, name);
