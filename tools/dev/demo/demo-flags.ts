import type { ServiceName } from "../start/platform-ports.ts";

/** The services of the demo, by the flag for their address. */
const DEMO_FLAGS = {
  engine: "approval-engine",
  hr: "hr-service",
  inventory: "inventory-service",
  journal: "mcp-journal",
} as const satisfies Record<string, ServiceName>;

/** Base addresses of the services, by flag. */
export type DemoAddresses = Record<keyof typeof DEMO_FLAGS, string>;

const demoFlags = Object.keys(DEMO_FLAGS) as (keyof typeof DEMO_FLAGS)[];

/** The address of each of the demo's services. */
export function demoAddresses(urlOf: (name: ServiceName) => string): DemoAddresses {
  const entries = demoFlags.map((flag) => [flag, urlOf(DEMO_FLAGS[flag])] as const);
  return Object.fromEntries(entries) as DemoAddresses;
}

/** The arguments with which the demo uses these addresses. */
export function demoArguments(urlOf: (name: ServiceName) => string): string[] {
  return demoFlags.flatMap((flag) => [`--${flag}`, urlOf(DEMO_FLAGS[flag])]);
}
