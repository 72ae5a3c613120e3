import type { Metrics } from "@countersign/service-kit";
import { Histogram } from "prom-client";

/** Hears how a tool call ended. */
export type OnCall = (tool: string, hasFailed: boolean, seconds: number) => void;

/** Measures how tool calls end and how long they take. */
export function createCallMetrics({ registry: register }: Pick<Metrics, "registry">): OnCall {
  const calls = new Histogram({
    name: "mcp_tool_call_duration_seconds",
    help: "Duration of tool calls, by tool and whether they failed",
    labelNames: ["tool", "failed"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [register],
  });
  return (tool, hasFailed, seconds) => calls.observe({ tool, failed: String(hasFailed) }, seconds);
}
