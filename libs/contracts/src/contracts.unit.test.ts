import { describe, expect, it } from "vitest";
import {
  BUILT_IN_KINDS,
  CLOUD_EVENT_CONTENT_TYPE,
  ContractViolation,
  FILTERS,
  KINDS_BY_OWNER,
  LIMITS,
  STREAMS,
  SUBJECTS,
  answerSubject,
  cloudEvent,
  consumersOf,
  contractOf,
  deadLetterSubject,
  documentKinds,
  notificationSubject,
  outcomeSubject,
  ownerConsumers,
  parseContract,
  type MessageName,
  type RpcName,
} from "./index.ts";
import { COMPANY, DATA, EXCHANGES, REF, TRACEPARENT, USER, order, submission } from "../test/samples.ts";

const { messages: MESSAGES, rpc: RPC } = contractOf(BUILT_IN_KINDS);
/** The streams that keep a subject. */
function kept(subject: string) {
  return Object.values(STREAMS).filter(({ subjects }) =>
    subjects.some((filter) => subject.startsWith(filter.slice(0, -1))),
  );
}

/** The faults of a value, as `field: message`. */
function faultsOf(...[schema, value]: Parameters<typeof parseContract>): string[] {
  try {
    parseContract(schema, value);
    return [];
  } catch (error) {
    if (!(error instanceof ContractViolation)) throw error;
    return error.faults.map(({ field, message }) => `${field}: ${message}`);
  }
}

describe("messages", () => {
  it.each(Object.entries(DATA))(
    "%s is a CloudEvent 1.0 in structured JSON [MSG-EVENT-01] [MSG-EVENT-03]",
    (name, data) => {
      const { type, event } = MESSAGES[name as MessageName];
      const time = new Date("2027-03-01T08:00:00Z");
      const built = cloudEvent({
        id: "event-1",
        source: "/test",
        type,
        subject: REF,
        time,
        data,
        trace: { traceparent: TRACEPARENT, tracestate: "vendor=1" },
      });
      expect(JSON.parse(JSON.stringify(built))).toEqual({
        specversion: "1.0",
        id: "event-1",
        source: "/test",
        type,
        subject: REF,
        time: "2027-03-01T08:00:00.000Z",
        datacontenttype: "application/json",
        traceparent: TRACEPARENT,
        tracestate: "vendor=1",
        data,
      });
      expect(parseContract(event, JSON.parse(JSON.stringify(built)))).toEqual(built);
    },
  );

  it("have the subject without its variable parts as type [MSG-EVENT-05]", () => {
    for (const { type, address } of Object.values(MESSAGES)) {
      const fixed = address.split(".").filter((token) => !token.startsWith("{"));
      expect(type).toBe(fixed.join("."));
    }
    expect(MESSAGES.completed.type).toBe("approval.outcome.completed");
    expect(MESSAGES.companyCreated.type).toBe("company.created");
    expect(CLOUD_EVENT_CONTENT_TYPE).toBe("application/cloudevents+json");
  });

  const GOOD = {
    specversion: "1.0",
    id: "1",
    source: "/x",
    type: "company.created",
    data: DATA.companyCreated,
  };

  it.each<[string, object, string]>([
    ["no id", { id: undefined }, "id: is required"],
    ["an empty source", { source: "" }, "source: must not be empty"],
    ["a foreign version", { specversion: "0.3" }, 'specversion: must be "1.0"'],
    ["a foreign type", { type: "company.gone" }, 'type: must be "company.created"'],
    ["a malformed time", { time: "yesterday" }, "time: must be an RFC 3339 date-time"],
    ["a malformed trace", { traceparent: "abc" }, "traceparent: must be a W3C traceparent"],
    ["no data", { data: undefined }, "data: is required"],
    [
      "data of another shape",
      { data: { companyId: 5 } },
      "data.companyId: Invalid input: expected string, received number",
    ],
    ["a malformed id", { data: { companyId: "xyz" } }, "data.companyId: must be 24 hexadecimal characters"],
  ])("refuse %s, naming the field", (_title, change, fault) => {
    expect(faultsOf(MESSAGES.companyCreated.event, GOOD)).toEqual([]);
    expect(faultsOf(MESSAGES.companyCreated.event, { ...GOOD, ...change })).toEqual([fault]);
  });

  it.each([
    "application/json",
    "application/json; charset=utf-8",
    'Application/JSON;charset="UTF-8"',
    "text/json",
    "application/vnd.example.loan+json",
    "application/problem+json ; v=1",
  ])("may say that their data is %s [MSG-EVENT-01]", (datacontenttype) => {
    expect(faultsOf(MESSAGES.companyCreated.event, { ...GOOD, datacontenttype })).toEqual([]);
  });

  it.each([
    "application/xml",
    "json",
    "application/jsonp",
    "application/+json",
    "application/json charset=utf-8",
    "",
  ])("may not say that their data is %j [MSG-EVENT-01]", (datacontenttype) => {
    expect(faultsOf(MESSAGES.companyCreated.event, { ...GOOD, datacontenttype })).toEqual([
      'datacontenttype: must be a type of JSON, such as "application/json"',
    ]);
  });

  it("read ids in either case and hand them on in lower case; drop unknown fields [AE-BASE-03]", () => {
    const read = parseContract(MESSAGES.companyCreated.data, { companyId: "A".repeat(24), colour: "blue" });
    expect(read).toEqual({ companyId: COMPANY });
  });
});

