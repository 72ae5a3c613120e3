import { createUnitOfWork, newId } from "@countersign/mongo";
import type { ConfigPatch } from "@countersign/domain/settings";
import { createSettingsRepository } from "@countersign/settings";
import { MUTANTS } from "@countersign/version-gate/testing/mutants";
import { openDatabase, startStore } from "./bench-store.ts";
import { measureConcerns } from "./gate-concerns.ts";
import { measureFreshness } from "./gate-freshness.ts";
import { comparisonTable, compare, readsUnderLoad } from "./gate-load.ts";
import { measureOutages, OUTAGES } from "./gate-outage.ts";
import { measureRollout } from "./gate-rollout.ts";
import { checkOf, type GateTarget, startComparisons, startGate } from "./gate-targets.ts";
import { rounded } from "./measure.ts";
import type { BenchResult, BenchSuite, BenchTable } from "./suite.ts";

const COMPANY = "65f0a1b2c3d4e5f6a7b8c901";
const CONNECTIONS = 100;
const GROWING_CONNECTIONS = [10, 100, 1_000];
/** A spacing to compare with the shipped one. */
const WIDE_SPACING_MS = 20;

const ROLLOUT_PERCENT = 90;
/** What takes a check most: a version to compare with each, a roll-out, and messages to choose from. */
const SETTINGS: ConfigPatch = {
  iosMinimumVersion: "0.9.1-beta",
  iosRolloutPercent: ROLLOUT_PERCENT,
  iosMessages: ["en", "es", "it", "fr", "de"].map((language) => ({
    language,
    text: `A new version is there (${language}).`,
  })),
};

const FULL = {
  starts: 5,
  rounds: 3,
  seconds: 2,
  growthSeconds: 2,
  warmUpSeconds: 4,
  replicas: 4,
  reads: 1_000_000,
  mutantReads: 10_000,
  devices: 100_000,
  outages: OUTAGES,
};
const QUICK: typeof FULL = {
  starts: 1,
  rounds: 1,
  seconds: 1,
  growthSeconds: 1,
  warmUpSeconds: 1,
  replicas: 2,
  reads: 2_000,
  mutantReads: 2_000,
  devices: 2_000,
  outages: OUTAGES.slice(0, 1),
};

type Report = (line: string) => void;
type Environment = Readonly<Record<string, string>>;

/** Store reads per second as the load grows, as shipped and with reads further apart. */
async function growth(gate: GateTarget, env: Environment, seconds: number, report: Report) {
  const spaced = await startGate({ ...env, VERSION_GATE_READ_SPACING_MS: `${WIDE_SPACING_MS}` });
  const measured: (Awaited<ReturnType<typeof readsUnderLoad>> & { spacing: string })[] = [];
  try {
    for (const [target, spacing] of [
      [gate, "as shipped"],
      [spaced, `${WIDE_SPACING_MS} ms`],
    ] as const) {
      for (const connections of GROWING_CONNECTIONS) {
        report(`${connections} connections, spacing ${spacing}`);
        measured.push({ spacing, ...(await readsUnderLoad(target, connections, seconds)) });
      }
    }
  } finally {
    await spaced.stop();
  }
  const shipped = measured.slice(0, GROWING_CONNECTIONS.length);
  const [fewest, ...more] = shipped.map(({ readsPerSecond }) => readsPerSecond);
  const table: BenchTable = {
    title: "Reads of the store as the load grows",
    columns: ["spacing", "connections", "store reads/s", "requests per read", "requests/s", "p99 ms"],
    rows: measured.map(({ spacing, connections, readsPerSecond, requestsPerSecond, p99Ms }) => [
      spacing,
      connections,
      rounded(readsPerSecond),
      rounded(requestsPerSecond / readsPerSecond),
      rounded(requestsPerSecond),
      p99Ms,
    ]),
    plot: { name: "reads", kind: "bars", x: "connections", y: ["store reads/s"], series: "spacing" },
  };
  const figures = Object.fromEntries(
    shipped.map(({ connections, readsPerSecond }) => [
      `storeReadsPerSecond_${connections}`,
      rounded(readsPerSecond),
    ]),
  );
  return { ratios: { storeReadsToThoseOf10: rounded(Math.max(...more) / fewest!) }, figures, table };
}

