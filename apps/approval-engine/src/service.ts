import { STREAMS, ownerConsumers } from "@countersign/contracts";
import { createServiceVerifier, createVerifier } from "@countersign/auth";
import { createDirectoryCopy, verifyMember } from "@countersign/directory";
import { createLeases, type DueWorking, startDueWork } from "@countersign/mongo/due-work";
import { createUnitOfWork, ensureIndexes, newId, platformIndexes } from "@countersign/mongo";
import { OUTBOX_INDEXES, createOutboxRelay, createOutboxSource } from "@countersign/outbox";
import { type ServiceDependencies, type Surfaces, defineService } from "@countersign/runtime";

import { buildApp } from "./app.ts";
import { countWithoutHolidays } from "./calendars/index.ts";
import { type ApprovalEngineConfig, approvalEngineConfig, approvalEngineEnvironment } from "./config.ts";
import { consoleOptionsOf } from "./console/index.ts";
import { createEngineMetrics } from "./engine-metrics.ts";
import { FEATURES } from "./all-features.ts";
import { engineIndexes, SERVICE_NAME, createEngine } from "./engine.ts";
import type { Feature } from "./shared/feature.ts";
import { createCompanyFence } from "./shared/company-fence.ts";
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

const clock = () => new Date();

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

  const configs: Readonly<Record<string, unknown>> = { ...config };
  const engine = createEngine({
    kinds,
    configs,
    settingsDefaults: config.settingsDefaults,
    rules: config.rules,
    unitOfWork: createUnitOfWork(store, (scope) => scope),
    store,
    projectionFailed: (err, { _id: runId, version }) =>
      logger.warn(
        { err, runId, version },
        "what follows from a decision could not be written; this is tried again",
      ),
    newId,
    clock,
    relay,
    committed: (notifications, changes) => runFeed.announce(changes, notifications),
    submissionFailed: ({ error, ...about }) => {
      submissionFailed();
      logger.error({ err: error, ...about }, "an order was created without its approval being submitted");
    },
  });
  const channels = FEATURES.flatMap(({ name, channel }) => channel?.open(configs[name]) ?? []);
  const { db } = store;
  const { settingsDefaults } = config;
  let working: DueWorking | undefined;
  const wakeWork = (name: string): void => working?.wakeWork(name);
  const parts = { db, bus, kinds, clock, settingsDefaults, channels, leases, logger, metrics, engine };
  const partsOf = ({ name }: Feature) => ({ ...parts, wakeWork, config: configs[name] });
  for (const feature of FEATURES) {
    const work = await feature.start?.(partsOf(feature));
    if (work) onStop(() => work.close());
  }
  const timedWork = startDueWork({
    db,
    works: FEATURES.flatMap((feature) => feature.dueWork?.(partsOf(feature)) ?? []),
    failed: (err, retryInMs) => logger.warn({ err, retryInMs }, "what is due could not be looked for"),
    clock,
  });
  working = timedWork;
  onStop(() => timedWork.close());
  const { runs } = createReadModels({ db, kinds });
  const fence = createCompanyFence(config.serviceCompanies);
  const rpc = await bus.serve(rpcService({ kinds, engine, runs, fence, version: RPC_VERSION }));
  onStop(() => rpc.close());
  const directory = createDirectoryCopy(store.db);
  for (const consumer of await startConsumers({ kinds, bus, engine, directory, fence })) {
    onStop(() => consumer.close());
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
      settingsDefaults,
      kindLabels,
      channels: channels.map(({ name }) => name),
      configs,
      serviceCompanies: config.serviceCompanies,
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
      verifyService: createServiceVerifier(auth),
      onLeaving,
    },
  );
  return { publicApp };
}