const fact = (index: number) => ({ fact: `fact${index}` });

describe("submissions", () => {
  const schema = RPC.submit.request;
  const quorate = {
    name: "Board",
    order: 1,
    approveBy: "COUNT",
    quorum: 1,
    rejectBy: "UNREACHABLE",
    bulk: false,
    approvers: [{ approverId: USER, groups: ["legal", "finance"] }],
  };

  it("carry quorum, rejectBy, bulk and approvers with their groups [PPL-4]", () => {
    const read = parseContract(schema, { ...submission, dynamicStages: [quorate] });
    expect(read.dynamicStages).toEqual([quorate]);
  });

  const sourced = (...sources: unknown[]) => ({
    ...submission,
    dynamicStages: [{ ...quorate, approvers: sources.map((source) => ({ source })) }],
  });

  it.each([
    { groupId: USER },
    { submitterManager: { levels: 5 } },
    { submitterManager: { untilLimit: true } },
    { departmentHead: { of: "SUBMITTER" } },
    { departmentHead: { of: "costCentre" } },
    { fact: "buyer" },
    { previousApproverManager: true },
  ])("carry the source of approvers %j [SRC-1]", (source) => {
    expect(parseContract(schema, sourced(source)).dynamicStages?.[0]?.approvers).toEqual([{ source }]);
  });

  it("carry sources with labels beside users, and no field that is null [SRC-1] [FIX-4]", () => {
    const approvers = [
      { approverId: USER, source: null, groups: null },
      { source: { groupId: USER, fact: null, submitterManager: null }, groups: ["legal"] },
    ];
    const read = parseContract(schema, { ...submission, dynamicStages: [{ ...quorate, approvers }] });
    expect(read.dynamicStages?.[0]?.approvers).toEqual([
      { approverId: USER },
      { source: { groupId: USER }, groups: ["legal"] },
    ]);
  });

  const AT = "dynamicStages.0.approvers.0.source";
  const ONE = "must have exactly one of";
  it.each<[string, unknown, string]>([
    ["nothing", {}, `${AT}: ${ONE} groupId, submitterManager, departmentHead, fact, previousApproverManager`],
    ["two things", { fact: "buyer", groupId: USER }, `${AT}: ${ONE} groupId, submitterManager`],
    [
      "managers without a level",
      { submitterManager: {} },
      `${AT}.submitterManager: ${ONE} levels, untilLimit`,
    ],
    [
      "both reaches",
      { submitterManager: { levels: 1, untilLimit: true } },
      `${AT}.submitterManager: ${ONE} levels, untilLimit`,
    ],
    ["six levels", { submitterManager: { levels: 6 } }, `${AT}.submitterManager.levels: must be at most 5`],
    ["no level", { submitterManager: { levels: 0 } }, `${AT}.submitterManager.levels: must be at least 1`],
    [
      "half a level",
      { submitterManager: { levels: 1.5 } },
      `${AT}.submitterManager.levels: must be a whole number`,
    ],
    [
      "a limit that is none",
      { submitterManager: { untilLimit: false } },
      `${AT}.submitterManager.untilLimit: must be true`,
    ],
    ["the head of nothing", { departmentHead: {} }, `${AT}.departmentHead.of: is required`],
    [
      "a department in words",
      { departmentHead: { of: "Sales dept" } },
      `${AT}.departmentHead.of: must be SUBMITTER or the key of a fact`,
    ],
    ["a fact in words", { fact: "The buyer" }, `${AT}.fact: must begin with a small letter`],
    ["a group that is no id", { groupId: "board" }, `${AT}.groupId: must be 24 hexadecimal characters`],
    [
      "no earlier managers",
      { previousApproverManager: false },
      `${AT}.previousApproverManager: must be true`,
    ],
  ])("are refused with a source that names %s [SRC-1]", (_title, source, fault) => {
    expect(faultsOf(schema, sourced(source))[0]).toContain(fault);
  });

  it("are refused with a source twice, with more than 20, and with a user and a source at once [SRC-1]", () => {
    expect(faultsOf(schema, sourced(fact(1), fact(1)))).toEqual([
      "dynamicStages.0.approvers.1.source: must differ from the approvers before",
    ]);
    const many = Array.from({ length: 22 }, (_, index) => fact(index));
    expect(faultsOf(schema, sourced(...many))).toEqual([
      "dynamicStages.0.approvers.20.source: must not follow 20 other sources",
    ]);
    const both = { ...quorate, approvers: [{ approverId: USER, source: fact(1) }] };
    expect(faultsOf(schema, { ...submission, dynamicStages: [both] })).toEqual([
      "dynamicStages.0.approvers.0: must have exactly one of approverId, source",
    ]);
    const neither = { ...quorate, approvers: [{ groups: ["legal"] }] };
    expect(faultsOf(schema, { ...submission, dynamicStages: [neither] })).toEqual([
      "dynamicStages.0.approvers.0.approverId: is required",
    ]);
  });

  it("leave faults to the engine that it refuses with a text of its own", () => {
    const { dynamicStages: _stages, ...neither } = submission;
    expect(faultsOf(schema, neither)).toEqual([]);
    expect(faultsOf(schema, { ...submission, dynamicStages: [] })).toEqual([]);
    const stage = { name: "S", order: 1, approveBy: "ANY", approverIds: [] };
    expect(faultsOf(schema, { ...submission, dynamicStages: [stage, stage] })).toEqual([]);
  });

  it.each<[string, object, string]>([
    ["an unknown kind", { kind: "Party" }, "kind: Invalid option"],
    [
      "a malformed approver",
      { dynamicStages: [{ ...submission.dynamicStages[0], approverIds: ["x"] }] },
      "dynamicStages.0.approverIds.0: must be 24 hexadecimal characters",
    ],
    [
      "an order that is not a number",
      { dynamicStages: [{ ...submission.dynamicStages[0], order: "1" }] },
      "dynamicStages.0.order: must be a finite number",
    ],
    [
      "an order that is not finite",
      { dynamicStages: [{ ...submission.dynamicStages[0], order: Infinity }] },
      "dynamicStages.0.order: must be a finite number",
    ],
    [
      "a quorum of nothing [PPL-4]",
      { dynamicStages: [{ ...quorate, quorum: 0 }] },
      "dynamicStages.0.quorum: must be at least 1",
    ],
    [
      "a quorum that is not whole [PPL-4]",
      { dynamicStages: [{ ...quorate, quorum: 1.5 }] },
      "dynamicStages.0.quorum: must be a whole number",
    ],
    [
      "an unknown effect of rejections [PPL-4]",
      { dynamicStages: [{ ...quorate, rejectBy: "MAJORITY" }] },
      "dynamicStages.0.rejectBy: Invalid option",
    ],
    [
      "both lists of approvers [PPL-4]",
      { dynamicStages: [{ ...quorate, approverIds: [USER] }] },
      "dynamicStages.0.approvers: must not be given with approverIds",
    ],
    [
      "no list of approvers",
      { dynamicStages: [{ ...quorate, approvers: undefined }] },
      "dynamicStages.0.approverIds: is required",
    ],
    [
      "an approver who is named twice [PPL-4]",
      { dynamicStages: [{ ...quorate, approvers: [{ approverId: USER }, { approverId: USER }] }] },
      "dynamicStages.0.approvers.1.approverId: must differ from the approvers before",
    ],
    [
      "more than 20 groups of an approver [PPL-4]",
      { dynamicStages: [{ ...quorate, approvers: [{ approverId: USER, groups: Array(21).fill("g") }] }] },
      "dynamicStages.0.approvers.0.groups: must have at most 20 items",
    ],
    [
      "a group of 65 characters [PPL-4]",
      { dynamicStages: [{ ...quorate, approvers: [{ approverId: USER, groups: ["g".repeat(65)] }] }] },
      "dynamicStages.0.approvers.0.groups.0: must have at most 64 characters",
    ],
    [
      "a group without a name [PPL-4]",
      { dynamicStages: [{ ...quorate, approvers: [{ approverId: USER, groups: [""] }] }] },
      "dynamicStages.0.approvers.0.groups.0: must not be empty",
    ],
    [
      "an unknown rule",
      { dynamicStages: [{ ...submission.dynamicStages[0], approveBy: "MOST" }] },
      "dynamicStages.0.approveBy: Invalid option",
    ],
    [
      "a reference over its bound",
      { ref: "x".repeat(LIMITS.ref + 1) },
      `ref: must have at most ${LIMITS.ref} characters`,
    ],
    ["a reference with a line break", { ref: "a\nb" }, "ref: must not contain control characters"],
    [
      "too many stages",
      { dynamicStages: Array.from({ length: LIMITS.stages + 1 }, () => submission.dynamicStages[0]) },
      "dynamicStages: An approval has at most 100 stages",
    ],
    ["an empty requestId", { requestId: "" }, "requestId: must not be empty"],
  ])("refuse %s, naming the field", (_title, change, fault) => {
    const faults = faultsOf(schema, { ...submission, ...change });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(fault);
  });

  it("name ten faults at most", () => {
    const stages = Array.from({ length: 20 }, () => ({
      name: "",
      order: 1,
      approveBy: "ANY",
      approverIds: [],
    }));
    expect(faultsOf(schema, { ...submission, dynamicStages: stages })).toHaveLength(10);
  });

  it("are the same durably and by RPC [MSG-COMMAND-03]", () => {
    expect(MESSAGES.submitCommand.data).toBe(RPC.submit.request);
    expect(MESSAGES.cancelCommand.data).toBe(RPC.cancel.request);
    expect(MESSAGES.amendCommand.data).toBe(RPC.amend.request);
  });
});

