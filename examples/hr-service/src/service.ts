import { createVerifier } from "@countersign/auth";
import { STREAMS } from "@countersign/contracts";
import { type Bus, createOutboxRelay, createOwner, createRelayMetrics } from "@countersign/messaging";
import {
  createNumbers,
  createOutboxSource,
  createUnitOfWork,
  ensureIndexes,
  newId,
  platformIndexes,
  type Store,
} from "@countersign/mongo";
import {
  createInternalApp,
  createMetrics,
  type Logger,
  type Metrics,
  type RunningService,
  serve,
} from "@countersign/service-kit";
import { buildApp } from "./app.ts";
import type { HrServiceConfig } from "./config.ts";
import type { DocumentKind } from "./document-kinds.ts";
import { createDocumentRepository, DOCUMENT_INDEXES } from "./document-repository.ts";
import { bindRepositories, createEmployeeReader, type HrRepositories } from "./hr-repositories.ts";
import { createCancelDocument } from "./use-cases/cancel-document.ts";
import { createCreateDocument } from "./use-cases/create-document.ts";
import { createRecordOutcome } from "./use-cases/record-outcome.ts";
import { createSettleSubmissions } from "./use-cases/settle-submissions.ts";
import { createSubmitDocument } from "./use-cases/submission.ts";
import { startSweeper } from "./workers/sweeper.ts";

export const SERVICE_NAME = "hr-service";

const clock = (): Date => new Date();

export interface HrServiceDependencies {
  /** Connected; the service does not close it, nor the bus. */
  store: Store;
  bus: Bus;
  logger: Logger;
  /** Registry that the process has begun already. */
  metrics?: Metrics;
}

/**
 * Starts the HR service on its two ports: the documents' REST API, the outcomes of their approvals, the relay of its
 * outbox, and the sweep that ends submissions left open.
 *
 * @throws Error when a port is taken or an index cannot be made; nothing is left running then
 */
export async function startHrService(
  config: HrServiceConfig,
  { store, bus, logger, metrics = createMetrics({ service: SERVICE_NAME }) }: HrServiceDependencies,
): Promise<RunningService> {
  await ensureIndexes(store.db, [...platformIndexes(), ...DOCUMENT_INDEXES]);
  await bus.ensureStreams(Object.values(STREAMS));
  await using started = new AsyncDisposableStack();

  const outbox = createOutboxSource(store);
  const relay = createOutboxRelay({ outbox, bus, logger, events: createRelayMetrics(metrics, outbox) });
  started.defer(() => relay.close());
  const unitOfWork = createUnitOfWork(store, bindRepositories);
  const owner = createOwner<"hr", HrRepositories>({
    owner: "hr",
    bus,
    unitOfWork,
    timeoutMs: config.submitTimeoutMs,
  });
  const documents = (kind: DocumentKind) => createDocumentRepository({ db: store.db }, kind);
  const submitDocument = createSubmitDocument(owner);

  const outcomes = await owner.onOutcome(createRecordOutcome({ logger, clock }));
  started.defer(() => outcomes.close());
  const sweeper = startSweeper({
    sweep: createSettleSubmissions({ documents, submitDocument, owner, unitOfWork, clock }),
    pauseMs: config.sweepPauseMs,
    logger,
  });
  started.defer(() => sweeper.close());

  const publicApp = await buildApp({
    verify: createVerifier(config.auth),
    logger,
    metrics,
    documents,
    createDocument: createCreateDocument({
      documents,
      numbers: createNumbers({ db: store.db }),
      findEmployeeUser: createEmployeeReader(store),
      submitDocument,
      newId,
      clock,
    }),
    cancelDocument: createCancelDocument({ unitOfWork, owner, committed: () => relay.wake(), clock }),
  });
  const service = await serve({
    name: SERVICE_NAME,
    logger,
    listen: config.listen,
    publicApp,
    internal: createInternalApp({
      logger,
      metrics,
      checks: { store: () => store.ping(), bus: () => bus.ping() },
    }),
    onStop: () => running.disposeAsync(),
  });
  const running = started.move();
  return service;
}
