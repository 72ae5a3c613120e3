import type {
  EventOf,
  JournalRpcName,
  JournalRpcReply,
  JournalRpcRequest,
  MessageName,
  RpcName,
  RpcReply,
  RpcRequest,
} from "@countersign/contracts";

const companyId = "5eed00000000000000000001";
const refId = "68d2f1a04c1e9a0012345678";
const nora = "5eed00000000000000000101";
const milan = "5eed00000000000000000102";
const workflowId = "68d2f1a04c1e9a0012345600";
const runId = "68d2f1a04c1e9a0012345610";
const confirmationId = "9f31c0a26be4d8075512aa60";
const taskId = "68d2f1a04c1e9a0012345611";

const tasks = [{ _id: taskId, orderNo: 1, stageName: "Manager", status: "AWAITING_APPROVAL" as const }];
const answer = { companyId, refId, kind: "PurchaseOrder" as const, requestId: "submit-1" };
const document = {
  title: "12 office chairs",
  amount: "2388.00",
  currency: "EUR",
  url: "https://orders.example.com/PO-000042",
  facts: [
    { key: "supplier", label: "Supplier", type: "TEXT" as const, value: "Northwind Furniture" },
    { key: "delivery", label: "Delivery", type: "DATE" as const, value: "2027-04-15" },
  ],
  attachments: [{ name: "offer.pdf", url: "https://files.example.com/offer.pdf", sha256: "0f".repeat(32) }],
};
const amendment = { companyId, refId, document, actorId: nora, note: "Two more chairs" };
const outcome = {
  companyId,
  refId,
  ref: "PO-000042",
  kind: "PurchaseOrder" as const,
  runId,
  requestId: "submit-1",
  workflowId,
  origin: "owner" as const,
  submitterId: nora,
  actorId: milan,
};

/** The `data` of one message of every kind. */
export const MESSAGE_EXAMPLES: { readonly [N in MessageName]: EventOf<N>["data"] } = {
  submitCommand: {
    companyId,
    refId,
    kind: "PurchaseOrder",
    ref: "PO-000042",
    submitterId: nora,
    workflowId,
    document,
  },
  cancelCommand: { companyId, refId, actorId: nora },
  amendCommand: amendment,
  accepted: { ...answer, runId, workflowId, tasks },
  refused: { ...answer, code: 404, error: "Workflow not found" },
  changesRequested: {
    companyId,
    refId,
    ref: "PO-000042",
    kind: "PurchaseOrder",
    runId,
    requestId: "submit-1",
    messageId: "68d2f1a04c1e9a0012345622",
    text: "Please add the offer",
    by: milan,
    closed: false,
  },
  completed: outcome,
  rejected: { ...outcome, remark: "Over budget" },
  recalled: { ...outcome, remark: "Wrong dates" },
  notification: {
    companyId,
    _id: "68d2f1a04c1e9a0012345621",
    userId: nora,
    eventId: "68d2f1a04c1e9a0012345620",
    taskId,
    refId,
    kind: "PurchaseOrder",
    message: "PO-000042 was approved by Milan Cole",
    title: document.title,
    amount: document.amount,
    currency: document.currency,
  },
  companyCreated: { companyId, name: "Harbour Lane Trading" },
  userChanged: {
    companyId,
    user: {
      _id: nora,
      active: true,
      version: 4,
      name: "Nora Lind",
      email: "nora@harbour-lane.example",
      timeZone: "Europe/Oslo",
      locale: "nb-NO",
    },
  },
  employeeChanged: {
    companyId,
    employee: {
      _id: "5eed00000000000000000201",
      active: true,
      version: 2,
      userId: nora,
      departmentId: "5eed00000000000000000301",
      reportingTo: "5eed00000000000000000202",
      hrId: "5eed00000000000000000204",
    },
  },
  departmentChanged: {
    companyId,
    department: {
      _id: "5eed00000000000000000301",
      active: true,
      version: 1,
      name: "Operations",
      hodId: milan,
    },
  },
  groupChanged: {
    companyId,
    group: {
      _id: "5eed00000000000000000501",
      active: true,
      version: 1,
      name: "Directors",
      memberIds: [milan, nora],
    },
  },
};

const order = { _id: refId, kind: "SalesOrder" as const, ref: "SO-000007", totalAmount: 18_500 };

/** The same of the journal's. */
export const JOURNAL_RPC_EXAMPLES: {
  readonly [N in JournalRpcName]: { request: JournalRpcRequest<N>; reply: JournalRpcReply<N> };
} = {
  confirmationShow: {
    request: { companyId, userId: nora, id: confirmationId },
    reply: {
      confirmation: {
        id: confirmationId,
        entryId: refId,
        ref: "JE-000042",
        description: "Rent of March",
        date: "2027-03-01",
        lines: ["DEBIT 1200.5 on 6100 Office Rent: March", "CREDIT 1200.5 on 1000 Cash at Bank"],
        cells: [
          ["1", "6100", "Office Rent", "1200.5", "", "March"],
          ["2", "1000", "Cash at Bank", "", "1200.5", ""],
        ],
        total: "1200.5",
        currency: "EUR",
        status: "OPEN",
        changed: false,
      },
    },
  },
  confirmationAnswer: {
    request: { companyId, userId: nora, id: confirmationId, accept: true },
    reply: { result: "TAKEN", ref: "JE-000042" },
  },
};

/** One request and its reply of every operation. */
export const RPC_EXAMPLES: {
  readonly [N in RpcName]: { request: RpcRequest<N>; reply: RpcReply<N> };
} = {
  submit: {
    request: {
      companyId,
      refId,
      kind: "PurchaseOrder",
      ref: "PO-000042",
      submitterId: nora,
      dynamicStages: [
        { name: "Manager", order: 1, approveBy: "ANY", approverIds: [milan] },
        {
          name: "Board",
          order: 2,
          approveBy: "COUNT",
          quorum: 1,
          rejectBy: "UNREACHABLE",
          approvers: [{ approverId: milan }, { approverId: nora, groups: ["finance"] }],
        },
      ],
      requestId: "submit-1",
    },
    reply: { refId, runId, tasks },
  },
  cancel: { request: { companyId, refId, actorId: nora }, reply: { refId, archivedTasks: 1 } },
  amend: { request: amendment, reply: { refId, revision: 2, tasks } },
  hrSubmit: {
    request: {
      companyId,
      kind: "Loan",
      refId,
      ref: "LN-000001",
      employeeId: "5eed00000000000000000201",
      submitterId: nora,
      requestId: "submit-2",
    },
    reply: { refId, runId, tasks: [{ ...tasks[0]!, stageName: "MANAGER" }], approverIds: [milan] },
  },
  inventoryEvaluate: {
    request: { companyId, order, submitterId: nora },
    reply: { required: true, workflowId },
  },
  inventoryOrderCreated: {
    request: {
      companyId,
      order: { ...order, discount: { valueType: "PERCENTAGE", value: 5 } },
      submitterId: nora,
    },
    reply: { required: true, workflowId, runId },
  },
  inventoryAssertPostable: { request: { companyId, orderId: refId }, reply: { orderId: refId } },
  hrPendingCounts: {
    request: { companyId },
    reply: { counts: { Leave: 3, Claim: 0, Loan: 1, Advance: 0 } },
  },
};
