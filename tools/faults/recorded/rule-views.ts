import { AUDIT, DIFFERENCE, FINDING, RULE, THRESHOLD, VERSION, VERSION_STAGE } from "./selections.ts";
import type { Look, Topic, View } from "./views.ts";

const pagedView = (field: string, type: string, selection: string): View => ({
  query: `query ($input: ${type}) { page: ${field}(input: $input) { data { ${selection} } total } }`,
  variables: { input: {} },
  paged: "skip",
});
const WORKFLOW = `_id ref name description status stageId version facts { key type required } creator { _id }
  stages { _id ref key name order approveBy quorum rejectBy bulk status when dueIn { hours businessDays } atEnd
    approvers { approverId groups source { groupId fact } } }`;

const VIEWS_OF_ADMIN: Readonly<Record<string, View>> = {
  workflows: pagedView("workflowPage", "WorkflowPageInput", WORKFLOW),
  stages: pagedView("workflowStagePage", "WorkflowStagePageInput", "_id ref name key workflowId order"),
  approvers: pagedView(
    "workflowApproverPage",
    "WorkflowApproverPageInput",
    "_id ref stageId approverId groups",
  ),
  thresholds: pagedView("approvalThresholdPage", "ApprovalThresholdPageInput", THRESHOLD),
  policies: pagedView(
    "hrApprovalPolicyPage",
    "HrApprovalPolicyPageInput",
    "_id ref kind levels { role order }",
  ),
  audit: {
    query: `query ($input: AuditLogPageInput) { page: auditLogPage(input: $input) { data { ${AUDIT} } total totalIsLowerBound next } }`,
    variables: { input: { take: 20 } },
    paged: "after",
  },
};

const viewsOfWorkflow = (workflowId: string, newest: number): Readonly<Record<string, View>> => ({
  versions: {
    query: `query ($id: ID!) { workflowVersions(workflowId: $id) { ${VERSION} stages { ${VERSION_STAGE} } people { _id } } }`,
    variables: { id: workflowId },
  },
  differences: {
    query: `query ($id: ID!, $a: Int!, $b: Int!) { workflowDiff(workflowId: $id, a: $a, b: $b) { ${DIFFERENCE} } }`,
    variables: { id: workflowId, a: Math.max(1, newest - 1), b: newest },
  },
  findings: {
    query: `query ($id: ID) { validateWorkflow(workflowId: $id) { ${FINDING} } }`,
    variables: { id: workflowId },
  },
});

const viewsOfKind = (kind: string): Readonly<Record<string, View>> => ({
  rules: {
    query: `query ($kind: ApprovalRuleKind!) { approvalRules(kind: $kind) { ${RULE} } }`,
    variables: { kind },
  },
});

/** The views of histories of rules. */
export const looksAtRules: Topic["looks"] = ({ company, rows }) => {
  const { admin, people } = company;
  const newest = new Map<string, number>();
  for (const { workflowId, version, policy } of rows["workflow_versions"] as {
    workflowId: string;
    version: number;
    policy?: object;
  }[]) {
    if (policy !== undefined) continue;
    newest.set(workflowId, Math.max(version, newest.get(workflowId) ?? 0));
  }
  const kinds = ["Contract", "SalesOrder", "PurchaseInvoice", "Leave"];
  return [
    { by: admin, about: "", views: VIEWS_OF_ADMIN },
    ...[...newest].map(([id, version]): Look => ({
      by: admin,
      about: ` of ${id}`,
      views: viewsOfWorkflow(id, version),
    })),
    ...kinds.flatMap((kind) =>
      [admin, people[0]!].map((by): Look => ({ by, about: ` of ${kind}`, views: viewsOfKind(kind) })),
    ),
  ];
};
