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

/** Malformed commands: the fault, the message made from a good request, and a part of its dead letter's reason. */
export const MALFORMED_COMMANDS: readonly [string, (request: Document) => unknown, string][] = [
  ["no object", () => "submit this", "expected object"],
  ["no event", (request) => request, "id: is required"],
  ["another version of CloudEvents", (request) => eventOf(request, { specversion: "0.3" }), "specversion"],
  ["no id", (request) => eventOf(request, { id: undefined }), "id: is required"],
  ["another type", (request) => eventOf(request, { type: "approval.command.cancel" }), "type: must be"],
  ["a time that is none", (request) => eventOf(request, { time: "yesterday" }), "time: must be"],
  ["no data", () => eventOf(undefined), "data: is required"],
  ["an unknown kind", (request) => eventOf({ ...request, kind: "Nonsense" }), "data.kind"],
  ["no company", (request) => eventOf({ ...request, companyId: undefined }), "data.companyId: is required"],
  [
    "a text too long",
    (request) => eventOf({ ...request, ref: "x".repeat(201) }),
    "data.ref: must have at most",
  ],
  [
    "an order that is no number",
    (request) => eventOf({ ...request, dynamicStages: [{ ...request["dynamicStages"][0], order: "1" }] }),
    "data.dynamicStages.0.order",
  ],
  [
    "a document with a link in the clear",
    (request) => eventOf({ ...request, document: { url: "http://example.com" } }),
    "data.document.url: must be an https:// address",
  ],
  [
    "a document of 64 KB",
    (request) => eventOf({ ...request, document: { facts: FACTS_OF_64_KB } }),
    "data.document: must have at most 32768 bytes",
  ],
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
  await engine.thresholds.create(submitter, { kind: "SalesOrder", workflowId, amountThreshold: 100 });
  const ofCompany = { companyId: toObjectId(companyId) };
  const order = { _id: newId(), kind: "SalesOrder", ref: "SO-1", totalAmount: 101 };
  await store.db
    .collection("configs")
    .insertOne({ ...ofCompany, approvalThresholdsEnabled: true, updatedAt: new Date() });
  await store.db.collection("orders").insertOne({ ...order, ...ofCompany, _id: toObjectId(order._id) });
  return { companyId, submitter, order };
}
