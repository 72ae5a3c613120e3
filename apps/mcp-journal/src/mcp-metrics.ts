import type { Metrics } from "@countersign/service-kit";
import { Gauge, Histogram } from "prom-client";
import type { SessionRegistry } from "./transport/session-registry.ts";

type Registry = Pick<Metrics, "registry">;

/** Hears how a tool call ended. */
export type OnCall = (tool: string, failed: boolean, seconds: number) => void;

/** Counts the sessions that this replica holds. */
export function observeSessions(
  { registry: register }: Registry,
  sessions: Pick<SessionRegistry, "count">,
): void {
  const open: Gauge<"transport"> = new Gauge({
    name: "mcp_sessions",
    help: "Open sessions held by this replica",
    labelNames: ["transport"],
    registers: [register],
    collect: () => {
      for (const transport of ["sse", "streamable-http"] as const)
        open.set({ transport }, sessions.count(transport));
    },
  });
}

/** Measures how tool calls end and how long they take. */
export function createCallMetrics({ registry: register }: Registry): OnCall {
  const calls = new Histogram({
    name: "mcp_tool_call_duration_seconds",
    help: "Duration of tool calls, by tool and whether they failed",
    labelNames: ["tool", "failed"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [register],
  });
  return (tool, failed, seconds) => calls.observe({ tool, failed: String(failed) }, seconds);
}