describe("requests", () => {
  it.each(Object.entries(EXCHANGES))(
    "%s reads its request and its reply [MSG-RPC-08]",
    (name, { request, reply }) => {
      const operation = RPC[name as RpcName];
      expect(parseContract(operation.request, request)).toEqual(request);
      expect(parseContract(operation.reply, reply)).toEqual(reply);
      const { companyId: _company, ...foreign } = request as { companyId?: string };
      expect(faultsOf(operation.request, foreign)).toContain("companyId: is required");
    },
  );

  it("are on the contract's subjects", () => {
    expect(Object.values(RPC).map(({ subject }) => subject)).toEqual([
      "approval.rpc.submit",
      "approval.rpc.cancel",
      "approval.rpc.amend",
      "approval.rpc.hr.submit",
      "approval.rpc.inventory.evaluate",
      "approval.rpc.inventory.orderCreated",
      "approval.rpc.inventory.assertPostable",
      "approval.rpc.hr.pendingCounts",
    ]);
  });

  it.each([1e12 + 1, -1e12 - 1, Infinity, Number.NaN, "5"])("refuse the amount %s", (totalAmount) => {
    const [fault] = faultsOf(RPC.inventoryEvaluate.request, {
      ...order,
      order: { ...order.order, totalAmount },
    });
    expect(fault).toMatch(/^order\.totalAmount: must be/u);
  });
});

