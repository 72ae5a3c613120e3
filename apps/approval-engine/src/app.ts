import type { OnLeaving, VerifyService, VerifyToken } from "@countersign/auth";
import type { KindRegistry } from "@countersign/contracts";
import { type EdgeConfig, type Logger, type Metrics, createHttpApp } from "@countersign/service-kit";
import type { Tracing } from "@countersign/tracing";
import type { FastifyInstance } from "fastify";
import type { Db } from "mongodb";

import { defined } from "@countersign/domain/defined";
import { addGraphql } from "@countersign/graphql";
import type { RunFeed } from "./live/index.ts";
import type { NotificationFeed } from "./notifications/index.ts";
import { type ConsoleOptions, consoleRoutes } from "./console/index.ts";
import type { SettingsDefaults } from "./approval-settings/index.ts";
import { type AgentsOptions, agentRoutes } from "./agents/index.ts";
import { FEATURES } from "./all-features.ts";
import { type ReadOptions, createReadModels } from "./read-models.ts";
import { type DownloadLimits, exportRoutes } from "./exports/index.ts";
import type { Engine } from "./engine.ts";
import type { ServiceCompanies } from "./shared/company-fence.ts";
import { ownerRoutes } from "./owners/index.ts";
import { createGraphqlContext } from "./graphql/context.ts";
import { createSchema, listLimits } from "./graphql/schema.ts";
import type { JournalConfirmations } from "./journal-confirmations/index.ts";
import type { Caller } from "./shared/caller.ts";
import type { Feature } from "./shared/feature.ts";
import type { KindLabels } from "./shared/kind-labels.ts";
import { TAKE_DEFAULT } from "./shared/page-inputs.ts";

export interface AppConfig {
  /** Serves GraphiQL: development only. */
  graphiql: boolean;
  /** Most XLSX downloads written at a time. */
  downloads: DownloadLimits;
  edge?: EdgeConfig;
  /** Answers 503 where the process is behind with its work. Default: true. */
  shedsLoad?: boolean;
  kinds: KindRegistry;
  /** For settings that a company has not set. */
  settingsDefaults?: SettingsDefaults;
  kindLabels?: KindLabels;
  /** Names of the channels by which notifications also go out. Default: none. */
  channels?: readonly string[];
  /** Configurations of features, by their names. */
  configs?: Readonly<Record<string, unknown>>;
  /** The console; absent: none is served. */
  console?: ConsoleOptions | undefined;
  /** The address for agents; absent: none is served. */
  agents?: AgentsOptions | undefined;
  /** Which owner may speak for which companies. Default: each for all. */
  serviceCompanies?: ServiceCompanies | undefined;
  /** Default: all. */
  features?: readonly Feature[];
}

export interface AppDependencies {
  db: Pick<Db, "collection">;
  engine: Engine;
  journal: JournalConfirmations;
  feed: Pick<NotificationFeed, "subscribe">;
  runFeed: Pick<RunFeed, "subscribeInbox" | "subscribeRun">;
  logger: Logger;
  metrics: Metrics;
  tracing: Tracing;
  verify: VerifyToken;
  /** Takes tokens for the agents' tools too. Default: `verify`. */
  verifyAgent?: VerifyToken | undefined;
  /** Takes the tokens of business services. */
  verifyService: VerifyService;
  /** Ends the sockets and downloads of a leaver. */
  onLeaving: OnLeaving;
  /** Default: the machine's. */
  clock?: () => Date;
}

/**
 * The public surface of the approval engine: GraphQL, the exports and the documents of business services, each behind a bearer
 * token, and the console.
 */
export async function buildApp(config: AppConfig, dependencies: AppDependencies): Promise<FastifyInstance> {
  const { db, engine, journal, feed, runFeed, logger, metrics, tracing, verify, onLeaving, clock } =
    dependencies;
  const { features = FEATURES } = config;
  const app = createHttpApp({
    logger,
    metrics,
    tracing,
    shedsLoad: config.shedsLoad ?? true,
    ...(config.edge && { edge: config.edge }),
  });
  const { kinds, settingsDefaults, kindLabels, channels, configs } = config;
  const readModels = createReadModels(
    defined<ReadOptions>({ db, kinds, features, clock, settingsDefaults, kindLabels, channels, configs }),
  );
  const services = { engine, journal, feed, runFeed, readModels };
  await addGraphql(app, {
    schema: createSchema(config.kinds, features),
    lists: listLimits(config.kinds, features),
    limits: { take: TAKE_DEFAULT },
    contextOf: (arrival) => createGraphqlContext(services, arrival, features),
    verify,
    onLeaving,
    graphiql: config.graphiql,
    tracing,
  });
  const { downloads, serviceCompanies } = config;
  const { owners } = readModels;
  const { verifyService } = dependencies;
  await ownerRoutes(app, { kinds, commands: engine, owners, runFeed, serviceCompanies, verifyService });
  await app.register(exportRoutes, {
    readModels,
    verify,
    onLeaving,
    downloads,
    ...(kindLabels && { kindLabels }),
  });
  if (config.agents) {
    const { verifyAgent = verify } = dependencies;
    const { runs } = readModels;
    const clockOf = clock ?? (() => new Date());
    const parts = { db, commands: engine, runs, runFeed, verify: verifyAgent, onLeaving, logger, metrics };
    await agentRoutes(app, { ...parts, clock: clockOf, agents: config.agents });
  }
  if (config.console) {
    const countWaiting = async (person: Caller): Promise<number> => {
      const ofKinds = await readModels.runs.inboxCounts(person);
      return ofKinds.reduce((sum, { count }) => sum + count, 0);
    };
    await app.register(consoleRoutes, { ...config.console, countWaiting });
  }
  return app;
}