async function compareServers(env: Environment, size: typeof FULL, report: Report) {
  const { results, cpuRatio } = await compare(
    async () => {
      const gate = await startGate(env);
      return [gate, checkOf(gate), ...(await startComparisons(env))];
    },
    { connections: CONNECTIONS, ...size },
    report,
  );
  const gate = await startGate(env);
  try {
    const ofGate = results.get(gate.name)!;
    const grown = await growth(gate, env, size.growthSeconds, report);
    return {
      ratios: {
        cpuToBareFastify: rounded(cpuRatio(gate.name, "bare Fastify, constant")),
        checkCpuToVersion: rounded(cpuRatio(checkOf(gate).name, gate.name)),
        readPerRequestCpuToGate: rounded(cpuRatio("read per request", gate.name)),
        ...grown.ratios,
      },
      figures: {
        cpuMicrosPerRequest: rounded(ofGate.cpuMicrosPerRequest),
        requestsPerSecond: rounded(ofGate.requestsPerSecond),
        ...grown.figures,
      },
      tables: [comparisonTable(results, ofGate), grown.table],
    };
  } finally {
    await gate.stop();
  }
}

/** The version gate in processes of its own, with the store in another one. */
export const gateSuite: BenchSuite = {
  name: "gate",
  about:
    "the version gate next to a bare route, a read per request and nginx; its checks; freshness; the store away",
  bounds: [
    {
      name: "cpuToBareFastify",
      what: "CPU of a request to a bare Fastify route's",
      must: "≤",
      limit: 1.25,
    },
    {
      name: "checkCpuToVersion",
      what: "CPU of a check to a request's of /api/version",
      must: "≤",
      limit: 1.3,
    },
    {
      name: "readPerRequestCpuToGate",
      what: "CPU of a server that reads for each request to the gate's",
      must: "≥",
      limit: 5,
    },
    {
      name: "storeReadsToThoseOf10",
      what: "store reads per second at up to 1,000 connections to those at 10",
      must: "≤",
      limit: 1.25,
    },
    { name: "freshnessStale", what: "answers older than a write acknowledged before", must: "≤", limit: 0 },
    {
      name: "freshnessMutantsCaught",
      what: "gates with a mistake whose stale answers were caught",
      must: "≥",
      limit: Object.keys(MUTANTS).length,
    },
    {
      name: "rolloutShareOff",
      what: "share of devices that a roll-out reached, off its percentage by",
      must: "≤",
      limit: 1,
    },
    {
      name: "outageSlowestAnswerMs",
      what: "slowest answer while the store is away, ms",
      must: "<",
      limit: 1_000,
    },
    {
      name: "outageSlowestRecoveryMs",
      what: "answers again after the store's return, ms",
      must: "<",
      limit: 1_000,
    },
  ],
  async run(report, { quick }): Promise<BenchResult> {
    const size = quick ? QUICK : FULL;
    await using started = new AsyncDisposableStack();
    const uri = await startStore(started);
    const store = await openDatabase(started, uri);
    const unitOfWork = createUnitOfWork(store, createSettingsRepository);
    const write = (version: number) => {
      const context = { newId: newId(), now: new Date() };
      const patch = { ...SETTINGS, iosVersion: String(version) };
      return unitOfWork((settings) => settings.update(COMPANY, patch, context));
    };
    const env = {
      MONGODB_URI: uri,
      MONGODB_DB: store.db.databaseName,
      AUTH_SECRET: "a secret of the benchmarks, over 32 bytes",
      AUTH_ISSUER: "https://bench.test",
      AUTH_AUDIENCE: "bench",
      PORT: "0",
      INTERNAL_PORT: "0",
    };
    await write(1);
    const compared = await compareServers(env, size, report);
    report(`the roll-out among ${size.devices} devices`);
    const rollout = await measureRollout(env, { devices: size.devices, percent: ROLLOUT_PERCENT });
    const fresh = await measureFreshness({ uri, env }, size, write, report);
    const concerns = await measureConcerns({ uri, env }, size.growthSeconds, report);
    const outages = await measureOutages({ uri, env }, size.outages, report);
    return {
      ratios: compared.ratios,
      figures: { ...compared.figures, ...rollout.figures, ...fresh.figures, ...outages.figures },
      tables: [...compared.tables, concerns, rollout.table, fresh.table, outages.table],
    };
  },
};