describe("subjects", () => {
  it("name the owner of the kind [MSG-OUTCOME-03]", () => {
    expect(outcomeSubject("hr", "Leave", "completed")).toBe("approval.outcome.hr.Leave.completed");
    expect(outcomeSubject("inventory", "PurchaseOrder", "rejected")).toBe(
      "approval.outcome.inventory.PurchaseOrder.rejected",
    );
    expect(answerSubject("hr", "Loan", "refused")).toBe("approval.request.hr.Loan.refused");
    expect(notificationSubject("inventory", USER)).toBe(`approval.notification.inventory.${USER}`);
    expect(deadLetterSubject("company.created")).toBe("deadletter.company.created");
    expect(FILTERS.outcomesOf("hr")).toBe("approval.outcome.hr.>");
  });

  it("give every kind exactly one owner", () => {
    const owned = Object.entries(KINDS_BY_OWNER).flatMap(([owner, kinds]) =>
      kinds.map((kind) => [kind, owner]),
    );
    expect(new Set(owned.map(([kind]) => kind))).toEqual(new Set(BUILT_IN_KINDS.kinds));
    expect(owned).toHaveLength(BUILT_IN_KINDS.kinds.length);
    for (const [kind = "", owner] of owned) expect(BUILT_IN_KINDS.ownerOf(kind)).toBe(owner);
  });

  it("are each kept by exactly one stream", () => {
    const subjects = [
      ...Object.values(SUBJECTS),
      outcomeSubject("hr", "Leave", "completed"),
      answerSubject("hr", "Leave", "accepted"),
      notificationSubject("hr", USER),
      deadLetterSubject(SUBJECTS.companyCreated),
    ];
    for (const subject of subjects) expect(kept(subject)).toHaveLength(1);
  });
});

