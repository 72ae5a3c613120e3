import { join } from "node:path";
import { createUnitOfWork, newId } from "@countersign/mongo";
import { createSettingsRepository } from "@countersign/settings";
import {
  checkFreshness,
  type FreshnessResult,
  type ServiceReplica,
  useStoreProxy,
  useTestStore,
} from "@countersign/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { adminOf, COMPANY, GATE_MAIN, startReplica, updateConfig } from "../test/gate.ts";

/** One per replica: the rule holds however reads are spaced. */
const SPACINGS_MS = ["0", "2", "5", "20"];
const REPLICAS = SPACINGS_MS.length;
const READS = 100_000;
/** More than enough for the mutant to give itself away. */
const FEWER_READS = 10_000;
/** A store on the same machine answers before a mistake can show; one over a network does not. */
const NETWORK_DELAY_MS = 1;
const MUTANT_MAIN = join(import.meta.dirname, "../test/mutant-main.ts");

const store = await useTestStore();
const unitOfWork = createUnitOfWork(store, createSettingsRepository);
const proxy = await useStoreProxy(store.uri);
proxy.delayAnswers(NETWORK_DELAY_MS);

async function startReplicas(main: string, env: Record<string, string> = {}): Promise<ServiceReplica[]> {
  const place = { uri: proxy.uri, dbName: store.dbName };
  const replicas = await Promise.all(
    SPACINGS_MS.map((spacingMs) =>
      startReplica(place, { main, env: { ...env, VERSION_GATE_READ_SPACING_MS: spacingMs } }),
    ),
  );
  onTestFinished(async () => {
    await Promise.all(replicas.map(({ stop }) => stop()));
  });
  return replicas;
}

/** Publishes a version past the service, for gates that have no write side. */
function writeDirectly(version: number): Promise<unknown> {
  const context = { newId: newId(), now: new Date() };
  return unitOfWork((settings) => settings.update(COMPANY, { iosVersion: String(version) }, context));
}

/** Reads from all replicas while `write` publishes. */
function check(
  replicas: readonly Pick<ServiceReplica, "publicUrl">[],
  reads: number,
  write: (version: number) => Promise<unknown> = writeDirectly,
): Promise<FreshnessResult> {
  const publicUrls = replicas.map(({ publicUrl }) => publicUrl);
  return checkFreshness({ publicUrls, write, reads, steadyClients: 16, burstClients: 48 });
}

describe("four replicas on one store", { timeout: 120_000 }, () => {
  it("never answer older values than were acknowledged before, in 100,000 reads of both endpoints [VG-FRESH-01] [VG-WRITE-02] [GATE-1]", async () => {
    const replicas = await startReplicas(GATE_MAIN);
    const admin = await adminOf(COMPANY);
    const result = await check(replicas, READS, (version) =>
      updateConfig(replicas[version % REPLICAS]!, admin, { iosVersion: String(version) }),
    );
    expect(result.stale).toBe(0);
    expect(result.reads).toBeGreaterThanOrEqual(READS);
    expect(result.checks.reads).toBeGreaterThan(READS / 3);
    expect(result.writes).toBeGreaterThan(20);
  });

  it("are caught by this test when they let requests share a read in flight [VG-FRESH-01]", async () => {
    const replicas = await startReplicas(MUTANT_MAIN, { MUTANT: "shared-read" });
    const { stale, checks, writes } = await check(replicas, FEWER_READS);
    // In nearly every burst; a tenth is far from chance.
    expect(stale - checks.stale).toBeGreaterThan(writes / 10);
    expect(checks.stale).toBeGreaterThan(writes / 10);
  });

  it("are caught by this test when they decide a check by the values of an earlier read [GATE-1]", async () => {
    const replicas = await startReplicas(MUTANT_MAIN, { MUTANT: "late-check" });
    const { stale, checks, writes } = await check(replicas, FEWER_READS);
    expect(checks.stale).toBeGreaterThan(writes / 10);
    expect(stale).toBe(checks.stale);
  });
});
