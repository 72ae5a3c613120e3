import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deleteStreams, NATS_URL, randomPrefix } from "@countersign/testing";
import { afterAll, beforeAll, describe, expect, it, type TestOptions } from "vitest";
import type { Span } from "./otlp-receiver.ts";
import { type TracedLeave, traceLeave } from "./trace-leave.ts";
import { TRACE_IN_PAGE, TRACE_PAGE } from "./trace-page.ts";
import { formatTrace, type TraceNode, treesOf } from "./trace-tree.ts";

const prefix = randomPrefix();
const BUSES: [string, TestOptions, Record<string, string>][] = [
  ["inside the process", {}, {}],
  ["NATS", { tags: ["nats"] }, { NATS_URL, NATS_PREFIX: prefix }],
];

/** Path of the first matching span: the names from the root on, each with its service. */
function pathTo(nodes: readonly TraceNode[], fits: (span: Span) => boolean): string[] | undefined {
  for (const { span, children } of nodes) {
    const label = `${span.service}: ${span.name}`;
    if (fits(span)) return [label];
    const below = pathTo(children, fits);
    if (below) return [label, ...below];
  }
  return undefined;
}

const isOf = (service: string, name: string) => (span: Span) =>
  span.service === service && span.name === name;

/** A trace without the values that differ from run to run. */
const shapeOf = (trace: string): string[] =>
  trace
    .trim()
    .split("\n")
    .slice(2)
    .map((line) => line.slice("  at ms  took ms  ".length));

describe.each(BUSES)("one trace over the bus %s", (_, options, env) => {
  describe("of a leave request", options, () => {
    const dataDir = mkdtempSync(join(tmpdir(), "countersign-trace-"));
    let traced: TracedLeave;
    beforeAll(async () => {
      traced = await traceLeave({ env, dataDir });
    });
    afterAll(async () => {
      rmSync(dataDir, { recursive: true });
      if ("NATS_URL" in env) await deleteStreams(prefix);
    });

    it("goes from POST /graphql through the update of the run and the outbox to the commit of the HR record [MSG-EVENT-03]", () => {
      const trees = treesOf(traced.spans, traced.approvalTrace);
      // The client's own span is not recorded here.
      expect(trees.map(({ span }) => span.name)).toEqual(["POST /graphql"]);
      const request = ["approval-engine: POST /graphql", "approval-engine: command"];
      const handled = [
        ...request,
        "approval-engine: publish approval.outcome.hr.Leave.completed",
        "hr-service: process approval.outcome.hr.Leave.completed",
        "hr-service: transaction",
      ];
      expect(pathTo(trees, isOf("approval-engine", "update workflow_runs"))).toEqual([
        ...request,
        "approval-engine: update workflow_runs",
      ]);
      expect(pathTo(trees, isOf("hr-service", "update leaves"))).toEqual([
        ...handled,
        "hr-service: update leaves",
      ]);
      expect(pathTo(trees, isOf("hr-service", "commitTransaction"))).toEqual([
        ...handled,
        "hr-service: commitTransaction",
      ]);
    });

    it("goes from the HR service's REST API through its request to the engine [MSG-EVENT-03]", () => {
      const trees = treesOf(traced.spans, traced.requestTrace);
      expect(pathTo(trees, isOf("approval-engine", "insert workflow_runs"))).toEqual([
        "hr-service: POST /api/leaves",
        "hr-service: request approval.rpc.hr.submit",
        "approval-engine: serve approval.rpc.hr.submit",
        "approval-engine: transaction",
        "approval-engine: insert workflow_runs",
      ]);
    });

    it("has no failed span", () => {
      expect(traced.spans.filter(({ failed }) => failed)).toEqual([]);
    });

    it("matches the one in the documentation", () => {
      const [, shown = ""] = TRACE_IN_PAGE.exec(readFileSync(TRACE_PAGE, "utf8")) ?? [];
      expect(shapeOf(shown), "npm run trace -- --write").toEqual(
        shapeOf(formatTrace(traced.spans, traced.approvalTrace)),
      );
    });
  });
});