const differenceOf = (kinds: string) =>
  `: kinds of legal differ: this engine has Contract; the service has ${kinds}; set DOCUMENT_KINDS alike`;

describe("the contract of further kinds", () => {
  const registry = documentKinds.parse("legal:Contract finance:JournalEntry");
  const { messages, rpc } = contractOf(registry);
  const contract = { ...submission, kind: "Contract" };
  const differing = (ownerKinds: readonly unknown[], kind = "Contract") =>
    faultsOf(rpc.submit.request, { ...contract, kind, ownerKinds });

  it("reads their documents, and refuses others by the names of all it knows [DOC-1]", () => {
    expect(parseContract(rpc.submit.request, contract)).toEqual(contract);
    const notified = { ...DATA.notification, kind: "JournalEntry" };
    expect(parseContract(messages.notification.data, notified)).toEqual(notified);
    const known = registry.kinds.map((kind) => JSON.stringify(kind)).join("|");
    expect(faultsOf(rpc.submit.request, { ...contract, kind: "Nda" })).toEqual([
      `kind: Invalid option: expected one of ${known}`,
    ]);
    expect(faultsOf(RPC.submit.request, contract)).toEqual([expect.stringContaining("kind: Invalid option")]);
  });

  it("takes submissions of a service with the same kinds or fewer [DOC-1]", () => {
    for (const ownerKinds of [["Contract"], []]) expect(differing(ownerKinds)).toEqual([]);
    expect(differing(["Contract"], "Leave")).toEqual([]);
    expect(faultsOf(rpc.hrSubmit.request, EXCHANGES.hrSubmit.request)).toEqual([]);
  });

  it("refuses submissions of a service that knows more kinds of its owner, with both lists [DOC-1]", () => {
    expect(differing(["Contract", "Nda"])).toEqual([differenceOf("Contract, Nda")]);
    expect(differing(["Contract", "JournalEntry"])).toEqual([differenceOf("Contract, JournalEntry")]);
    expect(differing(["JournalEntry", "Contract"])).toEqual([differenceOf("JournalEntry, Contract")]);
    expect(differing(["Nda"])).toEqual([differenceOf("Nda")]);
    expect(differing(["Contract", "Nda"], "Nda")).toEqual([
      expect.stringContaining("kind: Invalid option"),
      differenceOf("Contract, Nda"),
    ]);
    expect(differing(["Nda"], "Nda").at(-1)).toBe(
      ": kinds of this owner differ: this engine has none; the service has Nda; set DOCUMENT_KINDS alike",
    );
    const overtime = { ...EXCHANGES.hrSubmit.request, ownerKinds: ["Leave", "Overtime"] };
    expect(faultsOf(rpc.hrSubmit.request, overtime)).toEqual([
      ": kinds of hr differ: this engine has Leave, Claim, Loan, Advance; the service has Leave, Overtime; " +
        "set DOCUMENT_KINDS alike",
    ]);
  });

  it.each([
    ["text", "ownerKinds: Invalid input"],
    [[5], "ownerKinds.0: Invalid input"],
    [["contract"], "ownerKinds.0: must be 1 to 61 characters"],
    [["C".repeat(100_000)], "ownerKinds.0: must be 1 to 61 characters"],
    [Array.from({ length: 41 }, () => "Contract"), "ownerKinds: must have at most 40 items"],
  ])("refuses a list of kinds that is none, and does not repeat it (%#) [DOC-1]", (ownerKinds, fault) => {
    expect(faultsOf(rpc.submit.request, { ...contract, ownerKinds })).toEqual([
      expect.stringContaining(fault),
    ]);
  });

  it("gives every owner consumers and subjects of its own [DOC-1]", () => {
    expect(outcomeSubject("legal", "Contract", "completed")).toBe(
      "approval.outcome.legal.Contract.completed",
    );
    const durables = ownerConsumers(registry.owners).map(({ durable }) => durable);
    expect(durables).toHaveLength(new Set(durables).size);
    expect(durables).toContain(consumersOf("finance").answers.durable);
  });
});
