import type { ServiceName } from "../start/platform-ports.ts";

/** The services that the demo asks, by the flag that gives their address. */
const DEMO_FLAGS = {
  engine: "approval-engine",
  hr: "hr-service",
  inventory: "inventory-service",
  journal: "mcp-journal",
} as const satisfies Record<string, ServiceName>;

/** Where the demo's services are. */
export type DemoAddresses = Record<keyof typeof DEMO_FLAGS, string>;

const demoFlags = Object.keys(DEMO_FLAGS) as (keyof typeof DEMO_FLAGS)[];

/** The address of each of the demo's services. */
export function demoAddresses(urlOf: (name: ServiceName) => string): DemoAddresses {
  const entries = demoFlags.map((flag) => [flag, urlOf(DEMO_FLAGS[flag])] as const);
  return Object.fromEntries(entries) as DemoAddresses;
}

/** The arguments that lead the demo to these addresses. */
export function demoArguments(urlOf: (name: ServiceName) => string): string[] {
  return demoFlags.flatMap((flag) => [`--${flag}`, urlOf(DEMO_FLAGS[flag])]);
}
