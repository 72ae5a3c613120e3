import { STREAMS, ownerConsumers } from "@countersign/contracts";
import { createVerifier } from "@countersign/auth";
import { createDirectoryCopy, verifyMember } from "@countersign/directory";
import { createLeases } from "@countersign/mongo/due-work";
import { createUnitOfWork, ensureIndexes, newId, platformIndexes } from "@countersign/mongo";
import { OUTBOX_INDEXES, createOutboxRelay, createOutboxSource } from "@countersign/outbox";
import { type ServiceDependencies, type Surfaces, defineService } from "@countersign/runtime";

import { startExpiry } from "./agents/index.ts";
import { buildApp } from "./app.ts";
import { countWithoutHolidays } from "./calendars/index.ts";
import { type ApprovalEngineConfig, approvalEngineConfig, approvalEngineEnvironment } from "./config.ts";
import { consoleOptionsOf } from "./console/index.ts";
import { createEngineMetrics } from "./engine-metrics.ts";
import { FEATURES } from "./all-features.ts";
import { engineIndexes, SERVICE_NAME, createEngine } from "./engine.ts";
import { createCompanyFence } from "./messages/company-fence.ts";
import { startMail } from "./mail/index.ts";
import { createJournalConfirmations } from "./journal-confirmations/index.ts";
import { startConsumers } from "./messages/consumers.ts";
import { createRunFeed } from "./live/index.ts";
import { createNotificationFeed } from "./notifications/index.ts";
import { rpcService } from "./messages/rpc.ts";
import { createReadModels } from "./read-models.ts";
import { recordKinds } from "./runs/index.ts";

/** Version of the engine's request/reply service, as the broker lists it. */
const RPC_VERSION = "0.1.0";

/** The approval engine: GraphQL and downloads, messages in, and the relay that carries messages out. */
export const approvalEngine = defineService({
  name: SERVICE_NAME,
  environment: approvalEngineEnvironment,
  config: approvalEngineConfig,
  start,
});

async function start(
  config: ApprovalEngineConfig,
  { store, bus, logger, metrics, tracing, verify, onLeaving, onStop }: ServiceDependencies,
): Promise<Surfaces> {
  const { kinds } = config;
  await ensureIndexes(store, [...platformIndexes(), ...OUTBOX_INDEXES, ...engineIndexes()], { logger });
  await recordKinds(store, kinds);
  await bus.ensureStreams(Object.values(STREAMS));
  await bus.ensureConsumers(ownerConsumers(kinds.owners));
  const leases = createLeases(store.db, { service: SERVICE_NAME });
  const outbox = createOutboxSource(store, { service: SERVICE_NAME });
  const { relayEvents, submissionFailed } = createEngineMetrics(metrics, outbox, () =>
    countWithoutHolidays(store.db, new Date()),
  );
  const relay = createOutboxRelay({
    outbox,
    bus,
    logger,
    events: relayEvents,
    leaseMs: config.outboxLeaseMs,
  });
  onStop(() => relay.close());
  const feed = await createNotificationFeed({ bus, logger });
  onStop(() => feed.close());
  const runFeed = await createRunFeed({ bus, logger }, feed);
  onStop(() => runFeed.close());

  const engine = createEngine({
    kinds,
    settingsDefaults: config.settingsDefaults,
    rules: config.rules,
    unitOfWork: createUnitOfWork(store, (scope) => scope),
    newId,
    clock: () => new Date(),
    relay,
    committed: (notifications, changes) => runFeed.announce(changes, notifications),
    submissionFailed: ({ error, ...about }) => {
      submissionFailed();
      logger.error({ err: error, ...about }, "an order was created without its approval being submitted");
    },
  });
  for (const { timers } of FEATURES) {
    const running = await timers?.({
      db: store.db,
      settingsDefaults: config.settingsDefaults,
      leases,
      logger,
      metrics,
      engine,
    });
    if (running) onStop(() => running.close());
  }
  const { runs } = createReadModels(store.db, kinds);
  const fence = createCompanyFence(config.serviceCompanies);
  const rpc = await bus.serve(rpcService({ kinds, engine, runs, fence, version: RPC_VERSION }));
  onStop(() => rpc.close());
  const directory = createDirectoryCopy(store.db);
  for (const consumer of await startConsumers({ kinds, bus, engine, directory, fence })) {
    onStop(() => consumer.close());
  }

  const expiry = startExpiry({ db: store.db, expireRequest: engine.expireRequest, logger });
  onStop(() => expiry.close());
  if (config.mail) {
    const { settingsDefaults } = config;
    const parts = { db: store.db, bus, kinds, leases, logger, metrics, settingsDefaults };
    const mail = await startMail(config.mail, parts);
    onStop(() => mail.close());
  }
  const { graphiql, downloads, edge, kindLabels, agents, auth } = config;
  const verifyAgent =
    agents && verifyMember(createVerifier({ ...auth, alsoFor: [agents.audience] }), store.db);
  const publicApp = await buildApp(
    {
      graphiql,
      downloads,
      edge,
      kinds,
      settingsDefaults: config.settingsDefaults,
      kindLabels,
      sendsMail: config.mail !== undefined,
      agents: agents && { ...agents, tokenIssuer: auth.issuer },
      console: consoleOptionsOf(config),
    },
    {
      db: store.db,
      engine,
      journal: createJournalConfirmations({ bus, db: store.db }),
      feed,
      runFeed,
      logger,
      metrics,
      tracing,
      verify,
      verifyAgent,
      onLeaving,
    },
  );
  return { publicApp };
}
