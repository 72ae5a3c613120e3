import { type ServiceReplica, startServiceReplica } from "@countersign/testing";

/** The program of a replica. */
export const GATE_MAIN = new URL("../src/main.ts", import.meta.url).pathname;

/** A replica of the gate as a process of its own. */
export type Replica = ServiceReplica;

/**
 * Starts a replica and waits until it listens.
 *
 * @param main another program than the gate's own
 * @throws Error when it ends before it listens
 */
export function startReplica(
  env: Readonly<Record<string, string>>,
  main = GATE_MAIN,
): Promise<ServiceReplica> {
  return startServiceReplica(main, env);
}
