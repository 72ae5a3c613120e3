import {
  type ServiceClaims,
  type VerifyToken,
  createServiceVerifier,
  createVerifier,
} from "@countersign/auth";
import { type Bus, createInProcessBus } from "@countersign/bus";
import { BUILT_IN_KINDS } from "@countersign/contracts";
import { verifyMember, watchLeavers } from "@countersign/directory";
import type { Store } from "@countersign/mongo";
import { createMetrics } from "@countersign/service-kit";
import { afterwards, silentLogger, testTokens } from "@countersign/testing";
import type { FastifyInstance } from "fastify";

import { FEATURES } from "../src/all-features.ts";
import { type AppConfig, buildApp } from "../src/app.ts";
import { type NotificationFeed, createNotificationFeed } from "../src/notifications/notification-feed.ts";
import { type RunFeed, createRunFeed } from "../src/live/index.ts";
import { createJournalConfirmations } from "../src/journal-confirmations/index.ts";
import type { Caller, Engine, EngineDependencies, EngineRules } from "../src/engine.ts";
import { engineOn } from "./engine-fixture.ts";

/** The answer to a GraphQL request. */
export interface GraphqlAnswer {
  status: number;
  // The tests say what they expect of it.
  data: Record<string, unknown> | null;
  errors?: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[];
}

/** One user's way into the engine. */
export interface GraphqlClient {
  ask(query: string, variables?: Record<string, unknown>): Promise<GraphqlAnswer>;
  /** The data of an answer without errors, of the type the test expects. */
  get<T>(query: string, variables?: Record<string, unknown>): Promise<T>;
}

/** A replica of the engine without its ports. */
export interface Replica {
  app: FastifyInstance;
  engine: Engine;
  feed: NotificationFeed;
  runFeed: RunFeed;
  as: (caller: Caller) => GraphqlClient;
}

const DOWNLOADS = { max: 8, maxPerCompany: 8, maxPerUser: 8 };

const tokens = testTokens();
const verifyTestToken: VerifyToken = createVerifier(tokens.verifier);

/** The `Authorization` value of a caller's token. */
export function bearerOf(
  { userId, companyId, branchId, name, privileged, isAgent, isAuditor }: Caller,
  expiresIn?: string,
): Promise<string> {
  const optional = {
    ...(branchId !== undefined && { branchId }),
    ...(name !== undefined && { name }),
    ...(isAgent && { agent: true }),
    ...(isAuditor && { auditor: true }),
  };
  return tokens.bearer({ sub: userId, companyId, privileged, ...optional }, expiresIn);
}

/** The `Authorization` value of a business service's token. */
export const serviceBearerOf = (claims: ServiceClaims, expiresIn?: string): Promise<string> =>
  tokens.bearer(claims, expiresIn);

/** A bus for the replicas of a spec file. */
export function useBus(): Bus {
  const bus = createInProcessBus({ logger: silentLogger });
  afterwards(() => bus.close());
  return bus;
}

/** Builds the app on the store; it is closed when the test, or the spec file, is over. */
export async function useReplica(
  store: Pick<Store, "builds" | "client" | "db" | "tracing" | "transactions" | "withoutTimeouts">,
  bus: Bus,
  options: Partial<AppConfig> & {
    rules?: Partial<EngineRules>;
    verify?: VerifyToken;
    clock?: () => Date;
    submissionFailed?: EngineDependencies["submissionFailed"];
  } = {},
): Promise<Replica> {
  const {
    rules = {},
    verify = verifyMember(verifyTestToken, store.db),
    clock = () => new Date(),
    graphiql = false,
    downloads = DOWNLOADS,
  } = options;
  const { features = FEATURES } = options;
  const { kinds = BUILT_IN_KINDS, kindLabels = new Map(), settingsDefaults = {}, submissionFailed } = options;
  const { configs = {} } = options;
  const logger = silentLogger;
  const feed = await createNotificationFeed({ bus, logger });
  const runFeed = await createRunFeed({ bus, logger }, feed);
  const onCommit: EngineDependencies["committed"] = (notifications, changes) =>
    runFeed.announce(changes, notifications);
  const engine = await engineOn(store, {
    kinds,
    features,
    settingsDefaults,
    rules,
    clock,
    committed: onCommit,
    configs,
    ...(submissionFailed && { submissionFailed }),
  });
  const leavers = watchLeavers(store.db, { logger });
  const app = await buildApp(
    {
      graphiql,
      downloads,
      features,
      kinds,
      kindLabels,
      configs,
      settingsDefaults,
      agents: options.agents,
      serviceCompanies: options.serviceCompanies,
      // Tests ask as fast as they can, also beside other work of the machine.
      shedsLoad: false,
    },
    {
      db: store.db,
      engine,
      journal: createJournalConfirmations({ bus, db: store.db }),
      feed,
      runFeed,
      logger,
      metrics: createMetrics({ service: "test" }),
      tracing: store.tracing,
      verify,
      verifyService: createServiceVerifier(tokens.verifier),
      onLeaving: leavers.onLeaving,
      clock,
    },
  );
  afterwards(async () => {
    await app.close();
    await leavers.close();
    await feed.close();
    await runFeed.close();
  });
  return { app, engine, feed, runFeed, as: (caller) => clientOf(app, caller) };
}

function clientOf(app: FastifyInstance, caller: Caller): GraphqlClient {
  async function ask(query: string, variables: Record<string, unknown> = {}): Promise<GraphqlAnswer> {
    const authorization = await bearerOf(caller);
    const payload = { query, variables };
    const { statusCode, body } = await app.inject({
      method: "POST",
      url: "/graphql",
      headers: { authorization },
      payload,
    });
    return { status: statusCode, ...(JSON.parse(body) as Omit<GraphqlAnswer, "status">) };
  }
  return {
    ask,
    get: async <T>(query: string, variables?: Record<string, unknown>) => {
      const { data, errors } = await ask(query, variables);
      if (errors !== undefined) throw new Error(errors.map(({ message }) => message).join("; "));
      return data as T;
    },
  };
}
