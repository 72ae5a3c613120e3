import type { Metrics } from "@countersign/service-kit";
import { Gauge, Histogram } from "prom-client";
import type { SessionRegistry } from "./transport/session-registry.ts";

/** Sessions held by this replica, and how tool calls end and how long they take. */
export function createMcpMetrics({ registry: register }: Metrics, sessions: Pick<SessionRegistry, "count">) {
  const registers = [register];
  const open = new Gauge({
    name: "mcp_sessions",
    help: "Open sessions held by this replica",
    labelNames: ["transport"],
    registers,
    collect: () => {
      for (const transport of ["sse", "streamable-http"] as const)
        open.set({ transport }, sessions.count(transport));
    },
  });
  const calls = new Histogram({
    name: "mcp_tool_call_duration_seconds",
    help: "Duration of tool calls, by tool and whether they failed",
    labelNames: ["tool", "failed"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  return {
    onCall: (tool: string, failed: boolean, seconds: number) =>
      calls.observe({ tool, failed: String(failed) }, seconds),
  };
}
