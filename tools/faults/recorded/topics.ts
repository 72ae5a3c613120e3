import { looksAtRules } from "./rule-views.ts";
import { looksAtRuns } from "./run-views.ts";
import type { Topic } from "./views.ts";

/** The topics of histories, by name. */
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
    looks: looksAtRuns,
  },
  rules: {
    rows: [
      "workflows",
      "workflow_stages",
      "workflow_approvers",
      // Before the versions, of which a policy has its own.
      "hr_approval_policies",
      "workflow_versions",
      "approval_thresholds",
      "approval_rule_drafts",
      "user_groups",
      "workflow_tasks",
      "workflow_approvals",
      "audit_logs",
    ],
    looks: looksAtRules,
  },
} as const satisfies Record<string, Topic>;
