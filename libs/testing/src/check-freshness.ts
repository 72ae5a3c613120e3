import { connectVersionClient, VERSION_PATHS, type VersionClient } from "./version-client.ts";

export interface FreshnessOptions {
  /** Public addresses of the replicas. */
  publicUrls: readonly string[];
  /** Publishes a version; settles when the write is acknowledged. */
  write: (version: number) => Promise<unknown>;
  /** Ends after this many reads that got a value. */
  reads: number;
  /** Per replica: clients that read all the time, and clients that read at once after each acknowledgement. */
  steadyClients: number;
  burstClients: number;
}

export interface FreshnessResult {
  /** Reads that got a value. */
  reads: number;
  /** Reads answered with 503, as on an overloaded machine; no value is not a stale value. */
  unavailable: number;
  writes: number;
  /** Reads that returned less than a value that was acknowledged, or seen by another client, before they were sent. */
  stale: number;
  /** How many of them were of `/api/version/check`; the others were of `/api/version`. */
  checks: { reads: number; stale: number };
}

/**
 * Writes ever greater versions, one after the other, while clients of all replicas read both endpoints in turn: steadily,
 * and all at once after each acknowledgement. Counts the answers that break linearizability.
 */
export async function checkFreshness(options: FreshnessOptions): Promise<FreshnessResult> {
  const { publicUrls, write, reads, steadyClients, burstClients } = options;
  const connectAll = (count: number) =>
    Promise.all(publicUrls.flatMap((url) => Array.from({ length: count }, () => connectVersionClient(url))));
  const [steady, burst] = [await connectAll(steadyClients), await connectAll(burstClients)];
  const result = { reads: 0, unavailable: 0, writes: 0, stale: 0, checks: { reads: 0, stale: 0 } };
  let floor = 1;
  let sentCount = 0;

  async function readOnce(client: VersionClient): Promise<void> {
    const least = floor;
    const isCheck = sentCount++ % 2 === 1;
    const version = await client.read(VERSION_PATHS[isCheck ? "check" : "version"]);
    if (version === undefined) {
      result.unavailable += 1;
      return;
    }
    for (const counts of isCheck ? [result, result.checks] : [result]) {
      counts.reads += 1;
      if (version < least) counts.stale += 1;
    }
    floor = Math.max(floor, version);
  }
  async function readSteadily(client: VersionClient): Promise<void> {
    while (result.reads < reads) await readOnce(client);
  }
  async function writeAndRead(): Promise<void> {
    for (let version = 2; result.reads < reads; version += 1) {
      await write(version);
      result.writes += 1;
      floor = Math.max(floor, version);
      await Promise.all(burst.map(readOnce));
    }
  }

  try {
    await write(1);
    await Promise.all([writeAndRead(), ...steady.map(readSteadily)]);
  } finally {
    for (const client of [...steady, ...burst]) client.close();
  }
  return result;
}
