import type { ConfigPatch } from "@countersign/domain/settings";
import { createUnitOfWork, newId } from "@countersign/mongo";
import { createSettingsRepository } from "@countersign/settings";
import { openDatabase, startStore } from "./bench-store.ts";
import { measureFreshness } from "./gate-freshness.ts";
import { compare } from "./gate-load.ts";
import { checkOf, startComparisons, startGate } from "./gate-targets.ts";
import { type BenchSuite, together } from "./suite.ts";

const COMPANY = "65f0a1b2c3d4e5f6a7b8c901";

/** The most expensive settings for a check: a version to compare with each, a roll-out, and messages to choose from. */
const SETTINGS: ConfigPatch = {
  iosMinimumVersion: "0.9.1-beta",
  iosRolloutPercent: 90,
  iosMessages: ["en", "es", "it", "fr", "de"].map((language) => ({
    language,
    text: `A new version is there (${language}).`,
  })),
};

const FULL = { starts: 3, rounds: 3, seconds: 2, warmUpSeconds: 4, replicas: 4, reads: 200_000 };
const QUICK: typeof FULL = { starts: 1, rounds: 1, seconds: 1, warmUpSeconds: 1, replicas: 2, reads: 2_000 };

/** The version gate in processes of its own, with the store in another one. */
export const gateSuite: BenchSuite = {
  name: "gate",
  about:
    "the version gate next to a bare route, Express with a read each and with a cache of a second and, with --peers, Unleash's frontend API; freshness while settings change",
  leavesOut:
    "The bare route reads nothing. Express with a read each is as fresh as the gate; with a cache of a second it answers up to a second late, which the gate never does. Neither compares versions, rolls out or chooses messages, and their indexes are the gate's.",
  bounds: [
    { name: "cpuToBareFastify", what: "CPU of a request to a bare Fastify route's", must: "≤", limit: 2 },
    {
      name: "cpuToExpressReading",
      what: "CPU of a request to that of Express with a read each, 100 connections",
      must: "≤",
      limit: 0.25,
    },
    {
      name: "requestsPerCpuToUnleash",
      what: "requests a CPU second to those of unleash-server's frontend API",
      must: "≥",
      limit: 5,
    },
    { name: "freshnessStale", what: "answers older than a write acknowledged before", must: "≤", limit: 0 },
  ],
  asked: [
    { name: "freshnessReads", what: "answers of four gates while versions are published" },
    { name: "freshnessStale", what: "of them older than a write acknowledged before" },
  ],
  async run(report, { quick }) {
    const size = quick ? QUICK : FULL;
    await using startedParts = new AsyncDisposableStack();
    const uri = await startStore(startedParts);
    const store = await openDatabase(startedParts, uri);
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
      COMPANY,
    };
    await write(1);
    const start = async () => {
      const gate = await startGate(env);
      return [gate, checkOf(gate), ...(await startComparisons(env))];
    };
    const comparison = await compare(start, size, report);
    report(`${size.reads} reads from ${size.replicas} replicas`);
    return together([comparison, await measureFreshness(env, size, write)]);
  },
};
