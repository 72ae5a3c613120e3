import { authPlugin, createVerifier } from "@countersign/auth";
import type { Bus } from "@countersign/bus";
import { type Owner, STREAMS } from "@countersign/contracts";
import {
  createUnitOfWork,
  ensureIndexes,
  type IndexPlan,
  platformIndexes,
  type Scope,
  type Store,
  type UnitOfWork,
} from "@countersign/mongo";
import {
  createOutboxRelay,
  createRelayMetrics,
  createOutboxSource,
  OUTBOX_INDEXES,
} from "@countersign/outbox";
import {
  createHttpApp,
  createInternalApp,
  createMetrics,
  type Logger,
  type Metrics,
  type RunningService,
  serve,
} from "@countersign/service-kit";
import type { Tracing } from "@countersign/tracing";
import type { FastifyInstance } from "fastify";
import {
  type AnswerEvent,
  createOwner,
  type OutcomeEvent,
  type OwnerKit,
  type OwnerRepositories,
} from "./client.ts";
import type { OwnerServiceConfig } from "./config.ts";
import type { Json } from "./openapi.ts";
import { startSweeper } from "./sweeper.ts";

/** Bytes of a body; documents are small. */
const BODY_LIMIT_BYTES = 16 * 1024;

/** What every owner's rules are made of. */
export interface OwnerParts<O extends Owner, R extends OwnerRepositories> {
  kit: OwnerKit<O, R>;
  unitOfWork: UnitOfWork<R>;
  store: Store;
  logger: Logger;
  /** To be called after a commit that wrote outbox rows, so that they leave at once. */
  committed: () => void;
}

/** What one owner does with its documents. */
export interface OwnerRules<R extends OwnerRepositories> {
  /** Records how an approval ended, in one transaction with the message's inbox record. */
  recordOutcome: (outcome: OutcomeEvent, repositories: R) => Promise<void>;
  /** Records the answer to a durable submit, likewise; for owners that use `submitCommand`. */
  recordAnswer?: (answer: AnswerEvent, repositories: R) => Promise<void>;
  /** Goes on with what a crash or a silent engine left open; repeated for as long as the service runs. */
  settle?: () => Promise<unknown>;
  /** The REST API; every request has a principal. */
  routes: (app: FastifyInstance) => Promise<void>;
}

/** Everything that tells one owner's service from another's. */
export interface OwnerDefinition<O extends Owner, R extends OwnerRepositories> {
  /** Of the process, its logs and metrics. */
  name: string;
  owner: O;
  /** Of the owner's own collections. */
  indexes: readonly IndexPlan[];
  /** Binds the owner's repositories to a transaction; the outbox takes the service's name. */
  bindRepositories: (scope: Scope, service: string) => R;
  /** OpenAPI document, served to anyone at `/api/openapi.json`. */
  description: Json;
  createRules: (parts: OwnerParts<O, R>) => OwnerRules<R>;
}

export interface OwnerServiceDependencies {
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
 * Starts the service of an owner on its two ports: its REST API, the outcomes of its documents' approvals, the relay of
 * its outbox, and the sweep that ends what was left open.
 *
 * @throws Error when a port is taken or an index cannot be made; nothing is left running then
 */
export async function startOwnerService<O extends Owner, R extends OwnerRepositories>(
  definition: OwnerDefinition<O, R>,
  config: OwnerServiceConfig,
  dependencies: OwnerServiceDependencies,
): Promise<RunningService> {
  const { name, owner, indexes, bindRepositories, description, createRules } = definition;
  const { store, bus, logger, tracing, metrics = createMetrics({ service: name }) } = dependencies;
  await ensureIndexes(store.db, [...platformIndexes(), ...OUTBOX_INDEXES, ...indexes]);
  await bus.expectStreams(Object.values(STREAMS));
  await using started = new AsyncDisposableStack();

  const outbox = createOutboxSource(store, { service: name });
  const relay = createOutboxRelay({
    outbox,
    bus,
    logger,
    events: createRelayMetrics(metrics, outbox),
    leaseMs: config.outboxLeaseMs,
  });
  started.defer(() => relay.close());
  const unitOfWork = createUnitOfWork(store, (scope) => bindRepositories(scope, name));
  const kit = createOwner<O, R>({ owner, bus, unitOfWork, timeoutMs: config.submitTimeoutMs });
  const rules = createRules({ kit, unitOfWork, store, logger, committed: () => relay.wake() });

  const outcomes = await kit.onOutcome(rules.recordOutcome);
  started.defer(() => outcomes.close());
  if (rules.recordAnswer) {
    const answers = await kit.onAnswer(rules.recordAnswer);
    started.defer(() => answers.close());
  }
  if (rules.settle) {
    const sweeper = startSweeper({ sweep: rules.settle, pauseMs: config.sweepPauseMs, logger });
    started.defer(() => sweeper.close());
  }

  const publicApp = createHttpApp({
    logger,
    metrics,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    edge: config.edge,
    ...(tracing && { tracing }),
  });
  publicApp.get("/api/openapi.json", () => description);
  await publicApp.register(async (scope) => {
    await scope.register(authPlugin, { verify: createVerifier(config.auth) });
    await scope.register(rules.routes);
  });
  const service = await serve({
    name,
    logger,
    listen: config.listen,
    publicApp,
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
