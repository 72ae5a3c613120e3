import { type ServiceReplica, startServiceReplica, testTokens } from "@countersign/testing";

const MAIN = new URL("../src/main.ts", import.meta.url).pathname;

/** A replica of the service as a process of its own, on free ports. */
export function startJournalProcess(env: Readonly<Record<string, string>>): Promise<ServiceReplica> {
  return startServiceReplica(MAIN, { ...testTokens().environment, PORT: "0", INTERNAL_PORT: "0", ...env });
}
