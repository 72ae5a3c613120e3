import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Store } from "@countersign/mongo";
import { startNatsServer, startServiceReplica, testTokens, testEnvironment } from "@countersign/testing";
import type { Caller } from "./approval-runs.ts";
import { openEngineDatabase, startStore } from "./bench-store.ts";

const MAINS = {
  engine: import.meta.resolve("@countersign/approval-engine/main"),
  gate: import.meta.resolve("@countersign/version-gate/main"),
  journal: import.meta.resolve("@countersign/mcp-journal/main"),
  hr: import.meta.resolve("@countersign/hr-service/main"),
};
const LOOP_WATCH = new URL("abuse-loop-watch.ts", import.meta.url).href;
const RESIDENT = /^process_resident_memory_bytes\S* (\S+)$/m;
const BYTES_PER_MEGABYTE = 1_048_576;

/** A service as it is shipped, on a store of its own, for one row of the table. */
export interface AbuseTarget {
  url: string;
  store: Store;
  /** Address of its own broker; `undefined` where the row needs no broker. */
  natsUrl: string | undefined;
  /** @param expiresIn - such as `1s`; default an hour */
  bearer(caller: Caller, expiresIn?: string): Promise<string>;
  residentMegabytes(): Promise<number>;
  /** Longest stretch of the event loop since the last call, in milliseconds of CPU: other processes do not count. */
  longestStretchMs(): Promise<number>;
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
  const broker = withBroker ? await startNatsServer() : undefined;
  if (broker) started.defer(() => broker.stop());
  const tokens = testTokens();
  const stretchFile = join(tmpdir(), `${dbName}-stretch`);
  const replica = await startServiceReplica(fileURLToPath(MAINS[service]), {
    ...testEnvironment({ uri, dbName }),
    NODE_OPTIONS: `--import=${LOOP_WATCH}`,
    BENCH_STRETCH_FILE: stretchFile,
    ...(broker && { NATS_URL: broker.url }),
  });
  started.defer(() => replica.stop());
  // Awaited here, because everything stops at the end of this function.
  return await work({
    url: replica.publicUrl,
    store,
    natsUrl: broker?.url,
    bearer: ({ userId, companyId }, expiresIn) => tokens.bearer({ sub: userId, companyId }, expiresIn),
    residentMegabytes: async () => {
      const text = await (await fetch(`${replica.internalUrl}/metrics`)).text();
      return Number(RESIDENT.exec(text)?.[1]) / BYTES_PER_MEGABYTE;
    },
    longestStretchMs: async () => {
      process.kill(replica.pid, "SIGWINCH");
      await delay(STRETCH_WAIT_MS);
      return Number(readFileSync(stretchFile, "utf8"));
    },
  });
}

/** Time for a busy process to handle the signal. */
const STRETCH_WAIT_MS = 500;
