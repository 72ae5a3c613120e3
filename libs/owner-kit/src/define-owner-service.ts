import { authPlugin } from "@countersign/auth";
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
  createOutboxSource,
  createRelayMetrics,
  OUTBOX_INDEXES,
} from "@countersign/outbox";
import { defineService, type Service, type ServiceDependencies, type Surfaces } from "@countersign/runtime";
import { createHttpApp, type Logger } from "@countersign/service-kit";
import type { FastifyInstance } from "fastify";
import {
  type AnswerEvent,
  createOwner,
  type OutcomeEvent,
  type OwnerKit,
  type OwnerRepositories,
} from "./client.ts";
import { type OwnerServiceConfig, ownerServiceConfig, ownerServiceEnvironment } from "./config.ts";
import type { Json } from "./openapi.ts";
import { startSweeper } from "./sweeper.ts";

/** Largest body, in bytes; documents are small. */
const BODY_LIMIT_BYTES = 16 * 1024;

/** Parts for the rules of an owner. */
export interface OwnerParts<O extends Owner, R extends OwnerRepositories> {
  kit: OwnerKit<O, R>;
  unitOfWork: UnitOfWork<R>;
  store: Store;
  logger: Logger;
  /** To be called after a commit that wrote outbox rows, so that they leave at once. */
  committed: () => void;
}

/** The rules of one owner for its documents. */
export interface OwnerRules<R extends OwnerRepositories> {
  /** Records how an approval ended, in one transaction with the message's inbox record. */
  recordOutcome: (outcome: OutcomeEvent, repositories: R) => Promise<void>;
  /** Records the answer to a durable submit, likewise; for owners that use `submitCommand`. */
  recordAnswer?: (answer: AnswerEvent, repositories: R) => Promise<void>;
  /** Finishes work that a crash or a missing answer left open; repeated while the service runs. */
  settle?: () => Promise<unknown>;
  /** The REST API; every request has a principal. */
  routes: (app: FastifyInstance) => Promise<void>;
}

/** The definition of an owner's service. */
export interface OwnerDefinition<O extends Owner, R extends OwnerRepositories> {
  /** Name of the process, its logs and metrics. */
  name: string;
  owner: O;
  /** Defaults of `PORT` and `INTERNAL_PORT`. */
  ports: { port: number; internalPort: number };
  /** Indexes of the owner's collections. */
  indexes: readonly IndexPlan[];
  /** Binds the owner's repositories to a transaction; the outbox takes the service's name. */
  bindRepositories: (scope: Scope, service: string) => R;
  /** OpenAPI document, served to anyone at `/api/openapi.json`. */
  description: Json;
  createRules: (parts: OwnerParts<O, R>) => OwnerRules<R>;
}

/**
 * Defines the service of an owner: its REST API, the outcomes of its documents' approvals, the relay of its outbox, and
 * the sweep that finishes open work.
 */
export function defineOwnerService<O extends Owner, R extends OwnerRepositories>(
  definition: OwnerDefinition<O, R>,
): Service {
  return defineService({
    name: definition.name,
    environment: ownerServiceEnvironment(definition.ports),
    config: ownerServiceConfig,
    start: (config, dependencies) => start(definition, config, dependencies),
  });
}

async function start<O extends Owner, R extends OwnerRepositories>(
  { name, owner, indexes, bindRepositories, description, createRules }: OwnerDefinition<O, R>,
  config: OwnerServiceConfig,
  { store, bus, logger, metrics, tracing, verify, onStop }: ServiceDependencies,
): Promise<Surfaces> {
  await ensureIndexes(store.db, [...platformIndexes(), ...OUTBOX_INDEXES, ...indexes]);
  await bus.expectStreams(Object.values(STREAMS));

  const outbox = createOutboxSource(store, { service: name });
  const relay = createOutboxRelay({
    outbox,
    bus,
    logger,
    events: createRelayMetrics(metrics, outbox),
    leaseMs: config.outboxLeaseMs,
  });
  onStop(() => relay.close());
  const unitOfWork = createUnitOfWork(store, (scope) => bindRepositories(scope, name));
  const kit = createOwner<O, R>({ owner, bus, unitOfWork, timeoutMs: config.submitTimeoutMs });
  const rules = createRules({ kit, unitOfWork, store, logger, committed: () => relay.wake() });

  const outcomes = await kit.onOutcome(rules.recordOutcome);
  onStop(() => outcomes.close());
  if (rules.recordAnswer) {
    const answers = await kit.onAnswer(rules.recordAnswer);
    onStop(() => answers.close());
  }
  if (rules.settle) {
    const sweeper = startSweeper({ sweep: rules.settle, pauseMs: config.sweepPauseMs, logger });
    onStop(() => sweeper.close());
  }

  const publicApp = createHttpApp({
    logger,
    metrics,
    tracing,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    edge: config.edge,
  });
  publicApp.get("/api/openapi.json", () => description);
  await publicApp.register(async (scope) => {
    await scope.register(authPlugin, { verify });
    await scope.register(rules.routes);
  });
  return { publicApp };
}
