import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ServiceReplica, startServiceReplica, testEnvironment } from "@countersign/testing";
import { STAGES } from "../approval-runs.ts";

const MAIN = fileURLToPath(new URL("decide-process.mjs", import.meta.url));
const isInstalled = (name: string) => existsSync(join(import.meta.dirname, "node_modules", name));

/** The peers that decide, by the package that `--peers` installs; those on PostgreSQL keep nothing in the bench's store. */
const PEERS = [
  { peer: "xstate", name: "XState, snapshots in the same store", package: "xstate", onPostgres: false },
  { peer: "pg-boss", name: "pg-boss, on PostgreSQL", package: "pg-boss", onPostgres: true },
  { peer: "dbos", name: "DBOS, on PostgreSQL", package: "@dbos-inc/dbos-sdk", onPostgres: true },
] as const;

/** Starts the peers that are installed here; those on PostgreSQL only with `BENCH_POSTGRES_URL`. */
export async function startDecidePeers(
  startedParts: AsyncDisposableStack,
  place: { uri: string; dbName: string },
): Promise<(ServiceReplica & { name: string })[]> {
  const databaseUrl = process.env["BENCH_POSTGRES_URL"];
  const startable = PEERS.filter(
    (peer) => isInstalled(peer.package) && (!peer.onPostgres || databaseUrl !== undefined),
  );
  const runningPeers = [];
  for (const { peer, name } of startable) {
    const env = { ...testEnvironment(place), PEER: peer, STAGES: String(STAGES) };
    const replica = await startServiceReplica(MAIN, {
      ...env,
      ...(databaseUrl !== undefined && { BENCH_POSTGRES_URL: databaseUrl }),
    });
    startedParts.defer(() => replica.stop());
    runningPeers.push({ ...replica, name });
  }
  return runningPeers;
}
