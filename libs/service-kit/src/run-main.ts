import { setTimeout as delay } from "node:timers/promises";
import closeWithGrace from "close-with-grace";
import { ConfigError } from "./config.ts";
import type { Logger } from "./logger.ts";
import type { RunningService } from "./serve.ts";
import { stopWithParent } from "./stop-with-parent.ts";

/** How a service's process ends. Supervisors restart on 1 and 3; 2 needs a person. */
export const EXIT_CODES = {
  /** Stopped by a signal, with all requests in flight finished, or while it started. */
  stopped: 0,
  /** Failed to start or to stop, or by an uncaught error. */
  crashed: 1,
  /** The configuration is wrong; standard error has one line per fault. */
  invalidConfiguration: 2,
  /** Stopping took longer than allowed, or a second signal came. */
  stopTimedOut: 3,
} as const;

/** A started main program. */
export interface Running extends Partial<ServiceAddresses> {
  logger: Pick<Logger, "info" | "fatal">;
  stop: () => Promise<void>;
  /** Longest time that stopping may take. */
  stopTimeoutMs: number;
}

/** Where a service listens, such as `http://127.0.0.1:3001`. */
export type ServiceAddresses = Pick<RunningService, "publicUrl" | "internalUrl">;

/**
 * How long a start may go on after a signal. A forked process ends sooner than its parent, which then sees it end. What a
 * start writes is whole at any moment, or is a transaction.
 */
const START_ENDS_WITHIN_MS = { alone: 2_000, forked: 1_000 };

/**
 * Runs a service as a process: starts it, stops it on SIGTERM and SIGINT, and ends with one of {@link EXIT_CODES}. A start
 * that a signal meets ends with 0 within two seconds, whatever it waits for. A forked process reports to its parent where
 * it listens, and stops when that is gone; so does one that npm runs.
 *
 * @param start reads the configuration (may throw ConfigError) and starts everything; once its signal is aborted it may
 *   throw anything
 */
export async function runMain(start: (stopping: AbortSignal) => Promise<Running>): Promise<void> {
  const stopping = new AbortController();
  // Later than the handlers below, so that no signal finds the process without them.
  const starting = Promise.resolve().then(() => start(stopping.signal));
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  stopWithParent();
  let isStarted = false;
  closeWithGrace(
    {
      // The time-out comes with the configuration; see stopInTime.
      delay: false,
      logger: false,
      onSecondSignal: () => process.exit(EXIT_CODES.stopTimedOut),
    },
    async ({ signal, err }) => {
      if (err && !isStarted) failToStart(err);
      stopping.abort();
      const runningService = isStarted ? await starting : await endOfStart(starting);
      if (runningService === undefined) return;
      if (err) runningService.logger.fatal({ err }, "stopping after an error that nothing caught");
      else runningService.logger.info({ signal }, "stopping");
      await stopInTime(runningService);
    },
  );
  try {
    const { publicUrl, internalUrl } = await starting;
    isStarted = true;
    if (publicUrl !== undefined) process.send?.({ publicUrl, internalUrl });
  } catch (error) {
    if (!stopping.signal.aborted) failToStart(error);
  }
}

/** The result of a start that a signal has met; `undefined` when it ended, or goes on for too long. */
async function endOfStart(starting: Promise<Running>): Promise<Running | undefined> {
  const withinMs = START_ENDS_WITHIN_MS[process.send === undefined ? "alone" : "forked"];
  return Promise.race([starting.catch(() => undefined), delay(withinMs, undefined)]);
}

function failToStart(error: unknown): never {
  if (error instanceof ConfigError) {
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_CODES.invalidConfiguration);
  }
  process.stderr.write(`failed to start: ${reasonOf(error)}\n`);
  process.exit(EXIT_CODES.crashed);
}

/** One line if that is enough, else the stack, because only the stack locates a bug. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return String(error);
  if ("syscall" in error && error.syscall === "listen") {
    return `${error.message}; PORT, INTERNAL_PORT, HOST and INTERNAL_HOST say where the service listens`;
  }
  // An error with a cause has a message that explains it.
  return error.cause === undefined ? error.stack : error.message;
}

/** @throws whatever `stop` throws, after logging it */
async function stopInTime({ logger, stop, stopTimeoutMs }: Running): Promise<void> {
  const timer = setTimeout(() => {
    logger.fatal({ stopTimeoutMs }, "stopping took too long");
    process.exit(EXIT_CODES.stopTimedOut);
  }, stopTimeoutMs);
  try {
    await stop();
  } catch (error) {
    logger.fatal({ err: error }, "failed to stop");
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
