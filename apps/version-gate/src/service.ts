import { refuseLeaver } from "@countersign/directory";
import { createAudit, createUnitOfWork, newId, openStore } from "@countersign/mongo";
import { defineService, type ServiceDependencies, type Surfaces } from "@countersign/runtime";
import { traceRequests } from "@countersign/service-kit";
import { createMostRecent, createSettingsReader, createSettingsRepository } from "@countersign/settings";
import { type VersionGateConfig, versionGateConfig, versionGateEnvironment } from "./config.ts";
import { createGateMetrics } from "./gate-metrics.ts";
import { settingsPlugin } from "./graphql/settings-plugin.ts";
import { prepareStore } from "./prepare-store.ts";
import { buildPublicApp } from "./public-app.ts";
import { createReadLog } from "./read-log.ts";
import { createConfigHistory } from "./repositories/config-history.ts";
import { createConfigChanges } from "./use-cases/change-config.ts";
import { publicationOf } from "./version-answer.ts";
import { createVersionReader } from "./version-reader.ts";

/** The driver's own time-outs: the store's return is noticed within a second. */
const STORE_TIMINGS = { connectTimeoutMs: 500, driver: { heartbeatFrequencyMS: 1_000 } };

/**
 * The version gate: `/api/version` for clients, the settings' write side for operators. It starts while the store is
 * away, and answers 503 then.
 */
export const versionGate = defineService({
  name: "version-gate",
  environment: versionGateEnvironment,
  config: versionGateConfig,
  openStore: (options) => openStore({ ...options, ...STORE_TIMINGS }),
  bus: false,
  start,
});

async function start(
  config: VersionGateConfig,
  { store, logger, metrics, tracing, verify, onStop }: Omit<ServiceDependencies, "bus">,
): Promise<Surfaces> {
  const { companyId, readConcern, ...reading } = config.reading;
  const readOptions = {
    readConcern,
    maxTimeMs: reading.timeoutMs,
    ...(companyId !== undefined && { companyId }),
  };
  const mostRecent = createMostRecent(store.db);
  const gateMetrics = createGateMetrics(metrics.registry, () => reader.waiting());
  const reader = createVersionReader({
    ...reading,
    readValues: () => mostRecent(readOptions),
    serialise: (values) => publicationOf(values, config.storeUrls),
    onRead: (read) => {
      gateMetrics.countRead(read);
      logRead(read);
    },
  });
  const logRead = createReadLog(logger);
  const preparation = await prepareStore(store, logger);
  onStop(preparation.stop);
  const changes = createConfigChanges({
    unitOfWork: createUnitOfWork(store, (scope) => ({
      settings: createSettingsRepository(scope),
      audit: createAudit(scope),
      history: createConfigHistory(scope),
      refuseLeaver: (user) => refuseLeaver(scope, user),
    })),
    newId,
    clock: () => new Date(),
    onWarning: (warning, about) => {
      gateMetrics.countWarning(warning);
      logger.warn({ ...about, field: warning.field }, warning.message);
    },
  });
  return {
    // Its requests are not traced: they come too often.
    publicApp: buildPublicApp({
      logger,
      reader,
      clock: () => new Date(),
      onAnswer: gateMetrics.countAnswer,
    }),
    internalRoutes: async (app) => {
      traceRequests(app, tracing);
      await app.register(settingsPlugin, {
        verify,
        changes,
        settings: createSettingsReader({ db: store.db }),
        history: createConfigHistory({ db: store.db }),
      });
    },
    checks: { indexes: preparation.check },
  };
}
