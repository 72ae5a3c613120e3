import { join } from "node:path";
import { type ServiceReplica, startServiceReplica, testTokens } from "@countersign/testing";

const MAIN = join(import.meta.dirname, "../src/main.ts");

/** A replica of the service as a process of its own, on free ports. */
export function startJournalProcess(env: Readonly<Record<string, string>>): Promise<ServiceReplica> {
  return startServiceReplica(MAIN, { ...testTokens().environment, PORT: "0", INTERNAL_PORT: "0", ...env });
}
