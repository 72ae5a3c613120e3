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
import { publicationOf } from "../src/version-answer.ts";
import { type Mutant, MUTANTS } from "./mutants.ts";

/** A gate that is right in all but one point, which `MUTANT` names. */
await runMain(async () => {
  const config = versionGateConfig(loadConfig(versionGateEnvironment, process.env));
  const logger = createLogger({ name: "mutant", level: config.logLevel });
  const store = openStore({ ...config.mongodb, appName: "mutant" });
  const mostRecent = createMostRecent(store.db);
  const { join } = MUTANTS[process.env["MUTANT"] as Mutant](async () => {
    const values = await mostRecent();
    return values && publicationOf(values, config.storeUrls);
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
