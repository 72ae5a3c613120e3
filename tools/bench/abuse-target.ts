import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Store } from "@countersign/mongo";
import { startNatsServer, startServiceReplica, testTokens, testEnvironment } from "@countersign/testing";
import type { Watched } from "./abuse-loop-watch.ts";
import type { Caller } from "./approval-runs.ts";
import { openEngineDatabase, startStore } from "./bench-store.ts";

const MAINS = {
  engine: import.meta.resolve("@countersign/approval-engine/main"),
  gate: import.meta.resolve("@countersign/version-gate/main"),
  journal: import.meta.resolve("@countersign/mcp-journal/main"),
  hr: import.meta.resolve("@countersign/hr-service/main"),
};
const LOOP_WATCH = new URL("abuse-loop-watch.ts", import.meta.url).href;

/** A service as it is shipped, on a store of its own, for one row of the table. */
export interface AbuseTarget {
  url: string;
  store: Store;
  /** Address of its own broker; `undefined` where the row needs no broker. */
  natsUrl: string | undefined;
  /** @param expiresIn - such as `1s`; default an hour */
  bearer(caller: Caller, expiresIn?: string): Promise<string>;
  /** What its process did since the last call. */
  look(): Promise<Watched>;
}

export type AbusedService = keyof typeof MAINS;

/** Runs the work on a service of its own. */
export async function onService<T>(
  service: AbusedService,
  { withBroker = false }: { withBroker?: boolean | undefined },
  work: (target: AbuseTarget) => Promise<T>,
): Promise<T> {
  await using started = new AsyncDisposableStack();
  const uri = await startStore(started);
  const store = await openEngineDatabase(started, uri);
  const dbName = store.db.databaseName;
  const broker = withBroker ? await startNatsServer({ asElsewhere: true }) : undefined;
  if (broker) started.defer(() => broker.stop());
  const tokens = testTokens();
  const watchFile = join(tmpdir(), `${dbName}-watch`);
  const replica = await startServiceReplica(fileURLToPath(MAINS[service]), {
    ...testEnvironment({ uri, dbName }),
    NODE_OPTIONS: `--import=${LOOP_WATCH}`,
    BENCH_WATCH_FILE: watchFile,
    ...(broker && { NATS_URL: broker.url }),
  });
  started.defer(() => replica.stop());
  // Awaited here, because everything stops at the end of this function.
  return await work({
    url: replica.publicUrl,
    store,
    natsUrl: broker?.url,
    bearer: ({ userId, companyId }, expiresIn) => tokens.bearer({ sub: userId, companyId }, expiresIn),
    look: async () => {
      process.kill(replica.pid, "SIGWINCH");
      await delay(WATCH_WAIT_MS);
      return JSON.parse(readFileSync(watchFile, "utf8")) as Watched;
    },
  });
}

/** Time for a busy process to handle the signal. */
const WATCH_WAIT_MS = 500;
