import type { MessageName, RpcName } from "../src/index.ts";

export const COMPANY = "a".repeat(24);
export const REF = "b".repeat(24);
export const USER = "c".repeat(24);
export const TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

export const submission = {
  companyId: COMPANY,
  branchId: USER,
  refId: REF,
  kind: "PurchaseOrder",
  ref: "PO-000001",
  submitterId: USER,
  dynamicStages: [{ name: "Größe ✓", order: 1.5, approveBy: "ALL", approverIds: [USER] }],
  requestId: "retry-1",
};
const amendment = {
  companyId: COMPANY,
  refId: REF,
  document: { title: "Twelve chairs", amount: "1250.5", currency: "EUR" },
  actorId: USER,
  note: "two\nmore",
};
const tasks = [{ _id: USER, orderNo: 1, stageName: "Manager", status: "AWAITING_APPROVAL" }];
const answer = { companyId: COMPANY, refId: REF, kind: "Leave", requestId: "event-1" };
const outcome = {
  companyId: COMPANY,
  refId: REF,
  kind: "Leave",
  runId: USER,
  submitterId: USER,
  actorId: USER,
  remark: "two\nlines",
};
export const order = {
  companyId: COMPANY,
  order: {
    _id: REF,
    kind: "SalesInvoice",
    ref: "SI-000001",
    totalAmount: 1e12,
    discount: { valueType: "PERCENTAGE", value: 5 },
  },
  submitterId: USER,
};

/** One valid `data` of every message. */
export const DATA: Readonly<Record<MessageName, object>> = {
  submitCommand: submission,
  cancelCommand: { companyId: COMPANY, refId: REF, actorId: USER },
  amendCommand: amendment,
  accepted: { ...answer, runId: USER, workflowId: USER, tasks, revision: 2 },
  refused: { ...answer, code: 404, error: "Workflow not found" },
  changesRequested: {
    companyId: COMPANY,
    refId: REF,
    ref: "LV-000001",
    kind: "Leave",
    runId: USER,
    messageId: REF,
    text: "Please add the receipt",
    by: USER,
    closed: false,
  },
  completed: { ...outcome, workflowId: USER, origin: "evaluation", revision: 2 },
  rejected: { ...outcome, origin: "owner", requestId: "0193-42" },
  recalled: { ...outcome, remark: "Wrong dates" },
  notification: {
    companyId: COMPANY,
    _id: USER,
    userId: USER,
    eventId: USER,
    taskId: USER,
    refId: REF,
    kind: "Leave",
    message: "LV-000001 has been fully approved",
  },
  companyCreated: { companyId: COMPANY, name: "Harbour Lane Trading" },
  userChanged: {
    companyId: COMPANY,
    user: {
      _id: USER,
      active: true,
      version: 1,
      name: "Zoë Übel",
      email: "zoë@example.com",
      timeZone: "Europe/Berlin",
      locale: "de-AT",
    },
  },
  employeeChanged: {
    companyId: COMPANY,
    employee: {
      _id: REF,
      active: false,
      version: 2,
      userId: USER,
      departmentId: REF,
      reportingTo: REF,
      hrId: REF,
    },
  },
  departmentChanged: {
    companyId: COMPANY,
    department: { _id: REF, active: true, version: 3, name: "Operations", hodId: USER },
  },
  groupChanged: {
    companyId: COMPANY,
    group: { _id: REF, active: true, version: 1, name: "Directors", memberIds: [USER, REF] },
  },
};

/** One valid request and reply of every operation. */
export const EXCHANGES: Readonly<Record<RpcName, { request: object; reply: object }>> = {
  submit: { request: submission, reply: { refId: REF, runId: USER, workflowId: USER, tasks } },
  cancel: {
    request: { companyId: COMPANY, refId: REF, actorId: USER },
    reply: { refId: REF, archivedTasks: 2 },
  },
  amend: { request: amendment, reply: { refId: REF, revision: 2, tasks } },
  hrSubmit: {
    request: { companyId: COMPANY, kind: "Leave", refId: REF, employeeId: USER, submitterId: USER },
    reply: { refId: REF, runId: USER, tasks, approverIds: [USER] },
  },
  inventoryEvaluate: { request: order, reply: { required: true, workflowId: USER } },
  inventoryOrderCreated: { request: order, reply: { required: false, runId: USER } },
  inventoryAssertPostable: { request: { companyId: COMPANY, orderId: REF }, reply: { orderId: REF } },
  hrPendingCounts: {
    request: { companyId: COMPANY },
    reply: { counts: { Leave: 1, Claim: 0, Loan: 0, Advance: 0 } },
  },
};
