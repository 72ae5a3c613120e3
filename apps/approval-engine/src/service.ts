import { createVerifier } from "@countersign/auth";
import type { Bus } from "@countersign/bus";
import { OWNER_CONSUMERS, STREAMS } from "@countersign/contracts";
import { type Store, createUnitOfWork, ensureIndexes, newId, platformIndexes } from "@countersign/mongo";
import { OUTBOX_INDEXES, createOutboxRelay, createOutboxSource } from "@countersign/outbox";
import {
  type Logger,
  type Metrics,
  type RunningService,
  createInternalApp,
  createMetrics,
  serve,
} from "@countersign/service-kit";
import type { Tracing } from "@countersign/tracing";

import { buildApp } from "./app.ts";
import type { ApprovalEngineConfig } from "./config.ts";
import { createEngineMetrics } from "./engine-metrics.ts";
import { ENGINE_INDEXES, SERVICE_NAME, createEngine } from "./engine.ts";
import { createCompanyFence } from "./messages/company-fence.ts";
import { startConsumers } from "./messages/consumers.ts";
import { createNotificationFeed } from "./notifications/index.ts";
import { rpcService } from "./messages/rpc.ts";
import { createRunReadModel, keepListed } from "./runs/index.ts";

/** Version of the engine's request/reply service, as the broker lists it. */
const RPC_VERSION = "0.1.0";

export interface ApprovalEngineDependencies {
  /** Connected; the service does not close it, nor the bus. */
  store: Store;
  bus: Bus;
  logger: Logger;
  /** Registry that the process has begun already. */
  metrics?: Metrics;
  /** What the bus and the store are traced with. Without it requests are not. */
  tracing?: Tracing;
}

/**
 * Starts the approval engine on its two ports: indexes, GraphQL, messages in, and the relay that carries messages out.
 *
 * @throws Error when a port is taken or an index cannot be made; nothing is left running then
 */
export async function startApprovalEngine(
  config: ApprovalEngineConfig,
  dependencies: ApprovalEngineDependencies,
): Promise<RunningService> {
  const { store, bus, logger, tracing, metrics = createMetrics({ service: SERVICE_NAME }) } = dependencies;
  await ensureIndexes(store.db, [...platformIndexes(), ...OUTBOX_INDEXES, ...ENGINE_INDEXES]);
  await bus.ensureStreams(Object.values(STREAMS));
  await bus.ensureConsumers(OWNER_CONSUMERS);
  await using started = new AsyncDisposableStack();
  const listing = await keepListed({ db: store.db, logger });
  started.defer(() => listing.close());

  const outbox = createOutboxSource(store, { service: SERVICE_NAME });
  const { relayEvents, submissionFailed } = createEngineMetrics(metrics, outbox);
  const relay = createOutboxRelay({
    outbox,
    bus,
    logger,
    events: relayEvents,
    leaseMs: config.outboxLeaseMs,
  });
  started.defer(() => relay.close());
  const feed = await createNotificationFeed({ bus, logger });
  started.defer(() => feed.close());

  const engine = createEngine({
    rules: config.rules,
    unitOfWork: createUnitOfWork(store, (scope) => scope),
    newId,
    clock: () => new Date(),
    committed: (notifications) => {
      relay.wake();
      feed.announce(notifications);
    },
    submissionFailed: ({ error, ...about }) => {
      submissionFailed();
      logger.error({ err: error, ...about }, "an order was created without its approval being submitted");
    },
  });
  const runs = createRunReadModel(store.db);
  const fence = createCompanyFence(config.serviceCompanies);
  const rpc = await bus.serve(rpcService({ engine, runs, fence, version: RPC_VERSION }));
  started.defer(() => rpc.close());
  for (const consumer of await startConsumers({ bus, engine, fence })) started.defer(() => consumer.close());

  const service = await serve({
    name: SERVICE_NAME,
    logger,
    listen: config.listen,
    publicApp: await buildApp(
      { graphiql: config.graphiql, downloads: config.downloads, edge: config.edge },
      {
        db: store.db,
        engine,
        feed,
        logger,
        metrics,
        verify: createVerifier(config.auth),
        ...(tracing && { tracing }),
      },
    ),
    internal: createInternalApp({
      logger,
      metrics,
      checks: { store: () => store.ping() },
      reports: { bus: () => bus.ping() },
    }),
    onStop: () => running.disposeAsync(),
  });
  const running = started.move();
  return service;
}
