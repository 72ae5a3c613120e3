import type { OnLeaving, VerifyToken } from "@countersign/auth";
import type { KindRegistry } from "@countersign/contracts";
import { type EdgeConfig, type Logger, type Metrics, createHttpApp } from "@countersign/service-kit";
import type { Tracing } from "@countersign/tracing";
import type { FastifyInstance } from "fastify";
import type { Db } from "mongodb";

import { addGraphql } from "@countersign/graphql";
import type { RunFeed } from "./live/index.ts";
import type { NotificationFeed } from "./notifications/index.ts";
import { type ConsoleOptions, consoleRoutes } from "./console/index.ts";
import type { SettingsDefaults } from "./approval-settings/index.ts";
import { type AgentsOptions, agentRoutes } from "./agents/index.ts";
import { FEATURES } from "./all-features.ts";
import { createReadModels } from "./read-models.ts";
import { type DownloadLimits, exportRoutes } from "./exports/index.ts";
import type { Engine } from "./engine.ts";
import { createGraphqlContext } from "./graphql/context.ts";
import { createSchema, listLimits } from "./graphql/schema.ts";
import type { JournalConfirmations } from "./journal-confirmations/index.ts";
import type { Feature } from "./shared/feature.ts";
import type { KindLabels } from "./shared/kind-labels.ts";
import { TAKE_DEFAULT } from "./shared/page-inputs.ts";

export interface AppConfig {
  /** Serves GraphiQL: development only. */
  graphiql: boolean;
  /** Most XLSX downloads written at a time. */
  downloads: DownloadLimits;
  edge?: EdgeConfig;
  kinds: KindRegistry;
  /** For settings that a company has not set. */
  settingsDefaults?: SettingsDefaults;
  kindLabels?: KindLabels;
  /** Whether notifications also go out by mail. Default: false. */
  sendsMail?: boolean;
  /** The console; absent: none is served. */
  console?: ConsoleOptions | undefined;
  /** The address for agents; absent: none is served. */
  agents?: AgentsOptions | undefined;
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
  /** Ends the sockets and downloads of a leaver. */
  onLeaving: OnLeaving;
  /** Default: the machine's. */
  clock?: () => Date;
}

/** The public surface of the approval engine: GraphQL and the exports, each behind a bearer token, and the console. */
export async function buildApp(config: AppConfig, dependencies: AppDependencies): Promise<FastifyInstance> {
  const { db, engine, journal, feed, runFeed, logger, metrics, tracing, verify, onLeaving, clock } =
    dependencies;
  const { features = FEATURES } = config;
  const app = createHttpApp({
    logger,
    metrics,
    tracing,
    shedsLoad: true,
    ...(config.edge && { edge: config.edge }),
  });
  const readModels = createReadModels(
    db,
    config.kinds,
    clock,
    config.settingsDefaults,
    features,
    config.kindLabels,
    config.sendsMail,
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
  const { downloads, kindLabels } = config;
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
  if (config.console) await app.register(consoleRoutes, config.console);
  return app;
}
