/**
 * A service as the fault test runs it: its own definition, with a store and a bus that pass crash points. Only this
 * file reads `FAULTS_*`. The process ends with its parent.
 */
import { flushCompileCache } from "node:module";
import { createJetStreamBus } from "@countersign/bus";
import { connectStore } from "@countersign/mongo";
import {
  createLogger,
  loadConfig,
  runMain,
  serviceConfig,
  serviceEnvironment,
} from "@countersign/service-kit";
import type { Service } from "@countersign/runtime";
import { createCrashPoints, type CrashMessage } from "./crash-points.ts";
import { withFaultyBus } from "./faulty-bus.ts";
import { withFaultyStore } from "./faulty-store.ts";
import { isMutant } from "./mutants.ts";
import { createRandom } from "./random.ts";

/** Each process loads its own service alone: services are restarted often. */
const SERVICES: Readonly<Record<string, () => Promise<Service>>> = {
  "approval-engine": async () => (await import("@countersign/approval-engine")).approvalEngine,
  "hr-service": async () => (await import("@countersign/hr-service")).hrService,
  "mcp-journal": async () => (await import("@countersign/mcp-journal")).mcpJournal,
};

/** Shorter than in production, so that a history heals within seconds. */
const TIMINGS = { ackWaitMs: 600, leaseMs: 1_500, publishTimeoutMs: 1_500, connectTimeoutMs: 15_000 };
const STOP_TIMEOUT_MS = 10_000;

await runMain(async () => {
  const environment = serviceEnvironment({ port: 0, internalPort: 0 }, {});
  const { mongodb, nats, natsPrefix: prefix, logLevel } = serviceConfig(loadConfig(environment, process.env));
  const { FAULTS_SERVICE: name = "", FAULTS_SEED: seed, FAULTS_MUTANT = "" } = process.env;
  const mutant = isMutant(FAULTS_MUTANT) ? FAULTS_MUTANT : undefined;
  const service = await SERVICES[name]?.();
  if (service === undefined || nats === undefined) throw new Error("expected FAULTS_SERVICE and NATS_URL");
  const logger = createLogger({ name, level: logLevel });
  const points = createCrashPoints();
  process.on("message", (message: CrashMessage) => points.arm(message));
  process.on("disconnect", () => process.exit());

  await using startedParts = new AsyncDisposableStack();
  const connectedStore = await connectStore({ ...mongodb, appName: name, driver: { monitorCommands: true } });
  startedParts.defer(() => connectedStore.close());
  const store = withFaultyStore(connectedStore, points, mutant);
  const jetStream = await createJetStreamBus({ ...nats, prefix, name, logger, timings: TIMINGS });
  startedParts.defer(() => jetStream.close());
  const bus = withFaultyBus(jetStream, {
    points,
    random: createRandom(Number(seed)),
    mutant,
    db: connectedStore.db,
  });
  const runningService = await service.start(process.env, { store, bus, logger });
  startedParts.defer(() => runningService.stop());
  // Processes that are killed leave nothing to the next ones.
  flushCompileCache();
  const all = startedParts.move();
  return { ...runningService, stop: () => all.disposeAsync(), stopTimeoutMs: STOP_TIMEOUT_MS };
});
