import { createVerifier } from "@countersign/auth";
import { createAudit, createUnitOfWork, newId, readFresh, type Store } from "@countersign/mongo";
import {
  createInternalApp,
  createMetrics,
  type Logger,
  type Metrics,
  type RunningService,
  serve,
  traceRequests,
} from "@countersign/service-kit";
import { createMostRecent, createSettingsReader, createSettingsRepository } from "@countersign/settings";
import type { Tracing } from "@countersign/tracing";
import type { VersionGateConfig } from "./config.ts";
import { createGateMetrics } from "./gate-metrics.ts";
import { settingsPlugin } from "./graphql/settings-plugin.ts";
import { prepareStore } from "./prepare-store.ts";
import { buildPublicApp } from "./public-app.ts";
import { createReadLog } from "./read-log.ts";
import { createConfigHistory } from "./repositories/config-history.ts";
import { createConfigChanges } from "./use-cases/change-config.ts";
import { createVersionSerialiser } from "./version-answer.ts";
import { createVersionReader } from "./version-reader.ts";

export const SERVICE_NAME = "version-gate";

export interface VersionGateDependencies {
  /** The service does not close it. It may be away: then the gate starts all the same and answers 503. */
  store: Store;
  logger: Logger;
  /** Registry that the process has begun already. */
  metrics?: Metrics;
  /** What the store is traced with. Of the requests only those for settings are: `/api/version` is asked too often. */
  tracing?: Tracing;
}

/**
 * Starts version-gate on its two ports: `/api/version` for clients, the settings' write side for operators.
 *
 * @throws Error when a port is taken; nothing is left running then
 */
export async function startVersionGate(
  config: VersionGateConfig,
  { store, logger, tracing, metrics = createMetrics({ service: SERVICE_NAME }) }: VersionGateDependencies,
): Promise<RunningService> {
  const { companyId, readConcern, ...reading } = config.reading;
  const which = { readConcern, maxTimeMs: reading.timeoutMs, ...(companyId !== undefined && { companyId }) };
  const mostRecent = createMostRecent(store.db);
  const read = (signal: AbortSignal) => mostRecent({ ...which, signal });
  const gateMetrics = createGateMetrics(metrics.registry, () => reader.waiting());
  const reader = createVersionReader({
    ...reading,
    // Each linearizable read is confirmed by itself.
    readValues:
      readConcern === "linearizable" ? read : (signal) => readFresh(store.primary, () => read(signal)),
    serialise: createVersionSerialiser(config.storeUrls),
    onRead: (read) => {
      gateMetrics.countRead(read);
      logRead(read);
    },
  });
  const logRead = createReadLog(logger);
  const preparation = await prepareStore(store, logger);
  const internal = createInternalApp({
    logger,
    metrics,
    checks: { store: () => store.ping(), indexes: preparation.check },
  });
  await internal.app.register(async (app) => {
    if (tracing) traceRequests(app, tracing);
    await app.register(settingsPlugin, {
      verify: createVerifier(config.auth),
      changes: createConfigChanges({
        unitOfWork: createUnitOfWork(store, (scope) => ({
          settings: createSettingsRepository(scope),
          audit: createAudit(scope),
          history: createConfigHistory(scope),
        })),
        newId,
        clock: () => new Date(),
      }),
      settings: createSettingsReader({ db: store.db }),
      history: createConfigHistory({ db: store.db }),
    });
  });
  try {
    return await serve({
      name: SERVICE_NAME,
      logger,
      listen: config.listen,
      publicApp: buildPublicApp({ logger, reader, onAnswer: gateMetrics.countAnswer }),
      internal,
      onStop: preparation.stop,
    });
  } catch (error) {
    await preparation.stop();
    throw error;
  }
}
