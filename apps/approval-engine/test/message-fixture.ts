import { randomUUID } from "node:crypto";

import { MESSAGES } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import type { TestStore } from "@countersign/testing";
import type { Document } from "mongodb";

import { aCompany, engineOn, stagesOf } from "./engine-fixture.ts";

/** A submit command as it goes over the bus, with whatever fields a test wants to be wrong. */
export function eventOf(data: unknown, fields: Document = {}): Document {
  return {
    specversion: "1.0",
    id: randomUUID(),
    source: "/test",
    type: MESSAGES.submitCommand.type,
    time: new Date().toISOString(),
    data,
    ...fields,
  };
}

interface MalformedCommand {
  fault: string;
  /** Makes the message from a good request. */
  malformed: (request: Document) => unknown;
  /** A part of its dead letter's reason. */
  reason: string;
  /** Whether it is answered besides. */
  answered: boolean;
}

export const MALFORMED_COMMANDS: readonly MalformedCommand[] = [
  { fault: "no object", malformed: () => "submit this", reason: "expected object", answered: false },
  { fault: "no event", malformed: (request) => request, reason: "id: is required", answered: false },
  {
    fault: "another version of CloudEvents",
    malformed: (request) => eventOf(request, { specversion: "0.3" }),
    reason: "specversion",
    answered: true,
  },
  {
    fault: "no id",
    malformed: (request) => eventOf(request, { id: undefined }),
    reason: "id: is required",
    answered: false,
  },
  {
    fault: "another type",
    malformed: (request) => eventOf(request, { type: "approval.command.cancel" }),
    reason: "type: must be",
    answered: true,
  },
  {
    fault: "a time that is none",
    malformed: (request) => eventOf(request, { time: "yesterday" }),
    reason: "time: must be",
    answered: true,
  },
  { fault: "no data", malformed: () => eventOf(undefined), reason: "data: is required", answered: false },
  {
    fault: "an unknown kind",
    malformed: (request) => eventOf({ ...request, kind: "Nonsense" }),
    reason: "data.kind",
    answered: false,
  },
  {
    fault: "no company",
    malformed: (request) => eventOf({ ...request, companyId: undefined }),
    reason: "data.companyId: is required",
    answered: false,
  },
  {
    fault: "a text too long",
    malformed: (request) => eventOf({ ...request, ref: "x".repeat(201) }),
    reason: "data.ref: must have at most",
    answered: true,
  },
  {
    fault: "an order that is no number",
    malformed: (request) =>
      eventOf({ ...request, dynamicStages: [{ ...request["dynamicStages"][0], order: "1" }] }),
    reason: "data.dynamicStages.0.order",
    answered: true,
  },
  {
    fault: "a field with control characters and a long name",
    malformed: (request) =>
      eventOf({ ...request, document: { [`\u0007${"x".repeat(2_000)}`]: 1, url: "http://example.com" } }),
    reason: "unknown argument",
    answered: true,
  },
  {
    fault: "a document with a link in the clear",
    malformed: (request) => eventOf({ ...request, document: { url: "http://example.com" } }),
    reason: "data.document.url: must be an https:// address",
    answered: true,
  },
  {
    fault: "a document of 64 KB",
    malformed: (request) => eventOf({ ...request, document: { facts: FACTS_OF_64_KB } }),
    reason: "data.document: must have at most 32768 bytes",
    answered: true,
  },
];

const FACTS_OF_64_KB = Array.from({ length: 40 }, (_, n) => ({
  key: `f${n}`,
  label: "F",
  type: "TEXT",
  value: "\u3042".repeat(500),
}));

/** A request to submit, from a company of its own. */
export function submission(fields: Document = {}) {
  const company = aCompany();
  const [submitter, approver] = [company.user(), company.user()];
  const request = {
    companyId: company.companyId,
    refId: newId(),
    kind: "Leave",
    submitterId: submitter.userId,
    dynamicStages: stagesOf([approver]),
    ...fields,
  };
  return { company, submitter, approver, request };
}

export async function anOrderOverItsThreshold(store: TestStore) {
  const company = aCompany();
  const { companyId } = company;
  const engine = await engineOn(store);
  const [submitter, approver] = [company.user(), company.user()];
  const { _id: workflowId } = await engine.workflows.create(submitter, { name: "Orders" });
  const approverIds = [approver.userId];
  await engine.stages.create(submitter, { workflowId, name: "Finance", order: 1, approverIds });
  await engine.thresholds.create(company.user({ privileged: true }), {
    kind: "SalesOrder",
    workflowId,
    amountThreshold: 100,
  });
  const ofCompany = { companyId: toObjectId(companyId) };
  const order = { _id: newId(), kind: "SalesOrder", ref: "SO-1", totalAmount: 101 };
  await store.db
    .collection("configs")
    .insertOne({ ...ofCompany, approvalThresholdsEnabled: true, updatedAt: new Date() });
  await store.db.collection("orders").insertOne({ ...order, ...ofCompany, _id: toObjectId(order._id) });
  return { companyId, submitter, order };
}
