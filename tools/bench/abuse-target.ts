import { fileURLToPath } from "node:url";
import type { Store } from "@countersign/mongo";
import { startNatsServer, startServiceReplica, testTokens, testEnvironment } from "@countersign/testing";
import type { Caller } from "./approval-runs.ts";
import { openEngineDatabase, startStore } from "./bench-store.ts";

const MAINS = {
  engine: import.meta.resolve("@countersign/approval-engine/main"),
  journal: import.meta.resolve("@countersign/mcp-journal/main"),
  hr: import.meta.resolve("@countersign/hr-service/main"),
};

/** A service as it is shipped, on a store of its own, for one row of the table. */
export interface AbuseTarget {
  url: string;
  store: Store;
  /** Address of its own broker; `undefined` where the row needs no broker. */
  natsUrl: string | undefined;
  /** Id of its process. */
  pid: number;
  bearer(caller: Caller): Promise<string>;
}

export type AbusedService = keyof typeof MAINS;

/** Runs the work on a service of its own. */
export async function onService<T>(
  service: AbusedService,
  { withBroker = false }: { withBroker?: boolean | undefined },
  work: (target: AbuseTarget) => Promise<T>,
): Promise<T> {
  await using startedParts = new AsyncDisposableStack();
  const uri = await startStore(startedParts);
  const store = await openEngineDatabase(startedParts, uri);
  const dbName = store.db.databaseName;
  const broker = withBroker ? await startNatsServer({ asElsewhere: true }) : undefined;
  if (broker) startedParts.defer(() => broker.stop());
  const tokens = testTokens();
  const replica = await startServiceReplica(fileURLToPath(MAINS[service]), {
    ...testEnvironment({ uri, dbName }),
    ...(broker && { NATS_URL: broker.url }),
  });
  startedParts.defer(() => replica.stop());
  // Awaited here, because everything stops at the end of this function.
  return await work({
    url: replica.publicUrl,
    store,
    natsUrl: broker?.url,
    pid: replica.pid,
    bearer: ({ userId, companyId }) => tokens.bearer({ sub: userId, companyId }),
  });
}
