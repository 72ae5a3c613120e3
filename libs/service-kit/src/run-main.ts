import closeWithGrace from "close-with-grace";
import { ConfigError } from "./config.ts";
import type { Logger } from "./logger.ts";

/** How a service's process ends. Supervisors restart on 1 and 3; 2 needs a person. */
export const EXIT_CODES = {
  /** Stopped by a signal, everything in flight finished. */
  stopped: 0,
  /** Failed to start, or an error that nothing caught. */
  crashed: 1,
  /** The configuration is wrong; standard error has one line per fault. */
  invalidConfiguration: 2,
  /** Stopping took longer than allowed, or a second signal came. */
  stopTimedOut: 3,
} as const;

/** What a main program starts. */
export interface Running {
  logger: Pick<Logger, "info" | "error" | "fatal">;
  stop: () => Promise<void>;
  /** Longest time that stopping may take. */
  stopTimeoutMs: number;
}

/**
 * Runs a service as a process: starts it, stops it on SIGTERM and SIGINT, and ends with one of {@link EXIT_CODES}.
 *
 * @param start reads the configuration (may throw ConfigError) and starts everything
 */
export async function runMain(start: () => Promise<Running>): Promise<void> {
  let running: Running;
  try {
    running = await start();
  } catch (error) {
    if (error instanceof ConfigError) {
      process.stderr.write(`${error.message}\n`);
      process.exit(EXIT_CODES.invalidConfiguration);
    }
    process.stderr.write(`failed to start: ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(EXIT_CODES.crashed);
  }
  const { logger, stop, stopTimeoutMs } = running;
  closeWithGrace(
    {
      delay: stopTimeoutMs,
      logger: { error: (message: unknown) => logger.error(message) },
      onTimeout: () => process.exit(EXIT_CODES.stopTimedOut),
      onSecondSignal: () => process.exit(EXIT_CODES.stopTimedOut),
    },
    async ({ signal, err }) => {
      if (err) logger.fatal({ err }, "stopping after an error that nothing caught");
      else logger.info({ signal }, "stopping");
      await stop();
    },
  );
}
