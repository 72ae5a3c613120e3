import { doubling } from "@countersign/concurrency";
import { type Kind, type Owner, STREAMS } from "@countersign/contracts";
import { startRepeating } from "@countersign/mongo/due-work";
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
  type OutboxSender,
} from "@countersign/outbox";
import type { ServiceDependencies } from "@countersign/runtime";
import type { Logger } from "@countersign/service-kit";
import {
  type AnswerEvent,
  type ChangesEvent,
  createOwner,
  type OutcomeEvent,
  type OwnerKit,
  type OwnerRepositories,
} from "./client.ts";
import { assertKinds, type OwnerConfig } from "./config.ts";

/** Longest wait after sweeps that failed, in milliseconds, where the pause between sweeps is shorter. */
const LONGEST_RETRY_MS = 30_000;

/** Parts for the rules of an owner. */
export interface OwnerParts<O extends Owner, R extends OwnerRepositories> {
  kit: OwnerKit<O, R>;
  unitOfWork: UnitOfWork<R>;
  store: Store;
  logger: Logger;
  /** ISO 4217 code of the amounts that the owner keeps, if `CURRENCY` says so. */
  currency: string | undefined;
}

/** An owner's handlers of messages, and of work that was left open. */
export interface OwnerHandlers<R extends OwnerRepositories> {
  /** Records how an approval ended, in one transaction with the message's inbox record. */
  recordOutcome: (outcome: OutcomeEvent, repositories: R) => Promise<void>;
  /** Records the answer to a durable submit, likewise; for owners that use `submitCommand`. */
  recordAnswer?: (answer: AnswerEvent, repositories: R) => Promise<void>;
  /** Records that an approver wants changes of a document, or does so no longer, likewise (contract-4, TALK-2). */
  recordChanges?: (changes: ChangesEvent, repositories: R) => Promise<void>;
  /**
   * Finishes work that a crash or a missing answer left open; repeated while the service runs, by every replica: it claims
   * what it works on.
   */
  settle?: () => Promise<unknown>;
}

/** One owner within a service. */
export interface OwnerSetup<O extends Owner, R extends OwnerRepositories, H extends OwnerHandlers<R>> {
  /** Name of the service; its outbox rows carry it. */
  name: string;
  owner: O;
  /** The kinds that it submits, if they are not built in: they must be in `DOCUMENT_KINDS`. */
  kinds?: readonly Kind[];
  /** Indexes of the owner's collections. */
  indexes: readonly IndexPlan[];
  /** Binds the owner's repositories to a transaction; the outbox takes the sender. */
  bindRepositories: (scope: Scope, sender: OutboxSender) => R;
  createRules: (parts: OwnerParts<O, R>) => H;
}

/**
 * Starts the part of an owner that has no surface: the relay of its outbox, the outcomes of its documents' approvals and
 * the answers to its commands, and the sweep that finishes open work. They end with the service.
 *
 * @returns the rules, for the service's own surfaces
 * @throws ConfigError when `DOCUMENT_KINDS` lacks one of its kinds
 */
export async function startOwner<O extends Owner, R extends OwnerRepositories, H extends OwnerHandlers<R>>(
  { name, owner, kinds = [], indexes, bindRepositories, createRules }: OwnerSetup<O, R, H>,
  config: OwnerConfig,
  {
    store,
    bus,
    logger,
    metrics,
    onStop,
  }: Pick<ServiceDependencies, "store" | "bus" | "logger" | "metrics" | "onStop">,
): Promise<H> {
  const { registry, currency } = config;
  assertKinds(registry, owner, kinds);
  await ensureIndexes(store, [...platformIndexes(), ...OUTBOX_INDEXES, ...indexes], { logger });
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
  const unitOfWork = createUnitOfWork(store, (scope) => bindRepositories(scope, { service: name, relay }));
  const kit = createOwner<O, R>({ owner, registry, bus, unitOfWork, timeoutMs: config.submitTimeoutMs });
  const rules = createRules({ kit, unitOfWork, store, logger, currency });

  const outcomes = await kit.onOutcome(rules.recordOutcome);
  onStop(() => outcomes.close());
  const { recordAnswer, recordChanges } = rules;
  if (recordAnswer || recordChanges) {
    const answers = await kit.onAnswer(recordAnswer ?? (async () => undefined), recordChanges);
    onStop(() => answers.close());
  }
  if (rules.settle) {
    const { sweepPauseMs: pauseMs } = config;
    const sweep = startRepeating({
      work: rules.settle,
      pauseMs,
      retryMs: doubling(pauseMs, Math.max(pauseMs, LONGEST_RETRY_MS)),
      failed: (err) => logger.warn({ err }, "work that was left open could not be settled"),
    });
    onStop(() => sweep.close());
  }
  return rules;
}
