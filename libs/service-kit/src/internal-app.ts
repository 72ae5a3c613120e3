import type { FastifyInstance } from "fastify";
import { createHttpApp } from "./http-app.ts";
import type { Logger } from "./logger.ts";
import type { Metrics } from "./metrics.ts";

/** Calls a dependency, such as a ping of the store. Rejects when it does not answer. */
export type ReadinessCheck = () => Promise<unknown>;

export interface InternalAppOptions {
  logger: Logger;
  metrics: Metrics;
  /** Checks of dependencies that the service cannot work without, by name. */
  checks: Readonly<Record<string, ReadinessCheck>>;
  /** Checks of dependencies that it can miss for a while, by name: a failure is reported, and the service stays ready. */
  reports?: Readonly<Record<string, ReadinessCheck>>;
  /** For the time in which the service starts: the collections whose indexes are being built. It is not ready then. */
  building?: () => readonly string[];
  /** How long one check may take before it counts as failed. Default 1 s. */
  checkTimeoutMs?: number;
}

/** The internal surface of a service. */
export interface InternalApp {
  /** For further internal routes. */
  app: FastifyInstance;
  /** Makes `/readyz` answer 503 from now on. */
  startDraining: () => void;
}

/**
 * Creates the internal surface: `/livez` (the process answers), `/readyz` (every check passes in time and the service is
 * neither starting nor stopping; names failed checks and reports, and indexes that are being built) and `/metrics`.
 */
export function createInternalApp(options: InternalAppOptions): InternalApp {
  const { logger, metrics, checks, reports = {}, building, checkTimeoutMs = 1_000 } = options;
  const app = createHttpApp({ logger, requestLog: "failures" });
  let draining = false;

  app.get("/livez", () => ({ status: "ok" }));

  app.get("/readyz", async (request, reply) => {
    const results = await Promise.all(
      Object.entries({ ...checks, ...reports }).map(async ([name, check]): Promise<[string, string]> => {
        const fault = await failure(check, checkTimeoutMs);
        if (fault !== undefined) request.log.warn({ check: name, fault }, "readiness check failed");
        return [name, fault === undefined ? "ok" : "failed"];
      }),
    );
    const works = results.every(([name, result]) => result === "ok" || name in reports);
    const ready = works && !draining && building === undefined;
    const status = draining ? "stopping" : building ? "starting" : ready ? "ready" : "not ready";
    return reply
      .code(ready ? 200 : 503)
      .send({ status, checks: Object.fromEntries(results), ...(building && { building: building() }) });
  });

  app.get("/metrics", async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );

  return {
    app,
    startDraining: () => {
      draining = true;
    },
  };
}

/** Why a check failed, or `undefined` when it passed in time. */
async function failure(check: ReadinessCheck, timeoutMs: number): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, `no answer in ${timeoutMs} ms`);
  });
  // Async, so that a check that throws at once fails like one that rejects.
  const checkResult = (async () => check())().then(
    () => undefined,
    (error: unknown) => String(error),
  );
  try {
    return await Promise.race([checkResult, timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
