import { DomainError } from "@countersign/domain/errors";
import { type RecordedSpan, recordSpans, useTestStore } from "@countersign/testing";
import { traced, traceOf } from "@countersign/tracing";
import { SpanKind } from "@opentelemetry/api";
import { beforeEach, expect, it } from "vitest";
import { createUnitOfWork } from "./unit-of-work.ts";

const TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

const recorder = recordSpans();
const tracing = recorder.tracingOf("test");
const store = await useTestStore({ tracing });
const notes = store.db.collection<{ _id: number; text?: string }>("notes");
const unitOfWork = createUnitOfWork(store, ({ db, session }) => ({
  insert: (_id: number) => db.collection<{ _id: number }>("notes").insertOne({ _id }, { session }),
}));

beforeEach(async () => {
  await notes.deleteMany({});
  recorder.clear();
});

const outline = (spans: readonly RecordedSpan[]) =>
  spans.map(({ name, parentSpanId, failed }) => ({
    name,
    under: spans.find(({ spanId }) => spanId === parentSpanId)?.name,
    failed,
  }));

it("makes spans of a transaction, of its commands and of its commit, under the work that caused them", async () => {
  await traced(tracing, "request", { parent: traceOf({ traceparent: TRACEPARENT }) }, () =>
    unitOfWork(async ({ insert }) => {
      await insert(1);
    }),
  );
  const spans = recorder.spans();
  expect(outline(spans)).toEqual([
    { name: "insert notes", under: "transaction", failed: false },
    { name: "commitTransaction", under: "transaction", failed: false },
    { name: "transaction", under: "request", failed: false },
    { name: "request", under: undefined, failed: false },
  ]);
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACEPARENT.split("-")[1]]));
  expect(spans[0]).toMatchObject({
    kind: SpanKind.CLIENT,
    attributes: {
      "db.system.name": "mongodb",
      "db.operation.name": "insert",
      "db.collection.name": "notes",
      "db.namespace": store.dbName,
    },
  });
});

it("reveals no stored or requested values", async () => {
  await traced(tracing, "request", {}, () => notes.insertOne({ _id: 2, text: "salary of Ada" }));
  expect(JSON.stringify(recorder.spans())).not.toContain("salary");
});

it("makes no span for commands outside of traced work", async () => {
  await notes.find().toArray();
  expect(recorder.spans()).toEqual([]);
});

it("marks a command that failed, and a transaction that a fault ended but not one that a rule ended", async () => {
  await notes.insertOne({ _id: 3 });
  await expect(unitOfWork(({ insert }) => insert(3))).rejects.toThrow("duplicate key");
  expect(outline(recorder.spans())).toEqual([
    // For the store, the error of a write is part of an answer.
    { name: "insert notes", under: "transaction", failed: false },
    { name: "abortTransaction", under: "transaction", failed: false },
    { name: "transaction", under: undefined, failed: true },
  ]);
  recorder.clear();
  const refused = unitOfWork(() => Promise.reject(new DomainError("CONFLICT", "No")));
  await expect(refused).rejects.toThrow("No");
  await expect(traced(tracing, "request", {}, () => store.db.command({ noSuch: 1 }))).rejects.toThrow(
    "noSuch",
  );
  expect(outline(recorder.spans())).toEqual([
    { name: "transaction", under: undefined, failed: false },
    { name: "noSuch", under: "request", failed: true },
    { name: "request", under: undefined, failed: true },
  ]);
});
