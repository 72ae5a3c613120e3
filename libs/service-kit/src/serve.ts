import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { ListenConfig } from "./environment.ts";
import type { InternalApp } from "./internal-app.ts";
import type { Logger } from "./logger.ts";

/** A service that listens. */
export interface RunningService {
  name: string;
  /** Such as `http://127.0.0.1:3001`, with the real port. */
  publicUrl: string;
  internalUrl: string;
  /** Stops gracefully; further calls get the same promise. */
  stop: () => Promise<void>;
}

export interface ServeOptions {
  name: string;
  logger: Logger;
  publicApp: FastifyInstance;
  internal: InternalApp;
  listen: ListenConfig;
  /** Stops other parts of the service, such as consumers and relays, after the last request was answered. */
  onStop?: () => Promise<void>;
}

const IDLE_SWEEP_MS = 100;

/**
 * Listens on both ports. Stopping takes these steps: readiness turns false; `drainDelayMs` pass for balancers to notice;
 * no new connections (the apps' own `preClose` hooks end streams and sockets); requests in flight finish within
 * `shutdownTimeoutMs`, then are cut; `onStop`; the internal port closes last.
 *
 * @throws Error when a port cannot be bound; nothing is left listening then
 */
export async function serve(options: ServeOptions): Promise<RunningService> {
  const { name, logger, publicApp, internal, listen, onStop } = options;
  publicApp.server.maxConnections = listen.maxConnections;
  internal.app.server.maxConnections = listen.internalMaxConnections;
  try {
    await internal.app.listen({ host: listen.internalHost, port: listen.internalPort });
    await publicApp.listen({ host: listen.host, port: listen.port });
  } catch (error) {
    await Promise.all([publicApp.close(), internal.app.close()]);
    throw error;
  }

  const stop = async () => {
    internal.startDraining();
    // From now on answers make clients open a new connection, which goes to another replica.
    publicApp.server.prependListener("request", (_request, response) => {
      response.setHeader("connection", "close");
    });
    if (listen.drainDelayMs > 0) await delay(listen.drainDelayMs);
    await closeGracefully(publicApp, listen.shutdownTimeoutMs, logger);
    await onStop?.();
    await closeGracefully(internal.app, listen.shutdownTimeoutMs, logger);
    logger.info("stopped");
  };
  let stopping: Promise<void> | undefined;
  const service = {
    name,
    publicUrl: urlOf(publicApp),
    internalUrl: urlOf(internal.app),
    stop: () => (stopping ??= stop()),
  };
  logger.info({ publicUrl: service.publicUrl, internalUrl: service.internalUrl }, "listening");
  return service;
}

/**
 * Closes an app. It ends idle keep-alive connections repeatedly, because a connection turns idle only after its last
 * answer, and would keep the server open until its keep-alive time-out.
 */
async function closeGracefully(app: FastifyInstance, timeoutMs: number, logger: Logger): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), IDLE_SWEEP_MS);
  const deadline = setTimeout(() => {
    logger.warn({ timeoutMs }, "requests in flight did not finish in time and are cut");
    app.server.closeAllConnections();
  }, timeoutMs);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(deadline);
  }
}

function urlOf(app: FastifyInstance): string {
  const { address, port, family } = app.server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
