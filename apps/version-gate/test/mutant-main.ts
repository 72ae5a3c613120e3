import { openStore } from "@countersign/mongo";
import {
  createInternalApp,
  createLogger,
  createMetrics,
  loadConfig,
  runMain,
  serve,
} from "@countersign/service-kit";
import { createMostRecent } from "@countersign/settings";
import { versionGateConfig, versionGateEnvironment } from "../src/config.ts";
import { buildPublicApp } from "../src/public-app.ts";
import { createGroupRead } from "../src/group-read.ts";
import { createVersionSerialiser, type Publication } from "../src/version-answer.ts";
import { createSharedRead } from "./shared-read.ts";

/** The mistakes that the freshness tests must catch; `MUTANT` names one. */
const MUTANTS = {
  /** See {@link createSharedRead}. */
  "shared-read": (read: () => Promise<Publication | undefined>) => createSharedRead({ read }),
  /** A check is decided by the values of the read before its own: a rendering that is kept for too long. */
  "late-check": (read: () => Promise<Publication | undefined>) => {
    let previous: Publication | undefined;
    return createGroupRead({
      read: async () => {
        const publication = await read();
        const check = (previous ?? publication)?.check;
        previous = publication;
        return publication && check && { ...publication, check };
      },
      maxWaiters: Number.POSITIVE_INFINITY,
      spacingMs: 0,
    });
  },
};

/** A gate that is right in all but one point. */
await runMain(async () => {
  const config = versionGateConfig(loadConfig(versionGateEnvironment, process.env));
  const logger = createLogger({ name: "mutant", level: config.logLevel });
  const store = openStore({ ...config.mongodb, appName: "mutant" });
  const mostRecent = createMostRecent(store.db);
  const serialise = createVersionSerialiser(config.storeUrls);
  const { join } = MUTANTS[process.env["MUTANT"] as keyof typeof MUTANTS](async () => {
    const values = await mostRecent();
    return values && serialise(values);
  });
  const service = await serve({
    name: "mutant",
    logger,
    listen: config.listen,
    publicApp: buildPublicApp({
      logger,
      reader: { current: join, lastServed: () => undefined },
      clock: () => new Date(),
      onAnswer: () => undefined,
    }),
    internal: createInternalApp({ logger, metrics: createMetrics({ service: "mutant" }), checks: {} }),
    onStop: () => store.close(),
  });
  return { logger, stop: service.stop, stopTimeoutMs: 5_000 };
});
