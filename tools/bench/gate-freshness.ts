import { checkFreshness } from "@countersign/testing";
import { startGate } from "./gate-targets.ts";
import type { BenchResult } from "./suite.ts";

/** Reads of both endpoints of replicas while versions are written, and how many answers were older than a write before. */
export async function measureFreshness(
  env: Readonly<Record<string, string>>,
  { replicas: count, reads }: { replicas: number; reads: number },
  write: (version: number) => Promise<unknown>,
): Promise<BenchResult> {
  const replicas = await Promise.all(Array.from({ length: count }, () => startGate(env)));
  try {
    const { stale, checks, ...counts } = await checkFreshness({
      publicUrls: replicas.map(({ url }) => new URL(url).origin),
      write,
      reads,
      steadyClients: 16,
      burstClients: 48,
    });
    return {
      ratios: {},
      figures: { freshnessReads: counts.reads, freshnessStale: stale + checks.stale },
      tables: [
        {
          title: "Freshness, both endpoints in turn",
          columns: ["replicas", "writes", "reads", "stale", "reads of checks", "stale checks"],
          rows: [[count, counts.writes, counts.reads, stale, checks.reads, checks.stale]],
        },
      ],
    };
  } finally {
    await Promise.all(replicas.map(({ stop }) => stop()));
  }
}
