import {
  AUDIT,
  EVENT,
  HIT,
  HR_APPROVAL,
  NOTIFICATION,
  APPROVAL,
  TASK,
  TASK_WITH_SEATS,
} from "./selections.ts";
import type { Look, Topic, View } from "./views.ts";

const COUNTS = "total totalIsLowerBound next";
const INBOX = `query ($input: InboxPageInput) { page: inboxPage(input: $input) { data { ${TASK} } ${COUNTS}
  groups { key label count sums { currency amount } } } }`;
const inbox = (input: object = {}): View => ({ query: INBOX, variables: { input }, paged: "after" });
const skippingView = (field: string, type: string, selection: string, input: object = {}): View => ({
  query: `query ($input: ${type}) { page: ${field}(input: $input) { data { ${selection} } total } }`,
  variables: { input },
  paged: "skip",
});
const SUBMISSIONS = `query ($input: MySubmissionsInput) { page: mySubmissions(input: $input) { data { document { ${HIT} }
  stages { name status } since usuallyHours canRecall canNudge nudgeAgainAt } next needsYou inProgress done } }`;
const submissions = (input: object): View => ({ query: SUBMISSIONS, variables: { input }, paged: "after" });
const SEARCH = `query ($input: DocumentSearchInput) { page: documentSearch(input: $input) { data { ${HIT} } next } }`;
const search = (input: object = {}): View => ({ query: SEARCH, variables: { input }, paged: "after" });
const DECIDED = `query ($input: DecidedPageInput) { page: decidedPage(input: $input) { data { document { ${HIT} } stageName
  status at remark forUser { _id } } next } }`;
const decidedView = (input: object = {}): View => ({ query: DECIDED, variables: { input }, paged: "after" });

/** The lists of a person of the company. @param personId - somebody to look for */
const viewsOfPerson = (personId: string): Readonly<Record<string, View>> => ({
  inbox: inbox(),
  "inbox, oldest first": inbox({ order: "OLDEST" }),
  "inbox by due time": inbox({ order: "DUE" }),
  "inbox by amount": inbox({ order: "AMOUNT", currency: "EUR" }),
  "inbox of a kind": inbox({ kinds: ["Leave"] }),
  "inbox by keyword": inbox({ keyword: "alpha" }),
  "inbox of a submitter": inbox({ submitterIds: [personId] }),
  "inbox of a principal": inbox({ forUserIds: [personId] }),
  "inbox of amounts": inbox({ amountFrom: "100", currency: "EUR" }),
  "inbox, changed": inbox({ changed: true }),
  "inbox, overdue": inbox({ overdue: true }),
  "inbox, snoozed": inbox({ snoozed: true }),
  "inbox by submitter": inbox({ groupBy: "SUBMITTER" }),
  counts: {
    query: "{ inboxCounts { kind count } pendingApprovalCounts { kind count } }",
  },
  tasks: skippingView("workflowTaskPage", "WorkflowTaskPageInput", TASK),
  "waiting tasks": skippingView("workflowTaskPage", "WorkflowTaskPageInput", TASK, {
    status: "AWAITING_APPROVAL",
  }),
  "tasks of somebody": skippingView("workflowTaskPage", "WorkflowTaskPageInput", TASK, {
    involvedUserId: personId,
  }),
  "tasks by keyword": skippingView("workflowTaskPage", "WorkflowTaskPageInput", TASK, {
    keyword: "alpha",
    kinds: ["SalesOrder"],
  }),
  "submitted tasks": skippingView("findMySubmissions", "WorkflowTaskSubmissionsPageInput", TASK),
  "submitted and approved tasks": skippingView(
    "findMySubmissions",
    "WorkflowTaskSubmissionsPageInput",
    TASK,
    {
      status: "APPROVED",
      archived: false,
    },
  ),
  "my submissions in progress": submissions({ tab: "IN_PROGRESS" }),
  "my submissions that need me": submissions({ tab: "NEEDS_YOU" }),
  "my submissions that are done": submissions({ tab: "DONE" }),
  "what I decided": decidedView(),
  "what I approved": decidedView({ status: "APPROVED", kinds: ["SalesOrder"] }),
  documents: search(),
  "documents by words": search({ text: "alpha" }),
  "documents by number": search({ number: "N-2" }),
  "documents of somebody": search({ personId }),
  "documents by state": search({ states: ["IN_PROGRESS", "REJECTED"], kinds: ["SalesOrder", "Leave"] }),
  "documents that I decided": search({ decidedByMe: true }),
  "HR approvals": skippingView("approvalPage", "ApprovalPageInput", HR_APPROVAL),
  "HR approvals of somebody": skippingView("approvalPage", "ApprovalPageInput", HR_APPROVAL, {
    approverId: personId,
  }),
  "pending HR approvals": { query: `{ myPendingApprovals { ${HR_APPROVAL} } }` },
  "unread notifications": { query: "{ unreadNotifications }" },
  notifications: { query: `{ findMyNotifications { ${NOTIFICATION} } }` },
  substitutions: { query: "{ mySubstitutions { _id principalId substituteId kinds from until revokedAt } }" },
});

/** The lists of privileged users. */
const VIEWS_OF_ADMIN: Readonly<Record<string, View>> = {
  unassigned: skippingView("unassignedTaskPage", "UnassignedTaskPageInput", TASK),
  audit: {
    query: `query ($input: AuditLogPageInput) { page: auditLogPage(input: $input) { data { ${AUDIT} } ${COUNTS} } }`,
    variables: { input: { take: 20 } },
    paged: "after",
  },
};

/** Everything that a document shows. */
const viewsOfDocument = (refId: string): Readonly<Record<string, View>> => {
  const variables = { refId };
  return {
    stages: { query: `query ($refId: ID!) { runTasks(refId: $refId) { ${TASK_WITH_SEATS} } }`, variables },
    history: { query: `query ($refId: ID!) { workflowEvents(refId: $refId) { ${EVENT} } }`, variables },
    route: {
      query: `query ($refId: ID!) { runRoute(refId: $refId) { workflowId version stages { stageId key name reason } }
        documentTable(refId: $refId, key: "lines") { total rows } }`,
      variables,
    },
    revisions: {
      query: `query ($refId: ID!) { documentRevisions(refId: $refId) { revision runId actorId createdAt note document { title amount currency facts { key value } }
        changes { field } } }`,
      variables,
    },
    "task and seats": {
      query: `query ($task: QueryWorkflowTaskInput!) { findOneWorkflowTask(input: $task) { ${TASK} approvals { ${APPROVAL} } } }`,
      variables: { task: variables },
    },
  };
};

/** The views of histories of runs. */
export const looksAtRuns: Topic["looks"] = ({ company, refIds }) => {
  const [first] = company.people;
  return [
    ...company.people.map((by): Look => ({ by, about: "", views: viewsOfPerson(first!.userId) })),
    { by: company.admin, about: "", views: VIEWS_OF_ADMIN },
    ...refIds.flatMap((refId) =>
      [company.admin, first!].map((by): Look => ({
        by,
        about: ` of ${refId}`,
        views: viewsOfDocument(refId),
      })),
    ),
  ];
};
