import type { Metrics } from "@countersign/service-kit";
import { Gauge } from "prom-client";
import type { SessionRegistry } from "./transport/session-registry.ts";

/** Counts the sessions that this replica holds. */
export function observeSessions(
  { registry: register }: Pick<Metrics, "registry">,
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
